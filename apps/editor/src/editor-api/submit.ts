import {afterSpace} from '@gazetteer/sql';
import type {Editor} from '../editor.ts';
import {type RunningStatement, SqlError, type SqlEngine} from '../engine/sql-engine.ts';
import type {Lease} from '../session/lease.ts';
import type {Previous} from '../statement/choose-statement.ts';
import {chosenBy, databaseAfter, keepsDatabase} from '../statement/chosen-database.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import type {Preparation} from '../statement/preparation.ts';
import {withSessionTurn, noteSent} from '../statement/session-turns.ts';
import {statementsOf} from '../statement/statements-of.ts';
import type {Statement} from '../statement/statement.ts';
import type {WaitReport} from '../statement/waiting.ts';

/**
 * How long a statement waits for a session: browsers and what stands between give up an answer
 * after some minutes.
 */
const timeoutMs = 60_000;

/** What is to be run, however it was asked for. */
export type ExecuteRequest = {
  readonly engine: SqlEngine;
  readonly text: string;
  readonly database: string;
  /** Of the statement before it, when that was of the same text. */
  readonly script?: string | undefined;
  /** The statement of the same text that ran before. */
  readonly previous?: Statement | undefined;
  readonly previousFields: Previous;
  /** True where it runs behind `previous` only if that was not asked for before. */
  readonly isOnce?: boolean;
  /** One of `create_session`. */
  readonly sessionId?: number | undefined;
  /** The session that whoever asks holds a lease of. */
  readonly held?: Lease;
  /** Where that has ended nothing is run; else it is run in another. */
  readonly isExactSession?: boolean;
  readonly preparation: Preparation;
  /** Told the id of the statement as soon as it has one. */
  readonly onAdded?: (uuid: string) => Promise<void>;
  /** That it is not wanted any more, while it waits for its session. */
  readonly signal?: AbortSignal;
};

/**
 * Sends a statement that is written down, in the session of the one before it where there is one,
 * and follows it from then on.
 * @param before the statement before it, while the server still has it
 * @param wait hears how far it has got
 */
export async function submit(
  e: Editor,
  statement: Statement,
  {engine, text, sessionId, held, isExactSession: isExact = false, preparation}: ExecuteRequest,
  before: LiveStatement | undefined,
  wait: WaitReport,
): Promise<{running: RunningStatement; lease: Lease}> {
  const {userName, sql, uuid} = statement;
  const problem = engine.storage !== undefined ? undefined : await e.disk.problem();
  if (problem !== undefined)
    throw new SqlError(
      'refused',
      `Nothing new is begun, as ${problem}: ask your administrator for room`,
    );
  const opened = sessionId === undefined ? undefined : e.sessions.poolIdOf(userName, sessionId);
  const guidBefore = before?.sessionGuid;
  const {signal} = wait;
  const waitOptions = {maxMs: timeoutMs, onPosition: wait.inLine, signal};
  const lease = await e.pool.lease(
    engine,
    {name: userName},
    {sessionId: held?.id ?? opened ?? before?.sessionId, isExact, signal, waitOptions},
  );
  try {
    // Before the next one begins: Hive removes files of a closed statement that the next one may be
    // about to read.
    await before?.close();
    const database = databaseOf(statement, text, engine);
    const running = await lease.run(async session => {
      wait.to('turn', lease.id);
      const isSame = statement.place > 0 && session.handle.guid === guidBefore;
      const {settings, statements: preparations} = preparation;
      const behind = isSame ? before?.statement.uuid : undefined;
      const isSetting = /^set\b/i.test(sql.slice(afterSpace(sql, 0)));
      return await withSessionTurn(
        session,
        engine,
        {
          database: isSetting ? '' : database,
          keepsDatabase: keepsDatabase(sql),
          behind,
          settings,
          preparations,
          first: async () => await e.live.fetchUnread(engine, lease.id),
          signal,
        },
        async () => {
          wait.to('server', lease.id);
          e.live.mayAsk();
          const accepted = await session.submit(sql);
          noteSent(session, engine, {uuid, database: chosenBy(sql) ?? database, running: accepted});
          // Within the turn: the next one there has to know whose place it takes.
          if (!(await e.statements.accepted(statement.id, session.handle, accepted.handle)))
            await refuseTaken(e, accepted);
          await e.live.add(statement, accepted, lease);
          return accepted;
        },
      );
    });
    return {running, lease};
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/**
 * Another node has told everybody that this one was lost with the statement: nobody would hear of
 * its end.
 */
async function refuseTaken({log}: Editor, running: RunningStatement): Promise<never> {
  await running
    .close()
    .catch((error: unknown) => log.warn({error}, 'a statement could not be ended on its server'));
  throw new SqlError('refused', 'The statement was given up, as this node was not heard of');
}

/** That of the request, or the one that an earlier statement of the same text has chosen. */
function databaseOf({place, database}: Statement, text: string, {dialect}: SqlEngine): string {
  if (place === 0) return database;
  const earlier = statementsOf(text, dialect).slice(0, place);
  return databaseAfter(
    earlier.map(each => each.statement),
    database,
  );
}
