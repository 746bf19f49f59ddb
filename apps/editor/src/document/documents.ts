import {randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {Database, Session} from '@gazetteer/db';
import {find, findToChange} from './access.ts';
import {countComments} from '../share/comments.ts';
import {grantedTo} from '../share/granted-to.ts';
import {
  aboveTable,
  type Contents,
  contentsFor,
  contentsOf,
  contentText,
  type Document,
  type DocumentHead,
  documentOf,
  type DocumentRow,
  documentTable,
  headOf,
  type Permission,
  searchTextOf,
  versionTable,
} from './document.ts';
import type {Onlooker} from '../config/sharing.ts';
import type {Editor} from '../editor.ts';
import {checkDocumentQuota} from '../store/text-quota.ts';

/** Folders within folders. */
const maxDepth = 50;
const oneVersionMs = 10 * 60_000;

export type Opened = Document & {
  readonly permission: Permission;
  readonly commentCount: number;
  /** The folders above it, the uppermost first, as far as the actor may see them. */
  readonly path: readonly {readonly uuid: string; readonly name: string}[];
};

export type NewDocument = {
  readonly kind: Document['kind'];
  readonly name: string;
  readonly description: string;
  readonly folder: string | undefined;
} & Contents;

/** What a saving changes; what is left out stays. */
export type DocumentChange = Partial<
  Pick<Document, 'name' | 'description' | 'content' | 'dashboard' | 'notebook'>
> & {
  /** The one that the client knows. */
  readonly version: number;
  /** Why, for the list of versions. */
  readonly comment: string;
};

export async function readDocument(db: Database, actor: Onlooker, uuid: string): Promise<Opened> {
  return await db.read(async session => {
    const {row, permission} = await find(session, actor, uuid, 'read');
    return {
      ...documentOf(row),
      permission,
      commentCount: await countComments(session, uuid),
      path: await pathOf(session, actor, row),
    };
  });
}

/** For somebody who looks at it, which its owner may see. */
export async function openDocument(
  e: Pick<Editor, 'db' | 'views'>,
  actor: Onlooker,
  uuid: string,
): Promise<Opened> {
  const opened = await readDocument(e.db, actor, uuid);
  noteOpened(e, actor, opened);
  return opened;
}

/** Of what was read already. */
export function noteOpened(
  {views}: Pick<Editor, 'views'>,
  {userName}: Onlooker,
  {uuid, owner, kind}: Opened,
): void {
  if (owner !== userName && kind !== 'folder') views.noted(uuid, userName);
}

/**
 * @param taken what to do where the folder has one of this name
 * @throws AppError 409 where that is refused
 */
export async function createDocument(
  db: Database,
  actor: Onlooker,
  wanted: NewDocument,
  taken: 'refuse' | 'rename' = 'refuse',
): Promise<Document> {
  return await db.write(async session => {
    const {owner, parent} = await placeIn(session, actor, wanted.folder);
    if (taken === 'refuse') await refuseTaken(session, owner, parent, wanted.name);
    const name =
      taken === 'refuse' ? wanted.name : await freeName(session, owner, parent, wanted.name);
    const made = await insertDocument(session, actor, {...wanted, name, owner, parent});
    await checkDocumentQuota(session, owner);
    return made;
  });
}

/** With its first version. The caller has looked whether the name is free. */
export async function insertDocument(
  session: Session,
  actor: Onlooker,
  {
    owner,
    parent,
    kind,
    name,
    description,
    ...contents
  }: Omit<NewDocument, 'folder'> & {owner: string; parent: string},
): Promise<Document> {
  const [uuid, now] = [randomUUID(), Date.now()];
  const text = contentText(contents);
  const search = searchTextOf(name, description, contents);
  const row = [
    uuid,
    owner,
    parent,
    kind,
    name,
    description,
    1,
    text,
    search,
    now,
    now,
    actor.userName,
    null,
  ];
  await session.insert(documentTable, [row]);
  await session.run(
    `INSERT INTO editor_document_above (document, above, distance)
     SELECT CAST(? AS TEXT), above, distance + 1 FROM editor_document_above WHERE document = ?`,
    [uuid, parent],
  );
  await session.insert(aboveTable, [[uuid, uuid, 0]]);
  await session.insert(versionTable, [[uuid, 1, name, description, text, now, actor.userName, '']]);
  const made = {
    parent,
    created_at: now,
    changed_at: now,
    changed_by: actor.userName,
    trashed_at: null,
  };
  return documentOf({uuid, owner, kind, name, description, version: 1, content: text, ...made});
}

/**
 * Keeps a new version; a saving that changes nothing makes none.
 * @throws AppError 409 with the document as it is when somebody saved it meanwhile, or where the
 * new name is taken
 */
export async function saveDocument(
  db: Database,
  actor: Onlooker,
  uuid: string,
  change: DocumentChange,
): Promise<Document> {
  return await db.write(async session => {
    const {row} = await findToChange(session, actor, uuid, 'write');
    if (row.version !== change.version) {
      const who = `${row.changed_by} saved it meanwhile`;
      throw new AppError(
        'CONFLICT',
        [`This is version ${change.version}, and there is version ${row.version}: ${who}.`],
        {
          fields: {
            document: documentOf(row),
          },
        },
      );
    }
    return await saveVersion(session, actor, row, change);
  });
}

/** The transaction holds the row. */
export async function saveVersion(
  session: Session,
  actor: Onlooker,
  row: DocumentRow,
  change: Omit<DocumentChange, 'version'>,
): Promise<Document> {
  const {name = row.name, description = row.description} = change;
  const contents = changedContents(row, change);
  const text = contentText(contents);
  if (name === row.name && description === row.description && text === row.content)
    return documentOf(row);
  if (name !== row.name) await refuseTaken(session, row.owner, row.parent, name);
  const saved = {...row, name, description, content: text, version: row.version + 1};
  const now = Date.now();
  await session.run(
    `UPDATE editor_document SET name = ?, description = ?, content = ?, search_text = ?, version = ?, changed_at = ?,
     changed_by = ? WHERE uuid = ?`,
    [
      name,
      description,
      text,
      searchTextOf(name, description, contents),
      saved.version,
      now,
      actor.userName,
      row.uuid,
    ],
  );
  const {uuid, version} = saved;
  if (change.comment === '') await forgetBefore(session, row, actor, now);
  await session.insert(versionTable, [
    [uuid, version, name, description, text, now, actor.userName, change.comment],
  ]);
  await checkDocumentQuota(session, row.owner);
  return documentOf({...saved, changed_at: now, changed_by: actor.userName});
}

function changedContents(
  {kind, content: known}: DocumentRow,
  {content, dashboard, notebook}: Partial<Contents>,
): Contents {
  const given = contentsFor(kind, {content, dashboard, notebook});
  const isChanged = Object.values(given).some(value => value !== undefined);
  return isChanged ? given : contentsOf(kind, known);
}

/**
 * Notebooks are saved while somebody types: of what one person saves within some minutes the last
 * is kept as a version. What says why, as a restored version does, stays, and so does what it
 * follows.
 */
async function forgetBefore(
  session: Session,
  {uuid, kind, version}: DocumentRow,
  {userName}: Onlooker,
  now: number,
): Promise<void> {
  if (kind !== 'notebook' || version === 1) return;
  await session.run(
    `DELETE FROM editor_document_version WHERE document = ? AND version = ? AND saved_by = ? AND comment = ''
     AND EXISTS (SELECT 1 FROM editor_document_version earlier WHERE earlier.document = ? AND earlier.version < ?
       AND earlier.saved_at > ?)`,
    [uuid, version, userName, uuid, version, now - oneVersionMs],
  );
}

/** Into another folder of the same owner, or to the top. */
export async function moveDocument(
  db: Database,
  actor: Onlooker,
  uuid: string,
  folder: string | undefined,
): Promise<DocumentHead> {
  return await db.write(async session => {
    const {row} = await findToChange(session, actor, uuid, 'owner');
    const {owner, parent} = await placeIn(session, actor, folder);
    if (owner !== row.owner)
      throw new AppError('CONFLICT', [
        `That folder belongs to ${owner}; copy the document there instead.`,
      ]);
    const [inside] = await session.all(
      'SELECT 1 FROM editor_document_above WHERE document = ? AND above = ?',
      [parent, uuid],
    );
    if (inside !== undefined) throw new AppError('CONFLICT', ['A folder cannot be in itself.']);
    if (parent === row.parent) return headOf(row);
    await refuseTaken(session, owner, parent, row.name);
    await session.run('UPDATE editor_document SET parent = ? WHERE uuid = ?', [parent, uuid]);
    await rehang(session, uuid, parent);
    return headOf({...row, parent});
  });
}

/**
 * A query, a dashboard or a notebook as the actor's own, or in a folder that the actor may write to;
 * of its versions the last one.
 */
export async function copyDocument(
  db: Database,
  actor: Onlooker,
  uuid: string,
  folder: string | undefined,
): Promise<Document> {
  return await db.write(async session => {
    const {row} = await find(session, actor, uuid, 'read');
    if (row.kind === 'folder')
      throw new AppError('BAD_REQUEST', ['Folders are copied by exporting and importing them.']);
    const place = await placeIn(session, actor, folder);
    const name = await freeName(session, place.owner, place.parent, row.name);
    const {description, kind} = row;
    const wanted = {...place, kind, name, description, ...contentsOf(kind, row.content)};
    const made = await insertDocument(session, actor, wanted);
    await checkDocumentQuota(session, place.owner);
    return made;
  });
}

/**
 * Whose the document becomes, and under what: the actor's own top, or a folder that the actor may
 * write to.
 */
export async function placeIn(
  session: Session,
  actor: Onlooker,
  folder: string | undefined,
): Promise<{owner: string; parent: string}> {
  if (folder === undefined) return {owner: actor.userName, parent: ''};
  const {row} = await findToChange(session, actor, folder, 'write');
  if (row.kind !== 'folder') throw new AppError('BAD_REQUEST', [`${row.name} is no folder.`]);
  if (row.trashed_at !== null) throw new AppError('CONFLICT', [`${row.name} is in the trash.`]);
  const [depth] = await session.all<{n: number}>(
    'SELECT COUNT(*) AS n FROM editor_document_above WHERE document = ?',
    [folder],
  );
  if (Number(depth?.n) >= maxDepth)
    throw new AppError('CONFLICT', [`Folders go ${maxDepth} deep at most.`]);
  return {owner: row.owner, parent: folder};
}

/** `name`, or `name (2)` and so on where there is one. */
export async function freeName(
  session: Session,
  owner: string,
  parent: string,
  name: string,
): Promise<string> {
  const rows = await session.all<{name: string}>(
    'SELECT name FROM editor_document WHERE owner = ? AND parent = ? AND trashed_at IS NULL',
    [owner, parent],
  );
  const taken = new Set(rows.map(row => row.name));
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name} (${n})`)) return `${name} (${n})`;
}

async function refuseTaken(
  session: Session,
  owner: string,
  parent: string,
  name: string,
): Promise<void> {
  const [taken] = await session.all<{uuid: string}>(
    'SELECT uuid FROM editor_document WHERE owner = ? AND parent = ? AND name = ? AND trashed_at IS NULL',
    [owner, parent, name],
  );
  if (taken !== undefined)
    throw new AppError('CONFLICT', [`There is ${name} in this folder already.`], {
      fields: {uuid: taken.uuid},
    });
}

/** What is below a moved document loses the folders above it and gets those of the new place. */
async function rehang(session: Session, uuid: string, parent: string): Promise<void> {
  await session.run(
    `DELETE FROM editor_document_above WHERE document IN (SELECT document FROM editor_document_above WHERE above = ?)
     AND above NOT IN (SELECT document FROM editor_document_above WHERE above = ?)`,
    [uuid, uuid],
  );
  await session.run(
    `INSERT INTO editor_document_above (document, above, distance)
     SELECT below.document, up.above, below.distance + up.distance + 1
     FROM editor_document_above below CROSS JOIN editor_document_above up WHERE below.above = ? AND up.document = ?`,
    [uuid, parent],
  );
}

/** Folders above the one that is shared are nobody's business. */
async function pathOf(
  session: Session,
  actor: Onlooker,
  row: DocumentRow,
): Promise<{uuid: string; name: string}[]> {
  const [condition, params] = grantedTo(actor, session.dialect, true);
  const above = await session.all<{uuid: string; name: string; granted: number}>(
    `SELECT d.uuid, d.name, (SELECT COUNT(*) FROM editor_document_grant g WHERE g.document = d.uuid AND ${condition}) AS granted
     FROM editor_document_above a JOIN editor_document d ON d.uuid = a.above
     WHERE a.document = ? AND a.distance > 0 ORDER BY a.distance DESC`,
    [...params, row.uuid],
  );
  const first =
    row.owner === actor.userName ? 0 : above.findIndex(({granted}) => Number(granted) > 0);
  return first < 0 ? [] : above.slice(first).map(({uuid, name}) => ({uuid, name}));
}
