import type {Diagnosis, Job, QueryState} from '../api/wire.ts';

/**
 * `queued`: behind others of the same text. `stopped`: never sent, because one before it failed or
 * somebody cancelled.
 */
export type RunState = QueryState | 'queued' | 'stopped';

export type Failure = {readonly message: string; readonly diagnosis?: Diagnosis | undefined};

/** One statement of a text that was run. Times are epoch milliseconds of this browser. */
export type StatementRun = {
  /** How it begins: the whole of it is in the history. */
  readonly label: string;
  /** Of all of it, see `shapeOf`; undefined before it was sent. */
  readonly shape?: string;
  readonly state: RunState;
  readonly uuid?: string;
  readonly startedAt?: number;
  /** Undefined while it runs, and when it ended while nobody looked. */
  readonly endedAt?: number;
  readonly hasResultSet?: boolean;
  /** 0 to 100. */
  readonly percent?: number;
  readonly jobs?: readonly Job[];
  readonly failure?: Failure;
  /** Somebody wants it stopped: servers may take minutes for that. */
  readonly isUnwanted?: boolean;
  /** Its rows were fetched for the next statement of the text to begin. */
  readonly isKept?: boolean;
  /** Rows kept when the next statement took over the session and not all had been fetched. */
  readonly cutAt?: number;
};

/** A text that was sent, statement by statement. */
export type Run = {
  readonly id: string;
  readonly engine: string;
  readonly database: string;
  readonly statements: readonly StatementRun[];
  /** The one that is looked at. */
  readonly shown: number;
};

/** A strip of a hundred statements is kept in each tab and sent with it: not their texts. */
const labelLength = 80;

/**
 * How a statement begins, without the comments before it. Cut before blanks are replaced, so that a
 * statement of megabytes costs no more than a short one.
 */
export function labelOf(sql: string): string {
  return withoutComments(sql)
    .slice(0, 4 * labelLength)
    .replaceAll(/\s+/g, ' ')
    .slice(0, labelLength);
}

/** From its first word on. */
export function withoutComments(sql: string): string {
  return sql.replace(/^(?:\s*(?:--[^\n]*\n|\/\*[^]*?\*\/))+/, '').trim();
}

const over = new Set<RunState>(['available', 'failed', 'expired', 'canceled', 'stopped']);

/** Whether nothing happens to the statement by itself any more. */
export function isOver(state: RunState): boolean {
  return over.has(state);
}

/** Whether a run has statements that are not over, those that wait for others included. */
export function isRunning(run: Run | undefined): boolean {
  return run?.statements.some(one => !isOver(one.state)) ?? false;
}

/** The statement that is with the server now. */
export function currentOf(run: Run): number {
  return run.statements.findIndex(one => !isOver(one.state) && one.state !== 'queued');
}

const words: Readonly<Record<RunState, string>> = {
  queued: 'Waiting for the statement before it',
  stopped: 'Not run',
  sending: 'Sending',
  waiting: 'Waiting for the server',
  starting: 'Starting',
  running: 'Running',
  available: 'Done',
  failed: 'Failed',
  expired: 'Expired',
  canceled: 'Canceled',
};

export function stateText(state: RunState): string {
  return words[state];
}

/**
 * The same for a statement that somebody has cancelled: it says so at once, while the server still
 * works on that.
 */
export function stateTextOf({state, isUnwanted}: StatementRun): string {
  return isUnwanted === true && !isOver(state) ? 'Canceling' : stateText(state);
}
