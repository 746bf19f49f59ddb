import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {followDigest} from '../schema/schema.ts';

export type DigestEvery = 'DAILY' | 'WEEKLY';

/** How somebody is told of what they follow. Times are epoch ms. */
export type FollowDigest = {
  readonly userName: string;
  readonly every: DigestEvery;
  readonly address: string;
  readonly dueTime: number;
  /** Changes up to this time were told, or are from before it was asked for. */
  readonly toldTime: number;
  /** Of the last mail; 0 before the first. */
  readonly sentTime: number;
  /** Of the mail that is due; one that fails is tried several times. */
  readonly attempts: number;
  /** Why the last attempt failed; empty where it did not. */
  readonly error: string;
};

type Row = {
  user_name: string;
  every: string;
  address: string;
  due_time: number;
  told_time: number;
  sent_time: number;
  attempts: number;
  error: string;
};

const shown = Object.keys(followDigest.columns).join(', ');

/** @param hold `keep`: nobody else changes it before the transaction ends */
export async function followDigestOf(
  {[inner]: db}: GraphRead,
  userName: string,
  hold: 'look' | 'keep' = 'look',
): Promise<FollowDigest | undefined> {
  const lock = hold === 'keep' ? db.session.dialect.forUpdate : '';
  const rows = await db.session.all<Row>(
    `SELECT ${shown} FROM follow_digest WHERE user_name = ?${lock}`,
    [userName],
  );
  return rows.map(digestIn)[0];
}

/** Those that are due longest. */
export async function dueDigests(
  {[inner]: db}: GraphRead,
  now: number,
  limit: number,
): Promise<FollowDigest[]> {
  const rows = await db.session.all<Row>(
    `SELECT ${shown} FROM follow_digest WHERE due_time <= ? ORDER BY due_time LIMIT ?`,
    [now, limit],
  );
  return rows.map(digestIn);
}

export async function saveFollowDigest(
  {[inner]: db}: GraphTx,
  {userName, every, address, dueTime, toldTime, sentTime, attempts, error}: FollowDigest,
): Promise<void> {
  await db.session.insert(
    followDigest,
    [[userName, every, address, dueTime, toldTime, sentTime, attempts, error]],
    {
      key: ['user_name'],
      set: ['every', 'address', 'due_time', 'told_time', 'sent_time', 'attempts', 'error'],
    },
  );
}

export async function removeFollowDigest({[inner]: db}: GraphTx, userName: string): Promise<void> {
  await db.session.run('DELETE FROM follow_digest WHERE user_name = ?', [userName]);
}

function digestIn(row: Row): FollowDigest {
  return {
    userName: row.user_name,
    every: row.every as DigestEvery,
    address: row.address,
    dueTime: row.due_time,
    toldTime: row.told_time,
    sentTime: row.sent_time,
    attempts: row.attempts,
    error: row.error,
  };
}
