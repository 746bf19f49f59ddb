import {randomBytes, randomUUID} from 'node:crypto';
import type {Database, Session} from '@gazetteer/db';
import {AppError} from '@gazetteer/model';
import type {Onlooker} from '../config/sharing.ts';
import {find, findReadable} from '../document/access.ts';
import {
  type Audience,
  linkTable,
  type OwnSnapshot,
  type Preview,
  type Snapshot,
  type SnapshotContent,
  type SnapshotHead,
  type SnapshotLink,
  snapshotTable,
} from './snapshot.ts';

/** Snapshots of one person, their bytes, and links of one snapshot. */
export const maxSnapshots = 100;
const maxBytes = 100e6;
const maxLinks = 20;
const maxListed = 500;

const head = `uuid, document, owner, name, description, audience, has_preview, bytes, taken_at`;
const select = `SELECT ${head}, engines, content FROM editor_snapshot WHERE uuid = ?`;

export type NewSnapshot = Pick<
  Snapshot,
  'document' | 'name' | 'description' | 'audience' | 'engines'
> & {readonly content: SnapshotContent; readonly picture: Buffer | undefined};

/** @throws AppError as for documents, 409 where the person has as many as there may be */
export async function addSnapshot(
  db: Database,
  actor: Onlooker,
  wanted: NewSnapshot,
): Promise<SnapshotHead> {
  const {picture, content, engines, ...rest} = wanted;
  const text = JSON.stringify(content);
  const drawn = picture?.toString('base64');
  const bytes = Buffer.byteLength(text) + (drawn?.length ?? 0);
  const own = {uuid: randomUUID(), owner: actor.userName, hasPreview: false};
  const made = {...rest, ...own, bytes, takenAt: Date.now()};
  const {uuid, document, owner, name, description, audience, takenAt} = made;
  await db.write(async session => {
    const {forKeyShare} = session.dialect;
    await find(session, actor, document, 'read', forKeyShare === '' ? '' : `${forKeyShare} OF d`);
    await takeTurn(session, owner);
    await checkRoom(session, owner, bytes);
    const all = JSON.stringify(engines);
    await session.insert(snapshotTable, [
      [
        uuid,
        document,
        owner,
        name,
        description,
        audience,
        0,
        all,
        text,
        drawn ?? null,
        bytes,
        takenAt,
      ],
    ]);
  });
  return made;
}

/** Of all snapshots of one person one is added at a time: what there is already is counted. */
async function takeTurn(session: Session, owner: string): Promise<void> {
  const name = `snapshots of ${owner}`;
  await session.run(
    'INSERT INTO editor_turn (name, seen_at) VALUES (?, 0) ON CONFLICT DO NOTHING',
    [name],
  );
  await session.all(`SELECT name FROM editor_turn WHERE name = ?${session.dialect.forUpdate}`, [
    name,
  ]);
}

async function checkRoom(session: Session, owner: string, more: number): Promise<void> {
  const [row] = await session.all<{n: number; bytes: number | null}>(
    'SELECT COUNT(*) AS n, SUM(bytes) AS bytes FROM editor_snapshot WHERE owner = ?',
    [owner],
  );
  if (Number(row?.n) >= maxSnapshots)
    throw new AppError('CONFLICT', [`You have ${maxSnapshots} snapshots. Delete some.`]);
  if (Number(row?.bytes ?? 0) + more > maxBytes)
    throw new AppError('CONFLICT', ['Your snapshots take all the space there is. Delete some.']);
}

/** Those of a dashboard that the actor may see, the last first. @throws AppError as for documents */
export async function listSnapshots(
  db: Database,
  actor: Onlooker,
  document: string,
): Promise<SnapshotHead[]> {
  return await db.read(async session => {
    await find(session, actor, document, 'read');
    const rows = await session.all<HeadRow>(
      `SELECT ${head} FROM editor_snapshot WHERE document = ? AND (owner = ? OR audience = 'dashboard')
       ORDER BY taken_at DESC, uuid LIMIT ${maxListed}`,
      [document, actor.userName],
    );
    return rows.map(headOf);
  });
}

