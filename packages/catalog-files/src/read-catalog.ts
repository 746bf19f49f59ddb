import {entitiesOf, type AtlasServer} from '@gazetteer/migration';
import {inPath, typeLists, whatIs, type Json, type TypeList} from './declared.ts';

export type Types = Readonly<Record<TypeList, readonly Json[]>>;
export type CategoryThere = {
  readonly guid: string;
  /** Names from the top, joined by `/`. */
  readonly path: string;
  /** That of the category above it with a slash; empty at the top. */
  readonly parent: string;
  readonly json: Json;
};
export type GlossaryThere = {
  readonly guid: string;
  readonly json: Json;
  readonly categories: ReadonlyMap<string, CategoryThere>;
  /** By name. */
  readonly terms: ReadonlyMap<string, Json>;
};
/** As `GET /v2/entity/guid/{guid}` has it. */
export type EntityThere = {readonly guid: string; readonly json: Json};

/** Domains, or data products, by their paths. */
export type GroupsThere = ReadonlyMap<string, {readonly guid: string; readonly json: Json}>;
export type SourceThere = {readonly json: Json; readonly secrets: ReadonlySet<string>};

/** Of one page. */
const pageSize = 100;
/** Names go in the address of a request, which has its limit. */
const charactersOfRequest = 6000;
/** One that every server serves whole. */
const all = 'limit=-1&offset=0&sort=ASC';

/** What a running catalog has, as far as files can say something of it. */
export class CatalogReader {
  readonly #server: AtlasServer;

  constructor(server: AtlasServer) {
    this.#server = server;
  }

