import {randomBytes} from 'node:crypto';
import {PackedPage} from '../packed-page.ts';
import type {Column} from '../column.ts';
import {
  type Page,
  type Progress,
  type RunningStatement,
  SqlError,
  type StatementHandle,
} from '../sql-engine.ts';
import type {DuckDbLimits} from '../../config/embedded-engine.ts';
import type {DuckDbProcess} from './duckdb-process.ts';

/** A statement in the other process. */
export class DuckDbRunning implements RunningStatement {
  readonly #process: DuckDbProcess;
  readonly #number: number;
  readonly #guid = randomBytes(16).toString('base64');
  readonly #onEnd: () => void;
  readonly #overdue: NodeJS.Timeout;
  #hasResultSet = true;

  constructor(
    process: DuckDbProcess,
    number: number,
    {timeoutMs, graceMs}: Pick<DuckDbLimits, 'timeoutMs' | 'graceMs'>,
    onEnd: () => void,
  ) {
    this.#process = process;
    this.#number = number;
    this.#onEnd = onEnd;
    this.#overdue = setTimeout(() => void this.#endOverdue(graceMs), timeoutMs + graceMs).unref();
  }

  get handle(): StatementHandle {
    return {guid: this.#guid, secret: '', kind: 0, hasResultSet: this.#hasResultSet};
  }

  async progress(): Promise<Progress> {
    const progress = await this.#process.call('progress', this.#number);
    this.#hasResultSet = progress.hasResultSet;
    if (progress.state !== 'running') this.#ended();
    return progress;
  }

  async newLogLines(): Promise<readonly string[]> {
    return await this.#process.call('newLogLines', this.#number);
  }

  async columns(): Promise<readonly Column[]> {
    return await this.#process.call('columns', this.#number);
  }

  async nextPage(maxRows: number): Promise<Page> {
    return PackedPage.from(await this.#process.call('nextPage', this.#number, maxRows));
  }

  async cancel(): Promise<void> {
    await this.#process.call('cancel', this.#number);
  }

  async close(): Promise<void> {
    this.#ended();
    // With its process, it is gone already.
    if (this.#process.isRunning) await this.#process.call('close', this.#number);
  }

  #ended(): void {
    clearTimeout(this.#overdue);
    this.#onEnd();
  }

  /** The engine should have stopped it by itself. */
  async #endOverdue(graceMs: number): Promise<void> {
    if (!this.#process.isRunning) return;
    try {
      const {state} = await this.#process.callWithin(graceMs, 'progress', this.#number);
      if (state !== 'running') return;
      const message =
        'It ran for too long and could not be stopped, so the engine was ended; what it had stored is there';
      this.#process.kill('SIGKILL', new SqlError('timeout', message));
    } catch {
      // Closed meanwhile, or ended as one that does not answer: whoever waits for the statement
      // hears it.
    }
  }
}
