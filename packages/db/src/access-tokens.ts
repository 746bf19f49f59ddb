import {createHash, randomBytes, randomUUID} from 'node:crypto';
import type {Session, Table} from './database.ts';
import type {Dialect} from './dialect.ts';

/**
 * What whoever has a token may do: all that its owner may, only read, or only send OpenLineage
 * events.
 */
export const tokenScopes = ['all', 'read', 'lineage'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** A token that somebody made for a program. Times are epoch ms. */
export type AccessToken = {
  readonly uuid: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** To the hour: not every call is worth a write. */
  readonly usedAt: number | undefined;
};

/** Whose a token is, what it is good for, and whether its use is to be noted. */
export type TokenOwner = {
  readonly uuid: string;
  readonly userName: string;
  readonly scope: TokenScope;
  readonly isStale: boolean;
};

/** So that people, and programs that look for leaked secrets, know one when they see one. */
export const tokenPrefix = 'gzt_';
export const maxTokens = 100;
const usedStepMs = 3_600_000;

/** Tokens of one server: servers may share a database, and have tables of their own there. */
export class AccessTokens {
  readonly #table: Table;

  constructor(name: string) {
    const columns = {
      uuid: 'text',
      digest: 'text',
      user_name: 'text',
      name: 'text',
      scope: 'text',
      created_at: 'number',
      expires_at: 'number',
      used_at: 'number',
    } as const;
    this.#table = {name, columns};
  }

  /** Statements that make the table. */
  statements({types}: Dialect): string[] {
    const {name} = this.#table;
    return [
      `CREATE TABLE ${name} (uuid ${types.text} PRIMARY KEY, digest ${types.text} NOT NULL UNIQUE,
       user_name ${types.text} NOT NULL, name ${types.text} NOT NULL, scope ${types.text} NOT NULL,
       created_at ${types.number} NOT NULL, expires_at ${types.number}, used_at ${types.number})`,
      `CREATE INDEX ${name}_user ON ${name} (user_name)`,
    ];
  }

  /** The last made first. */
  async list(session: Session, userName: string): Promise<AccessToken[]> {
    const sql = `SELECT * FROM ${this.#table.name} WHERE user_name = ? ORDER BY created_at DESC, uuid`;
    return (await session.all<Row>(sql, [userName])).map(tokenOf);
  }

  /**
   * The token itself is in the answer, and can be seen by nobody again: only its digest is kept.
   * Undefined when the user has as many as there may be.
   */
  async create(
    session: Session,
    userName: string,
    {name, scope, expiresAt}: Pick<AccessToken, 'name' | 'scope' | 'expiresAt'>,
  ): Promise<(AccessToken & {readonly token: string}) | undefined> {
    const sql = `SELECT COUNT(*) AS n FROM ${this.#table.name} WHERE user_name = ?`;
    const [counted] = await session.all<{n: number}>(sql, [userName]);
    if (Number(counted?.n) >= maxTokens) return undefined;
    const token = tokenPrefix + randomBytes(32).toString('base64url');
    const made = {
      uuid: randomUUID(),
      name,
      scope,
      createdAt: Date.now(),
      expiresAt,
      usedAt: undefined,
    };
    const row = [
      made.uuid,
      digestOf(token),
      userName,
      name,
      scope,
      made.createdAt,
      expiresAt ?? null,
      null,
    ];
    await session.insert(this.#table, [row]);
    return {...made, token};
  }

  /** False when the user has no such token. */
  async revoke(session: Session, userName: string, uuid: string): Promise<boolean> {
    const sql = `DELETE FROM ${this.#table.name} WHERE user_name = ? AND uuid = ?`;
    return (await session.run(sql, [userName, uuid])) > 0;
  }

  async revokeAllOf(session: Session, userName: string): Promise<void> {
    await session.run(`DELETE FROM ${this.#table.name} WHERE user_name = ?`, [userName]);
  }

  /** Undefined when it is nobody's or its time is over. */
  async ownerOf(session: Session, token: string): Promise<TokenOwner | undefined> {
    const [row] = await session.all<Row>(`SELECT * FROM ${this.#table.name} WHERE digest = ?`, [
      digestOf(token),
    ]);
    const now = Date.now();
    if (row === undefined || (row.expires_at ?? Infinity) < now) return undefined;
    const isStale = now - (row.used_at ?? 0) > usedStepMs;
    return {uuid: row.uuid, userName: row.user_name, scope: row.scope, isStale};
  }

  async noteUse(session: Session, uuid: string): Promise<void> {
    await session.run(`UPDATE ${this.#table.name} SET used_at = ? WHERE uuid = ?`, [
      Date.now(),
      uuid,
    ]);
  }
}

type Row = {
  readonly uuid: string;
  readonly user_name: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly used_at: number | null;
};

function tokenOf({uuid, name, scope, created_at, expires_at, used_at}: Row): AccessToken {
  const optional = {expiresAt: expires_at ?? undefined, usedAt: used_at ?? undefined};
  return {uuid, name, scope, createdAt: created_at, ...optional};
}

/** A token is random enough that a plain hash cannot be guessed back. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
