import {AppError} from '@gazetteer/model';
import type {Database, Table} from '@gazetteer/db';
import {find, findToChange, levels, permissionOf} from './access.ts';
import type {Permission} from './document.ts';
import {checkSharing, type Onlooker} from '../config/sharing.ts';
import type {Editor} from '../editor.ts';

/**
 * Whom a document is shared with: a user, a group, or everybody who is logged in and has its
 * address.
 */
export const granteeKinds = ['user', 'group', 'link'] as const;

export type Grant = {
  readonly kind: (typeof granteeKinds)[number];
  /** '' for a link. */
  readonly name: string;
  readonly permission: Exclude<Permission, 'owner'>;
};

export const grantTable = {
  name: 'editor_document_grant',
  columns: {document: 'text', kind: 'text', name: 'text', level: 'int'},
} as const satisfies Table;

const maxGrants = 500;

/**
 * Rights on this very document; those of the folders above it count as well and are in `inherited`.
 */
export async function readGrants(
  db: Database,
  actor: Onlooker,
  uuid: string,
): Promise<{grants: Grant[]; inherited: (Grant & {folder: string})[]}> {
  return await db.read(async session => {
    await find(session, actor, uuid, 'owner');
    const rows = await session.all<Row & {distance: number}>(
      `SELECT g.kind, g.name, g.level, g.document, a.distance FROM editor_document_above a
       JOIN editor_document_grant g ON g.document = a.above WHERE a.document = ? ORDER BY a.distance, g.kind, g.name`,
      [uuid],
    );
    return {
      grants: rows.filter(({distance}) => distance === 0).map(grantOf),
      inherited: rows
        .filter(({distance}) => distance > 0)
        .map(row => ({...grantOf(row), folder: row.document})),
    };
  });
}

/**
 * Shares a document with these and no others, as far as sharing is on and the actor may; to take
 * back is always allowed.
 */
export async function shareDocument(
  {db, sharing, access}: Pick<Editor, 'db' | 'sharing' | 'access'>,
  actor: Onlooker,
  uuid: string,
  grants: readonly Grant[],
): Promise<void> {
  checkSharing(sharing, grants);
  if (grants.length > 0) access.check('editor-share', undefined);
  await setGrants(db, actor, uuid, grants);
}

/** These and no others. A folder's are rights on all that is in it, also on what comes later. */
export async function setGrants(
  db: Database,
  actor: Onlooker,
  uuid: string,
  grants: readonly Grant[],
): Promise<void> {
  if (grants.length > maxGrants)
    throw new AppError('BAD_REQUEST', [
      `A document is shared with ${maxGrants} at most; make a group.`,
    ]);
  const rows = new Map(grants.map(grant => [`${grant.kind} ${grant.name}`, grant]));
  await db.write(async session => {
    await findToChange(session, actor, uuid, 'owner');
    await session.run('DELETE FROM editor_document_grant WHERE document = ?', [uuid]);
    await session.insert(
      grantTable,
      [...rows.values()].map(({kind, name, permission}) => [uuid, kind, name, levels[permission]]),
    );
  });
}

type Row = {
  readonly document: string;
  readonly kind: Grant['kind'];
  readonly name: string;
  readonly level: number;
};

function grantOf({kind, name, level}: Row): Grant {
  return {kind, name, permission: permissionOf(level) === 'read' ? 'read' : 'write'};
}
