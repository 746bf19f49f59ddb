import type {AnyOperation} from '../operation.ts';
import {Thread} from './call-thread.ts';
import {FairQueue} from './fair-queue.ts';
import type {Runner} from './host.ts';
import type {Log, Outcome, Who} from './outcome.ts';

export type ApartOptions<Caller> = {
  readonly operations: readonly AnyOperation[];
  /** What their thread runs: `serveCalls` with them. */
  readonly file: URL;
  /** What runs all others. */
  readonly rest: Runner<Caller>;
  readonly log: Log;
};

/**
 * Some operations, which compute and need no store, in a thread of their own: one at a time, and
 * those who ask for them in turns.
 */
export class Apart<Caller extends Who> implements Runner<Caller> {
  readonly #names: ReadonlySet<string>;
  readonly #rest: Runner<Caller>;
  readonly #thread: Thread;
  readonly #turns: FairQueue<Thread>;

  constructor({operations, file, rest, log}: ApartOptions<Caller>) {
    this.#names = new Set(operations.map(({name}) => name));
    this.#rest = rest;
    this.#thread = new Thread(file, {role: 'files'}, log);
    this.#turns = new FairQueue([this.#thread]);
  }

  async run(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const {name} = operation;
    if (!this.#names.has(name)) return await this.#rest.run(operation, caller, args, signal);
    return await this.#turns.use(caller.actor.userName, signal, thread =>
      thread.call({name, caller, args}, signal),
    );
  }

  async close(): Promise<void> {
    await this.#thread.close();
    await this.#rest.close();
  }
}
