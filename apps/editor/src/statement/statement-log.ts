import {setTimeout as delay} from 'node:timers/promises';
import type {RunningStatement} from '../engine/sql-engine.ts';

/** Lines kept of a statement's log. */
const maxLines = 20_000;
/** A server that has said so much may be writing still when the statement is over. */
const longLines = 1000;
/**
 * It is asked with pauses, and done when it is silent for three in a row; nobody waits for longer
 * than `most`.
 */
export const restMs = {pause: 200, most: 30_000};

/** The server's log of a statement: its last lines, and how many there were in all. */
export class StatementLog {
  readonly #lines: string[] = [];
  #count = 0;
  #reading: Promise<unknown> = Promise.resolve();

  /** One that was read elsewhere. */
  static of(lines: readonly string[], count: number): StatementLog {
    const log = new StatementLog();
    log.#lines.push(...lines);
    log.#count = count;
    return log;
  }

  /** All that are kept. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Those before the kept ones included. */
  get count(): number {
    return this.#count;
  }

  /**
   * Those from the line with the number `first` on, counted from 0, or from the first one that is
   * kept.
   */
  from(
    first: number,
    count = Infinity,
  ): {readonly first: number; readonly lines: readonly string[]} {
    const gone = this.#count - this.#lines.length;
    const from = Math.max(first, gone);
    return {first: from, lines: this.#lines.slice(from - gone, from - gone + count)};
  }

  /** Asks for new ones, once at a time, as a server hands out each line once. */
  async read(running: RunningStatement | undefined): Promise<void> {
    const read = async () => {
      const lines = (await running?.newLogLines()) ?? [];
      this.#count += lines.length;
      this.#lines.push(...lines);
      if (this.#lines.length > maxLines) this.#lines.splice(0, this.#lines.length - maxLines);
    };
    const done = this.#reading.then(read, read);
    this.#reading = done;
    await done;
  }

  /**
   * Reads a long log to its end when its statement is over: a server writes it down in its own
   * time, and does not tell when it is done. Slowly, so that who follows it gets it all.
   * @param running as long as the server knows the statement
   */
  async readRest(running: RunningStatement, signal: AbortSignal): Promise<void> {
    const until = Date.now() + restMs.most;
    for (let silent = 0; silent < 3 && this.#count >= longLines && Date.now() < until;) {
      const before = this.#count;
      await delay(restMs.pause, undefined, {signal});
      await this.read(running);
      silent = this.#count > before ? 0 : silent + 1;
    }
  }

  /** Ends when nothing is asked for any more. */
  async settled(): Promise<void> {
    await this.#reading.catch(() => undefined);
  }
}
