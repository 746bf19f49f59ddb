import type {Database, Session} from '@gazetteer/db';
import {nextStatementId} from '../statement/statement-store.ts';
import {noteRule} from '../store/recorded-database.ts';
import {statementTable} from '../store/schema.ts';
import {checkHistoryQuota} from '../store/text-quota.ts';
import {noteTaken, readTaken} from './taken-over.ts';

/** How a statement ended on another server. */
export const endedStates = ['available', 'failed', 'expired', 'canceled'] as const;

/** Of the texts in the history that Hue's API tells. */
const maxTold = 1001;

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
    const once = [...new Map(given.map(one => [one.uuid, one])).values()];
    const fresh = once.filter(({uuid}) => !known.has(uuid));
    const isLonger = await completeTexts(session, userName, there, once);
    if (fresh.length > 0) {
      const first = await nextStatementId(session);
      await session.insert(
        statementTable,
        fresh.map((one, n) => rowOf(first + n, userName, one)),
      );
      await noteTaken(
        session,
        fresh.map(({uuid}) => ({uuid, grants: []})),
      );
    }
    if (isLonger || fresh.length > 0) await checkHistoryQuota(session, userName);
    return fresh.length;
  });
}

/** Of texts that Hue's API told the beginning of, the whole, which its database has. */
async function completeTexts(
  session: Session,
  userName: string,
  there: readonly (MovedStatement & {readonly userName: string})[],
  given: readonly MovedStatement[],
): Promise<boolean> {
  const cut = new Map(
    there
      .filter(one => one.userName === userName && one.text.length === maxTold)
      .map(({uuid, text}) => [uuid, text]),
  );
  const whole = new Map(
    given
      .filter(({uuid, text}) => text.length > maxTold && text.slice(0, maxTold) === cut.get(uuid))
      .map(one => [one.uuid, one]),
  );
  if (whole.size === 0) return false;
  const rows = await session.all<{id: number; uuid: string}>(
    `SELECT id, uuid FROM editor_statement WHERE ${session.dialect.inList('uuid', 'text')} ORDER BY id`,
    [[...whole.keys()]],
  );
  await session.insert(
    statementTable,
    rows.map(({id, uuid}) => rowOf(Number(id), userName, whole.get(uuid) as MovedStatement)),
    {key: ['id'], set: ['database_name', 'sql_text', 'search_text']},
  );
  return true;
}

function rowOf(
  id: number,
  userName: string,
  {uuid, engine, database, text, state, submittedAt}: MovedStatement,
): readonly (string | number | null)[] {
  const values: Readonly<Record<string, string | number>> = {
    id,
    uuid,
    user_name: userName,
    engine,
    database_name: database,
    place: 0,
    statement_count: 1,
    sql_text: text,
    search_text: text.toLowerCase(),
    state,
    has_result_set: 0,
    submitted_at: submittedAt,
    finished_at: submittedAt,
  };
  return Object.keys(statementTable.columns).map(column => values[column] ?? null);
}
