import {setTimeout as delay} from 'node:timers/promises';
import type {Column} from '../engine/column.ts';
import {type PagePart, PageParts} from '../engine/page-parts.ts';
import {SqlError, type Page} from '../engine/sql-engine.ts';
import type {ResultSpool} from './results/result-store.ts';
import type {ServerSide} from './server-side.ts';
import {startOver} from './start-over.ts';

/**
 * Rows asked of the server at a time; clients take them in smaller pages from the spool. Who wants
 * the first ones waits for few; of a long result more come at a time, as long as they are small.
 */
const fetchRows = {first: 2000, most: 20_000};
const fetchBytes = 2 * 2 ** 20;
/** How long rows that are here wait for those behind them that were asked for with them. */
const timeoutMs = 1000;

/** Rows for a client, and whether there may be more behind them. */
export type Rows = {readonly page: Page; readonly hasMore: boolean};

/**
 * The rows of a statement: those that are here, at once, and those that its server still has,
 * fetched a page at a time.
 */
export class FetchedResult {
  readonly #spool: ResultSpool;
  readonly #server: ServerSide;
  readonly #hasSuccessor: boolean;
  readonly #isOfOther: boolean;
  readonly #mayFetch: (() => void) | undefined;
  #fetching: Promise<boolean> | undefined;
  /** What the server has handed out and the store has not taken. */
  #unstored: Page | undefined;
  /** Whoever reads on reads what comes behind the rows of who reads on before. */
  #readingOn: Promise<unknown> = Promise.resolve();
  #startsOver = 0;
  #readers = 0;

  /**
   * @param hasSuccessor whether the session is wanted beyond the last row
   * @param isOfOther whether the rows are those of another node, which may have more
   * @param mayFetch throws where the server may not be asked for rows
   */
  constructor(
    spool: ResultSpool,
    server: ServerSide,
    {
      hasSuccessor,
      isOfOther = false,
      mayFetch,
    }: {
      hasSuccessor: boolean;
      isOfOther?: boolean | undefined;
      mayFetch?: (() => void) | undefined;
    },
  ) {
    this.#spool = spool;
    this.#server = server;
    this.#hasSuccessor = hasSuccessor;
    this.#isOfOther = isOfOther;
    this.#mayFetch = mayFetch;
  }

  get spool(): ResultSpool {
    return this.#spool;
  }

  /** Whether somebody waits for rows just now. */
  get isRead(): boolean {
    return this.#readers > 0;
  }

  async columns(): Promise<readonly Column[]> {
    const spool = this.#spool;
    if (spool.columns !== undefined) return spool.columns;
    const server = await this.#server.get();
    const columns = server === undefined ? [] : await this.#asked(server.running.columns());
    if (spool.columns === undefined) await spool.setColumns(columns);
    return columns;
  }

  /** The next `count` rows, or those from the first on. */
  async rows(count: number, isFromStart: boolean): Promise<Rows> {
    if (isFromStart) {
      this.#startsOver++;
      return await this.#readOn(0, count);
    }
    const read = async () => await this.#readOn(await this.#spool.cursor(), count);
    const done = this.#readingOn.then(read, read);
    this.#readingOn = done;
    return await done;
  }

  /**
   * Rows by their place, fetched as far as they are asked for. Where a client reads on stays where
   * it is.
   */
  async rowsAt(first: number, count: number): Promise<Rows> {
    return await this.#reading(() => this.#read(first, count));
  }

  /**
   * All rows from the first on, page by page, fetched as somebody reads. Others may read meanwhile.
   */
  async *pages(): AsyncGenerator<Page> {
    this.#readers++;
    try {
      for (let count = 0; ;) {
        const before = count;
        for await (const page of this.#spool.pagesBehind(before)) {
          count++;
          yield page;
        }
        if (count === before && !(await this.more())) return;
      }
    } finally {
      this.#readers--;
    }
  }