/** Those of all dashboards, also of such that the owner can no longer open; the last first. */
export async function listOwn(db: Database, owner: string): Promise<OwnSnapshot[]> {
  return await db.read(async session => {
    const rows = await session.all<HeadRow>(
      `SELECT ${head} FROM editor_snapshot WHERE owner = ? ORDER BY taken_at DESC, uuid`,
      [owner],
    );
    const links = await session.all<LinkRow>(
      `SELECT l.* FROM editor_snapshot_link l JOIN editor_snapshot s ON s.uuid = l.snapshot
       WHERE s.owner = ? AND l.expires_at > ? ORDER BY l.created_at DESC, l.uuid`,
      [owner, Date.now()],
    );
    const bySnapshot = Map.groupBy(links.map(linkOf), ({snapshot}) => snapshot);
    return rows.map(row => ({...headOf(row), links: bySnapshot.get(row.uuid) ?? []}));
  });
}

/** @throws AppError 404 for what the actor may not see, 410 where its dashboard was thrown away */
export async function readSnapshot(db: Database, actor: Onlooker, uuid: string): Promise<Snapshot> {
  return await db.read(async session => {
    const row = await rowOf(session, uuid);
    if (row.owner === actor.userName) return snapshotOf(row);
    if (row.audience !== 'dashboard') throw notFound();
    await find(session, actor, row.document, 'read');
    return snapshotOf(row);
  });
}

/** What whoever is not logged in may see of it; undefined where there is nothing. */
export async function findPreview(db: Database, uuid: string): Promise<Preview | undefined> {
  const [row] = await db.read(session =>
    session.all<HeadRow & {engines: string; has_picture: number}>(
      `SELECT ${head}, engines, CASE WHEN picture IS NULL THEN 0 ELSE 1 END AS has_picture
       FROM editor_snapshot WHERE uuid = ? AND has_preview = 1`,
      [uuid],
    ),
  );
  if (row === undefined) return undefined;
  const engines = JSON.parse(row.engines) as string[];
  return {...headOf(row), engines, hasPicture: Number(row.has_picture) === 1};
}

/** A PNG, where there is one. */
export async function findPicture(db: Database, uuid: string): Promise<Buffer | undefined> {
  const [row] = await db.read(session =>
    session.all<{picture: string | null}>('SELECT picture FROM editor_snapshot WHERE uuid = ?', [
      uuid,
    ]),
  );
  return row?.picture ? Buffer.from(row.picture, 'base64') : undefined;
}

/** Whether its dashboard is there, and not in the trash, and the person may read it. */
export async function canReadDashboard(
  db: Database,
  person: Onlooker,
  document: string,
): Promise<boolean> {
  const found = await db.read(session => findReadable(session, person, [document]));
  return found.size > 0;
}

/** @throws AppError 404 for one of somebody else */
export async function changeSnapshot(
  db: Database,
  owner: string,
  uuid: string,
  {
    name,
    description,
    audience,
    hasPreview,
  }: Pick<SnapshotHead, 'name' | 'description' | 'audience' | 'hasPreview'>,
): Promise<SnapshotHead> {
  return await db.write(async session => {
    const row = await ownRow(session, owner, uuid);
    await session.run(
      'UPDATE editor_snapshot SET name = ?, description = ?, audience = ?, has_preview = ? WHERE uuid = ?',
      [name, description, audience, hasPreview ? 1 : 0, uuid],
    );
    return {...headOf(row), name, description, audience, hasPreview};
  });
}

/** With its links. @throws AppError 404 for one of somebody else */
export async function deleteSnapshot(db: Database, owner: string, uuid: string): Promise<void> {
  await db.write(async session => {
    await ownRow(session, owner, uuid);
    await session.run('DELETE FROM editor_snapshot_link WHERE snapshot = ?', [uuid]);
    await session.run('DELETE FROM editor_snapshot WHERE uuid = ?', [uuid]);
  });
}

/** Those that have not expired. @throws AppError 404 for a snapshot of somebody else */
export async function listLinks(
  db: Database,
  owner: string,
  uuid: string,
): Promise<SnapshotLink[]> {
  return await db.read(async session => {
    await ownRow(session, owner, uuid);
    const rows = await session.all<LinkRow>(
      'SELECT * FROM editor_snapshot_link WHERE snapshot = ? AND expires_at > ? ORDER BY created_at DESC, uuid',
      [uuid, Date.now()],
    );
    return rows.map(linkOf);
  });
}

