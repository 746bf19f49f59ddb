import type {AnyOperation} from '../operation.ts';
import {FairQueue, patienceMs} from './fair-queue.ts';
import type {Runner} from './host.ts';
import type {Outcome, Who} from './outcome.ts';

/**
 * Of searches so many at a time, and one more for who waits for those of others, and the rest in
 * turns, so that they leave connections to everybody else; all else at once.
 */
export class InTurns<Caller extends Who> implements Runner<Caller> {
  readonly #runner: Runner<Caller>;
  readonly #searches: FairQueue<number>;

  constructor(runner: Runner<Caller>, searches: number) {
    this.#runner = runner;
    const places = Array.from({length: searches}, (_, n) => n);
    this.#searches = new FairQueue(places, {one: searches, afterMs: patienceMs});
  }

  async run(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const run = () => this.#runner.run(operation, caller, args, signal);
    return await (operation.on === 'search'
      ? this.#searches.use(caller.actor.userName, signal, run)
      : run());
  }

  async close(): Promise<void> {
    await this.#runner.close();
  }
}
