import type {DuckDbLimits} from '../../config/embedded-engine.ts';
import type {Column} from '../column.ts';
import type {Page, Progress, SqlErrorKind} from '../sql-engine.ts';

/** Where it keeps its database, and the one folder whose files statements may read and write. */
export type DuckDbStorage = {
  readonly database: string;
  readonly files: string;
  readonly temporary: string;
  /** Databases that everybody reads and nobody writes, by the name that statements call them. */
  readonly shared: Readonly<Record<string, string>>;
};

/** What the process with the engine is asked; sessions and statements go by numbers. */
export type DuckDbCalls = {
  /** Makes the database of sample data, whole or not at all. */
  readonly makeSample: (file: string) => Promise<void>;
  /** Takes over the log of a copied database, and answers how many tables it has. */
  readonly checkpoint: (file: string) => Promise<number>;
  /** Writes an XLSX workbook as a CSV, of so many bytes at most. */
  readonly writeWorkbook: (from: string, to: string, maxBytes: number) => Promise<void>;
  readonly openSession: (place: DuckDbStorage, limits: DuckDbLimits) => Promise<number>;
  readonly closeSession: (session: number) => Promise<void>;
  /** @param full why nothing more may be stored, where that is so */
  readonly submit: (session: number, sql: string, full?: string) => Promise<number>;
  /** Stops whatever is running and may store more. */
  readonly stopGrowing: (why: string) => Promise<void>;
  readonly progress: (statement: number) => Promise<Progress>;
  readonly newLogLines: (statement: number) => Promise<readonly string[]>;
  readonly columns: (statement: number) => Promise<readonly Column[]>;
  /** A `PackedPage`. */
  readonly nextPage: (statement: number, maxRows: number) => Promise<Uint8Array>;
  readonly cancel: (statement: number) => Promise<void>;
  readonly close: (statement: number) => Promise<void>;
  /** Results that were fetched before, to be asked again: see result-tables.ts. */
  readonly loadResult: (name: string, source: ResultSource, limits: DuckDbLimits) => Promise<void>;
  readonly askResult: (name: string, question: ResultQuestion) => Promise<PackedAnswer>;
  readonly dropResult: (name: string) => Promise<void>;
};

/** Where the rows of a result are, and where a table of them is made. */
export type ResultSource = {
  readonly spool: string;
  readonly rowCount: number;
  readonly columns: readonly Column[];
  readonly database: string;
  readonly temporary: string;
};

/**
 * Statements of ours over the table `result`, with columns `c0`, `c1` and so on. `?` are texts, to
 * be cast by the statement. A list of rows, when one is wanted, is made once and called `list`; its
 * rows are numbered by `rowid`.
 */
export type ResultQuestion = {
  readonly list?: ParameterSql;
  readonly ask: ParameterSql;
  readonly timeoutMs: number;
};
export type ParameterSql = {readonly sql: string; readonly params: readonly (string | number)[]};
/** `packed`: a `PackedPage`. */
export type PackedAnswer = {
  readonly columns: readonly Column[];
  readonly packed: Uint8Array;
  readonly listed?: number;
};
export type ResultAnswer = {
  readonly columns: readonly Column[];
  readonly page: Page;
  readonly listed?: number;
};

export type CallName = keyof DuckDbCalls;

/** Messages between the two processes, in the serialisation that keeps bigints and bytes. */
export type Request = {
  readonly id: number;
  readonly name: CallName;
  readonly args: readonly unknown[];
};
export type Response = {readonly id: number} & (
  | {readonly value: unknown}
  | {readonly error: {readonly kind: SqlErrorKind; readonly message: string}}
);