/** @throws AppError 404 for a snapshot of somebody else, 409 where it has as many as there may be */
export async function addLink(
  db: Database,
  owner: string,
  snapshot: string,
  expiresAt: number,
): Promise<SnapshotLink> {
  return await db.write(async session => {
    await ownRow(session, owner, snapshot);
    const now = Date.now();
    await session.run('DELETE FROM editor_snapshot_link WHERE snapshot = ? AND expires_at <= ?', [
      snapshot,
      now,
    ]);
    const [counted] = await session.all<{n: number}>(
      'SELECT COUNT(*) AS n FROM editor_snapshot_link WHERE snapshot = ?',
      [snapshot],
    );
    if (Number(counted?.n) >= maxLinks)
      throw new AppError('CONFLICT', [`A snapshot has ${maxLinks} links at most. Revoke some.`]);
    const secret = randomBytes(32).toString('base64url');
    const made = {uuid: randomUUID(), snapshot, secret, expiresAt, createdAt: now};
    await session.insert(linkTable, [[made.uuid, snapshot, secret, expiresAt, now]]);
    return made;
  });
}

/** @throws AppError 404 for one of somebody else */
export async function dropLink(
  db: Database,
  owner: string,
  snapshot: string,
  uuid: string,
): Promise<void> {
  await db.write(async session => {
    await ownRow(session, owner, snapshot);
    const sql = 'DELETE FROM editor_snapshot_link WHERE uuid = ? AND snapshot = ?';
    if ((await session.run(sql, [uuid, snapshot])) === 0)
      throw new AppError('NOT_FOUND', ['There is no such link.']);
  });
}

export async function findLink(db: Database, uuid: string): Promise<SnapshotLink | undefined> {
  const [link] = await db.read(session =>
    session.all<LinkRow>('SELECT * FROM editor_snapshot_link WHERE uuid = ?', [uuid]),
  );
  return link && linkOf(link);
}

/** What a link shows, if it may be shown. */
export async function findSnapshot(db: Database, uuid: string): Promise<Snapshot | undefined> {
  const [row] = await db.read(session => session.all<Row>(select, [uuid]));
  return row && snapshotOf(row);
}

async function rowOf(session: Session, uuid: string): Promise<Row> {
  const [row] = await session.all<Row>(select, [uuid]);
  if (row === undefined) throw notFound();
  return row;
}

async function ownRow(session: Session, owner: string, uuid: string): Promise<HeadRow> {
  const [row] = await session.all<HeadRow>(
    `SELECT ${head} FROM editor_snapshot WHERE uuid = ? AND owner = ?${session.dialect.forUpdate}`,
    [uuid, owner],
  );
  if (row === undefined) throw notFound();
  return row;
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', ['Snapshot not found or not shared with you.']);
}

function headOf(row: HeadRow): SnapshotHead {
  const {uuid, document, owner, name, description, audience, has_preview, bytes, taken_at} = row;
  return {
    uuid,
    document,
    owner,
    name,
    description,
    audience,
    hasPreview: Number(has_preview) === 1,
    bytes: Number(bytes),
    takenAt: Number(taken_at),
  };
}

function snapshotOf(row: Row): Snapshot {
  return {
    ...headOf(row),
    engines: JSON.parse(row.engines) as string[],
    content: JSON.parse(row.content) as SnapshotContent,
  };
}

function linkOf({uuid, snapshot, secret, expires_at, created_at}: LinkRow): SnapshotLink {
  return {uuid, snapshot, secret, expiresAt: Number(expires_at), createdAt: Number(created_at)};
}

type HeadRow = {
  readonly uuid: string;
  readonly document: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string;
  readonly audience: Audience;
  readonly has_preview: number;
  readonly bytes: number;
  readonly taken_at: number;
};
type Row = HeadRow & {
  readonly engines: string;
  readonly content: string;
};
type LinkRow = {
  readonly uuid: string;
  readonly snapshot: string;
  readonly secret: string;
  readonly expires_at: number;
  readonly created_at: number;
};
