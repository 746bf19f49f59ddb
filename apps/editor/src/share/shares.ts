import {randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {Database, Session, Table} from '@gazetteer/db';
import {grantedTo} from './granted-to.ts';
import type {Json} from '../http/envelope.ts';
import type {Onlooker} from '../config/sharing.ts';
import {dropTraces} from './viewers.ts';

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
  readonly view: Json;
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

const grantTable = {
  name: 'editor_result_share_grant',
  columns: {share: 'text', kind: 'text', name: 'text'},
} as const satisfies Table;

const maxShares = 1000;
const maxListed = 1000;

/** A share, and the statement whose result it shows. */
export type SharedResult = Pick<Share, 'uuid' | 'owner' | 'title' | 'createdAt'> & {
  readonly statement: string;
  readonly engine: string;
  readonly database: string;
  readonly sql: string;
};

export async function addShare(
  db: Database,
  share: Omit<Share, 'uuid' | 'createdAt'>,
): Promise<Share> {
  const made = {...share, uuid: randomUUID(), createdAt: Date.now()};
  const {uuid, statement, owner, title, view, grants, createdAt} = made;
  await db.write(async session => {
    const [counted] = await session.all<{n: number}>(
      'SELECT COUNT(*) AS n FROM editor_result_share WHERE owner = ?',
      [owner],
    );
    if (Number(counted?.n) >= maxShares) {
      throw new AppError('CONFLICT', [
        `You share ${maxShares} results, which is the limit; take some back.`,
      ]);
    }
    const row = [
      uuid,
      statement,
      owner,
      title,
      JSON.stringify(view),
      JSON.stringify(grants),
      createdAt,
    ];
    await session.insert(shareTable, [row]);
    const distinct = new Map(
      grants.map(({kind, name}) => [`${kind} ${name}`, [uuid, kind, name] as const]),
    );
    await session.insert(grantTable, [...distinct.values()]);
  });
  return made;
}

/** Of one's own result, the last first. */
export async function listShares(db: Database, owner: string, statement: string): Promise<Share[]> {
  const sql =
    'SELECT * FROM editor_result_share WHERE owner = ? AND statement = ? ORDER BY created_at DESC, uuid';
  const rows = await db.read(session => session.all<Row>(sql, [owner, statement]));
  return rows.map(shareOf);
}

/**
 * Of others, with the actor or with a group of the actor's, the last first. Those by link are for
 * who has the address.
 */
export async function listSharedResults(db: Database, actor: Onlooker): Promise<SharedResult[]> {
  return await db.read(async session => {
    const [condition, params] = grantedTo(actor, session.dialect, false);
    const rows = await session.all<Row & {engine: string; database_name: string; sql_text: string}>(
      `SELECT r.*, s.engine, s.database_name, s.sql_text
       FROM editor_result_share r JOIN editor_statement s ON s.uuid = r.statement
       WHERE r.owner <> ? AND EXISTS (SELECT 1 FROM editor_result_share_grant g WHERE g.share = r.uuid AND ${condition})
       ORDER BY r.created_at DESC, r.uuid LIMIT ${maxListed}`,
      [actor.userName, ...params],
    );
    return rows.map(row => {
      const {uuid, owner, title, createdAt, statement} = shareOf(row);
      return {
        uuid,
        owner,
        title,
        createdAt,
        statement,
        engine: row.engine,
        database: row.database_name,
        sql: row.sql_text,
      };
    });
  });
}

/**
 * Undefined for what there is not, and for what the actor may not see.
 * @param lock `change` keeps it from being taken back until the transaction ends
 */
export async function findShare(
  session: Session,
  actor: Onlooker,
  uuid: string,
  lock: 'read' | 'change' = 'read',
): Promise<Share | undefined> {
  const [row] = await session.all<Row>(
    `SELECT * FROM editor_result_share WHERE uuid = ?${lock === 'change' ? session.dialect.forUpdate : ''}`,
    [uuid],
  );
  const share = row && shareOf(row);
  return share !== undefined && isFor(share, actor) ? share : undefined;
}

/** @throws AppError 404 */
export async function dropShare(db: Database, owner: string, uuid: string): Promise<void> {
  await db.write(async session => {
    const [found] = await session.all<{uuid: string}>(
      `SELECT uuid FROM editor_result_share WHERE uuid = ? AND owner = ?${session.dialect.forUpdate}`,
      [uuid, owner],
    );
    if (found === undefined) throw new AppError('NOT_FOUND', ['There is no such share of yours.']);
    await dropShares(session, [uuid]);
  });
}

/** With what was written about them, and who looked at them. */
export async function dropShares(session: Session, uuids: readonly string[]): Promise<void> {
  const listed = (column: string) => session.dialect.inList(column, 'text');
  // First: it waits for what is being added to them, which then goes along.
  await session.run(`DELETE FROM editor_result_share WHERE ${listed('uuid')}`, [uuids]);
  await session.run(`DELETE FROM editor_result_share_grant WHERE ${listed('share')}`, [uuids]);
  await dropTraces(session, uuids);
}

function isFor({owner, grants}: Share, {userName, groups, sharing}: Onlooker): boolean {
  if (owner === userName) return true;
  if (!sharing.isOn) return false;
  return grants.some(
    ({kind, name}) =>
      (kind === 'link' && sharing.byLink) ||
      (kind === 'user' && name === userName) ||
      (kind === 'group' && groups.includes(name)),
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
    view: JSON.parse(view) as Json,
    grants: JSON.parse(grants) as Audience[],
    createdAt: Number(created_at),
  };
}
