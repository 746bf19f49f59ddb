import {waiting} from '@gazetteer/server/trace';
import type {AnyOperation} from '../operation.ts';
import {Thread} from './call-thread.ts';
import {FairQueue, patienceMs} from './fair-queue.ts';
import type {Runner, Runners} from './host.ts';
import type {Log, Who} from './outcome.ts';

export type ThreadsOptions<Caller> = {
  /** The file that a thread runs: `serveCalls` with the server's operations. */
  readonly file: URL;
  /**
   * Plain data that a thread is started with, beside its role and `toStop`, which a `Stopping` of
   * it reads.
   */
  readonly data: object;
  /** What runs operations that stay in this thread. */
  readonly here: Here<Caller>;
  /** One of them is kept free of searches; there are two at least. */
  readonly readers: number;
  readonly log: Log;
};

/** What runs operations in this thread, and is closed with the rest. */
export type Here<Caller> = Runner<Caller> & {close(): Promise<void>};

/**
 * Operations in threads, for a store that works in the thread that calls it: all writes in one,
 * searches in some, one at a time in each, other reads that may be long in another, point reads
 * here. Slow searches then stop nobody else, and concurrent writes share commits.
 */
export class Threads<Caller extends Who> implements Runners<Caller> {
  readonly #here: Here<Caller>;
  readonly #writer: Thread;
  /** For what is asked of some entities, which never waits for a search. */
  readonly #reader: Thread;
  readonly #searchers: readonly Thread[];
  /** Started for who waits for the searches of others, so that one person never takes all. */
  readonly #reserve: Thread;
  readonly #searches: Runner<Caller>;
  /** A reader for what takes long; it is started when something does. */
  readonly #background: Thread;

  constructor({here, file, data, readers, log}: ThreadsOptions<Caller>) {
    const thread = (role: 'writer' | 'reader') => new Thread(file, {...data, role}, log);
    this.#here = here;
    this.#writer = thread('writer');
    this.#background = thread('reader');
    this.#reader = thread('reader');
    this.#searchers = Array.from({length: Math.max(1, readers - 1)}, () => thread('reader'));
    this.#reserve = thread('reader');
    this.#searches = inTurns(
      new FairQueue(this.#searchers, {one: this.#reserve, afterMs: patienceMs}),
      thread => thread,
    );
    this.#writer.prepare();
  }

  of({on}: AnyOperation): Runner<Caller> {
    if (on === 'main') return this.#here;
    if (on === 'writer') return this.#writer;
    if (on === 'background') return this.#background;
    this.#prepareReaders();
    return on === 'search' ? this.#searches : this.#reader;
  }

  /**
   * A thread has some 25 MiB and costs a sixth of a second of CPU to start: none is started before
   * somebody reads, and then the two that whoever reads on needs; further ones wait until the first
   * has its hands full.
   */
  #prepareReaders(): void {
    this.#reader.prepare();
    this.#searchers[0]?.prepare();
  }

  async close(): Promise<void> {
    await Promise.all(
      [this.#writer, this.#background, this.#reader, this.#reserve, ...this.#searchers].map(
        thread => thread.close(),
      ),
    );
    await this.#here.close();
  }
}

/** Calls that wait for what the queue has, in turns, and the runner that each uses with it. */
export function inTurns<Caller extends Who, T>(
  queue: FairQueue<T>,
  runnerWith: (one: T) => Runner<Caller>,
): Runner<Caller> {
  return {
    run: (operation, caller, args, signal) => {
      const endWait = waiting('queue');
      return queue.use(caller.actor.userName, signal, one => {
        endWait();
        return runnerWith(one).run(operation, caller, args, signal);
      });
    },
  };
}
