import type {TableDescription} from './table-description.ts';
import type {Column} from './column.ts';
import type {TableStatements} from './table-statements.ts';
import type {StagedImport} from './staged-import.ts';

/** What a small query answered. */
export type Answer = {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly unknown[])[];
};

/** A query about metadata, and how its answer is read. */
export type Question<T> = {readonly sql: string; readonly read: (answer: Answer) => T};

/** What is known of a database; empty texts where the engine does not tell. */
export type DatabaseDescription = {
  readonly name: string;
  readonly comment: string;
  readonly location: string;
  readonly ownerName: string;
  readonly ownerType: string;
  readonly parameters: string;
};

/** Keys and values of a partition, in the table's order; null where the key has none. */
export type Partition = readonly (readonly [key: string, value: string | null])[];

/** Keys that a table has, and those that mean it. */
export type TableKeys = {
  readonly primaryKey: readonly string[];
  readonly foreign: readonly {
    readonly from: {readonly table: string; readonly column: string};
    readonly to: {readonly table: string; readonly column: string};
  }[];
};

/**
 * How an engine wants to be asked about names. Plain texts: whoever has a session may send them.
 */
export type SqlDialect = {
  /** A name as SQL, whatever characters it has. */
  readonly quotedName: (name: string) => string;
  /** Makes unqualified names mean what is in this database, for the rest of the session. */
  readonly useDatabase: (database: string) => string;
  readonly describeTable: (database: string, table: string) => Question<TableDescription>;
  /** Absent where the engine knows no keys. */
  readonly keys?: (database: string, table: string) => Question<TableKeys>;
  /** Absent where tables have no partitions. */
  readonly partitions?: (database: string, table: string) => Question<readonly Partition[]>;
  /** Absent where an engine tells nothing of a single one. */
  readonly describePartition?: (
    database: string,
    table: string,
    partition: Partition,
  ) => Question<TableDescription>;
  readonly describeDatabase: (database: string) => Question<DatabaseDescription>;
  /** Figures of a column by name, such as the least value. */
  readonly columnStats: (
    database: string,
    table: string,
    column: string,
  ) => Question<readonly (readonly [string, string])[]>;
  /** The plan of a statement as data; absent where the text of EXPLAIN has all of it. */
  readonly explainAsData?: (statement: string, dialect: string) => Question<string> | undefined;
  /** The same with rows and times, for which the statement is run; absent where none are told. */
  readonly explainMeasured?: (statement: string, dialect: string) => Question<string> | undefined;
  /**
   * Statements that change tables, for the engine of this dialect; undefined where they are written
   * by people alone.
   */
  readonly tableStatements?: (dialect: string) => TableStatements | undefined;
  /**
   * How the engine of this dialect makes tables of files in the cluster's file system; undefined
   * where it does not.
   */
  readonly stagedImport?: (dialect: string) => StagedImport | undefined;
  readonly describeFunction: (
    name: string,
  ) => Question<{readonly signature: string; readonly description: string}>;
};
