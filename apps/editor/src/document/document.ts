import type {Table} from '@gazetteer/db';
import {AppError} from '@gazetteer/model';
import type {Json} from '../http/envelope.ts';
import {type Dashboard, emptyDashboard} from './dashboard.ts';
import {emptyNotebook, type Notebook} from './notebook.ts';

/** A saved query, a dashboard, a notebook, or the folder that holds some. */
export const documentKinds = ['query', 'folder', 'dashboard', 'notebook'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** What may be done with a document: the owner alone shares it, moves it and throws it away. */
export type Permission = 'read' | 'write' | 'owner';

/** Of a query; others have none of it. */
export type QueryContent = {
  readonly engine: string;
  readonly database: string;
  readonly text: string;
  /** The page's own: variables, properties of the session, its charts. */
  readonly state: Json;
};

/** A document in a list. Times are epoch milliseconds. */
export type DocumentHead = {
  readonly uuid: string;
  /** Whoever owns the folder owns what is in it, whoever put it there. */
  readonly owner: string;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly description: string;
  /** The folder; undefined at the top of the owner's documents. */
  readonly folder: string | undefined;
  /** Counts the savings. */
  readonly version: number;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly changedBy: string;
  /** Set where it was thrown away. */
  readonly trashedAt: number | undefined;
};

/** What it is, by its kind; a folder has none of them. */
export type Contents = {
  readonly content: QueryContent | undefined;
  readonly dashboard?: Dashboard | undefined;
  readonly notebook?: Notebook | undefined;
};

export type Document = DocumentHead & Contents;

export const documentTable = {
  name: 'editor_document',
  columns: {
    uuid: 'text',
    owner: 'text',
    parent: 'text',
    kind: 'text',
    name: 'text',
    description: 'text',
    version: 'int',
    content: 'json',
    search_text: 'text',
    created_at: 'number',
    changed_at: 'number',
    changed_by: 'text',
    trashed_at: 'number',
  },
} as const satisfies Table;

export const aboveTable = {
  name: 'editor_document_above',
  columns: {document: 'text', above: 'text', distance: 'int'},
} as const satisfies Table;

export const versionTable = {
  name: 'editor_document_version',
  columns: {
    document: 'text',
    version: 'int',
    name: 'text',
    description: 'text',
    content: 'json',
    saved_at: 'number',
    saved_by: 'text',
    comment: 'text',
  },
} as const satisfies Table;

export type DocumentRow = {
  readonly uuid: string;
  readonly owner: string;
  /** '' at the top. */
  readonly parent: string;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly content: string;
  readonly created_at: number;
  readonly changed_at: number;
  readonly changed_by: string;
  readonly trashed_at: number | null;
};

/** Columns of a list, which has no contents. */
export const headColumns =
  'uuid, owner, parent, kind, name, description, version, created_at, changed_at, changed_by, trashed_at';

export function headOf(row: Omit<DocumentRow, 'content'>): DocumentHead {
  return {
    uuid: row.uuid,
    owner: row.owner,
    kind: row.kind,
    name: row.name,
    description: row.description,
    folder: row.parent === '' ? undefined : row.parent,
    version: row.version,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    trashedAt: row.trashed_at ?? undefined,
  };
}

export function documentOf(row: DocumentRow): Document {
  return {...headOf(row), ...contentsOf(row.kind, row.content)};
}

export function contentsOf(kind: DocumentKind, content: string): Contents {
  if (kind === 'folder') return {content: undefined};
  if (kind === 'query') return {content: JSON.parse(content) as QueryContent};
  if (kind === 'notebook')
    return {
      content: undefined,
      notebook: {...emptyNotebook, ...(JSON.parse(content) as Partial<Notebook>)},
    };
  return {
    content: undefined,
    dashboard: {...emptyDashboard, ...(JSON.parse(content) as Partial<Dashboard>)},
  };
}

/** Where each kind has what it is. */
const placeOfContents = {
  query: 'content',
  dashboard: 'dashboard',
  notebook: 'notebook',
  folder: undefined,
} as const satisfies Record<DocumentKind, keyof Contents | undefined>;

/**
 * Of those that are given, the one that documents of this kind have.
 * @throws AppError 400 for those that they don't have
 */
export function contentsFor(kind: DocumentKind, given: Partial<Contents>): Contents {
  const own = placeOfContents[kind];
  const wrong = Object.entries(given).find(([at, value]) => value !== undefined && at !== own);
  if (wrong !== undefined) throw new AppError('BAD_REQUEST', [`A ${kind} has no ${wrong[0]}.`]);
  return {content: undefined, ...(own && {[own]: given[own]})};
}

export function contentText({content, dashboard, notebook}: Contents): string {
  return JSON.stringify(content ?? dashboard ?? notebook ?? {});
}

/** In small letters, as searches are. */
export function searchTextOf(
  name: string,
  description: string,
  {content, dashboard, notebook}: Contents,
): string {
  const ofTiles = dashboard?.tiles.flatMap(({title, text}) => [title, text]) ?? [];
  const ofCells = notebook?.cells.map(({text}) => text) ?? [];
  return [name, description, content?.text ?? '', ...ofTiles, ...ofCells].join('\n').toLowerCase();
}
