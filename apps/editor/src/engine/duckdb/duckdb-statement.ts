import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  ResultReturnType,
} from '@duckdb/node-api';
import type {Column} from '../column.ts';
import {type Page, type Progress, SqlError} from '../sql-engine.ts';
import {type ChunkRows, packChunks} from './duckdb-chunks.ts';

const unfinished =
  "The result ended before its last row: DuckDB couldn't compute one of the next rows, and doesn't say why. The rows that were read are complete. The usual reason is a value that can't be cast: try_cast returns NULL for it.";

/** A statement on its way through the engine, in the process of the engine. */
export class DuckDbStatement {
  readonly #connection: DuckDBConnection;
  readonly #timeout: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  readonly #logLines: string[] = [];
  #state: Progress['state'] = 'running';
  #error: string | undefined;
  #result: DuckDBResult | undefined;
  /** As the engine told it at first: of a result that failed meanwhile it tells something else. */
  #returnType: ResultReturnType | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  /** What a reader who wanted fewer rows left of a chunk. */
  #rest: Omit<ChunkRows, 'to'> | undefined;
  #isAtEnd = false;
  #isInterrupted = false;
  /** Why it ended before its end; the reader hears of it. */
  #ended: SqlError | undefined;
  /** Settled when the engine works on it no more. */
  readonly #running: Promise<void>;

  /** Whether it takes more of the disk as it goes on. */
  readonly #grows: boolean;

  constructor(
    connection: DuckDBConnection,
    prepared: DuckDBPreparedStatement,
    {timeoutMs, mayGrow}: {readonly timeoutMs: number; readonly mayGrow: boolean},
  ) {
    this.#connection = connection;
    this.#grows = mayGrow;
    this.#timeout = setTimeout(
      () => this.stop(`It ran for ${timeoutMs / 1000} s, which is the limit here`),
      timeoutMs,
    );
    this.#running = this.#run(prepared);
  }

  get progress(): Progress {
    const {percentage} = this.#state === 'running' ? this.#connection.progress : {percentage: -1};
    return {
      state: this.#state,
      hasResultSet: this.#hasRows,
      ...(percentage >= 0 && {percent: Math.floor(percentage)}),
      ...(this.#error !== undefined && {error: {message: this.#error}}),
    };
  }

  get mayGrow(): boolean {
    return this.#grows && this.#state === 'running';
  }

  get columns(): readonly Column[] {
    const result = this.#result;
    if (result === undefined || !this.#hasRows) return [];
    return result
      .columnNames()
      .map((name, i) => ({name, type: String(result.columnType(i)).toLowerCase()}));
  }

  /** Lines since the last time. */
  newLogLines(): readonly string[] {
    return this.#logLines.splice(0);
  }

  async nextPage(maxRows: number): Promise<Page> {
    const page = this.#reading.then(() => this.#read(maxRows));
    this.#reading = page.catch(() => undefined);
    return await page;
  }

  cancel(): void {
    if (this.#state !== 'running') return;
    this.#isInterrupted = true;
    this.#connection.interrupt();
  }

  /** It fails, for this reason. */
  stop(why: string): void {
    this.#error = why;
    this.#connection.interrupt();
  }

  /** The connection is free for something else afterwards: rows not read are gone. */
  async end(why: SqlError): Promise<void> {
    clearTimeout(this.#timeout);
    this.#ended ??= why;
    this.cancel();
    await this.#running;
    await this.#reading;
  }

  get #hasRows(): boolean {
    return this.#returnType === ResultReturnType.QUERY_RESULT;
  }

  async #run(prepared: DuckDBPreparedStatement): Promise<void> {
    try {
      this.#result = await prepared.stream();
      this.#state = 'available';
      const {returnType, rowsChanged} = this.#result;
      this.#returnType = returnType;
      const ms = Math.round(performance.now() - this.#startedAt);
      this.#logLines.push(
        returnType === ResultReturnType.CHANGED_ROWS
          ? `${rowsChanged} rows in ${ms} ms`
          : `First rows after ${ms} ms`,
      );
    } catch (error) {
      const isCanceled = this.#isInterrupted && this.#error === undefined;
      this.#state = isCanceled ? 'canceled' : 'failed';
      if (!isCanceled) this.#logLines.push((this.#error ??= (error as Error).message));
    }
    // Reading may take as long as whoever reads likes.
    clearTimeout(this.#timeout);
  }

  async #read(maxRows: number): Promise<Page> {
    const parts: ChunkRows[] = [];
    for (let missing = maxRows; missing > 0;) {
      const part = await this.#part(missing);
      if (part === undefined) break;
      parts.push(part);
      missing -= part.to - part.from;
    }
    return packChunks(this.#hasRows ? (this.#result?.columnTypes() ?? []) : [], parts);
  }

  /** Rows of one chunk at most; undefined at the end. */
  async #part(maxRows: number): Promise<ChunkRows | undefined> {
    const {chunk, from} = this.#rest ?? {chunk: await this.#fetch(), from: 0};
    if (chunk === undefined) return undefined;
    const to = Math.min(from + maxRows, chunk.rowCount);
    this.#rest = to === chunk.rowCount ? undefined : {chunk, from: to};
    return {chunk, from, to};
  }

  async #fetch(): Promise<DuckDBDataChunk | undefined> {
    // The engine itself hands out an empty page then, as if the result were complete.
    if (this.#ended !== undefined) throw this.#ended;
    if (this.#isAtEnd || this.#result === undefined) return undefined;
    let chunk: DuckDBDataChunk | null;
    try {
      chunk = await this.#result.fetchChunk();
    } catch (error) {
      throw new SqlError('refused', (error as Error).message, {cause: error});
    }
    if (this.#ended !== undefined) throw this.#ended;
    if (chunk === null || chunk.rowCount === 0) {
      this.#isAtEnd = true;
      // An error behind the first rows ends a result as if it were complete, without its text.
      if (this.#result.returnType === ResultReturnType.INVALID)
        this.#ended = new SqlError('refused', unfinished);
      if (this.#ended !== undefined) throw this.#ended;
      return undefined;
    }
    return chunk;
  }
}
