import {DatabaseSync} from 'node:sqlite';

/**
 * Held until released, or until the process ends in any way: the operating system drops the lock
 * then.
 */
export type FolderLock = {release(): void};

/**
 * Makes this process the only one to use a data folder, which must exist. Throws with the holder's
 * process id when another one has it. The lock is an open write transaction on a small file:
 * readers still see the row committed before it.
 */
export function lockFolder(folder: string): FolderLock {
  const db = new DatabaseSync(`${folder}/lock.db`, {timeout: 0});
  try {
    db.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
    db.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER, since TEXT)');
    db.exec('DELETE FROM holder');
    db.prepare('INSERT INTO holder VALUES (?, ?)').run(process.pid, new Date().toISOString());
    db.exec('COMMIT');
    // Between the two another process may have come first; then this throws and the row is already
    // that one's.
    db.exec('BEGIN IMMEDIATE');
  } catch (cause) {
    const message = isBusy(cause)
      ? heldMessage(folder, db)
      : `Data folder ${folder} cannot be locked`;
    db.close();
    throw new Error(message, {cause});
  }
  return {release: () => db.close()};
}

function heldMessage(folder: string, db: DatabaseSync): string {
  return `Data folder ${folder} is in use by ${holderOf(db)}. Stop that one first, or name another folder with --data`;
}

function holderOf(db: DatabaseSync): string {
  try {
    const row = db.prepare('SELECT pid, since FROM holder').get();
    if (row !== undefined) return `process ${Number(row['pid'])}, since ${String(row['since'])}`;
  } catch (error) {
    // The other one is just writing its row, for the first time perhaps.
    if (!isBusy(error) && !String(error).includes('no such table')) throw error;
  }
  return 'another process';
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return ((error as {errcode?: number}).errcode ?? 0) % 256 === sqliteBusy;
}
