import type {Database, Session, Table} from './database.ts';
import type {Dialect} from './dialect.ts';

/** Of a row to be written: the database numbers it. */
const newRecord = {
  name: 'audit_record',
  columns: {agent: 'text', node: 'text', time: 'number', record: 'text'},
} as const satisfies Table;

/**
 * The server that keeps records, and the process of it, by a name that it has again after a
 * restart.
 */
export type Keeper = {readonly agent: 'catalog' | 'editor'; readonly node: string};

export type KeptRecord = {readonly id: number; readonly record: string};

/**
 * Of a process that has not sent on its own for so long nobody knows whether it comes back: others
 * that share the database do it.
 */
const orphanedMs = 60_000;
const pageSize = 500;

/** In every database of a server, and once in one that several servers share. */
export function keptRecordTable({numberedKey, types}: Dialect): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS audit_record (id ${types.id} ${numberedKey}, agent ${types.text} NOT NULL,
     node ${types.text} NOT NULL, time ${types.number} NOT NULL, record ${types.text} NOT NULL)`,
  ];
}

/** Keeps lines for the audit in the transaction of what they tell of. */
export async function keepRecords(
  session: Session,
  {agent, node}: Keeper,
  lines: readonly string[],
  now = Date.now(),
): Promise<void> {
  await session.insert(
    newRecord,
    lines.map(line => [agent, node, now, line]),
  );
}

/** The oldest that this process has to send on. */
export async function recordsToSend(
  session: Session,
  {agent, node}: Keeper,
  now = Date.now(),
): Promise<KeptRecord[]> {
  return await session.all<KeptRecord>(
    `SELECT id, record FROM audit_record WHERE agent = ? AND (node = ? OR time < ?) ORDER BY id LIMIT ${pageSize}`,
    [agent, node, now - orphanedMs],
  );
}

/** They are where they are to go. */
export async function dropRecords(session: Session, ids: readonly number[]): Promise<void> {
  await session.run(`DELETE FROM audit_record WHERE ${session.dialect.inList('id')}`, [ids]);
}

/** What a relay of records needs, over a database that it may write to itself. */
export function recordsIn(
  db: Database,
  keeper: Keeper,
): {next(): Promise<KeptRecord[]>; drop(ids: readonly number[]): Promise<void>} {
  return {
    next: async () => await db.read(async session => await recordsToSend(session, keeper)),
    drop: async ids => await db.write(async session => await dropRecords(session, ids)),
  };
}
