import {setTimeout as delay} from 'node:timers/promises';
import type {Column} from '../engine/column.ts';
import {SqlError, type Page, type Progress, type RunningStatement} from '../engine/sql-engine.ts';
import type {Lease} from '../session/lease.ts';
import type {ResultSpool} from './result-spool.ts';
import {isOver, type Statement} from './statement.ts';
import type {StatementStore} from './statement-store.ts';

/**
 * Rows asked of the server at a time; clients take them in smaller pages from the spool. Who wants the first ones waits for few; of a
 * long result more come at a time, as long as they are small.
 */
const fetchRows = {first: 2000, most: 20_000};
const fetchBytes = 2 * 2 ** 20;
/** Lines kept of the server's log. */
const maxLogLines = 20_000;
const watchMs = {first: 200, last: 5000};
/** How long an answer on its way is waited for before it is given up. */
const leaveMs = 5000;

export type LiveParts = {
  readonly statement: Statement;
  /** Undefined when the server has nothing of it any more. */
  readonly server: {readonly running: RunningStatement; readonly lease: Lease} | undefined;
  readonly spool: ResultSpool;
  readonly store: StatementStore;
  /** True for all but the last statement of a text: the next one wants the session with its settings. */
  readonly hasSuccessor: boolean;
};

/** Rows for a client, and whether there may be more behind them. */
export type Rows = {readonly page: Page; readonly hasMore: boolean};

