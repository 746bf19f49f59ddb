import {AppError} from '@gazetteer/model';
import {SqlError} from '../sql-engine.ts';
import {DuckDbProcess} from './duckdb-process.ts';

/** A large one takes some seconds. */
const timeoutMs = 120_000;

/**
 * Workbooks are read one at a time, in a process that does nothing else: a hostile one costs that
 * process.
 */
export class Workbooks {
  readonly #waiting = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  /**
   * @param owner whose it is: of each person there is one at a time
   * @throws CONFLICT while there is another, BAD_REQUEST for what cannot be read
   */
  async write(owner: string, from: string, to: string, maxBytes: number): Promise<void> {
    if (this.#waiting.has(owner))
      throw new AppError('CONFLICT', ['Another workbook of yours is being read: wait for it']);
    this.#waiting.add(owner);
    const mine = this.#last.then(async () => await read(from, to, maxBytes));
    this.#last = mine.catch(() => undefined);
    try {
      await mine;
    } finally {
      this.#waiting.delete(owner);
    }
  }
}

async function read(from: string, to: string, maxBytes: number): Promise<void> {
  const process = new DuckDbProcess();
  try {
    await process.callWithin(timeoutMs, 'writeWorkbook', from, to, maxBytes);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    const isTooMuch = error.kind === 'connection-lost' || error.kind === 'timeout';
    const why = isTooMuch ? 'it is too large; save it as CSV' : error.message;
    throw new AppError('BAD_REQUEST', [`The workbook can’t be read: ${why}`], {cause: error});
  } finally {
    await process.stop();
  }
}
