import type {AnyOperation} from '../operation.ts';
import {Thread} from './call-thread.ts';
import {FairQueue, patienceMs} from './fair-queue.ts';
import type {Runner, Runners} from './host.ts';
import type {Log, Who} from './outcome.ts';
import {type Here, inTurns} from './threads.ts';

export type ConnectionsOptions<Caller> = {
  readonly here: Here<Caller>;
  /** How many searches run at a time. */
  readonly searches: number;
  /** What computes and needs no store, and what its thread runs: `serveCalls` with it. */
  readonly apart: {readonly operations: readonly AnyOperation[]; readonly file: URL};
  readonly log: Log;
};

/**
 * Operations in this thread, for a store that works elsewhere and is asked over connections. Of
 * searches so many at a time, and one more for who waits for those of others, and the rest in
 * turns, so that they leave connections to everybody else; what only computes in a thread of its
 * own, one at a time and in turns; all else at once.
 */
export class Connections<Caller extends Who> implements Runners<Caller> {
  readonly #here: Here<Caller>;
  readonly #searches: Runner<Caller>;
  readonly #thread: Thread;
  readonly #apart: Runner<Caller>;
  readonly #namesApart: ReadonlySet<string>;

  constructor({here, searches, apart, log}: ConnectionsOptions<Caller>) {
    this.#here = here;
    const turns = Array.from({length: searches}, (_, n) => n);
    this.#searches = inTurns(
      new FairQueue(turns, {one: searches, afterMs: patienceMs}),
      () => here,
    );
    this.#thread = new Thread(apart.file, {role: 'files'}, log);
    this.#apart = inTurns(new FairQueue([this.#thread]), thread => thread);
    this.#namesApart = new Set(apart.operations.map(({name}) => name));
  }

  of({name, on}: AnyOperation): Runner<Caller> {
    if (this.#namesApart.has(name)) return this.#apart;
    return on === 'search' ? this.#searches : this.#here;
  }

  async close(): Promise<void> {
    await this.#thread.close();
    await this.#here.close();
  }
}
