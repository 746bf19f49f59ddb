import type {Session} from '@gazetteer/db';

/** A statement that the catalog is to be told of. */
export type OutboxRow = {readonly statement: number; readonly attempts: number};

/** Of several editors on one database one works on a row, as long as this at most. */
const leaseMs = 300_000;
/** What could not be told for so long is forgotten. */
const keptMs = 7 * 86_400_000;
/** More of a kind are no backlog but a catalog that nobody runs. */
const maxRows = 10_000;

/**
 * @param isUse it is only counted: reads are many, and lineage does not wait or give way for them
 */
export async function enqueue(
  db: Session,
  {id, isUse}: {readonly id: number; readonly isUse: boolean},
  now: number,
): Promise<void> {
  // Whoever finds its end a second time has nothing more to tell.
  await db.run(
    'INSERT INTO editor_lineage_outbox (statement, attempts, noted_at, busy_until, is_use) VALUES (?, 0, ?, 0, ?) ON CONFLICT DO NOTHING',
    [id, now, Number(isUse)],
  );
}

export async function removeOld(db: Session, now: number): Promise<void> {
  await db.run('DELETE FROM editor_lineage_outbox WHERE noted_at < ?', [now - keptMs]);
  for (const isUse of [0, 1])
    await db.run(
      `DELETE FROM editor_lineage_outbox WHERE is_use = ? AND statement NOT IN
         (SELECT statement FROM editor_lineage_outbox WHERE is_use = ? ORDER BY statement DESC LIMIT ${maxRows})`,
      [isUse, isUse],
    );
}

/** The oldest one that nobody works on, of those with lineage first. */
export async function claimNext(db: Session, now: number): Promise<OutboxRow | undefined> {
  const [row] = await db.all<{statement: number; attempts: number}>(
    'SELECT statement, attempts FROM editor_lineage_outbox WHERE busy_until < ? ORDER BY is_use, statement LIMIT 1',
    [now],
  );
  if (row === undefined) return undefined;
  const claimed = await db.run(
    'UPDATE editor_lineage_outbox SET busy_until = ? WHERE statement = ? AND busy_until < ?',
    [now + leaseMs, row.statement, now],
  );
  const {statement, attempts} = row;
  return claimed === 1 ? {statement: Number(statement), attempts: Number(attempts)} : undefined;
}

export async function removeRow(db: Session, {statement}: OutboxRow): Promise<void> {
  await db.run('DELETE FROM editor_lineage_outbox WHERE statement = ?', [statement]);
}

export async function putBack(
  db: Session,
  {statement}: OutboxRow,
  attempts: number,
  notBefore = 0,
): Promise<void> {
  await db.run(
    'UPDATE editor_lineage_outbox SET busy_until = ?, attempts = ? WHERE statement = ?',
    [notBefore, attempts, statement],
  );
}
