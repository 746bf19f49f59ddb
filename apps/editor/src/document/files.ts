import {AppError} from '@gazetteer/model';
import type {Database, Session} from '@gazetteer/db';
import {unzipTexts, zipTexts} from '@gazetteer/formats/zip';
import {find} from './access.ts';
import {contentsOf, type DocumentRow} from './document.ts';
import {isDocumentExport, readDocumentExport} from './document-export.ts';
import {freeName, insertDocument, placeIn} from './documents.ts';
import {readQueryFile, writeQueryFile} from './query-file.ts';
import type {Onlooker} from '../config/sharing.ts';
import {checkDocumentQuota} from '../store/text-quota.ts';

/** `path` is relative, with `/` between folders. */
export type TextFile = {readonly path: string; readonly text: string};

const maxFiles = 10_000;
const maxBytes = 64 * 2 ** 20;
const maxText = 10_000_000;
const maxDepth = 40;

/** All queries in a folder and below it, or all of the actor's own, as files in folders. */
export async function exportFiles(
  db: Database,
  actor: Onlooker,
  uuid: string | undefined,
): Promise<TextFile[]> {
  const rows = await db.read(async session => {
    if (uuid === undefined) return await ofOwner(session, actor.userName);
    const {row} = await find(session, actor, uuid, 'read');
    return row.kind === 'folder' ? await below(session, uuid) : [{...row, parent: ''}];
  });
  const isTop = (row: DocumentRow) => row.parent === '' || row.parent === uuid;
  const paths = pathsOf(rows, isTop);
  return rows.flatMap(row => {
    const {content} = contentsOf(row.kind, row.content);
    const path = paths.get(row.uuid);
    if (content === undefined || path === undefined) return [];
    return [
      {
        path: `${path}.sql`,
        text: writeQueryFile({name: row.name, description: row.description, content}),
      },
    ];
  });
}

export function zipOf(files: readonly TextFile[]): Uint8Array {
  return zipTexts(files.map(({path, text}) => [path, text]));
}

/**
 * Files of a zip that end in `.sql`, and exports of documents. @throws AppError for what is no zip
 * or unpacks to too much
 */
export function filesOf(zip: Uint8Array): TextFile[] {
  try {
    return unzipTexts(
      zip,
      name => /\.(sql|json)$/i.test(name) && !/(^|\/)(__MACOSX|\.)/.test(name),
      maxBytes,
    )
      .filter(([path, text]) => isQueryFile(path) || isDocumentExport(text))
      .map(([path, text]) => ({path, text}));
  } catch (error) {
    throw new AppError('BAD_REQUEST', [`This is no zip of queries: ${(error as Error).message}`]);
  }
}

function isQueryFile(path: string): boolean {
  return !/\.json$/i.test(path);
}

/**
 * Makes a query of each file, or of each document of an export (`.json`), and the folders that are
 * missing, all or nothing. A query whose name is taken gets another. Returns how many came to be,
 * and how many documents of an export are nothing that there is here.
 */
export async function importFiles(
  db: Database,
  actor: Onlooker,
  folder: string | undefined,
  files: readonly TextFile[],
): Promise<{queries: number; folders: number; passedOver: number}> {
  let passedOver = 0;
  const read = files.flatMap(({path, text}) => {
    const names = path.split('/').filter(name => name !== '' && name !== '.');
    const fileName = names.pop() ?? '';
    if (fileName === '' || names.includes('..') || names.length > maxDepth)
      throw new AppError('BAD_REQUEST', [`${path} is no path of a file.`]);
    if (!isQueryFile(fileName)) {
      const found = readDocumentExport(path, text);
      passedOver += found.passedOver;
      return found.queries.map(({names: inside, query}) => ({names: [...names, ...inside], query}));
    }
    const query = readQueryFile(fileName, text);
    if (query.name.trim() === '')
      throw new AppError('BAD_REQUEST', [`${path}: the query has no name.`]);
    return [{names, query}];
  });
  if (read.length > maxFiles)
    throw new AppError('BAD_REQUEST', [`At most ${maxFiles} queries at a time.`]);
  const long = read.find(({query}) => query.content.text.length > maxText);
  if (long !== undefined)
    throw new AppError('BAD_REQUEST', [`${long.query.name} has more than ${maxText} characters.`]);
  return await db.write(async session => {
    const top = await placeIn(session, actor, folder);
    const folders = new FoldersByPath(session, actor, top);
    for (const {names, query} of read) {
      const parent = await folders.at(names);
      const name = await freeName(session, top.owner, parent, query.name);
      const {description, content} = query;
      await insertDocument(session, actor, {
        owner: top.owner,
        parent,
        kind: 'query',
        name,
        description,
        content,
      });
    }
    await checkDocumentQuota(session, top.owner);
    return {queries: read.length, folders: folders.made, passedOver};
  });
}

