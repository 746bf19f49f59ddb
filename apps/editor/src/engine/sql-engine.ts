/** A column of a result; `type` is the SQL type as the server names it, such as `decimal(10,2)` or `array<int>`. */
export type Column = {readonly name: string; readonly type: string; readonly comment?: string};

/** How far a running statement is. Times are epoch milliseconds. */
export type Progress = {
  readonly state: 'waiting' | 'starting' | 'running' | 'available' | 'failed' | 'expired' | 'canceled';
  /** 0 to 100, undefined when the server does not tell. */
  readonly percent?: number;
  readonly hasResultSet: boolean;
  /** Why it failed, as the server says it. */
  readonly error?: {readonly message: string; readonly sqlState?: string; readonly code?: number};
};

/** Values of one page, column by column: 64-bit integers as bigint, decimals as text, NULL as null, binary as bytes. */
export type Page = {readonly columns: readonly (readonly unknown[])[]; readonly rowCount: number};

/** What is kept of a statement to find it again after a restart: plain data, secrets of the server included. */
export type StatementHandle = {
  readonly guid: string;
  readonly secret: string;
  readonly kind: number;
  readonly hasResultSet: boolean;
};
export type SessionHandle = {readonly guid: string; readonly secret: string; readonly protocol: number};

/** A statement that the server has accepted. */
export interface RunningStatement {
  readonly handle: StatementHandle;
  progress(signal?: AbortSignal): Promise<Progress>;
  /** Lines of the server's log not fetched before; [] where the engine has none. */
  newLogLines(signal?: AbortSignal): Promise<readonly string[]>;
  /** Empty for a statement without rows. */
  columns(signal?: AbortSignal): Promise<readonly Column[]>;
  /** Forward only; a page without rows is the end. Never sent twice. */
  nextPage(maxRows: number, signal?: AbortSignal): Promise<Page>;
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** A session on a server, opened for one user. One call at a time; others wait their turn. */
export interface SqlSession {
  readonly handle: SessionHandle;
  /** Settings that the server told at the opening. */
  readonly properties: ReadonlyMap<string, string>;
  /** Returns as soon as the server has accepted the statement. Never retried. */
  submit(sql: string, signal?: AbortSignal): Promise<RunningStatement>;
  /** The same statement again, from what was kept of it. */
  resume(handle: StatementHandle): RunningStatement;
  databases(signal?: AbortSignal): Promise<readonly string[]>;
  tables(database: string, signal?: AbortSignal): Promise<readonly {name: string; type: string; comment: string}[]>;
  tableColumns(database: string, table: string, signal?: AbortSignal): Promise<readonly Column[]>;
  functions(signal?: AbortSignal): Promise<readonly string[]>;
  /** False when the server does not know the session any more. */
  isAlive(signal?: AbortSignal): Promise<boolean>;
  /** Closes the session on the server. */
  close(): Promise<void>;
  /** Lets go of the connection; the session stays on the server and can be resumed by its handle. */
  detach(): Promise<void>;
}

/** A kind of SQL server as configured: one interpreter. */
export interface SqlEngine {
  /** Name of the interpreter: what clients send as `type`. */
  readonly id: string;
  readonly displayName: string;
  readonly dialect: string;
  /** Falsy features are not offered; asking for one anyway fails with status 5. */
  readonly features: {readonly cancel: boolean; readonly logs: boolean; readonly resume: boolean};
  open(user: {readonly name: string; readonly password?: string}, signal?: AbortSignal): Promise<SqlSession>;
  resume(user: {readonly name: string}, handle: SessionHandle, signal?: AbortSignal): Promise<SqlSession>;
}
