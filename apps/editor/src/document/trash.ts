import {AppError} from '@gazetteer/model';
import type {Database, Session} from '@gazetteer/db';
import {findToChange} from './access.ts';
import {type DocumentHead, documentTable, headOf} from './document.ts';
import {freeName} from './documents.ts';
import type {Onlooker} from '../config/sharing.ts';
import {dropTraces} from '../share/viewers.ts';

/** Out of sight of everybody, with all that is in it, until it is restored or deleted for good. */
export async function trashDocument(
  db: Database,
  actor: Onlooker,
  uuid: string,
): Promise<DocumentHead> {
  return await db.write(async session => {
    const {row} = await findToChange(session, actor, uuid, 'owner');
    if (row.trashed_at !== null) return headOf(row);
    const trashedAt = Date.now();
    await session.run('UPDATE editor_document SET trashed_at = ? WHERE uuid = ?', [
      trashedAt,
      uuid,
    ]);
    return headOf({...row, trashed_at: trashedAt});
  });
}

/**
 * Where it was; at the top where that folder is gone or thrown away itself. Where its name is taken
 * it gets another.
 */
export async function restoreDocument(
  db: Database,
  actor: Onlooker,
  uuid: string,
): Promise<DocumentHead> {
  return await db.write(async session => {
    const {row} = await findToChange(session, actor, uuid, 'owner');
    if (row.trashed_at === null) return headOf(row);
    const parent = (await isInTrash(session, row.parent)) ? '' : row.parent;
    const name = await freeName(session, row.owner, parent, row.name);
    await session.run(
      'UPDATE editor_document SET trashed_at = NULL, parent = ?, name = ? WHERE uuid = ?',
      [parent, name, uuid],
    );
    if (parent !== row.parent) await unhang(session, uuid);
    return headOf({...row, trashed_at: null, parent, name});
  });
}

/**
 * For good, with all that is in it, all versions, comments, views and snapshots. @throws AppError 409 for
 * what is not in the trash
 */
export async function deleteDocument(db: Database, actor: Onlooker, uuid: string): Promise<void> {
  await db.write(async session => {
    const {row} = await findToChange(session, actor, uuid, 'owner');
    if (row.trashed_at === null)
      throw new AppError('CONFLICT', ['Only what is in the trash is deleted for good.']);
    const below = await session.all<{document: string}>(
      'SELECT document FROM editor_document_above WHERE above = ?',
      [uuid],
    );
    const uuids = below.map(({document}) => document);
    const listed = (column: string) => session.dialect.inList(column, 'text');
    // First: it waits for what is being added to them, which then goes along.
    await session.run(`DELETE FROM ${documentTable.name} WHERE ${listed('uuid')}`, [uuids]);
    for (const table of ['grant', 'version', 'above']) {
      await session.run(`DELETE FROM editor_document_${table} WHERE ${listed('document')}`, [
        uuids,
      ]);
    }
    await dropTraces(session, uuids);
    await session.run(
      `DELETE FROM editor_snapshot_link WHERE snapshot IN
         (SELECT uuid FROM editor_snapshot WHERE ${listed('document')})`,
      [uuids],
    );
    await session.run(`DELETE FROM editor_snapshot WHERE ${listed('document')}`, [uuids]);
  });
}

async function isInTrash(session: Session, folder: string): Promise<boolean> {
  if (folder === '') return false;
  const [row] = await session.all<{n: number}>(
    `SELECT COUNT(*) AS n FROM editor_document_above a JOIN editor_document up ON up.uuid = a.above
     WHERE a.document = ? AND up.trashed_at IS NOT NULL`,
    [folder],
  );
  return Number(row?.n) > 0;
}

/** Loses the folders above it; what is below it goes along. */
async function unhang(session: Session, uuid: string): Promise<void> {
  await session.run(
    `DELETE FROM editor_document_above WHERE document IN (SELECT document FROM editor_document_above WHERE above = ?)
     AND above NOT IN (SELECT document FROM editor_document_above WHERE above = ?)`,
    [uuid, uuid],
  );
}
