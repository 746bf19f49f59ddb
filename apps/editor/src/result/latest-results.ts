import {createHash} from 'node:crypto';
import type {Database, Table} from '@gazetteer/db';
import type {StatementState} from '../statement/statement.ts';

/** What a person ran by a text last. Times are epoch milliseconds. */
export type LatestResult = {
  readonly statement: string;
  readonly state: StatementState;
  readonly hasResultSet: boolean;
  readonly message: string | undefined;
  readonly submittedAt: number;
  readonly finishedAt: number | undefined;
  readonly engine: string;
  readonly database: string;
  /** What was run, where that was asked for. */
  readonly sql: string | undefined;
};

const latestTable = {
  name: 'editor_latest_result',
  columns: {user_name: 'text', fingerprint: 'text', statement: 'text', asked_at: 'number'},
} as const satisfies Table;

/** Of one person; those that were asked for longest ago are forgotten. */
const maxRemembered = 2000;

/** Tells texts apart, with their values in them, and where they are run. */
export function fingerprintOf(engine: string, database: string, text: string): string {
  return printOf([engine, database, text]);
}

/** Tells cells of notebooks apart, whatever is in them. */
export function cellFingerprint(notebook: string, cell: string): string {
  return printOf(['notebook', notebook, cell, '']);
}

function printOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** By their order in the history, from which a noted one may have been removed. */
const isNewer = `COALESCE((SELECT id FROM editor_statement WHERE uuid = excluded.statement), 0) >=
  COALESCE((SELECT id FROM editor_statement WHERE uuid = editor_latest_result.statement), 0)`;

/** Notes a statement unless one that was submitted later is noted. */
export async function noteLatest(
  db: Database,
  userName: string,
  fingerprint: string,
  statement: string,
): Promise<void> {
  await db.write(async session => {
    await session.insert(latestTable, [[userName, fingerprint, statement, Date.now()]], {
      key: ['user_name', 'fingerprint'],
      set: ['statement', 'asked_at'],
      where: isNewer,
    });
    await session.run(
      `DELETE FROM editor_latest_result WHERE user_name = ? AND fingerprint NOT IN (
         SELECT fingerprint FROM editor_latest_result WHERE user_name = ?
         ORDER BY asked_at DESC, fingerprint LIMIT ${maxRemembered})`,
      [userName, userName],
    );
  });
}

/** Notes the one before it again, or none, unless another one is noted by now. */
export async function takeBack(
  db: Database,
  userName: string,
  fingerprint: string,
  {noted, earlier}: {readonly noted: string; readonly earlier: string | undefined},
): Promise<void> {
  const where = 'WHERE user_name = ? AND fingerprint = ? AND statement = ?';
  const at = [userName, fingerprint, noted];
  await db.write(async session => {
    if (earlier === undefined) await session.run(`DELETE FROM editor_latest_result ${where}`, at);
    else
      await session.run(`UPDATE editor_latest_result SET statement = ? ${where}`, [earlier, ...at]);
  });
}

/**
 * By fingerprint, as far as the history of the person still has them.
 * @param withSql whether to read what was run, which may be long
 */
export async function latestResults(
  db: Database,
  userName: string,
  fingerprints: readonly string[],
  withSql = false,
): Promise<ReadonlyMap<string, LatestResult>> {
  const rows = await db.read(session =>
    session.all<Row>(
      `SELECT l.fingerprint, s.uuid, s.state, s.has_result_set, s.message, s.submitted_at, s.finished_at,
         s.engine, s.database_name, ${withSql ? 's.sql_text' : 'NULL AS sql_text'}
       FROM editor_latest_result l JOIN editor_statement s ON s.uuid = l.statement AND s.user_name = l.user_name
       WHERE l.user_name = ? AND ${session.dialect.inList('l.fingerprint', 'text')}`,
      [userName, [...fingerprints]],
    ),
  );
  return new Map(rows.map(row => [row.fingerprint, latestOf(row)]));
}

type Row = {
  readonly fingerprint: string;
  readonly uuid: string;
  readonly state: StatementState;
  readonly has_result_set: number;
  readonly message: string | null;
  readonly submitted_at: number;
  readonly finished_at: number | null;
  readonly engine: string;
  readonly database_name: string;
  readonly sql_text: string | null;
};

function latestOf(row: Row): LatestResult {
  return {
    statement: row.uuid,
    state: row.state,
    hasResultSet: Number(row.has_result_set) === 1,
    message: row.message ?? undefined,
    submittedAt: Number(row.submitted_at),
    finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
    engine: row.engine,
    database: row.database_name,
    sql: row.sql_text ?? undefined,
  };
}
