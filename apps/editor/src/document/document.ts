import type {Table} from '@gazetteer/db';
import type {Json} from '../http/envelope.ts';

/** A saved query, or the folder that holds some. */
export type DocumentKind = 'query' | 'folder';

/** What may be done with a document: the owner alone shares it, moves it and throws it away. */
export type Permission = 'read' | 'write' | 'owner';

/** Of a query; a folder has none of it. */
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

export type Document = DocumentHead & {readonly content: QueryContent | undefined};

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
  return {...headOf(row), content: contentOf(row.kind, row.content)};
}

export function contentOf(kind: DocumentKind, content: string): QueryContent | undefined {
  return kind === 'folder' ? undefined : (JSON.parse(content) as QueryContent);
}

export function contentText(content: QueryContent | undefined): string {
  return JSON.stringify(content ?? {});
}

/** In small letters, as searches are. */
export function searchTextOf(
  name: string,
  description: string,
  content: QueryContent | undefined,
): string {
  return [name, description, content?.text ?? ''].join('\n').toLowerCase();
}
