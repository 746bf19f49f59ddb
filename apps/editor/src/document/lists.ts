import type {Database, Param} from '@gazetteer/db';
import {likePatterns} from '../statement/search-words.ts';
import {find, levels, permissionOf} from './access.ts';
import {grantedTo} from '../share/granted-to.ts';
import {
  type DocumentHead,
  type DocumentKind,
  type DocumentRow,
  headColumns,
  headOf,
  type Permission,
} from './document.ts';
import type {Onlooker} from '../config/sharing.ts';

export type Listed = DocumentHead & {readonly permission: Permission};

const maxListed = 1000;

/** What is in a folder; at the top, what is the actor's own. Folders first, by name. */
export async function listFolder(
  db: Database,
  actor: Onlooker,
  folder: string | undefined,
): Promise<Listed[]> {
  return await db.read(async session => {
    const permission =
      folder === undefined ? 'owner' : (await find(session, actor, folder, 'read')).permission;
    const rows = await session.all<DocumentRow>(
      `SELECT ${headColumns} FROM editor_document WHERE parent = ? AND trashed_at IS NULL${folder === undefined ? ' AND owner = ?' : ''}
       ORDER BY CASE kind WHEN 'folder' THEN 0 ELSE 1 END, name LIMIT ${maxListed}`,
      folder === undefined ? ['', actor.userName] : [folder],
    );
    // A document may be shared further than its folder is; whoever opens it sees what more may be
    // done.
    return rows.map(row => ({...headOf(row), permission}));
  });
}

/**
 * What others have shared, without what is inside of a shared folder. The last shared change first.
 */
export async function listShared(db: Database, actor: Onlooker): Promise<Listed[]> {
  return await db.read(async session => {
    const [condition, params] = grantedTo(actor, session.dialect, false);
    const rows = await session.all<DocumentRow & {level: number}>(
      `SELECT ${qualified}, MAX(g.level) AS level
       FROM editor_document_grant g JOIN editor_document d ON d.uuid = g.document
       WHERE ${condition} AND d.owner <> ? AND NOT EXISTS (${trashedAbove})
       GROUP BY ${qualified} ORDER BY d.changed_at DESC LIMIT ${maxListed}`,
      [...params, actor.userName],
    );
    return rows.map(row => ({...headOf(row), permission: permissionOf(Number(row.level))}));
  });
}

/** What the actor has thrown away, the last first; what is inside of it goes along. */
export async function listTrash(db: Database, actor: Onlooker): Promise<Listed[]> {
  const sql = `SELECT ${headColumns} FROM editor_document WHERE owner = ? AND trashed_at IS NOT NULL
    ORDER BY trashed_at DESC LIMIT ${maxListed}`;
  const rows = await db.read(session => session.all<DocumentRow>(sql, [actor.userName]));
  return rows.map(row => ({...headOf(row), permission: 'owner'}));
}

export type DocumentSearch = {
  /** Words that all have to occur in name, description or text; several words in quotes are one. */
  readonly text: string;
  readonly kind: DocumentKind | undefined;
  readonly limit: number;
};

/** Everything that the actor owns or that is shared with the actor, the last changed first. */
export async function searchDocuments(
  db: Database,
  actor: Onlooker,
  {text, kind, limit}: DocumentSearch,
): Promise<Listed[]> {
  return await db.read(async session => {
    const patterns = likePatterns(text);
    const [condition, params] = grantedTo(actor, session.dialect, false);
    const level = `(SELECT MAX(g.level) FROM editor_document_above a JOIN editor_document_grant g ON g.document = a.above
      WHERE a.document = d.uuid AND ${condition})`;
    const sql = `SELECT ${qualified}, level FROM (
       SELECT ${qualified}, d.search_text, CASE WHEN d.owner = ? THEN ${levels.owner} ELSE ${level} END AS level
       FROM editor_document d WHERE NOT EXISTS (${trashedAbove})
     ) d WHERE level IS NOT NULL${kind === undefined ? '' : ' AND kind = ?'}
     ${patterns.map(() => ` AND search_text LIKE ? ESCAPE '\\'`).join('')} ORDER BY changed_at DESC LIMIT ${limit}`;
    const all: Param[] = [
      actor.userName,
      ...params,
      ...(kind === undefined ? [] : [kind]),
      ...patterns,
    ];
    const rows = await session.all<DocumentRow & {level: number}>(sql, all);
    return rows.map(row => ({...headOf(row), permission: permissionOf(Number(row.level))}));
  });
}

const qualified = headColumns
  .split(', ')
  .map(column => `d.${column}`)
  .join(', ');

const trashedAbove = `SELECT 1 FROM editor_document_above t JOIN editor_document up ON up.uuid = t.above
  WHERE t.document = d.uuid AND up.trashed_at IS NOT NULL`;
