import {lookup} from '@gazetteer/model';
import type {Database, Param, Session} from '@gazetteer/db';
import type {Onlooker} from '../config/sharing.ts';
import {type DocumentHead, type DocumentRow, headColumns, headOf} from '../document/document.ts';
import {grantedTo} from '../share/granted-to.ts';
import {likePatterns} from '../statement/search-words.ts';
import {nameNumber} from './identity.ts';

export type DocumentSearch = {
  /**
   * Whose: the actor's own, what others shared, or both; `opened` of a folder that the actor was
   * found to see.
   */
  readonly perms: 'owned' | 'shared' | 'both' | 'opened';
  /**
   * What is right in this folder, '' for the top, where all is found as well that others shared;
   * of all folders when undefined.
   */
  readonly folder: string | undefined;
  /** Only these. */
  readonly uuids?: readonly string[];
  /** `directory`, `query-hive`, `gist`, …; all when there is none. */
  readonly types: readonly string[];
  readonly text: string;
  readonly sort: string;
  /** The actor's trash alone, with it, or without it. */
  readonly trash: 'only' | 'with' | 'without';
  /** No end where it is 0. */
  readonly limit: number;
  readonly offset: number;
};

/** A document with what clients of Hue are told of it. */
export type FoundDocument = DocumentHead & {
  /** Of a query. */
  readonly engine: string;
  readonly isShort: boolean;
  /** Names of the folders above it that the actor may see, the uppermost first. */
  readonly above: readonly string[];
  /** To others as well only where the actor owns it. */
  readonly grants: readonly GrantRow[];
};

export type GrantRow = {
  readonly document: string;
  readonly kind: 'user' | 'group' | 'link';
  readonly name: string;
  readonly level: number;
};

type Row = DocumentRow & {readonly engine: string | null; readonly origin: string | null};

/** Where `state` of a query says that it was made to be shown to somebody once. */
export const shortOrigin = 'gist';

const orders: Readonly<Record<string, string>> = lookup({
  name: 'd.name',
  type: 'd.kind, engine',
  owner: 'd.owner',
  last_modified: 'd.changed_at',
});

/** No answer of a list is larger, whatever a client asks for. */
const maxListed = 1000;

/**
 * What the actor owns or others shared with them, in a number of statements that does not grow
 * with what is found.
 */
export async function findDocuments(
  db: Database,
  actor: Onlooker,
  search: DocumentSearch,
): Promise<{readonly count: number; readonly found: readonly FoundDocument[]}> {
  return await db.read(async session => {
    const [from, params] = documentsOf(session, actor, search);
    const [counted] = await session.all<{n: number}>(`SELECT COUNT(*) AS n FROM ${from}`, params);
    const [, down = '', key = ''] = /^(-?)(\w+)$/.exec(search.sort) ?? [];
    const order = (orders[key] ?? 'd.changed_at').replaceAll(
      /$|(?=,)/g,
      down === '' ? '' : ' DESC',
    );
    const limit = Math.min(search.limit || maxListed, maxListed);
    const rows = await session.all<Row>(
      `SELECT ${columnsOf(session)} FROM ${from} ORDER BY ${order}, d.uuid LIMIT ${limit} OFFSET ${search.offset}`,
      params,
    );
    return {count: Number(counted?.n ?? 0), found: await withNeighbours(session, actor, rows)};
  });
}

/** One that the caller has looked up already, so that it may be seen. */
export async function completed(
  db: Database,
  actor: Onlooker,
  uuid: string,
): Promise<FoundDocument | undefined> {
  return await db.read(async session => {
    const rows = await session.all<Row>(
      `SELECT ${columnsOf(session)} FROM editor_document d WHERE d.uuid = ?`,
      [uuid],
    );
    return (await withNeighbours(session, actor, rows))[0];
  });
}

/** The id of the document with such a beginning that the actor may see, if there is one. */
export async function uuidBeginning(db: Database, start: string): Promise<string | undefined> {
  const rows = await db.read(session =>
    session.all<{uuid: string}>(
      'SELECT uuid FROM editor_document WHERE uuid >= ? AND uuid < ? LIMIT 2',
      [start, `${start.slice(0, -1)}.`],
    ),
  );
  return rows.length === 1 ? rows[0]?.uuid : undefined;
}

function columnsOf(session: Session): string {
  const ofContent = (path: readonly string[]) =>
    `(SELECT MAX(j.value) FROM ${session.dialect.jsonTexts('d.content', path)} AS j)`;
  const head = headColumns.split(', ').map(column => `d.${column}`);
  return [
    ...head,
    `${ofContent(['engine'])} AS engine`,
    `${ofContent(['state', 'origin'])} AS origin`,
  ].join(', ');
}

function documentsOf(
  session: Session,
  actor: Onlooker,
  {perms, folder, uuids, types, text, trash}: DocumentSearch,
): [string, Param[]] {
  const {dialect} = session;
  const [granted, grantParams] = grantedTo(actor, dialect, false);
  const shared = `EXISTS (SELECT 1 FROM editor_document_above a JOIN editor_document_grant g
    ON g.document = a.above WHERE a.document = d.uuid AND ${granted})`;
  const thrownAway = `EXISTS (SELECT 1 FROM editor_document_above t JOIN editor_document up
    ON up.uuid = t.above WHERE t.document = d.uuid AND up.trashed_at IS NOT NULL)`;
  const whose = {
    owned: ['d.owner = ?', [actor.userName]],
    shared: [`d.owner <> ? AND ${shared} AND NOT ${thrownAway}`, [actor.userName, ...grantParams]],
    both: [`(d.owner = ? OR (${shared} AND NOT ${thrownAway}))`, [actor.userName, ...grantParams]],
    opened: [`NOT ${thrownAway}`, []],
  } as const satisfies Record<string, readonly [string, readonly Param[]]>;
  const conditions = [whose[perms][0] as string];
  const params: Param[] = [...whose[perms][1]];
  const add = (condition: string, ...more: Param[]) => {
    conditions.push(condition);
    params.push(...more);
  };
  if (folder === '') add(`(d.parent = '' OR d.owner <> ?)`, actor.userName);
  else if (folder !== undefined) add('d.parent = ?', folder);
  if (uuids !== undefined) add(dialect.inList('d.uuid', 'text'), [...uuids]);
  if (trash === 'without') add(`NOT ${thrownAway}`);
  if (trash === 'only') add('d.trashed_at IS NOT NULL');
  if (types.length > 0) add(...ofTypes(session, types));
  for (const pattern of likePatterns(text)) add(`d.search_text LIKE ? ESCAPE '\\'`, pattern);
  return [`editor_document d WHERE ${conditions.join(' AND ')}`, params];
}

