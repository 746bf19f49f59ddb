import type {Column} from '../../engine/column.ts';
import type {PageParts} from '../../engine/page-parts.ts';
import type {Page} from '../../engine/sql-engine.ts';

/**
 * The rows of one result that were fetched so far: a server hands out each row once, so that a
 * second look must not depend on it. That a page is asked for is noted first; a page that is asked
 * for and not there was lost, and nobody may read on behind it before the server has started over.
 */
export type ResultSpool = {
  /** Rows that are here. */
  readonly rowCount: number;
  /** Bytes that they take. */
  readonly size: number;
  /** Bytes that a row of the last page takes; undefined while there is none. */
  readonly rowBytes: number | undefined;
  /** Undefined until they are set. */
  readonly columns: readonly Column[] | undefined;
  /** True when there are no rows but those here. */
  readonly isAtEnd: boolean;
  /** True when every node that shares the store reads the rows here, or those that were. */
  readonly isPublished: boolean;
  /** False when rows may be missing behind those here. */
  readonly canGoOn: boolean;
  readonly setColumns: (columns: readonly Column[]) => Promise<void>;
  /**
   * To be called, and awaited, before the server is asked. Durable, as is every page appended
   * before.
   */
  readonly asking: () => Promise<void>;
  /** The answer; a page without rows is the end, and publishes it. */
  readonly append: (page: Page) => Promise<void>;
  /** Gives the other nodes those here, though they are not all. The end does the same with all. */
  readonly publish: () => Promise<void>;
  /**
   * Rows from `first` on, at most `count`, of those here; a part at most of one page of the server.
   */
  readonly read: (first: number, count: number) => Promise<PageParts>;
  /** Undefined while there is none. */
  readonly lastPage: () => Promise<{readonly firstRow: number; readonly page: Page} | undefined>;
  /** All pages of the server that are here behind so many others. */
  readonly pagesBehind: (count: number) => AsyncIterable<Page>;
  /** Rows in a file for another process, as `readSpool` reads them, for as long as `work` takes. */
  readonly withFile: <T>(work: (path: string) => Promise<T>) => Promise<T>;
  /** The row that a client reads next. */
  readonly cursor: () => Promise<number>;
  readonly moveCursor: (row: number) => Promise<void>;
  /** Notes that somebody uses it. */
  readonly touch: () => Promise<void>;
  /** In a store that is shared, rows that are not published are gone with it. */
  readonly close: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** What ids of statements look like; nothing else is removed for its age. */
export const resultId = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

/** Where the rows of results are, each by the id of its statement. */
export type ResultStore = {
  /** Whether other nodes read what is published here. */
  readonly isShared: boolean;
  /** For a statement that its server has just accepted, or one without rows. */
  readonly begin: (uuid: string) => Promise<ResultSpool>;
  /** What there is of a result, for its rows to be added to. */
  readonly open: (uuid: string) => Promise<ResultSpool>;
  /** Undefined when nothing is kept of it. */
  readonly reopen: (uuid: string) => Promise<ResultSpool | undefined>;
  readonly remove: (uuid: string) => Promise<void>;
  /** Ids of all whose rows are kept, or those of some. */
  readonly stored: (among?: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Removes what nobody has used for so long, unless it is kept. */
  readonly removeUnused: (idleMs: number, isKept: (uuid: string) => boolean) => Promise<void>;
};
