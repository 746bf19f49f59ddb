/** Answers of the API of documents: docs/editor-api.md. Times are epoch milliseconds. */

export type Permission = 'read' | 'write' | 'owner';

export type DocumentHead = {
  readonly uuid: string;
  readonly owner: string;
  readonly kind: 'query' | 'folder';
  readonly name: string;
  readonly description: string;
  readonly folder?: string;
  readonly version: number;
  readonly changedAt: number;
  readonly changedBy: string;
  readonly trashedAt?: number;
  readonly permission: Permission;
};

export type SharedResult = {
  readonly uuid: string;
  readonly owner: string;
  readonly title: string;
  readonly engine: string;
  readonly database: string;
  readonly statement: string;
  readonly createdAt: number;
  /** False when its rows are gone: nobody has looked at them for long. */
  readonly isKept: boolean;
};

export type QueryContent = {
  readonly engine: string;
  readonly database: string;
  readonly text: string;
  /** The page's own. */
  readonly state: {readonly variables?: Readonly<Record<string, string>>};
};

export type SavedDocument = Omit<DocumentHead, 'permission'> & {readonly content?: QueryContent};

export type OpenedDocument = SavedDocument & {
  readonly permission: Permission;
  readonly path: readonly {readonly uuid: string; readonly name: string}[];
};

export type DocumentVersion = {
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly savedAt: number;
  readonly savedBy: string;
  readonly comment: string;
};

export type VersionDifference = {
  readonly from: DocumentVersion;
  readonly to: DocumentVersion;
  readonly fields: Readonly<Record<string, {readonly from: unknown; readonly to: unknown}>>;
  readonly lines: readonly DiffLine[];
};

export type DiffLine = {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  readonly from?: number;
  readonly to?: number;
};

export type Grant = {
  readonly kind: 'user' | 'group' | 'link';
  readonly name: string;
  readonly permission: 'read' | 'write';
};

export type People = {
  readonly me: {readonly name: string; readonly groups: readonly string[]};
  readonly users: readonly string[];
  readonly groups: readonly string[];
};
