import type {Table} from '@gazetteer/db';

export const operators = ['>', '>=', '<', '<=', '=', '!='] as const;
export const occasions = ['done', 'failed', 'condition'] as const;
export const channels = ['product', 'mail', 'webhook', 'kafka'] as const;
export const runStates = ['waiting', 'running', 'done', 'failed', 'canceled', 'skipped'] as const;
export const causes = ['schedule', 'person'] as const;

/** What a result is held against: how many rows it has, or its first value. */
export type Condition = {
  readonly of: 'rows' | 'value';
  readonly operator: (typeof operators)[number];
  readonly value: string;
};

export const checkKinds = ['rows', 'nulls', 'unique', 'range', 'list', 'freshness', 'sql'] as const;
export const verdicts = ['passed', 'failed', 'error'] as const;
/** How a check ended: `error` where it could not be run. */
export type Verdict = (typeof verdicts)[number];

/** What is expected of the contents of a table. */
export type Check = {
  readonly engine: string;
  readonly database: string;
  readonly table: string;
  readonly kind: (typeof checkKinds)[number];
  /** One of them for `range`, `list` and `freshness`. */
  readonly columns: readonly string[];
  /** Whether the column has numbers, which are not quoted. */
  readonly isNumber: boolean;
  /** Bounds of `rows` and `range`, empty for none. */
  readonly min: string;
  readonly max: string;
  readonly values: readonly string[];
  /** How old the newest value may be. */
  readonly hours: number;
  /** Of which rows it is expected, as SQL; empty for all. */
  readonly filter: string;
  /** The person's own query, and what has to hold of its result: without it, no rows. */
  readonly sql: string;
  readonly condition: Condition | undefined;
};

/** Who is told of what. */
export type Rule = {
  readonly on: (typeof occasions)[number];
  readonly by: (typeof channels)[number];
  /** An address of a mailbox or of the web, or a topic of Kafka; empty in the product. */
  readonly to: string;
};

/** What a person says of a schedule, but for its query, name and times. */
export type ScheduleSettings = {
  /**
   * Of the query, as the person saw it last: what others make of it since runs in nobody's name.
   */
  readonly version: number;
  readonly variables: Readonly<Record<string, string>>;
  /** How often a run that failed is tried again, and how long it waits before the first time. */
  readonly retries: number;
  readonly retryPauseSeconds: number;
  /** Results that are kept. */
  readonly keep: number;
  readonly condition: Condition | undefined;
  readonly rules: readonly Rule[];
  /** What is run where it is no saved query. */
  readonly check?: Check;
};

/** A saved query or a check that is run by itself. Times are epoch milliseconds of the database's clock. */
export type Schedule = ScheduleSettings & {
  readonly uuid: string;
  readonly owner: string;
  /** The saved query; empty for a check. */
  readonly document: string;
  readonly name: string;
  /** Empty for a check that runs only when its person says so. */
  readonly cron: string;
  /** Whose clock the expression means. */
  readonly timeZone: string;
  /** Signs what is posted for it. */
  readonly webhookSecret: string;
  /** Undefined while it is not paused. */
  readonly pausedWhy: string | undefined;
  /** Undefined where there is no next time. */
  readonly nextAt: number | undefined;
  readonly createdAt: number;
  readonly changedAt: number;
};

/** What came of a run. */
export type RunOutcome = {
  /** Undefined where the last statement has no rows. */
  readonly rows?: number;
  /** True where only the first rows were fetched, which are those counted. */
  readonly isCut?: boolean;
  /** The first value of the first row, as text; null for NULL. */
  readonly value?: string | null;
  /** Whether the condition holds; undefined without one. */
  readonly isMet?: boolean;
  /** Of a check. */
  readonly verdict?: Verdict;
};

/** How a run has ended. */
/** `isPrivate`: its person may not pass on results of the engine. */
export type RunEnd = {readonly isPrivate?: boolean} & (
  | {
      readonly is: 'done';
      readonly outcome: RunOutcome;
      readonly statement: string;
      readonly bytes: number;
    }
  /** `statement`: where it had got as far as that. */
  | {readonly is: 'failed'; readonly why: string; readonly statement: string | undefined}
  /** It cannot be run like this any more, however often it is tried. */
  | {readonly is: 'refused'; readonly why: string}
);

export type RunState = (typeof runStates)[number];

export type Run = {
  readonly uuid: string;
  readonly schedule: string;
  readonly owner: string;
  readonly cause: (typeof causes)[number];
  readonly dueAt: number;
  readonly state: RunState;
  readonly attempt: number;
  readonly notBefore: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly statement: string | undefined;
  readonly outcome: RunOutcome;
  readonly message: string | undefined;
  readonly isKept: boolean;
};

export type Listed = Schedule & {readonly lastRun: Run | undefined};

export const scheduleTable = {
  name: 'editor_schedule',
  columns: {
    uuid: 'text',
    owner: 'text',
    document: 'text',
    name: 'text',
    cron: 'text',
    time_zone: 'text',
    settings: 'json',
    secret: 'text',
    paused_why: 'text',
    next_at: 'number',
    created_at: 'number',
    changed_at: 'number',
  },
} as const satisfies Table;

export const runTable = {
  name: 'editor_schedule_run',
  columns: {
    uuid: 'text',
    schedule: 'text',
    owner: 'text',
    cause: 'text',
    due_at: 'number',
    state: 'text',
    attempt: 'int',
    not_before: 'number',
    started_at: 'number',
    ended_at: 'number',
    holder: 'text',
    busy_until: 'number',
    statement: 'text',
    outcome: 'json',
    message: 'text',
    /** Bytes of its rows, while they are kept. */
    kept_bytes: 'number',
  },
} as const satisfies Table;

export type ScheduleRow = {
  readonly uuid: string;
  readonly owner: string;
  readonly document: string;
  readonly name: string;
  readonly cron: string;
  readonly time_zone: string;
  readonly settings: string;
  readonly secret: string;
  readonly paused_why: string | null;
  readonly next_at: number;
  readonly created_at: number;
  readonly changed_at: number;
};

export type RunRow = {
  readonly uuid: string;
  readonly schedule: string;
  readonly owner: string;
  readonly cause: Run['cause'];
  readonly due_at: number;
  readonly state: RunState;
  readonly attempt: number;
  readonly not_before: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly statement: string | null;
  readonly outcome: string;
  readonly message: string | null;
  readonly kept_bytes: number | null;
};

export function scheduleOf(row: ScheduleRow): Schedule {
  const {uuid, owner, document, name, cron} = row;
  return {
    ...(JSON.parse(row.settings) as ScheduleSettings),
    uuid,
    owner,
    document,
    name,
    cron,
    timeZone: row.time_zone,
    webhookSecret: row.secret,
    pausedWhy: row.paused_why ?? undefined,
    nextAt: Number(row.next_at) === 0 ? undefined : Number(row.next_at),
    createdAt: Number(row.created_at),
    changedAt: Number(row.changed_at),
  };
}

export function runOf(row: RunRow): Run {
  const {uuid, schedule, owner, cause, state} = row;
  const timeOf = (ms: number | null) => (ms === null ? undefined : Number(ms));
  return {
    uuid,
    schedule,
    owner,
    cause,
    state,
    dueAt: Number(row.due_at),
    attempt: row.attempt,
    notBefore: Number(row.not_before),
    startedAt: timeOf(row.started_at),
    endedAt: timeOf(row.ended_at),
    statement: row.statement ?? undefined,
    outcome: JSON.parse(row.outcome) as RunOutcome,
    message: row.message ?? undefined,
    isKept: row.kept_bytes !== null,
  };
}