  /** Brings rows from the server until `count` are here or there are no more. */
  async fetchUpTo(count: number): Promise<void> {
    await this.#reading(async () => {
      while (this.#spool.rowCount < count) if (!(await this.more())) return;
    });
  }

  /**
   * One more page of the server into the spool, whoever asks for it; false at the end of the
   * result.
   */
  async more(): Promise<boolean> {
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = undefined));
    return await this.#fetching;
  }

  /** Ends when no page is on its way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#fetching, this.#readingOn]);
  }

  async #reading<T>(work: () => Promise<T>): Promise<T> {
    this.#readers++;
    try {
      return await work();
    } finally {
      this.#readers--;
    }
  }

  async #readOn(first: number, count: number): Promise<Rows> {
    const startsOver = this.#startsOver;
    const rows = await this.rowsAt(first, count);
    // Where somebody has begun anew meanwhile, that is where a client reads on.
    if (startsOver === this.#startsOver) await this.#spool.moveCursor(first + rows.page.rowCount);
    return rows;
  }

  async #read(first: number, count: number): Promise<Rows> {
    const spool = this.#spool;
    const parts: PagePart[] = [];
    let rowCount = 0;
    while (rowCount < count) {
      if (first + rowCount >= spool.rowCount && !(await this.#moreBehind(rowCount))) break;
      const part = await spool.read(first + rowCount, count - rowCount);
      parts.push(...part.parts);
      rowCount += part.rowCount;
    }
    return {
      page: new PageParts(parts),
      hasMore: !spool.isAtEnd || first + rowCount < spool.rowCount,
    };
  }

  /** Rows that are here are not kept back for others that come late, or never. */
  async #moreBehind(rowCount: number): Promise<boolean> {
    const more = this.more();
    if (rowCount === 0) return await more;
    return await Promise.race([more.catch(() => false), delay(timeoutMs, false, {ref: false})]);
  }

  async #fetch(): Promise<boolean> {
    const spool = this.#spool;
    if (spool.isAtEnd) return false;
    const server = await this.#server.get();
    if (server === undefined) throw this.#notKept();
    const {running, lease} = server;
    lease.touch();
    // Kept, as the server has nothing more to tell when its rows are read.
    await this.columns();
    const next = async (count: number, from: number) => {
      this.#mayFetch?.();
      return await this.#asked(running.nextPage(count, undefined, from));
    };
    if (this.#unstored === undefined) {
      if (!spool.canGoOn) await startOver(spool, running, next);
      await spool.asking();
      this.#unstored = await next(rowsToAsk(spool), spool.rowCount);
    }
    const page = this.#unstored;
    await spool.append(page);
    this.#unstored = undefined;
    if (page.rowCount > 0) return true;
    // The server has nothing more for us: its session is free for the next statement.
    if (!this.#hasSuccessor) await this.#server.giveBack();
    return false;
  }

  /**
   * @throws {SqlError} as where its session was given back, when the server does not know the
   * statement any more
   */
  async #asked<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof SqlError) || !error.kind.endsWith('-expired')) throw error;
      if (!this.#hasSuccessor) await this.#server.giveBack();
      throw this.#notKept(error);
    }
  }

  #notKept(cause?: SqlError): SqlError {
    const {rowCount} = this.#spool;
    const why = this.#isOfOther
      ? 'another node has the rest at the query server'
      : 'its session ended before all were read';
    const message =
      rowCount === 0
        ? 'The result has expired. To see its rows run the statement again'
        : `Only the first ${rowCount.toLocaleString('en')} rows of this result are kept: ${why}. ` +
          'To get the rest run the statement again and download its result';
    return new SqlError('statement-expired', message, {cause});
  }
}

/** Twice as many as are here, while they are small. */
function rowsToAsk({rowCount, rowBytes = 0}: ResultSpool): number {
  const fitting = rowBytes === 0 ? fetchRows.first : Math.floor(fetchBytes / rowBytes);
  return Math.max(fetchRows.first, Math.min(fitting, rowCount, fetchRows.most));
}
