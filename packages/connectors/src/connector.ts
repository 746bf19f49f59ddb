import type {Keys, SectionValues, Section} from '@gazetteer/settings';

/**
 * An entity as a client sends it. What it refers to is named by `ref`, whether that is in the
 * catalog yet or not.
 */
export type Body = {
  readonly typeName: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Custom properties that the source gives it, beside those that people do. */
  readonly properties?: Readonly<Record<string, string>>;
};

/** One thing that people look for in a source, such as a table, with all that belongs to it. */
export type Asset = {
  /** What it lies in, from the outside in. */
  readonly within: readonly Body[];
  readonly main: Body;
  /** What is nothing without it: columns, indexes. */
  readonly parts: readonly Body[];
  /** What ties it to other assets, which may be read later: foreign keys, the lineage of views. */
  readonly links: readonly Body[];
  /** Of a view. */
  readonly query?: ViewQuery;
};

/** The query of a view, from which the lineage of its columns is worked out. */
export type ViewQuery = {
  readonly sql: string;
  /** A name of `dialectOf`. */
  readonly dialect: string;
  /** Where tables may lie that the query names by less than all of their path, best first. */
  readonly within: readonly (readonly string[])[];
  /** What qualified names have behind the path of a table. */
  readonly end: string;
  /** The view: its qualified name and its type, which is that of what it reads, too. */
  readonly own: string;
  readonly typeName: 'hive_table' | 'rdbms_table';
};

/** What a source may lie behind, beside what its configuration says. */
export type Reach = {
  /** Asks the editor beside the catalog in the name of whoever the source is read for. */
  readonly editor?: typeof fetch | undefined;
};

export type Reading = Reach & {
  /** Stops soon after it is aborted, by throwing its reason. */
  readonly signal: AbortSignal;
  /**
   * What could not be read although the reading goes on. Nothing is deleted after a reading that
   * had problems.
   */
  readonly problem: (text: string) => void;
};

/**
 * A kind of source, in a folder of its own. To add one: write the folder, and name it in
 * `connectors.ts`.
 * @template K the keys of its configuration
 */
export type Connector<K extends Keys = Keys> = {
  /** What `type:` of a source says. */
  readonly type: string;
  readonly doc: string;
  readonly keys: K;
  /** What has to be said besides what each key allows, such as a key that must be given. */
  readonly check?: (config: Config<K>) => string[];
  /**
   * Opens a connection and closes it. Returns a line about what answered; throws what to do about
   * it where nothing did.
   */
  readonly test: (config: Config<K>, signal: AbortSignal, reach?: Reach) => Promise<string>;
  /**
   * All assets that the configuration includes, in an order of their own, as a stream: a source may
   * hold more than fits in memory.
   */
  readonly read: (config: Config<K>, reading: Reading) => AsyncIterable<Asset>;
  /**
   * What the catalog needs to have for it and has not from the start. Made by the first reading.
   */
  readonly types?: SourceTypes;
  /**
   * Whether assets are left as they are where another source, a hook or a person has brought them:
   * it tells of what others know better.
   */
  readonly yields?: boolean;
  /**
   * The types of what it brings, apart from parts, which go with theirs. Assets are counted and
   * told of, links are not.
   */
  readonly brings: readonly {readonly typeName: string; readonly isAsset: boolean}[];
  /**
   * Whether an asset that was read once would be read now if the source still had it: only such are
   * deleted when they are gone.
   */
  readonly covers: (config: Config<K>, qualifiedName: string) => boolean;
};

/** Definitions as `POST /v2/types/typedefs` takes them. */
export type SourceTypes = {
  readonly entityDefs?: readonly Definition[];
  readonly relationshipDefs?: readonly Definition[];
};
type Definition = Readonly<Record<string, unknown>> & {readonly name: string};

export type Config<K extends Keys> = SectionValues<Section<K, {}, undefined>>;

/** Names an entity in the attributes of another. */
export function ref(
  typeName: string,
  qualifiedName: string,
): {typeName: string; uniqueAttributes: {qualifiedName: string}} {
  return {typeName, uniqueAttributes: {qualifiedName}};
}

/** One text for an entity: its type, a space, its qualified name. */
export function keyOf({typeName, attributes}: Body): string {
  return `${typeName} ${String(attributes['qualifiedName'])}`;
}
