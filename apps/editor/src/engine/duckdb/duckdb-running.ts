import {randomBytes} from 'node:crypto';
import {PackedPage} from '../packed-page.ts';
import type {Column} from '../column.ts';
import type {Page, Progress, RunningStatement, StatementHandle} from '../sql-engine.ts';
import type {DuckDbProcess} from './duckdb-process.ts';

/** A statement in the other process. */
export class DuckDbRunning implements RunningStatement {
  readonly #process: DuckDbProcess;
  readonly #number: number;
  readonly #guid = randomBytes(16).toString('base64');
  #hasResultSet = true;

  constructor(process: DuckDbProcess, number: number) {
    this.#process = process;
    this.#number = number;
  }

  get handle(): StatementHandle {
    return {guid: this.#guid, secret: '', kind: 0, hasResultSet: this.#hasResultSet};
  }

  async progress(): Promise<Progress> {
    const progress = await this.#process.call('progress', this.#number);
    this.#hasResultSet = progress.hasResultSet;
    return progress;
  }

  async newLogLines(): Promise<readonly string[]> {
    return await this.#process.call('newLogLines', this.#number);
  }

  async columns(): Promise<readonly Column[]> {
    return await this.#process.call('columns', this.#number);
  }

  async nextPage(maxRows: number): Promise<Page> {
    return new PackedPage(await this.#process.call('nextPage', this.#number, maxRows));
  }

  async cancel(): Promise<void> {
    await this.#process.call('cancel', this.#number);
  }

  async close(): Promise<void> {
    // With its process, it is gone already.
    if (this.#process.isRunning) await this.#process.call('close', this.#number);
  }
}
