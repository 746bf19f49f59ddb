import {randomUUID} from 'node:crypto';
import type {Database, Table} from '@gazetteer/db';
import type {Actor} from '@gazetteer/server';
import {Refusal} from '../http/refusal.ts';
import type {JsonObject} from '../http/rest-input.ts';

/** Whom a result is shown to. With `link`, everybody who is logged in and has its address. */
export type Audience = {readonly kind: 'user' | 'group' | 'link'; readonly name: string};

/** A result that others may look at: no more than that, and no longer than it is kept. */
export type Share = {
  readonly uuid: string;
  /** The id of the statement. */
  readonly statement: string;
  readonly owner: string;
  readonly title: string;
  /** The page's own: table or chart, what is searched for, the order. */
  readonly view: JsonObject;
  readonly grants: readonly Audience[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
};

const shareTable = {
  name: 'editor_result_share',
  columns: {
    uuid: 'text',
    statement: 'text',
    owner: 'text',
    title: 'text',
    view: 'json',
    grants: 'json',
    created_at: 'number',
  },
} as const satisfies Table;

const maxShares = 1000;

export async function addShare(db: Database, share: Omit<Share, 'uuid' | 'createdAt'>): Promise<Share> {
  const made = {...share, uuid: randomUUID(), createdAt: Date.now()};
  const {uuid, statement, owner, title, view, grants, createdAt} = made;
  await db.write(async session => {
    const [counted] = await session.all<{n: number}>('SELECT COUNT(*) AS n FROM editor_result_share WHERE owner = ?', [
      owner,
    ]);
    if (Number(counted?.n) >= maxShares) {
      throw new Refusal(409, `You share ${maxShares} results, which is the limit; take some back.`);
    }
    const row = [uuid, statement, owner, title, JSON.stringify(view), JSON.stringify(grants), createdAt];
    await session.insert(shareTable, [row]);
  });
  return made;
}

/** Of one's own result, the last first. */
export async function listShares(db: Database, owner: string, statement: string): Promise<Share[]> {
  const sql = 'SELECT * FROM editor_result_share WHERE owner = ? AND statement = ? ORDER BY created_at DESC, uuid';
  const rows = await db.read(session => session.all<Row>(sql, [owner, statement]));
  return rows.map(shareOf);
}

/** Undefined for what there is not, and for what the actor may not see. */
export async function findShare(db: Database, actor: Actor, uuid: string): Promise<Share | undefined> {
  const sql = 'SELECT * FROM editor_result_share WHERE uuid = ?';
  const [row] = await db.read(session => session.all<Row>(sql, [uuid]));
  const share = row && shareOf(row);
  return share !== undefined && isFor(share, actor) ? share : undefined;
}

/** @throws {Refusal} 404 */
export async function dropShare(db: Database, owner: string, uuid: string): Promise<void> {
  const sql = 'DELETE FROM editor_result_share WHERE uuid = ? AND owner = ?';
  if ((await db.write(session => session.run(sql, [uuid, owner]))) === 0)
    throw new Refusal(404, 'There is no such share of yours.');
}

function isFor({owner, grants}: Share, {userName, groups}: Actor): boolean {
  if (owner === userName) return true;
  return grants.some(
    ({kind, name}) =>
      kind === 'link' || (kind === 'user' && name === userName) || (kind === 'group' && groups.includes(name)),
  );
}

type Row = {
  readonly uuid: string;
  readonly statement: string;
  readonly owner: string;
  readonly title: string;
  readonly view: string;
  readonly grants: string;
  readonly created_at: number;
};

function shareOf({uuid, statement, owner, title, view, grants, created_at}: Row): Share {
  return {
    uuid,
    statement,
    owner,
    title,
    view: JSON.parse(view) as JsonObject,
    grants: JSON.parse(grants) as Audience[],
    createdAt: created_at,
  };
}
