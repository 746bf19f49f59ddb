import type {AnyOperation} from '../operation.ts';
import {FairQueue, patienceMs} from './fair-queue.ts';
import type {Runner} from './host.ts';
import type {Log, Outcome, Who} from './outcome.ts';
import {Thread} from './call-thread.ts';

export type ThreadsOptions<Caller> = {
  /** The file that a thread runs: `serveCalls` with the server's operations. */
  readonly file: URL;
  /**
   * Plain data that a thread is started with, beside its role and `toStop`, which a `Stopping` of
   * it reads.
   */
  readonly data: object;
  /** What runs operations that stay in this thread. */
  readonly here: Runner<Caller>;
  /** One of them is kept free of searches; there are two at least. */
  readonly readers: number;
  readonly log: Log;
};

/**
 * Operations in threads, for a store that works in the thread that calls it: all writes in one,
 * searches in some, one at a time in each, other reads that may be long in another, point reads
 * here. Slow searches then stop nobody else, and concurrent writes share commits.
 */
export class Threads<Caller extends Who> implements Runner<Caller> {
  readonly #here: Runner<Caller>;
  readonly #writer: Thread;
  /** For what is asked of some entities, which never waits for a search. */
  readonly #reader: Thread;
  readonly #searchers: readonly Thread[];
  /** Started for who waits for the searches of others, so that one person never takes all. */
  readonly #reserve: Thread;
  readonly #searches: FairQueue<Thread>;
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
    this.#searches = new FairQueue(this.#searchers, {one: this.#reserve, afterMs: patienceMs});
    this.#writer.prepare();
  }

  async run(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const {on, name} = operation;
    if (on === 'main') return await this.#here.run(operation, caller, args);
    if (on === 'reader' || on === 'search') this.#prepareReaders();
    if (on === 'search') {
      const {userName} = caller.actor;
      return await this.#searches.use(userName, signal, thread =>
        thread.call({name, caller, args}, signal),
      );
    }
    const thread =
      on === 'writer' ? this.#writer : on === 'background' ? this.#background : this.#reader;
    return await thread.call({name, caller, args});
  }

  /**
   * A thread has some 40 MiB and costs a third of a second of CPU to start: none is started before
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