function ofTypes({dialect}: Session, types: readonly string[]): [string, ...Param[]] {
  const engines = types.flatMap(type => (type.startsWith('query-') ? [type.slice(6)] : []));
  const engine = `EXISTS (SELECT 1 FROM ${dialect.jsonTexts('d.content', ['engine'])} AS j
    WHERE ${dialect.inList('j.value', 'text')})`;
  const origin = `EXISTS (SELECT 1 FROM ${dialect.jsonTexts('d.content', ['state', 'origin'])} AS j
    WHERE j.value = '${shortOrigin}')`;
  const ways = [
    ...(types.includes('directory') ? [`d.kind = 'folder'`] : []),
    ...(types.includes('dashboard') ? [`d.kind = 'dashboard'`] : []),
    ...(types.includes('notebook') ? [`d.kind = 'notebook'`] : []),
    ...(types.includes('gist') ? [`(d.kind = 'query' AND ${origin})`] : []),
    ...(engines.length > 0 ? [`(d.kind = 'query' AND ${engine} AND NOT ${origin})`] : []),
  ];
  // Of kinds that there are not here, such as workflows, there is nothing.
  if (ways.length === 0) return ['1 = 0'];
  return [`(${ways.join(' OR ')})`, ...(engines.length > 0 ? [engines] : [])];
}

/** Folders above the one that is shared, and whom else it is shared with, are nobody's business. */
async function withNeighbours(
  session: Session,
  actor: Onlooker,
  rows: readonly Row[],
): Promise<FoundDocument[]> {
  if (rows.length === 0) return [];
  const uuids = rows.map(({uuid}) => uuid);
  const [condition, params] = grantedTo(actor, session.dialect, true);
  const above = await session.all<{document: string; name: string; granted: number}>(
    `SELECT a.document, d.name,
       (SELECT COUNT(*) FROM editor_document_grant g WHERE g.document = d.uuid AND ${condition}) AS granted
     FROM editor_document_above a JOIN editor_document d ON d.uuid = a.above
     WHERE ${session.dialect.inList('a.document', 'text')} AND a.distance > 0 ORDER BY a.distance DESC`,
    [...params, uuids],
  );
  const grants = await session.all<GrantRow & {own: number}>(
    `SELECT g.document, g.kind, g.name, g.level, CASE WHEN ${condition} THEN 1 ELSE 0 END AS own
     FROM editor_document_grant g
     WHERE ${session.dialect.inList('g.document', 'text')} ORDER BY g.kind, g.name`,
    [...params, uuids],
  );
  const foldersOf = Map.groupBy(above, ({document}) => document);
  const grantsOf = Map.groupBy(grants, ({document}) => document);
  return rows.map(row => {
    const isOwner = row.owner === actor.userName;
    const folders = foldersOf.get(row.uuid) ?? [];
    const first = isOwner ? 0 : folders.findIndex(({granted}) => Number(granted) > 0);
    const seen = first < 0 ? [] : folders.slice(first);
    const {folder, ...head} = headOf(row);
    return {
      ...head,
      folder: seen.length === 0 ? undefined : folder,
      engine: row.engine ?? '',
      isShort: row.origin === shortOrigin,
      above: seen.map(({name}) => name),
      grants: (grantsOf.get(row.uuid) ?? []).filter(({own}) => isOwner || Number(own) > 0),
    };
  });
}

/** Names of those whose numbers a client sends, among those that are known. */
export function namesOfNumbers(
  kind: 'user' | 'group',
  numbers: readonly unknown[],
  known: Iterable<string>,
): {readonly names: readonly string[]; readonly unknown: readonly string[]} {
  const byNumber = new Map([...known].map(name => [String(nameNumber(kind, name)), name]));
  const found = numbers.map(number => [String(number), byNumber.get(String(number))] as const);
  return {
    names: found.flatMap(([, name]) => name ?? []),
    unknown: found.flatMap(([number, name]) => (name === undefined ? [number] : [])),
  };
}

/** The actor's own document with these names, its folders' and its own. */
export async function uuidAt(
  db: Database,
  userName: string,
  names: readonly string[],
): Promise<string | undefined> {
  const rows = await db.read(session =>
    session.all<{uuid: string; name: string}>(
      `SELECT d.uuid, up.name FROM editor_document d JOIN editor_document_above a ON a.document = d.uuid
       JOIN editor_document up ON up.uuid = a.above
       WHERE d.owner = ? AND d.name = ? AND d.trashed_at IS NULL ORDER BY d.uuid, a.distance DESC`,
      [userName, names.at(-1) ?? ''],
    ),
  );
  const paths = Map.groupBy(rows, ({uuid}) => uuid);
  const wanted = JSON.stringify(names);
  return [...paths].find(
    ([, above]) => JSON.stringify(above.map(({name}) => name)) === wanted,
  )?.[0];
}
