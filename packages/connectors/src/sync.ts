import {ApiError, type CatalogClient} from '@gazetteer/client';
import type {Keys} from '@gazetteer/settings';
import {keyOf, type Asset, type Body, type Config, type Connector} from './connector.ts';
import {viewType} from './database-assets.ts';

/**
 * A configured source. Its name stands at what it brought, so that another source's assets are
 * never taken for gone.
 */
export type Source<K extends Keys = Keys> = {
  readonly name: string;
  readonly connector: Connector<K>;
  readonly config: Config<K>;
};

export type SyncOptions = {
  /**
   * Everything is asked with `dryRun=true`: the catalog says what would change, and stays as it is.
   */
  readonly dryRun: boolean;
  /**
   * At most this share of what the source had brought is deleted in one run, in percent; a few
   * always are.
   */
  readonly maxDeletes: number;
  readonly signal: AbortSignal;
  /** Told after each request, with how many assets have been sent. */
  readonly onProgress: (assets: number) => void;
};

export type Outcome = {
  readonly assets: number;
  /** Qualified names of assets, without their columns. */
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  /** What could not be read, and why nothing was deleted. */
  readonly problems: readonly string[];
};

/**
 * Bodies of one request: one statement of the catalog's serves all of them, and its answer stays
 * small.
 */
const bodiesOfRequest = 500;
/** So many may be gone whatever their share: of three tables one is a third. */
const alwaysDeleted = 5;
const guidsOfDelete = 200;
const pageOfKnown = 500;

/**
 * Makes the catalog say of a source what the source says of itself: assets that are new are
 * created, those that differ changed, those that are gone deleted, if the whole source could be
 * read. Run again it changes nothing; after a run that died it goes on where it has to. What people
 * wrote in the catalog (descriptions, terms, tags, labels) is never sent, and stays.
 * @throws ApiError, and what the connector throws
 */
export async function sync<K extends Keys>(
  {name, connector, config}: Source<K>,
  catalog: CatalogClient,
  options: SyncOptions,
): Promise<Outcome> {
  const problems: string[] = [];
  const writer = new Writer(name, catalog, options);
  if (!options.dryRun) await writer.prepareTypes();
  const reading = {signal: options.signal, problem: (text: string) => void problems.push(text)};
  for await (const asset of connector.read(config, reading)) await writer.add(asset);
  await writer.finish();
  const deleted =
    problems.length > 0
      ? []
      : await deleteGone({name, connector, config}, catalog, writer, options, problems);
  return {
    assets: writer.assets,
    created: writer.created,
    changed: writer.changed,
    deleted,
    problems,
  };
}

class Writer {
  assets = 0;
  readonly created: string[] = [];
  readonly changed: string[] = [];
  readonly #seen = new Set<string>();
  readonly #source: string;
  readonly #catalog: CatalogClient;
  readonly #options: SyncOptions;
  readonly #assetTypes = new Set<string>();
  #waiting = new Map<string, Body>();
  #links = new Map<string, Body>();

  constructor(source: string, catalog: CatalogClient, options: SyncOptions) {
    this.#source = source;
    this.#catalog = catalog;
    this.#options = options;
  }

  async prepareTypes(): Promise<void> {
    try {
      await this.#catalog.call('GET /v2/types/typedef/name/{name}', {path: {name: viewType.name}});
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      await this.#catalog.call('POST /v2/types/typedefs', {body: {entityDefs: [viewType]}});
    }
  }

