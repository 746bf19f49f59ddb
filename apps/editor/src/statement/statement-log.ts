import type {RunningStatement} from '../engine/sql-engine.ts';

/** Lines kept of a statement's log. */
const maxLines = 20_000;

/** The server's log of a statement: its last lines, and how many there were in all. */
export class StatementLog {
  readonly #lines: string[] = [];
  #count = 0;
  #reading: Promise<unknown> = Promise.resolve();

  /** All that are kept. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Those before the kept ones included. */
  get count(): number {
    return this.#count;
  }

  /** Those from the line with the number `first` on, counted from 0, as far as they are kept. */
  from(first: number, count = Infinity): readonly string[] {
    const start = Math.max(0, first - (this.#count - this.#lines.length));
    return this.#lines.slice(start, start + count);
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

  /** Ends when nothing is asked for any more. */
  async settled(): Promise<void> {
    await this.#reading.catch(() => undefined);
  }
}
