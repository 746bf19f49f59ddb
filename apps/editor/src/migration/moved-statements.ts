import type {Database, Session} from '@gazetteer/db';
import {nextStatementId} from '../statement/statement-store.ts';
import {noteRule} from '../store/recorded-database.ts';
import {statementTable} from '../store/schema.ts';
import {checkHistoryQuota} from '../store/text-quota.ts';
import {noteTaken, readTaken} from './taken-over.ts';

/** How a statement ended on another server. */
export const endedStates = ['available', 'failed', 'expired', 'canceled'] as const;

/** A statement that was run on another server, of which that alone is kept. */
export type MovedStatement = {
  readonly uuid: string;
  readonly engine: string;
  readonly database: string;
  readonly text: string;
  readonly state: (typeof endedStates)[number];
  readonly submittedAt: number;
};

/** Those that are here, whoever ran them. */
export async function readMovedStatements(
  session: Session,
  uuids: readonly string[],
): Promise<(MovedStatement & {readonly userName: string})[]> {
  return await session.all(
    `SELECT uuid, user_name AS "userName", engine, database_name AS "database", sql_text AS "text",
       state, submitted_at AS "submittedAt"
     FROM editor_statement WHERE ${session.dialect.inList('uuid', 'text')} ORDER BY uuid`,
    [[...uuids]],
  );
}

/**
 * Adds to what somebody ran, the oldest first, what never was there by its id. There is nothing of a
 * result. Returns how many were added.
 */
export async function storeMovedStatements(
  db: Database,
  userName: string,
  given: readonly MovedStatement[],
): Promise<number> {
  return await db.write(async session => {
    noteRule(session, 'administrator');
    const uuids = given.map(({uuid}) => uuid);
    const there = await readMovedStatements(session, uuids);
    const taken = await readTaken(session, uuids);
    const known = new Set([...there.map(({uuid}) => uuid), ...taken.keys()]);
    const fresh = [...new Map(given.map(one => [one.uuid, one])).values()].filter(
      ({uuid}) => !known.has(uuid),
    );
    if (fresh.length === 0) return 0;
    const first = await nextStatementId(session);
    await session.insert(
      statementTable,
      fresh.map(({uuid, engine, database, text, state, submittedAt}, n) => [
        first + n,
        uuid,
        userName,
        engine,
        database,
        null,
        0,
        1,
        text,
        text.toLowerCase(),
        state,
        0,
        null,
        submittedAt,
        submittedAt,
        null,
        null,
        null,
      ]),
    );
    await noteTaken(
      session,
      fresh.map(({uuid}) => ({uuid, grants: []})),
    );
    await checkHistoryQuota(session, userName);
    return fresh.length;
  });
}
