import type {Table} from '@gazetteer/db';

export const audiences = ['owner', 'dashboard'] as const;

/** Who may see it: its owner, or all users who can open the dashboard. */
export type Audience = (typeof audiences)[number];

/** A part of a dashboard, with what it showed. */
export type SnapshotTile = {
  /** Which one it is; undefined of a text. */
  readonly tile: string | undefined;
  readonly kind: 'chart' | 'table' | 'number' | 'text';
  readonly title: string;
  /** Columns of the grid, of which there are 12. */
  readonly x: number;
  readonly w: number;
  /** When its result was there, in epoch milliseconds. */
  readonly at: number | undefined;
  /** Of a text in Markdown; of anything else why it shows nothing. */
  readonly text: string;
  readonly value: string | undefined;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** A drawing, as SVG. */
  readonly image: string | undefined;
};

export type SnapshotContent = {
  readonly variables: Readonly<Record<string, string>>;
  readonly tiles: readonly SnapshotTile[];
};

/** What a dashboard showed at a time. Times are epoch milliseconds. */
export type SnapshotHead = {
  readonly uuid: string;
  /** The dashboard. */
  readonly document: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string;
  readonly audience: Audience;
  readonly hasPreview: boolean;
  readonly bytes: number;
  readonly takenAt: number;
};

/** With the engines that its results are of. */
export type Snapshot = SnapshotHead & {
  readonly engines: readonly string[];
  readonly content: SnapshotContent;
};

/** What chats show of it. */
export type Preview = Omit<Snapshot, 'content'> & {readonly hasPicture: boolean};

/** One's own, with the links that show it and have not expired. */
export type OwnSnapshot = SnapshotHead & {readonly links: readonly SnapshotLink[]};

/** Shows a snapshot without a login, to who has its address, until it expires. */
export type SnapshotLink = {
  readonly uuid: string;
  readonly snapshot: string;
  readonly secret: string;
  readonly expiresAt: number;
  readonly createdAt: number;
};

export const snapshotTable = {
  name: 'editor_snapshot',
  columns: {
    uuid: 'text',
    document: 'text',
    owner: 'text',
    name: 'text',
    description: 'text',
    audience: 'text',
    has_preview: 'int',
    engines: 'json',
    content: 'json',
    picture: 'text',
    bytes: 'number',
    taken_at: 'number',
  },
} as const satisfies Table;

export const linkTable = {
  name: 'editor_snapshot_link',
  columns: {
    uuid: 'text',
    snapshot: 'text',
    secret: 'text',
    expires_at: 'number',
    created_at: 'number',
  },
} as const satisfies Table;
