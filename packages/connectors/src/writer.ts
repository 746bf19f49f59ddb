import {ApiError, type CatalogClient, type Schemas} from '@gazetteer/client';
import {keyOf, type Asset, type Body, type Connector} from './connector.ts';
import {presentIn, type Present} from './present.ts';
import {viewColumnType} from './source-types.ts';
import {ViewColumns} from './view-columns.ts';

/**
 * Bodies of one request: one statement of the catalog's serves all of them, and its answer stays
 * small.
 */
const bodiesOfRequest = 500;

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
  /** How more may be deleted, for whoever is told that nothing was. */
  readonly moreDeletes: string;
  readonly signal: AbortSignal;
  /** Asks the editor beside the catalog, where there is one. */
  readonly editor?: typeof fetch | undefined;
  /** Told after each request, with how many assets have been sent. */
  readonly onProgress: (assets: number) => void;
};

/** Sends what a source says to the catalog, and notes what that changes. */
export class Writer {
  assets = 0;
  readonly created: string[] = [];
  readonly changed: string[] = [];
  readonly #seen = new Set<string>();
  readonly #source: string;
  readonly #connector: Kind;
  readonly #catalog: CatalogClient;
  readonly #options: SyncOptions;
  readonly #hasViews: boolean;
  readonly #assetTypes = new Set<string>();
  readonly #links = new Map<string, Body>();
  readonly #views = new ViewColumns();
  /** Types that the catalog has not, which a rehearsal leaves so. */
  readonly #missingTypes = new Set<string>();
  #waiting: Asset[] = [];
  #bodiesWaiting = 0;

  constructor(
    source: {readonly name: string; readonly connector: Kind},
    catalog: CatalogClient,
    options: SyncOptions,
  ) {
    this.#source = source.name;
    this.#connector = source.connector;
    this.#catalog = catalog;
    this.#options = options;
    this.#hasViews = source.connector.brings.some(one => one.typeName === viewColumnType.name);
  }

