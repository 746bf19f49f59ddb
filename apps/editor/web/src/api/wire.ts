/** Answers of the editor's API, as far as the pages read them. */

export type Finding = {readonly check: string; readonly isFine?: boolean; readonly text: string};

/** Why a connection could not be made. */
export type Diagnosis = {
  readonly contacted: string;
  readonly principal?: string;
  readonly failure: string;
  readonly findings: readonly Finding[];
  readonly advice: readonly string[];
};

export type Envelope = {
  readonly status?: number;
  readonly code?: number;
  readonly message?: string;
  readonly detail?: string | null;
  readonly error?: string;
  readonly is_embeddable?: boolean;
  readonly diagnosis?: Diagnosis;
  readonly history_uuid?: string;
  readonly query_status?: {readonly status: QueryState};
};

export type Engine = {
  readonly type: string;
  readonly displayName: string;
  readonly dialect: string;
  readonly features: {readonly cancel: boolean; readonly logs: boolean; readonly preparations?: boolean};
};

export type Config = Envelope & {
  readonly app_config: {readonly editor: {readonly interpreters: readonly Engine[]}};
  readonly default_sql_interpreter: string;
};

export type Position = {readonly row: number; readonly column: number};

export type Executed = Envelope & {
  readonly history_id: number;
  readonly history_uuid: string;
  readonly handle: {
    readonly statement: string;
    readonly statement_id: number;
    readonly statements_count: number;
    readonly has_more_statements: boolean;
    readonly start: Position;
    readonly end: Position;
    /** The server's name of the session that it runs in. */
    readonly session_guid?: string;
  };
};

export type QueryState =
  | 'sending'
  | 'waiting'
  | 'starting'
  | 'running'
  | 'available'
  | 'failed'
  | 'expired'
  | 'canceled';

export type Checked = Envelope & {
  readonly query_status: {
    readonly status: QueryState;
    readonly has_result_set: boolean;
    readonly is_cancelling?: boolean;
  };
};

export type Job = {
  readonly name: string;
  readonly url: string;
  readonly started: boolean;
  readonly finished: boolean;
  readonly percentJob?: number;
};

export type Logs = Envelope & {
  readonly logs: string;
  readonly progress: number;
  readonly jobs: readonly Job[];
  readonly line_count: number;
};

export type ResultColumn = {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
  readonly kind: 'boolean' | 'int32' | 'int64' | 'float' | 'date' | 'binary' | 'text' | 'timestamp' | 'decimal';
};

export type ResultFacts = {
  readonly uuid: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  readonly isComplete: boolean;
};

export type Cell = string | number | boolean | null | object;

export type Row = readonly Cell[];

export type ResultRows = {
  readonly from: number;
  readonly rows: readonly Row[];
  readonly rowCount: number;
  readonly isComplete: boolean;
};

export type TableName = {readonly name: string; readonly type: string; readonly comment: string};
export type TableColumn = {readonly name: string; readonly type: string; readonly comment: string};

export type TableAnswer = Envelope & {
  readonly extended_columns: readonly TableColumn[];
  readonly partition_keys: readonly {readonly name: string; readonly type: string}[];
  readonly is_view: boolean;
  readonly comment: string;
};

export type TableDescription = Envelope & {
  readonly cols: readonly TableColumn[];
  readonly partition_keys: readonly TableColumn[];
  readonly comment: string;
  readonly is_view: boolean;
  readonly path_location: string;
  readonly details: {
    readonly properties: Readonly<Record<string, string>>;
    readonly stats: Readonly<Record<string, string>>;
  };
};

/** Values in the order of the keys; null where a key has none. */
export type Partitions = Envelope & {
  readonly partition_keys: readonly {readonly name: string}[];
  readonly partitions: readonly (readonly (string | null)[])[];
  /** There are more than are listed. */
  readonly is_cut: boolean;
};

export type Sample = Envelope & {
  readonly headers: readonly string[];
  readonly full_headers: readonly {readonly name: string; readonly type: string}[];
  /** HTML texts, as pages of the reference want them. */
  readonly rows: readonly (readonly unknown[])[];
};

export type FunctionDescription = Envelope & {
  readonly function: {readonly name: string; readonly signature: string; readonly description: string};
};

/** A statement that somebody ran. Times are epoch milliseconds. */
export type HistoryEntry = {
  readonly id: number;
  readonly uuid: string;
  readonly engine: string;
  readonly database: string;
  readonly statement: string;
  readonly state: QueryState;
  readonly hasResultSet: boolean;
  readonly message?: string;
  readonly submittedAt: number;
  readonly finishedAt?: number;
};
