import type {Log} from '@gazetteer/server';
import type {LiveStatement} from './live-statement.ts';

/** How much of a result is fetched while nobody reads it. */
export type ResultBudget = {
  readonly rows: number;
  readonly bytes: number;
  /** Of all results of one person together. */
  readonly personBytes: number;
};

export const defaultBudget: ResultBudget = {
  rows: 1_000_000,
  bytes: 64 * 2 ** 20,
  personBytes: 512 * 2 ** 20,
};

export type DrainParts = {
  /** Bytes of all results of a person. */
  readonly heldBytes: (userName: string) => number;
  /** Hears that nothing more of a result is fetched for nobody. */
  readonly onEnd: (live: LiveStatement) => void;
  readonly log: Log;
};

/** Results that are fetched at the same time. */
const atATime = 4;

/**
 * Fetches what statements have found as soon as they are over, whether somebody reads it or not, so
 * that their sessions are free for others and the rows are here when the server is not. What the
 * budget has no room for stays with the server until somebody reads it.
 */
export class Drains {
  readonly #parts: DrainParts;
  readonly #budget: ResultBudget;
  readonly #waiting = new Set<LiveStatement>();
  readonly #running = new Set<LiveStatement>();
  readonly #ends = new Map<LiveStatement, PromiseWithResolvers<void>>();

  constructor(parts: DrainParts, budget: ResultBudget = defaultBudget) {
    this.#parts = parts;
    this.#budget = budget;
  }

  /** Whether more of it is fetched for nobody. */
  hasRoom(live: LiveStatement): boolean {
    const {rows, bytes, personBytes} = this.#budget;
    const {userName} = live.statement;
    return (
      live.fetched.rowCount < rows &&
      live.size < bytes &&
      this.#parts.heldBytes(userName) < personBytes
    );
  }

  /** Whether it is not at its end yet. */
  has(live: LiveStatement): boolean {
    return this.#ends.has(live);
  }

  /** Ends when nothing more of it is fetched for nobody. */
  async add(live: LiveStatement): Promise<void> {
    const end = this.#ends.get(live) ?? Promise.withResolvers<void>();
    if (!this.has(live)) {
      this.#ends.set(live, end);
      this.#waiting.add(live);
      this.#startNext();
    }
    await end.promise;
  }

  /** The same, at once: somebody waits for it, and not for the results of others. */
  async now(live: LiveStatement): Promise<void> {
    const end = this.#ends.get(live) ?? Promise.withResolvers<void>();
    if (this.#waiting.delete(live) || !this.has(live)) {
      this.#ends.set(live, end);
      void this.#drain(live);
    }
    await end.promise;
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#running.size >= atATime) return;
    this.#waiting.delete(next);
    this.#running.add(next);
    void this.#drain(next);
  }

  async #drain(live: LiveStatement): Promise<void> {
    const {uuid: statement} = live.statement;
    const {onEnd, log} = this.#parts;
    try {
      await live.drain(() => this.hasRoom(live));
    } catch (error) {
      // Whoever reads them gets the same answer, or a better one by then.
      log.info({statement, error}, 'rows could not be fetched ahead');
    }
    this.#running.delete(live);
    this.#ends.get(live)?.resolve();
    this.#ends.delete(live);
    onEnd(live);
    this.#startNext();
  }
}
