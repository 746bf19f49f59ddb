import {problemText} from '@gazetteer/ui';
import type {ResultRows as Answer, Row} from '../api/wire.ts';
import {countRows} from './count-rows.ts';
import type {RowsSource} from './rows-source.ts';

/** What can be said of a result now. A new object after every change, so that pages notice. */
export type RowState = {
  readonly rowCount: number;
  /** True when `rowCount` is all there is. */
  readonly isComplete: boolean;
  /** True while all rows are being fetched because somebody wants to know how many there are. */
  readonly isCounting: boolean;
  readonly error: string | undefined;
  /** Counts changes of rows in memory. */
  readonly version: number;
};

/**
 * Of cells and not of rows: rows of 1,000 columns come in small pages, narrow ones in few requests.
 * With at most `maxPages` of them some 1.6 million cells are in memory.
 */
const cellsPerPage = 20_000;
const maxPages = 80;
/**
 * Rows of a result by their place, as far as somebody looks at them. The rest stays on the server,
 * so that a result of any size takes the same memory.
 */
export class ResultRows {
  readonly pageRows: number;
  readonly #source: RowsSource;
  /** True when there may be more rows, and none of them can come any more. */
  readonly #isCut: boolean;
  #state: RowState;
  /** In the order of their last use. */
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #asked = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  #counting: AbortController | undefined;

  constructor(
    source: RowsSource,
    columnCount: number,
    known: Pick<RowState, 'rowCount' | 'isComplete'>,
    isCut = false,
  ) {
    this.#source = source;
    this.#isCut = isCut;
    this.pageRows = Math.max(
      20,
      Math.min(500, Math.floor(cellsPerPage / Math.max(1, columnCount))),
    );
    this.#state = {...known, isCounting: false, error: undefined, version: 0};
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly get = (): RowState => this.#state;

  /** Undefined until it is here. */
  row(index: number): Row | undefined {
    const page = Math.floor(index / this.pageRows);
    return this.#pages.get(page)?.[index - page * this.pageRows];
  }

  /**
   * Fetches what is missing of these rows, and lets go of what was asked for and is out of sight.
   */
  want(from: number, to: number): void {
    const {rowCount, isComplete} = this.#state;
    const last = isComplete || this.#isCut ? rowCount - 1 : Math.max(to, from);
    const wanted = new Set<number>();
    for (
      let page = Math.floor(from / this.pageRows);
      page * this.pageRows <= Math.min(to, last);
      page++
    )
      wanted.add(page);
    for (const [page, controller] of this.#asked) {
      if (!wanted.has(page)) {
        this.#asked.delete(page);
        controller.abort();
      }
    }
    for (const page of wanted) {
      const there = this.#pages.get(page);
      const isWhole =
        there !== undefined && (there.length === this.pageRows || isComplete || this.#isCut);
      if (isWhole) this.#use(page, there);
      else if (!this.#asked.has(page)) void this.#fetch(page);
    }
  }

  /** Rows for a copy or a chart, whether they are in memory or not. */
  async read(from: number, count: number, signal?: AbortSignal): Promise<Row[]> {
    const rows: Row[] = [];
    while (rows.length < count) {
      const answer = await this.#ask(
        from + rows.length,
        Math.min(count - rows.length, 5000),
        signal,
      );
      rows.push(...answer.rows);
      if (answer.rows.length === 0) break;
    }
    return rows;
  }

  /** Fetches everything from the SQL server, so that the number of rows is known. */
  async count(): Promise<void> {
    if (this.#counting !== undefined) return;
    const controller = new AbortController();
    this.#counting = controller;
    this.#set({isCounting: true});
    try {
      await countRows(this.#state, async from => await this.#ask(from, 1, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) this.#set({error: problemText(error)});
    } finally {
      this.#counting = undefined;
      this.#set({isCounting: false});
    }
  }

  /** What was counted so far stays, and with it what the server has fetched. */
  stopCounting(): void {
    this.#counting?.abort();
  }

  /** The grid asks again for what is missing when `version` changes. */
  retry(): void {
    this.#set({error: undefined, version: this.#state.version + 1});
  }

  async #fetch(page: number): Promise<void> {
    const controller = new AbortController();
    this.#asked.set(page, controller);
    try {
      const {rows} = await this.#ask(page * this.pageRows, this.#most(page), controller.signal);
      this.#use(page, rows);
      this.#set({version: this.#state.version + 1});
      // One look further: a small result is known to be whole then, without anybody asking for its
      // size.
      const {rowCount, isComplete} = this.#state;
      if (page === 0 && !isComplete && !this.#isCut)
        await this.#ask(rowCount, 1, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.#set({error: problemText(error)});
    } finally {
      if (this.#asked.get(page) === controller) this.#asked.delete(page);
    }
  }

  /**
   * Rows of a page that can be there: behind those of a result that was cut is nothing but a
   * failure.
   */
  #most(page: number): number {
    return this.#isCut
      ? Math.min(this.pageRows, this.#state.rowCount - page * this.pageRows)
      : this.pageRows;
  }

  async #ask(from: number, count: number, signal?: AbortSignal): Promise<Answer> {
    const answer = await this.#source(from, count, signal);
    const {rowCount, isComplete} = answer;
    if (rowCount !== this.#state.rowCount || isComplete !== this.#state.isComplete)
      this.#set({rowCount, isComplete});
    return answer;
  }

  /** A map keeps the order of insertion: taken out and put in again, a page is the youngest. */
  #use(page: number, rows: readonly Row[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, rows);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break;
      this.#pages.delete(old);
    }
  }

  #set(fields: Partial<RowState>): void {
    this.#state = {...this.#state, ...fields};
    for (const listener of this.#listeners) listener();
  }
}