/** Finds folders by their names, and makes those that are missing. */
class FoldersByPath {
  readonly #session: Session;
  readonly #actor: Onlooker;
  readonly #top: {readonly owner: string; readonly parent: string};
  readonly #known = new Map<string, string>();
  made = 0;

  constructor(
    session: Session,
    actor: Onlooker,
    top: {readonly owner: string; readonly parent: string},
  ) {
    this.#session = session;
    this.#actor = actor;
    this.#top = top;
  }

  async at(names: readonly string[]): Promise<string> {
    if (names.length === 0) return this.#top.parent;
    const key = names.join('/');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const parent = await this.at(names.slice(0, -1));
    const uuid = await this.#findOrMake(parent, names.at(-1) ?? '');
    this.#known.set(key, uuid);
    return uuid;
  }

  async #findOrMake(parent: string, name: string): Promise<string> {
    const {owner} = this.#top;
    const [there] = await this.#session.all<{uuid: string; kind: string}>(
      'SELECT uuid, kind FROM editor_document WHERE owner = ? AND parent = ? AND name = ? AND trashed_at IS NULL',
      [owner, parent, name],
    );
    if (there?.kind === 'folder') return there.uuid;
    this.made++;
    const free = await freeName(this.#session, owner, parent, name);
    const folder = {
      owner,
      parent,
      kind: 'folder',
      name: free,
      description: '',
      content: undefined,
    } as const;
    return (await insertDocument(this.#session, this.#actor, folder)).uuid;
  }
}

async function ofOwner(session: Session, owner: string): Promise<DocumentRow[]> {
  return await session.all<DocumentRow>(
    `SELECT d.* FROM editor_document d WHERE d.owner = ? AND NOT EXISTS (${trashed('')}) ORDER BY d.name`,
    [owner],
  );
}

/** Without what was thrown away in it. */
async function below(session: Session, folder: string): Promise<DocumentRow[]> {
  return await session.all<DocumentRow>(
    `SELECT d.* FROM editor_document_above b JOIN editor_document d ON d.uuid = b.document
     WHERE b.above = ? AND b.distance > 0
     AND NOT EXISTS (${trashed('AND t.distance < b.distance')}) ORDER BY d.name`,
    [folder],
  );
}

function trashed(which: string): string {
  return `SELECT 1 FROM editor_document_above t JOIN editor_document up ON up.uuid = t.above
    WHERE t.document = d.uuid AND up.trashed_at IS NOT NULL ${which}`;
}

/**
 * Names as files can have them, no two alike in one folder, also where upper and lower case are
 * one.
 */
function pathsOf(
  rows: readonly DocumentRow[],
  isTop: (row: DocumentRow) => boolean,
): Map<string, string> {
  const children = Map.groupBy(
    rows.filter(row => !isTop(row)),
    row => row.parent,
  );
  const paths = new Map<string, string>();
  const name = (siblings: readonly DocumentRow[], prefix: string): void => {
    const taken = new Set<string>();
    for (const row of siblings) {
      const plain =
        row.name
          .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
          .replace(/^\.+|(?<![. ])[. ]+$/g, '_')
          .slice(0, 150) || '_';
      let file = plain;
      for (let n = 2; taken.has(`${row.kind} ${file.toLowerCase()}`); n++) file = `${plain} (${n})`;
      taken.add(`${row.kind} ${file.toLowerCase()}`);
      paths.set(row.uuid, prefix + file);
      name(children.get(row.uuid) ?? [], `${prefix}${file}/`);
    }
  };
  name(rows.filter(isTop), '');
  return paths;
}