  async add({within, main, parts, links}: Asset): Promise<void> {
    this.assets++;
    this.#assetTypes.add(main.typeName);
    for (const one of within) this.#waiting.set(keyOf(one), one);
    for (const one of parts) this.#waiting.set(keyOf(one), one);
    this.#waiting.set(keyOf(main), this.#marked(main));
    for (const one of links) this.#links.set(keyOf(one), this.#marked(one));
    if (this.#waiting.size >= bodiesOfRequest) await this.#send();
  }

  /** Whether the source has said this in this run. */
  hasSeen(typeName: string, qualifiedName: string): boolean {
    return this.#seen.has(`${typeName} ${qualifiedName}`);
  }

  /**
   * Links come last: each names assets that may have been read after its own. They are not told of,
   * and not rehearsed: what they name is not in the catalog then.
   */
  async finish(): Promise<void> {
    await this.#send();
    if (this.#options.dryRun) return;
    const links = [...this.#links.values()].flatMap(one => this.#knownIn(one) ?? []);
    for (let at = 0; at < links.length; at += bodiesOfRequest) {
      this.#waiting = new Map(links.slice(at, at + bodiesOfRequest).map(one => [keyOf(one), one]));
      await this.#send();
    }
  }

  /**
   * What a link names may be left out by the configuration. A view then reads the rest; a foreign
   * key to nowhere is none.
   */
  #knownIn(link: Body): Body | undefined {
    const isKnown = (value: unknown) =>
      !isReference(value) ||
      !this.#assetTypes.has(value.typeName) ||
      this.hasSeen(value.typeName, value.uniqueAttributes.qualifiedName);
    const entries = Object.entries(link.attributes);
    if (entries.some(([, value]) => !Array.isArray(value) && !isKnown(value))) return undefined;
    const lists = entries.map(
      ([name, value]) => [name, Array.isArray(value) ? value.filter(isKnown) : value] as const,
    );
    return {...link, attributes: Object.fromEntries(lists)};
  }

  async #send(): Promise<void> {
    const bodies = this.#waiting;
    this.#waiting = new Map();
    if (bodies.size === 0) return;
    this.#options.signal.throwIfAborted();
    const {dryRun, signal} = this.#options;
    const body = {entities: requestOf(bodies)};
    const answer = dryRun
      ? (await this.#catalog.dryRun('POST /v2/entity/bulk', {body}, {signal})).response
      : await this.#catalog.call('POST /v2/entity/bulk', {body}, {signal});
    const {CREATE = [], UPDATE = []} = (answer?.mutatedEntities ?? {}) as Record<
      string,
      readonly Header[]
    >;
    this.#note(CREATE, bodies, this.created);
    this.#note(UPDATE, bodies, this.changed);
    for (const [key, one] of bodies) if ('customAttributes' in one) this.#seen.add(key);
    this.#options.onProgress(this.assets);
  }

  #note(headers: readonly Header[], bodies: ReadonlyMap<string, Body>, list: string[]): void {
    for (const {typeName, attributes} of headers) {
      const qualifiedName = String(attributes?.['qualifiedName']);
      const one = bodies.get(`${typeName} ${qualifiedName}`);
      if (one !== undefined && 'customAttributes' in one && !this.#links.has(keyOf(one)))
        list.push(qualifiedName);
    }
  }

  #marked(body: Body): Body {
    return {...body, customAttributes: {source: this.#source}} as Body;
  }
}

type Header = {readonly typeName: string; readonly attributes?: Readonly<Record<string, unknown>>};

type Reference = {
  readonly typeName: string;
  readonly uniqueAttributes: {readonly qualifiedName: string};
};

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'uniqueAttributes' in value;
}

/** What is in the same request is referred to by the guid that it has there. */
function requestOf(bodies: ReadonlyMap<string, Body>): (Body & {guid: string | undefined})[] {
  const guids = new Map([...bodies.keys()].map((key, i) => [key, `-${i + 1}`]));
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (!isReference(value)) return value;
    const guid = guids.get(`${value.typeName} ${value.uniqueAttributes.qualifiedName}`);
    return guid === undefined ? value : {typeName: value.typeName, guid};
  };
  return Array.from(bodies, ([key, body]) => ({
    ...body,
    guid: guids.get(key),
    attributes: Object.fromEntries(
      Object.entries(body.attributes).map(([name, value]) => [name, resolved(value)]),
    ),
  }));
}

/** Deletes what the source brought once, would bring now, and did not. */
async function deleteGone<K extends Keys>(
  {name, connector, config}: Source<K>,
  catalog: CatalogClient,
  writer: Writer,
  {dryRun, maxDeletes, signal}: SyncOptions,
  problems: string[],
): Promise<string[]> {
  const gone: string[] = [];
  const names: string[] = [];
  for (const {typeName, isAsset} of connector.brings.filter(one => one.isAsset || !dryRun)) {
    const known = await knownOf(typeName, name, catalog, signal);
    const covered = known.filter(one => connector.covers(config, one.qualifiedName));
    const missing = covered.filter(one => !writer.hasSeen(typeName, one.qualifiedName));
    if (isAsset && missing.length > Math.max(alwaysDeleted, (covered.length * maxDeletes) / 100)) {
      problems.push(
        `${missing.length} of the ${covered.length} assets (${typeName}) that this source brought are not in it any more, ` +
          `which is more than ${maxDeletes} %: nothing was deleted. If they are gone for good, run it once with --max-deletes 100.`,
      );
      return [];
    }
    gone.push(...missing.map(one => one.guid));
    if (isAsset) names.push(...missing.map(one => one.qualifiedName));
  }
  if (dryRun) return names;
  for (let at = 0; at < gone.length; at += guidsOfDelete) {
    await catalog.call(
      'DELETE /v2/entity/bulk',
      {query: {guid: gone.slice(at, at + guidsOfDelete)}},
      {signal},
    );
  }
  return names;
}

type Known = {readonly guid: string; readonly qualifiedName: string};

/** The ACTIVE entities of a type that a source of this name has brought. */
async function knownOf(
  typeName: string,
  source: string,
  catalog: CatalogClient,
  signal: AbortSignal,
): Promise<Known[]> {
  const known: Known[] = [];
  for (let marker: string | undefined = '*'; marker !== undefined && marker !== '-1';) {
    const body = {
      typeName,
      excludeDeletedEntities: true,
      includeSubTypes: false,
      attributes: ['qualifiedName'],
      entityFilters: {
        attributeName: '__customAttributes',
        operator: 'eq',
        attributeValue: `source=${source}`,
      },
      limit: pageOfKnown,
      marker,
    };
    const {entities = [], nextMarker} = (await catalog.call(
      'POST /v2/search/basic',
      {body: body},
      {signal},
    )) as {
      entities?: readonly {guid: string; attributes?: Record<string, unknown>}[];
      nextMarker?: string;
    };
    known.push(
      ...entities.map(({guid, attributes}) => ({
        guid,
        qualifiedName: String(attributes?.['qualifiedName']),
      })),
    );
    marker = entities.length < pageOfKnown ? undefined : nextMarker;
  }
  return known;
}
