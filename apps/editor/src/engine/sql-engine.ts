import type {Column} from './column.ts';
import type {Diagnosis} from './diagnosis.ts';
import type {SqlDialect} from './sql-dialect.ts';

/** How far a running statement is. Times are epoch milliseconds. */
export type Progress = {
  readonly state:
    | 'waiting'
    | 'starting'
    | 'running'
    | 'available'
    | 'failed'
    | 'expired'
    | 'canceled';
  /** 0 to 100, undefined when the server does not tell. */
  readonly percent?: number;
  readonly hasResultSet: boolean;
  /** Why it failed, as the server says it. */
  readonly error?: {readonly message: string; readonly sqlState?: string; readonly code?: number};
};

/**
 * Values of one page, column by column: 64-bit integers as bigint, decimals as text, NULL as null,
 * binary as bytes.
 */
export type Page = {readonly columns: readonly (readonly unknown[])[]; readonly rowCount: number};

/**
 * What is kept of a statement to find it again after a restart: plain data, secrets of the server
 * included.
 */
export type StatementHandle = {
  readonly guid: string;
  readonly secret: string;
  readonly kind: number;
  readonly hasResultSet: boolean;
};
export type SessionHandle = {
  readonly guid: string;
  readonly secret: string;
  readonly protocol: number;
  /** Where the session lives, which after a failover is no longer where new ones go. */
  readonly server?: {
    readonly host: string;
    readonly port: number;
    readonly url?: string;
    readonly principal?: string;
  };
};

/**
 * Whom a session is for. `password` only where the user was asked for one; `settings` go into the
 * opening.
 */
export type EngineUser = {
  readonly name: string;
  readonly password?: string;
  readonly settings?: Readonly<Record<string, string>>;
};

/**
 * What an engine could not do. The HTTP API has an answer for each; the message is for the user.
 */
export type SqlErrorKind =
  /** No connection, or a handshake that failed: `diagnosis` says what is known of the cause. */
  | 'unreachable'
  /** The server does not take the name and password. */
  | 'login'
  /** The server refused what was asked: `sqlState` and `code` are the server's. */
  | 'refused'
  | 'session-expired'
  | 'statement-expired'
  | 'timeout'
  /**
   * The connection ended while an answer was awaited; whether the server did what was asked is
   * unknown.
   */
  | 'connection-lost'
  | 'too-many-sessions'
  | 'unsupported'
  /** The configuration cannot work, as it is. */
  | 'misconfigured';

