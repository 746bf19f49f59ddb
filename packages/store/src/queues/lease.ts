import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';

/**
 * A lease says that somebody among all who share the store does something alone. It ends by itself,
 * since its holder may die; its value is the time of its end, 13 digits of epoch ms, and its
 * holder. Time is the database's: clocks of machines differ.
 *
 * Whoever takes it in the transaction of its work is safe whenever it ends: others wait for the row
 * until that is committed, and one that has lost the lease finds out before anything is kept.
 */
const key = (name: string): string => `lease.${name}`;
const timeOf = 'CAST(substr(setting.value, 1, 13) AS BIGINT)';

/**
 * How long a job that does not go on is taken for one that does. Work that takes longer outside of
 * transactions takes the lease again meanwhile.
 */
export const leaseMs = 6_000;

/** Takes or prolongs the lease, for so long from now. @returns false when somebody else has it */
export async function takeLease(
  {[inner]: db}: GraphTx,
  name: string,
  holder: string,
  forMs = leaseMs,
): Promise<boolean> {
  const {dialect} = db.session;
  const value = `(${dialect.now} + CAST(? AS BIGINT)) || ' ' || ?`;
  // Said twice: it counts from when the row is there, not from when it was waited for.
  const changed = await db.session.run(
    `INSERT INTO setting (name, value) VALUES (?, ${value})
     ON CONFLICT (name) DO UPDATE SET value = ${value}
     WHERE ${timeOf} <= ${dialect.now} OR substr(setting.value, 15) = ?`,
    [key(name), forMs, holder, forMs, holder, holder],
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

export async function isLeased({[inner]: db}: GraphRead, name: string): Promise<boolean> {
  const rows = await db.session.all(
    `SELECT 1 FROM setting WHERE name = ? AND ${timeOf} > ${db.session.dialect.now}`,
    [key(name)],
  );
  return rows.length > 0;
}

/**
 * Ends all leases: for a process that knows that it is the only one on the store, and so that their
 * holders are gone.
 */
export async function endLeases({[inner]: db}: GraphTx): Promise<void> {
  await db.session.run("DELETE FROM setting WHERE name LIKE 'lease.%'");
}
