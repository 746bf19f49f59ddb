import type {ColumnType, Dialect, OnConflict} from './dialect.ts';

/**
 * `number` covers integers up to 2^53; an array is bound as one list parameter (see
 * `Dialect.inList`).
 */
export type Param = string | number | null | readonly string[] | readonly number[];

export type Table = {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** An index of SQLite's that passes for a table. */
  readonly isVirtual?: boolean;
};

/**
 * Statements inside one transaction. SQL is written once, with `?` for parameters. Each verb is one
 * statement to the database whatever the number of rows, so whoever writes a loop over it can see
 * what it costs. An insert that fails may be told by a later verb or by the commit.
 */
export interface Session {
  readonly dialect: Dialect;
  /**
   * A small number that differs among transactions that write at the same time, so that each can
   * have counters of its own.
   */
  readonly slot: number;
  all<Row>(sql: string, params?: readonly Param[]): Promise<Row[]>;
  /** Number of rows changed. */
  run(sql: string, params?: readonly Param[]): Promise<number>;
  /**
   * Inserts rows given in the order of `table.columns`; `onConflict` says what becomes of those
   * whose key is taken, which fail otherwise. No rows: no statement.
   */
  insert(
    table: Table,
    rows: readonly (readonly (string | number | null)[])[],
    onConflict?: OnConflict,
  ): Promise<void>;
  /** Deletes the rows whose `keys` columns equal one of `values`. No values: no statement. */
  remove(
    table: Table,
    keys: readonly string[],
    values: readonly (readonly (string | number)[])[],
  ): Promise<void>;
}

export type Migration = {
  readonly id: number;
  readonly statements: (dialect: Dialect) => readonly string[];
};

/**
 * Told about each statement sent, for tests that count and for the slow-query log. Never sees
 * parameters: they are user data.
 */
export type StatementObserver = (sql: string, ms: number) => void;

/** What becomes of a transaction whose work is done. */
export type End = 'kept' | 'undone';

/** One database over SQLite or PostgreSQL. */
export interface Database {
  readonly dialect: Dialect;
  /**
   * All statements of `work` see one state.
   * @param signal ends a statement that runs in another process; SQLite, which runs in this thread,
   * is told otherwise
   */
  read<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Durable when the promise resolves; nothing is kept when `work` throws. On SQLite one
   * transaction writes at a time; on PostgreSQL each statement sees what is committed, so `work`
   * locks the rows that its decisions rest on (`dialect.forUpdate`) and unique keys catch the rest.
   * After a conflict with another transaction `work` runs again: it must compute and use the
   * session, nothing else.
   * @param end `undone` for what is only tried: with the same locks, order and conflicts
   */
  write<T>(work: (session: Session) => Promise<T>, end?: End): Promise<T>;
  migrate(migrations: readonly Migration[]): Promise<void>;
  observe(observer: StatementObserver | undefined): void;
  /** Waits for what runs. */
  close(): Promise<void>;
}

/**
 * Servers may share a database, and its table of steps: the catalog's are numbered from 1, the
 * editor's from 10,001.
 */
const stepsOfOneServer = 10_000;

/**
 * A store that has more steps than this program knows was written by a newer one: what that one has
 * changed, this one could only damage.
 * @throws Error for the operator
 */
export function refuseNewer(done: readonly number[], known: readonly Migration[]): void {
  const serverOf = (id: number) => Math.floor(id / stepsOfOneServer);
  const last = Math.max(...known.map(({id}) => id));
  const newest = Math.max(...done.filter(id => serverOf(id) === serverOf(last)));
  if (newest <= last) return;
  throw new Error(
    `The store was last used by a newer version of this program: it has step ${newest}, and this one knows none after ${last}. ` +
      'Start the newer version, or restore a backup that was made before',
  );
}
