import {AppError} from '@gazetteer/model';
import type {FindSubject} from '../share/comments.ts';
import {grantedTo} from '../share/granted-to.ts';
import type {Session} from '@gazetteer/db';
import type {DocumentRow, Permission} from './document.ts';
import {noteRule} from '../store/recorded-database.ts';
import type {Onlooker} from '../config/sharing.ts';

/** Rights as they stand in the table, so that the largest of several counts. */
export const levels = {read: 1, write: 2, owner: 3} as const satisfies Record<Permission, number>;

const names: Readonly<Record<number, Permission>> = {1: 'read', 2: 'write', 3: 'owner'};

export type Found = {readonly row: DocumentRow; readonly permission: Permission};

type FoundRow = DocumentRow & {readonly level: number | null; readonly above_trashed: number};

/**
 * A document and what the actor may do with it, by a right on itself or on a folder above it. A
 * writer's transaction keeps it from being changed meanwhile.
 * @throws AppError 404 for what the actor may not even see, 403 where seeing is not enough, 410 in
 * the trash of somebody else
 */
export async function find(
  session: Session,
  actor: Onlooker,
  uuid: string,
  wanted: Permission,
  lock = '',
): Promise<Found> {
  const [row] = await rowsOf(session, actor, `d.uuid = ?${lock}`, uuid);
  const level = levelOf(row, actor);
  if (row === undefined || level === 0)
    throw new AppError('NOT_FOUND', ['Document not found or not shared with you.']);
  if (level < levels.owner && Number(row.above_trashed) > 0) {
    throw new AppError('GONE', [`${row.owner} has thrown this document away.`]);
  }
  if (level < levels[wanted]) {
    const what =
      wanted === 'owner'
        ? `Only ${row.owner}, who owns it, may do this.`
        : 'It is shared with you for reading.';
    throw new AppError('NOT_ALLOWED', [what]);
  }
  if (row.owner !== actor.userName) noteRule(session, `shared for ${permissionOf(level)}`);
  return {row, permission: permissionOf(level)};
}

/** Of these documents those that the actor may read, without what is in the trash, by their ids. */
export async function findReadable(
  session: Session,
  actor: Onlooker,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, DocumentRow>> {
  const rows = await rowsOf(session, actor, session.dialect.inList('d.uuid', 'text'), [...uuids]);
  const readable = rows.filter(
    row => levelOf(row, actor) >= levels.read && Number(row.above_trashed) === 0,
  );
  if (readable.some(({owner}) => owner !== actor.userName)) noteRule(session, 'shared for read');
  return new Map(readable.map(row => [row.uuid, row]));
}

async function rowsOf(
  session: Session,
  actor: Onlooker,
  which: string,
  given: string | string[],
): Promise<FoundRow[]> {
  const [condition, params] = grantedTo(actor, session.dialect, true);
  return await session.all<FoundRow>(
    `SELECT d.*, (SELECT MAX(g.level) FROM editor_document_above a JOIN editor_document_grant g ON g.document = a.above
       WHERE a.document = d.uuid AND ${condition}) AS level,
     (SELECT COUNT(*) FROM editor_document_above a JOIN editor_document up ON up.uuid = a.above
       WHERE a.document = d.uuid AND up.trashed_at IS NOT NULL) AS above_trashed
     FROM editor_document d WHERE ${which}`,
    [...params, given],
  );
}

function levelOf(row: FoundRow | undefined, {userName}: Onlooker): number {
  return row?.owner === userName ? levels.owner : Number(row?.level ?? 0);
}

/** As `find`, for a transaction that goes on to change it. */
export async function findToChange(
  session: Session,
  actor: Onlooker,
  uuid: string,
  wanted: Permission,
): Promise<Found> {
  return await find(
    session,
    actor,
    uuid,
    wanted,
    session.dialect.forUpdate === '' ? '' : `${session.dialect.forUpdate} OF d`,
  );
}

/** For what people write about it. */
export const findSubject: FindSubject = async (session, actor, uuid, lock) =>
  (await (lock === 'change' ? findToChange : find)(session, actor, uuid, 'read')).row;

export function permissionOf(level: number): Permission {
  return names[level] ?? 'read';
}
