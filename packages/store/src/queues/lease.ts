import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';

/**
 * A lease says that somebody among all who share the store does something alone. It ends by itself,
 * since its holder may die; its value is the time of its end, 13 digits of epoch ms, and its
 * holder.
 */
const key = (name: string): string => `lease.${name}`;
const timeOf = 'CAST(substr(setting.value, 1, 13) AS BIGINT)';

/** Takes or prolongs the lease until `until`. @returns false when somebody else has it */
export async function takeLease(
  {[inner]: db}: GraphTx,
  name: string,
  holder: string,
  {now, until}: {now: number; until: number},
): Promise<boolean> {
  const changed = await db.session.run(
    `INSERT INTO setting (name, value) VALUES (?, ?) ${db.session.dialect.onConflict('setting', {
      key: ['name'],
      set: ['value'],
      where: `${timeOf} <= ? OR substr(setting.value, 15) = ?`,
    })}`,
    [key(name), `${until} ${holder}`, now, holder],
  );
  return changed > 0;
}

/** Gives the lease back, if it is the holder's. */
export async function dropLease(
  {[inner]: db}: GraphTx,
  name: string,
  holder: string,
): Promise<void> {
  await db.session.run('DELETE FROM setting WHERE name = ? AND substr(value, 15) = ?', [
    key(name),
    holder,
  ]);
}

export async function isLeased(
  {[inner]: db}: GraphRead,
  name: string,
  now: number,
): Promise<boolean> {
  const rows = await db.session.all(`SELECT 1 FROM setting WHERE name = ? AND ${timeOf} > ?`, [
    key(name),
    now,
  ]);
  return rows.length > 0;
}

/**
 * Ends all leases: for a process that knows that it is the only one on the store, and so that their
 * holders are gone.
 */
export async function endLeases({[inner]: db}: GraphTx): Promise<void> {
  await db.session.run("DELETE FROM setting WHERE name LIKE 'lease.%'");
}