export class SqlError extends Error {
  override name = 'SqlError';
  readonly kind: SqlErrorKind;
  readonly sqlState: string | undefined;
  readonly code: number | undefined;
  readonly diagnosis: Diagnosis | undefined;
  /** What an answer says beside the message. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    kind: SqlErrorKind,
    message: string,
    options: ErrorOptions & {
      sqlState?: string | undefined;
      code?: number | undefined;
      diagnosis?: Diagnosis | undefined;
      fields?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.sqlState = options.sqlState;
    this.code = options.code;
    this.diagnosis = options.diagnosis;
    this.fields = options.fields ?? {};
  }
}

/** A statement that the server has accepted. */
export interface RunningStatement {
  readonly handle: StatementHandle;
  progress(signal?: AbortSignal): Promise<Progress>;
  /** Lines of the server's log not fetched before; [] where the engine has none. */
  newLogLines(signal?: AbortSignal): Promise<readonly string[]>;
  /** Empty for a statement without rows. To be asked when the state is `available`, not before. */
  columns(signal?: AbortSignal): Promise<readonly Column[]>;
  /**
   * All rows of one answer of the server, which are never ahead of what was asked for: what a
   * process that ends has not been given is still with the server. Forward only; a page without
   * rows is the end. A server may give more than `maxRows`. Not sent twice but after `startOver`.
   * @param from how many rows were handed out before, for a server that keeps them all and would
   * begin anew after a restart
   */
  nextPage(maxRows: number, signal?: AbortSignal, from?: number): Promise<Page>;
  /**
   * The next page begins with the first row again, whatever became of the last one; absent where
   * the server cannot do that.
   */
  startOver?(): void;
  cancel(): Promise<void>;
  close(): Promise<void>;
}

export type FoundTable = {
  readonly database: string;
  readonly name: string;
  readonly type: string;
  readonly comment: string;
};

/** A session on a server, opened for one user. One call at a time; others wait their turn. */
export interface SqlSession {
  readonly handle: SessionHandle;
  /**
   * False once the connection is lost: every call then fails, and the session cannot be used again.
   */
  readonly isOpen: boolean;
  /** Settings that the server told at the opening. */
  readonly properties: ReadonlyMap<string, string>;
  /** The current database of one that was opened just now, where that is known. */
  readonly startsIn?: string | undefined;
  /** Returns as soon as the server has accepted the statement. Never retried. */
  submit(sql: string, signal?: AbortSignal): Promise<RunningStatement>;
  /** The same statement again, from what was kept of it. */
  resume(handle: StatementHandle): RunningStatement;
  databases(signal?: AbortSignal): Promise<readonly string[]>;
  tables(
    database: string,
    signal?: AbortSignal,
  ): Promise<readonly {name: string; type: string; comment: string}[]>;
  /**
   * Tables of all databases with a text in their names, and maybe others, by one question;
   * undefined, as without it, where there is no such question.
   */
  findTables?(part: string, signal?: AbortSignal): Promise<readonly FoundTable[] | undefined>;
  tableColumns(database: string, table: string, signal?: AbortSignal): Promise<readonly Column[]>;
  functions(signal?: AbortSignal): Promise<readonly string[]>;
  /** False when the server does not know the session any more. */
  isAlive(signal?: AbortSignal): Promise<boolean>;
  /** Closes the session on the server. */
  close(): Promise<void>;
  /**
   * Lets go of the connection; the session stays on the server and can be resumed by its handle.
   */
  detach(): Promise<void>;
}

/** A kind of SQL server as configured: one interpreter. */
export interface SqlEngine {
  /** Name of the interpreter: what clients send as `type`. */
  readonly id: string;
  readonly displayName: string;
  readonly dialect: string;
  readonly sql: SqlDialect;
  /** Falsy features are not offered; asking for one anyway fails with status 5. */
  readonly features: {
    readonly cancel: boolean;
    readonly logs: boolean;
    readonly resume: boolean;
    /**
     * Until when an accepted statement may look up names in the session's current database, where
     * that is later than its acceptance: until it has started, or until it has ended.
     */
    readonly bindsNames?: 'started' | 'ended';
    /**
     * Whether a session is taken up by the rows of a statement that is over until all were fetched.
     */
    readonly holdsRows?: boolean;
    /** Whether a session takes SET, ADD JAR and CREATE TEMPORARY FUNCTION. */
    readonly preparations?: boolean;
  };
  /**
   * Where it keeps tables and files of people on this machine. It refuses by itself what would take
   * more of a disk with little room left, and lets people make room.
   */
  readonly storage?: EngineStorage;
  /**
   * Finds where a session for this user goes now, which discovery may have moved since the last
   * time. Connects to nothing. Feature code does not call this: sessions come from the SessionPool
   * (session/session-pool.ts), which sees to it that no identity gets another's.
   * @throws {Error} the assembly's own, such as that no server is running
   */
  locate(user: EngineUser, signal?: AbortSignal): Promise<SessionEndpoint>;
  /**
   * A session opened before, on a connection of its own; `isAlive` tells whether the server still
   * knows it.
   */
  resume(user: EngineUser, handle: SessionHandle, signal?: AbortSignal): Promise<SqlSession>;
}

/** What people keep in an engine on this machine; each name has a place of its own. */
export interface EngineStorage {
  usage(userName: string): Promise<StorageUsage>;
  /**
   * The path of a file on this machine; undefined where this person has none of that name. @param
   * path relative, as in `usage`
   */
  fileOf(userName: string, path: string): Promise<string | undefined>;
  /**
   * Writes the rows of an XLSX workbook into a CSV beside it. Returns its path, or undefined where
   * there is no such workbook.
   */
  csvOf(userName: string, path: string): Promise<string | undefined>;
  /** Files that somebody sends. */
  uploadsOf(userName: string): EngineUploads;
}

/** `offset`: where in the file of `total` bytes it belongs. */
export type UploadPart = {
  readonly offset: number;
  readonly total: number;
  readonly bytes: AsyncIterable<Uint8Array>;
};

/** Files on their way into the folder of a person, by ids that clients make. */
export interface EngineUploads {
  /** Bytes that have come. */
  received(id: string): Promise<number>;
  /** Returns how many have come then. @throws CONFLICT for another offset, or without room */
  append(id: string, part: UploadPart): Promise<number>;
  /** Makes a file of it. @throws CONFLICT where bytes are missing, or the name is taken */
  finish(id: string, name: string, total: number, replace: boolean): Promise<void>;
  /** Gives up what has come. */
  drop(id: string): Promise<void>;
}

/** Sizes in bytes as they lie on the disk. */
export type StorageUsage = {
  readonly quotaBytes: number;
  readonly tableBytes: number;
  readonly fileBytes: number;
  /** The first of them by name. `path`: as statements call it. `modifiedAt`: epoch milliseconds. */
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly modifiedAt: number;
  }[];
  readonly fileCount: number;
};

/** Where a session would be opened, and how many there may be. */
export interface SessionEndpoint {
  /** Part of a session's identity, as is the principal. */
  readonly endpoint: string;
  readonly principal: string | undefined;
  readonly rules: SessionRules;
  /** @throws {SqlError} `unreachable`, `login`, `timeout`, `refused` or `misconfigured` */
  open(signal?: AbortSignal): Promise<SqlSession>;
}

/** The session keys of a query server record. */
export type SessionRules = {
  readonly closeSessions: boolean;
  readonly hasSessionPool: boolean;
  /** For one identity; -1 is without limit. */
  readonly maxNumberOfSessions: number;
};

/** True when the server does no more work for it. */
export function isOver(state: 'sending' | Progress['state']): boolean {
  return state === 'available' || state === 'failed' || state === 'expired' || state === 'canceled';
}