  async prepareTypes(): Promise<void> {
    const {entityDefs = [], relationshipDefs = []} = this.#connector.types ?? {};
    for (const {name} of [...entityDefs, ...relationshipDefs])
      if (!(await this.#knowsType(name))) this.#missingTypes.add(name);
    if (this.#missingTypes.size === 0 || this.#options.dryRun) return;
    const isMissing = ({name}: {name: string}) => this.#missingTypes.has(name);
    const body = {
      entityDefs: entityDefs.filter(isMissing),
      relationshipDefs: relationshipDefs.filter(isMissing),
    } as Schemas['TypesDefInput'];
    await this.#catalog.call('POST /v2/types/typedefs', {body});
    this.#missingTypes.clear();
  }

  /** Whether the catalog knows the type, as far as the source is what brings it. */
  hasType(name: string): boolean {
    return !this.#missingTypes.has(name);
  }

  async #knowsType(name: string): Promise<boolean> {
    try {
      await this.#catalog.call('GET /v2/types/typedef/name/{name}', {path: {name}});
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      return false;
    }
  }

  async add(asset: Asset): Promise<void> {
    this.assets++;
    this.#assetTypes.add(asset.main.typeName);
    this.#waiting.push(asset);
    this.#bodiesWaiting += 1 + asset.parts.length;
    for (const one of asset.links) this.#links.set(keyOf(one), one);
    if (this.#hasViews) this.#views.add(asset);
    if (this.#bodiesWaiting >= bodiesOfRequest) await this.#send();
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
    await this.#sendLinks([...this.#links.values()].flatMap(one => this.#knownIn(one) ?? []));
    // Those name the views' own links.
    for (const some of inParts(this.#views.links())) await this.#sendLinks(some);
  }

  async #sendLinks(links: readonly Body[]): Promise<void> {
    for (let at = 0; at < links.length; at += bodiesOfRequest) {
      const some = links.slice(at, at + bodiesOfRequest);
      const present = await presentIn(this.#catalog, some, this.#options.signal);
      await this.#write(some.map(one => this.#marked(one, present)));
      for (const one of some) this.#seen.add(keyOf(one));
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
    const assets = this.#waiting;
    [this.#waiting, this.#bodiesWaiting] = [[], 0];
    if (assets.length === 0) return;
    const mains = assets.map(one => one.main);
    const present = await presentIn(this.#catalog, mains, this.#options.signal);
    const own = assets.filter(({main}) => !this.#isLeft(present.get(keyOf(main))));
    const mutated = await this.#write([
      ...own.flatMap(({within, parts}) => [...within, ...parts]),
      ...own.map(({main}) => this.#marked(main, present)),
    ]);
    const {created, changed} = toldOf(own, mutated);
    this.created.push(...created);
    this.changed.push(...changed);
    for (const main of mains) this.#seen.add(keyOf(main));
    this.#options.onProgress(this.assets);
  }

  /** Whether an asset is left to whoever brought it. */
  #isLeft(present: Present | undefined): boolean {
    return (
      this.#connector.yields === true &&
      present !== undefined &&
      present.customAttributes['source'] !== this.#source
    );
  }

  async #write(list: readonly Body[]): Promise<Mutated> {
    const bodies = new Map(list.map(one => [keyOf(one), one]));
    if (bodies.size === 0) return {};
    const {dryRun, signal} = this.#options;
    signal.throwIfAborted();
    const body = {entities: requestOf(bodies, this.#missingTypes)};
    const answer = dryRun
      ? (await this.#catalog.dryRun('POST /v2/entity/bulk', {body}, {signal})).response
      : await this.#catalog.call('POST /v2/entity/bulk', {body}, {signal});
    return (answer?.mutatedEntities ?? {}) as Mutated;
  }

  /** Properties that others gave it stay. */
  #marked(body: Body, present: ReadonlyMap<string, Present>): Body {
    const {customAttributes = {}} = present.get(keyOf(body)) ?? {};
    const properties = {...customAttributes, ...body.properties, source: this.#source};
    return {...body, properties};
  }
}

function* inParts(bodies: Iterable<Body>): Generator<Body[]> {
  let part: Body[] = [];
  for (const one of bodies) {
    part.push(one);
    if (part.length < bodiesOfRequest) continue;
    yield part;
    part = [];
  }
  yield part;
}

/** What of a connector matters here. */
type Kind = Pick<Connector, 'types' | 'yields' | 'brings'>;

type Mutated = {readonly [Operation in 'CREATE' | 'UPDATE' | 'DELETE']?: readonly Header[]};
type Header = {readonly typeName: string; readonly attributes?: Readonly<Record<string, unknown>>};

/** Names of assets that a request made or changed. One is changed where a part of it is. */
function toldOf(
  assets: readonly Asset[],
  {CREATE = [], UPDATE = [], DELETE = []}: Mutated,
): {created: string[]; changed: string[]} {
  const nameOf = ({attributes}: Partial<Header>) => String(attributes?.['qualifiedName']);
  const mainOf = new Map(
    assets.flatMap(({main, parts}) => [main, ...parts].map(one => [keyOf(one), nameOf(main)])),
  );
  const names = new Set(assets.map(({main}) => nameOf(main)));
  const types = new Set(assets.map(({main}) => main.typeName));
  const keyed = (header: Header) => `${header.typeName} ${nameOf(header)}`;
  const created = CREATE.filter(one => types.has(one.typeName) && names.has(nameOf(one)));
  const isNew = new Set(created.map(nameOf));
  const touched = [
    ...[...CREATE, ...UPDATE].flatMap(one => mainOf.get(keyed(one)) ?? []),
    ...DELETE.flatMap(one => holderOf(nameOf(one), names) ?? []),
  ];
  return {
    created: [...isNew],
    changed: [...new Set(touched)].filter(name => !isNew.has(name)),
  };
}

/** Of `db.table.column@server` the table. */
function holderOf(part: string, names: ReadonlySet<string>): string | undefined {
  const at = part.lastIndexOf('@');
  const end = at < 0 ? '' : part.slice(at);
  let path = at < 0 ? part : part.slice(0, at);
  while (!names.has(`${path}${end}`)) {
    if (!/[.#]/.test(path)) return undefined;
    path = path.replace(/[.#][^.#]*$/, '');
  }
  return `${path}${end}`;
}

type Reference = {
  readonly typeName: string;
  readonly uniqueAttributes: {readonly qualifiedName: string};
};

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'uniqueAttributes' in value;
}

type Sent = {
  readonly guid: string | undefined;
  readonly typeName: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly customAttributes?: Readonly<Record<string, string>>;
};

/** What is in the same request is referred to by the guid that it has there. */
function requestOf(bodies: ReadonlyMap<string, Body>, missing: ReadonlySet<string>): Sent[] {
  const guids = new Map([...bodies.keys()].map((key, i) => [key, `-${i + 1}`]));
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (!isReference(value)) return value;
    const guid = guids.get(`${value.typeName} ${value.uniqueAttributes.qualifiedName}`);
    return guid === undefined ? value : {typeName: value.typeName, guid};
  };
  const isOfMissing = (value: unknown) =>
    [value].flat().some(one => isReference(one) && missing.has(one.typeName));
  return [...bodies]
    .filter(([, {typeName}]) => !missing.has(typeName))
    .map(([key, {typeName, attributes, properties}]) => ({
      guid: guids.get(key),
      typeName,
      attributes: Object.fromEntries(
        Object.entries(attributes)
          .filter(([, value]) => !isOfMissing(value))
          .map(([name, value]) => [name, resolved(value)]),
      ),
      ...(properties === undefined ? {} : {customAttributes: properties}),
    }));
}
