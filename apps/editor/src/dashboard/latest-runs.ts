// What a person ran last in a place, such as a tile of a dashboard or a cell of a notebook.
import {flag, text} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Onlooker} from '../config/sharing.ts';
import type {Editor} from '../editor.ts';
import {executeText} from '../editor-api/execute.ts';
import {isOver, SqlError, type SqlEngine} from '../engine/sql-engine.ts';
import {state, statementTime} from '../http/shapes.ts';
import {type LatestResult, latestResults, noteLatest, takeBack} from '../result/latest-results.ts';

/** A statement with its values in it, and the place that it is the latest of. */
export type PreparedQuery = {
  readonly engine: SqlEngine;
  readonly database: string;
  readonly text: string;
  readonly fingerprint: string;
  /** No other session will do. */
  readonly sessionId?: number | undefined;
};

/** Where to look, or why there is nothing to run there. */
export type Look = {readonly fingerprint?: string | undefined; readonly problem?: string};

type Found = {
  readonly statement?: string;
  readonly state?: string;
  readonly askedAt?: number;
  readonly finishedAt?: number | undefined;
  readonly message?: string | undefined;
  readonly isKept: boolean;
};

type FoundRun = Found & {
  /** Whether it had rows, kept or not. */
  readonly hasResultSet?: boolean;
  readonly ran?: Ran;
};

/** What was run, and where. */
export type Ran = {readonly engine: string; readonly database: string; readonly sql: string};

export const lookMembers = {
  statement: text('Id of the statement, and of its result; absent where it was never run'),
  state,
  askedAt: statementTime('When it was asked for'),
  finishedAt: statementTime('When it had ended'),
  message: text('Why there is no result'),
  isKept: flag('Whether its rows are there'),
};
export const absentLook = ['statement', 'state', 'askedAt', 'finishedAt', 'message'];

/** One that cannot be run leaves the others as they are. */
export function lookOf(fingerprint: () => string): Look {
  try {
    return {fingerprint: fingerprint()};
  } catch (error) {
    if (error instanceof AppError) return {problem: error.message};
    throw error;
  }
}

/**
 * Noted before its server has it, so that it is seen, and can be canceled, while it waits for a
 * session. Also one that is refused by its engine is the latest: whoever looks again is told why.
 * Where its session has ended nothing was run, and the one before it is the latest.
 * @throws AppError SESSION_ENDED where it was to be run in a session that has ended
 */
export async function runNoted(
  e: Editor,
  {userName}: Onlooker,
  prepared: PreparedQuery,
): Promise<void> {
  const {engine, database, text: sql, fingerprint, sessionId} = prepared;
  let [noted, earlier]: (string | undefined)[] = [];
  await executeText(e, userName, engine, database, sql, {
    sessionId,
    isExactSession: sessionId !== undefined,
    onAdded: async statement => {
      noted = statement;
      if (sessionId !== undefined)
        earlier = (await latestResults(e.db, userName, [fingerprint])).get(fingerprint)?.statement;
      await noteLatest(e.db, userName, fingerprint, statement);
    },
  }).catch(async (error: unknown) => {
    const hasEnded = error instanceof SqlError && error.kind === 'session-expired';
    if (sessionId === undefined || !hasEnded) throw error;
    if (noted !== undefined) await takeBack(e.db, userName, fingerprint, {noted, earlier});
    throw new AppError('SESSION_ENDED', [], {fields: error.fields, cause: error});
  });
}

/** In the order of `looks`, with a number of statements that does not grow with them. */
export async function lookUp(
  e: Editor,
  {userName}: Onlooker,
  looks: readonly Look[],
): Promise<object[]> {
  const found = await latestOf(e, userName, looks, false);
  return found.map(one => ({...one, hasResultSet: undefined}));
}

/** The same, with what was run where `withSql`. */
export async function latestOf(
  e: Editor,
  userName: string,
  looks: readonly Look[],
  withSql = true,
): Promise<FoundRun[]> {
  const fingerprints = looks.flatMap(({fingerprint}) => fingerprint ?? []);
  const latest = await latestResults(e.db, userName, fingerprints, withSql);
  await goOn(e, userName, [...latest.values()]);
  const kept = await e.live.storedResults([...latest.values()].map(one => one.statement));
  return looks.map(({fingerprint, problem}) => {
    const one = fingerprint === undefined ? undefined : latest.get(fingerprint);
    if (one === undefined) return {isKept: false, message: problem};
    const known = e.live.known(one.statement)?.lastProgress;
    const {statement, submittedAt, finishedAt, engine, database, sql} = one;
    const hasResultSet = known?.hasResultSet ?? one.hasResultSet;
    return {
      statement,
      state: known?.state ?? one.state,
      askedAt: submittedAt,
      finishedAt,
      message: known?.error?.message ?? one.message,
      isKept: hasResultSet && kept.has(statement),
      hasResultSet,
      ...(sql !== undefined && {ran: {engine, database, sql}}),
    };
  });
}

/** A statement that no process follows, as its own has ended, is found again: one at each look. */
async function goOn(e: Editor, userName: string, latest: readonly LatestResult[]): Promise<void> {
  const lost = latest.find(
    ({statement, state: was}) =>
      was !== 'sending' && !isOver(was) && e.live.known(statement) === undefined,
  );
  const statement = lost && (await e.statements.byUuid(userName, lost.statement));
  if (statement !== undefined && !(await e.live.isElsewhere(statement)))
    await e.live
      .find(statement)
      .catch((error: unknown) =>
        e.log.warn({statement: statement.uuid, error}, 'statement is lost'),
      );
}
