import type {Progress, SessionHandle, StatementHandle} from '../engine/sql-engine.ts';

/**
 * `sending`: written down, and perhaps with the server; that is only known when its answer has
 * come.
 */
export type StatementState = 'sending' | Progress['state'];

/** One statement that somebody ran, as it is kept. Times are epoch milliseconds. */
export type Statement = {
  /** Number in the order of running, in the reference the `history_id`. */
  readonly id: number;
  /** The `history_uuid`, which clients send as `operationId`. */
  readonly uuid: string;
  readonly userName: string;
  readonly engine: string;
  readonly database: string;
  /** The text that it is a statement of, for the store alone; undefined when `sql` is all of it. */
  readonly script: string | undefined;
  /** Its number in that text, counted from 0. */
  readonly place: number;
  /** How many statements the text has. */
  readonly count: number;
  readonly sql: string;
  readonly state: StatementState;
  readonly hasResultSet: boolean;
  /** Why it failed. */
  readonly message: string | undefined;
  readonly submittedAt: number;
  readonly finishedAt: number | undefined;
  /** Undefined while it is being sent, and when the server has nothing of it any more. */
  readonly session: SessionHandle | undefined;
  readonly handle: StatementHandle | undefined;
  /** The node that asks the server for it, where nodes share rows of results. */
  readonly owner: string | undefined;
};

export type NewStatement = Pick<
  Statement,
  'uuid' | 'userName' | 'engine' | 'database' | 'place' | 'count' | 'sql'
> & {
  /** The whole text. */
  readonly body: string;
  /** Of the statement before it, when that was of the same text. */
  readonly script?: string | undefined;
};