/** A statement that the server knows. What is asked of the server is asked once at a time, and the answers are kept. */
export class LiveStatement {
  readonly statement: Statement;
  /** When a client last asked for it, in epoch milliseconds. */
  usedAt = Date.now();
  readonly #parts: LiveParts;
  readonly #log: string[] = [];
  readonly #stopped = new AbortController();
  #progress: Progress;
  #asking: Promise<Progress> | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  #logging: Promise<unknown> = Promise.resolve();
  #server: LiveParts['server'];
  #isSaved = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.statement = parts.statement;
    this.#server = parts.server;
    const {state, hasResultSet} = parts.statement;
    this.#isSaved = isOver(state);
    this.#progress = {state: state === 'sending' ? 'starting' : state, hasResultSet};
  }

  /** Of the session that it runs in, in the pool; undefined when that was given back. */
  get sessionId(): string | undefined {
    return this.#server?.lease.id;
  }

  /** The server's name of that session. */
  get sessionGuid(): string | undefined {
    return this.#server?.lease.session.handle.guid;
  }

  /** True when the connection to the server has ended; the statement may live on there. */
  get isLost(): boolean {
    return this.#server !== undefined && !this.#server.lease.session.isOpen;
  }

  /** As the server told it last. */
  get lastProgress(): Progress {
    return this.#progress;
  }

  get isOver(): boolean {
    return isOver(this.#progress.state);
  }

  /** Undefined until all have been fetched. */
  get knownRowCount(): number | undefined {
    const {isAtEnd, rowCount} = this.#parts.spool;
    return isAtEnd ? rowCount : undefined;
  }

  /** Follows it to its end, whether a client asks or not, so that its session is given back and its end is known. */
  async watch(onFailure: (error: unknown) => void): Promise<void> {
    const {signal} = this.#stopped;
    for (
      let pauseMs = watchMs.first;
      !this.isOver && !signal.aborted;
      pauseMs = Math.min(pauseMs * 1.5, watchMs.last)
    ) {
      try {
        await delay(pauseMs, undefined, {signal});
        await this.progress();
        // It tells engines how far the statement is, and whoever comes later what was. A server that keeps none says so to who asks.
        if (!this.isOver) await this.logLines().catch(() => undefined);
      } catch (error) {
        if (!signal.aborted) onFailure(error);
        // A lost connection does not come back; anything else may pass.
        if (this.isLost) return;
      }
    }
  }

  /** How it is now. Callers at the same time share one question to the server. */
  async progress(): Promise<Progress> {
    if (this.isOver) return this.#progress;
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return await this.#asking;
  }

  /** All log lines so far. */
  async logLines(): Promise<readonly string[]> {
    const read = async () => {
      const lines = (await this.#server?.running.newLogLines()) ?? [];
      this.#log.push(...lines);
      if (this.#log.length > maxLogLines) this.#log.splice(0, this.#log.length - maxLogLines);
    };
    this.#logging = this.#logging.then(read, read);
    await this.#logging;
    return this.#log;
  }

  async columns(): Promise<readonly Column[]> {
    const {spool} = this.#parts;
    if (spool.columns !== undefined) return spool.columns;
    const columns = (await this.#server?.running.columns()) ?? [];
    if (spool.columns === undefined) await spool.setColumns(columns);
    return columns;
  }

  /** The next `count` rows, or those from the first on. */
  async rows(count: number, startOver: boolean): Promise<Rows> {
    return await this.#inTurn(async () => {
      const {spool} = this.#parts;
      const first = startOver ? 0 : spool.cursor;
      const rows = await this.#read(first, count);
      await spool.moveCursor(first + rows.page.rowCount);
      return rows;
    });
  }

  /** Rows by their place, fetched as far as they are asked for. Where a client reads on stays where it is. */
  async rowsAt(first: number, count: number): Promise<Rows> {
    return await this.#inTurn(() => this.#read(first, count));
  }

  /** How many rows are here, and whether those are all. */
  get fetched(): {readonly rowCount: number; readonly isComplete: boolean} {
    const {rowCount, isAtEnd} = this.#parts.spool;
    return {rowCount, isComplete: isAtEnd};
  }

  /** All rows from the first on, page by page, fetched as somebody reads. Others may read meanwhile. */
  async *pages(): AsyncGenerator<Page> {
    for (let first = 0; ;) {
      this.usedAt = Date.now();
      const page = await this.#inTurn(() => this.#pageAt(first));
      if (page === undefined) return;
      yield page;
      first += page.rowCount;
    }
  }

  /** Brings rows from the server until `count` are here or there are no more. Others may read meanwhile. */
  async fetchUpTo(count: number): Promise<void> {
    for (let hasMore = true; hasMore && this.fetched.rowCount < count;) {
      this.usedAt = Date.now();
      hasMore = await this.#inTurn(() => this.#fetch());
    }
  }

  /** The file that the rows are in. */
  get spoolPath(): string {
    return this.#parts.spool.path;
  }

  async cancel(): Promise<void> {
    if (this.isOver) return;
    await this.#server?.running.cancel();
    await this.progress();
  }

  /** Ends it on the server and gives the session back. Rows fetched so far stay. */
  async close(): Promise<void> {
    this.#stopped.abort();
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    try {
      await server.running.close();
    } finally {
      await server.lease.release();
      await this.#parts.store.released(this.statement.id);
    }
  }

  /** Lets go of it without a word to the server, where it stays to be found again. */
  async leave(): Promise<void> {
    this.#stopped.abort();
    const answered = Promise.allSettled([this.#asking, this.#reading, this.#logging]);
    await Promise.race([answered, delay(leaveMs, undefined, {ref: false})]);
    await this.#parts.spool.close();
  }

  async removeResult(): Promise<void> {
    await this.close();
    await this.#parts.spool.remove();
  }

  async #ask(): Promise<Progress> {
    const {store, statement, hasSuccessor} = this.#parts;
    if (this.#server === undefined) return this.#progress;
    this.#server.lease.touch();
    const progress = await this.#server.running.progress();
    if (isOver(progress.state) && !this.#isSaved) {
      this.#isSaved = true;
      // Its last lines may go with it.
      await this.logLines().catch(() => undefined);
      const {state, hasResultSet, error} = progress;
      await store.finished(statement.id, {state, hasResultSet, ...(error && {message: error.message})});
    }
    this.#progress = progress;
    const isWanted = progress.state === 'available' && (progress.hasResultSet || hasSuccessor);
    if (this.isOver && !isWanted) await this.close();
    return progress;
  }

  /** The spool hands out and takes in one page at a time. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#reading.then(work, work);
    this.#reading = done;
    return await done;
  }

  async #read(first: number, count: number): Promise<Rows> {
    const {spool} = this.#parts;
    const columns: unknown[][] = [];
    let rowCount = 0;
    while (rowCount < count) {
      if (first + rowCount >= spool.rowCount && !(await this.#fetch())) break;
      const part = await spool.read(first + rowCount, count - rowCount);
      for (const [index, values] of part.columns.entries()) columns[index] = (columns[index] ?? []).concat(values);
      rowCount += part.rowCount;
    }
    return {page: {columns, rowCount}, hasMore: !spool.isAtEnd || first + rowCount < spool.rowCount};
  }

  /** A page as the server sent it, whose first row is `first`; undefined at the end of the result. */
  async #pageAt(first: number): Promise<Page | undefined> {
    const {spool} = this.#parts;
    if (first >= spool.rowCount && !(await this.#fetch())) return undefined;
    return await spool.readPage(first);
  }

  /** One more page of the server into the spool; false at the end of the result. */
  async #fetch(): Promise<boolean> {
    const {spool, hasSuccessor} = this.#parts;
    if (spool.isAtEnd) return false;
    if (!spool.canGoOn) {
      throw new SqlError(
        'statement-expired',
        'The editor was stopped while these rows were on their way, and a server hands out rows only once. ' +
          'Run the statement again to see them',
      );
    }
    if (this.#server === undefined) throw new SqlError('statement-expired', 'The result has expired');
    this.#server.lease.touch();
    // Kept, as the server has nothing more to tell when its rows are read.
    await this.columns();
    await spool.asking();
    const page = await this.#server.running.nextPage(rowsToAsk(spool), undefined, spool.rowCount);
    await spool.append(page);
    if (page.rowCount > 0) return true;
    // The server has nothing more for us: its session is free for the next statement.
    if (!hasSuccessor) await this.close();
    return false;
  }
}

/** Twice as many as are here, while they are small. */
function rowsToAsk({rowCount, rowBytes = 0}: ResultSpool): number {
  const fitting = rowBytes === 0 ? fetchRows.first : Math.floor(fetchBytes / rowBytes);
  return Math.max(fetchRows.first, Math.min(fitting, rowCount, fetchRows.most));
}
