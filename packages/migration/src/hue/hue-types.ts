/** Whom a document is shared with, as the editor has it. */
export type Grant = {
  readonly kind: 'user' | 'group' | 'link';
  /** Empty for a link. */
  readonly name: string;
  readonly permission: 'read' | 'write';
};

/** A document of Hue without what it holds. */
export type HueHead = {
  readonly uuid: string;
  /** `directory`, `query-hive`, `notebook`, `oozie-workflow2`, … */
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly owner: string;
  /** Undefined for the folder that holds all that somebody has. */
  readonly parent: string | undefined;
  readonly changedAt: number;
  /** What its addresses name it by; undefined where the source does not tell. */
  readonly number?: number | undefined;
  readonly grants: readonly Grant[];
  /** What of these is not as it was. */
  readonly note?: string;
};

/** With what it holds, which is read where it is needed. */
export type HueDocument = HueHead & {readonly data: () => Promise<unknown>};

/** A statement that somebody ran. */
export type HueStatement = {
  readonly uuid: string;
  readonly userName: string;
  readonly engine: string;
  readonly database: string;
  readonly text: string;
  readonly state: 'available' | 'failed' | 'expired' | 'canceled';
  readonly submittedAt: number;
  /** What of it is not as it was, empty where all is. */
  readonly note: string;
};

export type HueUser = {
  readonly name: string;
  readonly groups: readonly string[];
  readonly isAdmin: boolean;
};

/** A Hue, whichever way it is read. It may be read more than once. */
export type HueSource = {
  /** What it is called in what is told. */
  readonly title: string;
  /** Users who can log in; undefined where the source does not tell. */
  users(): Promise<readonly HueUser[] | undefined>;
  /** Folders before what is in them, without the trash and what Hue keeps for itself. */
  documents(): AsyncIterable<HueDocument>;
  /** Of each user the oldest first. */
  statements(): AsyncIterable<HueStatement>;
  /** Folders by their ids, with those that everybody has. */
  folders(): Promise<ReadonlyMap<string, HueHead>>;
  /** How many there are of what is never copied, by what it is; known when all was read. */
  left(): Readonly<Record<string, number>>;
};

/** The folder that holds all that somebody has: the top. */
export const isHome = ({type, name, parent}: HueHead): boolean =>
  type === 'directory' && (name === '' || parent === undefined);

export type Fields = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The snippets of a notebook with what is to be run, as they were written. */
export function snippetsOf(data: unknown): readonly (Fields & {readonly said: string})[] {
  return listOf(objectOf(data)['snippets']).map(one => {
    const snippet = objectOf(one);
    // `statement` has the values of variables put in.
    return {...snippet, said: textOf(snippet['statement_raw']) || textOf(snippet['statement'])};
  });
}

const ended: Readonly<Record<string, HueStatement['state']>> = {
  available: 'available',
  success: 'available',
  done: 'available',
  failed: 'failed',
  canceled: 'canceled',
};

/** How a statement ended by Hue's word; of most others the server has nothing any more. */
export function stateOf(status: unknown): HueStatement['state'] {
  const word = textOf(status);
  return Object.hasOwn(ended, word) ? (ended[word] ?? 'expired') : 'expired';
}

/** Whoever may write may read. */
export function strongest(grants: readonly Grant[]): Grant[] {
  const ordered = [...grants].sort((a, b) => a.permission.localeCompare(b.permission));
  return [...new Map(ordered.map(one => [`${one.kind} ${one.name}`, one])).values()];
}