  async types(): Promise<Types> {
    const answer = (await this.#server.get('/v2/types/typedefs')) as Record<string, unknown>;
    return Object.fromEntries(typeLists.map(list => [list, answer[list] ?? []])) as Types;
  }

  /** @param wanted their names; all of them when absent */
  async glossaries(wanted?: ReadonlySet<string>): Promise<ReadonlyMap<string, GlossaryThere>> {
    const list = (await this.#server.get(`/v2/glossary?${all}`)) as readonly Json[];
    const found = new Map<string, GlossaryThere>();
    for (const json of list) {
      const [name, guid] = [String(json['name']), String(json['guid'])];
      if (wanted !== undefined && !wanted.has(name)) continue;
      const at = `/v2/glossary/${encodeURIComponent(guid)}`;
      const terms = (await this.#server.get(`${at}/terms?${all}`)) as readonly Json[];
      const categories = (await this.#server.get(`${at}/categories?${all}`)) as readonly Json[];
      found.set(name, {
        guid,
        json,
        categories: byPath(categories),
        terms: new Map(terms.map(one => [String(one['name']), one])),
      });
    }
    return found;
  }

  async groups(): Promise<{domains: GroupsThere; products: GroupsThere}> {
    const {domains} = (await this.#server.get('/v2/domains')) as {domains: readonly Json[]};
    const {products} = (await this.#server.get('/v2/products')) as {products: readonly Json[]};
    const byGuid = new Map(domains.map(one => [String(one['guid']), one]));
    const pathOf = (json: Json): string => {
      const parent = byGuid.get(String(json['parentGuid'] ?? json['domainGuid'] ?? ''));
      const above = parent === undefined ? '' : `${pathOf(parent)}/`;
      return above + inPath(String(json['name']));
    };
    const placed = (list: readonly Json[]) =>
      new Map(list.map(json => [pathOf(json), {guid: String(json['guid']), json}]));
    return {domains: placed(domains), products: placed(products)};
  }

  /** By name. */
  async sources(): Promise<ReadonlyMap<string, SourceThere>> {
    const {sources} = (await this.#server.get('/v2/sources')) as {sources: readonly Json[]};
    return new Map(
      sources.map(json => [
        String(json['name']),
        {json, secrets: new Set(json['secrets'] as readonly string[])},
      ]),
    );
  }

  /** Keys of each type of source whose values are secret. */
  async secretKeys(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    type SourceType = {type: string; keys: readonly {name: string; kind: string}[]};
    const {types} = (await this.#server.get('/v2/sources/types')) as {types: SourceType[]};
    return new Map(
      types.map(({type, keys}) => [
        type,
        new Set(keys.filter(one => one.kind === 'secret').map(one => one.name)),
      ]),
    );
  }

  /** Those of a type by qualified name; those that are not there are absent. */
  async entities(
    typeName: string,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, EntityThere>> {
    const found = new Map<string, EntityThere>();
    const type = encodeURIComponent(typeName);
    for (const query of queriesOf(names)) {
      const {entities = []} = (await this.#server.get(
        `/v2/entity/bulk/uniqueAttribute/type/${type}?${query}&minExtInfo=true`,
      )) as {entities?: readonly Json[]};
      for (const json of entities) {
        const {qualifiedName} = json['attributes'] as {qualifiedName?: unknown};
        if (json['status'] === 'ACTIVE')
          found.set(String(qualifiedName), {guid: String(json['guid']), json});
      }
    }
    return found;
  }

  /** Those of a type and its subtypes that are active, a page at a time. */
  async *ofType(typeName: string): AsyncGenerator<readonly Json[]> {
    let marker: string | undefined = '*';
    while (marker !== undefined) {
      const page = (await this.#server.post('/v2/search/basic', {
        typeName,
        excludeDeletedEntities: true,
        limit: pageSize,
        marker,
      })) as {entities?: readonly {guid: string}[]; nextMarker?: string};
      const guids = (page.entities ?? []).map(one => one.guid);
      if (guids.length > 0) yield (await entitiesOf(this.#server, guids)) as readonly Json[];
      marker = guids.length === 0 || page.nextMarker === '-1' ? undefined : page.nextMarker;
    }
  }
}

function byPath(list: readonly Json[]): ReadonlyMap<string, CategoryThere> {
  const byGuid = new Map(list.map(one => [String(one['guid']), one]));
  const parentOf = (one: Json): string => {
    const {categoryGuid} = (one['parentCategory'] ?? {}) as {categoryGuid?: string};
    const parent = categoryGuid === undefined ? undefined : byGuid.get(categoryGuid);
    return parent === undefined ? '' : `${parentOf(parent)}${inPath(String(parent['name']))}/`;
  };
  return new Map(
    list.map(json => {
      const parent = parentOf(json);
      const path = parent + inPath(String(json['name']));
      return [path, {guid: String(json['guid']), path, parent, json}];
    }),
  );
}

/** Unique attributes of as many as fit into an address. */
function queriesOf(names: readonly string[]): string[] {
  const queries: string[][] = [];
  let size = charactersOfRequest;
  for (const name of names) {
    const value = encodeURIComponent(name);
    size += value.length + 25;
    if (size > charactersOfRequest) {
      queries.push([]);
      size = value.length + 25;
    }
    const query = queries.at(-1);
    query?.push(`attr_${query.length}:qualifiedName=${value}`);
  }
  return queries.map(query => query.join('&'));
}

/** `term@glossary` by guid. */
export function termNamesOf(
  glossaries: ReadonlyMap<string, GlossaryThere>,
): ReadonlyMap<string, string> {
  const all = Array.from(glossaries, ([glossary, {terms}]) =>
    Array.from(terms, ([name, json]): [string, string] => [
      String(json['guid']),
      whatIs.term(name, glossary),
    ]),
  );
  return new Map(all.flat());
}

/** Paths of domains and data products by guid. */
export function groupPathsOf(groups: {
  readonly domains: GroupsThere;
  readonly products: GroupsThere;
}): ReadonlyMap<string, string> {
  const all = [...groups.domains, ...groups.products];
  return new Map(all.map(([path, {guid}]) => [guid, path]));
}
