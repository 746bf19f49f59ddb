import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {Database, Table} from '@gazetteer/db';

/** A token that somebody made for a script. Times are epoch milliseconds. */
export type PersonalToken = {
  readonly uuid: string;
  readonly name: string;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** To the hour: not every call is worth a write. */
  readonly usedAt: number | undefined;
};

const tokenTable = {
  name: 'editor_token',
  columns: {
    uuid: 'text',
    digest: 'text',
    user_name: 'text',
    name: 'text',
    created_at: 'number',
    expires_at: 'number',
    used_at: 'number',
  },
} as const satisfies Table;

/** So that people, and programs that look for leaked secrets, know one when they see one. */
export const tokenPrefix = 'gzt_';
const maxTokens = 100;
const usedStepMs = 3_600_000;

export async function listTokens(db: Database, userName: string): Promise<PersonalToken[]> {
  const sql = 'SELECT * FROM editor_token WHERE user_name = ? ORDER BY created_at DESC, uuid';
  return (await db.read(session => session.all<Row>(sql, [userName]))).map(tokenOf);
}

/** Returns the token itself, which nobody can see again: only its digest is kept. */
export async function createToken(
  db: Database,
  userName: string,
  name: string,
  expiresAt: number | undefined,
): Promise<PersonalToken & {readonly token: string}> {
  const token = tokenPrefix + randomBytes(32).toString('base64url');
  const made = {uuid: randomUUID(), name, createdAt: Date.now(), expiresAt, usedAt: undefined};
  await db.write(async session => {
    const [counted] = await session.all<{n: number}>('SELECT COUNT(*) AS n FROM editor_token WHERE user_name = ?', [
      userName,
    ]);
    if (Number(counted?.n) >= maxTokens)
      throw new AppError('CONFLICT', [`There are ${maxTokens} tokens, which is the limit.`]);
    const row = [made.uuid, digestOf(token), userName, name, made.createdAt, expiresAt ?? null, null];
    await session.insert(tokenTable, [row]);
  });
  return {...made, token};
}

export async function revokeToken(db: Database, userName: string, uuid: string): Promise<void> {
  const sql = 'DELETE FROM editor_token WHERE user_name = ? AND uuid = ?';
  const revoked = await db.write(session => session.run(sql, [userName, uuid]));
  if (revoked === 0) throw new AppError('NOT_FOUND', ['There is no such token of yours.']);
}

export async function revokeTokensOf(db: Database, userName: string): Promise<void> {
  await db.write(session => session.run('DELETE FROM editor_token WHERE user_name = ?', [userName]));
}

/** Whose token this is; undefined when it is nobody's or its time is over. */
export async function ownerOf(db: Database, token: string): Promise<string | undefined> {
  const sql = 'SELECT * FROM editor_token WHERE digest = ?';
  const [row] = await db.read(session => session.all<Row>(sql, [digestOf(token)]));
  const now = Date.now();
  if (row === undefined || (row.expires_at ?? now) < now) return undefined;
  if (now - (row.used_at ?? 0) > usedStepMs) {
    await db.write(session => session.run('UPDATE editor_token SET used_at = ? WHERE uuid = ?', [now, row.uuid]));
  }
  return row.user_name;
}

type Row = {
  readonly uuid: string;
  readonly user_name: string;
  readonly name: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly used_at: number | null;
};

function tokenOf({uuid, name, created_at, expires_at, used_at}: Row): PersonalToken {
  return {uuid, name, createdAt: created_at, expiresAt: expires_at ?? undefined, usedAt: used_at ?? undefined};
}

/** A token is random enough that a plain hash cannot be guessed back. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
