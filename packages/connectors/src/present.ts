import type {CatalogClient} from '@gazetteer/client';
import {keyOf, type Body} from './connector.ts';

/** What the catalog has of an entity before it is sent. */
export type Present = {readonly customAttributes: Readonly<Record<string, string>>};

/** Names go in the address of a request, which has its limit. */
const charactersOfRequest = 6000;

/** Those of `bodies` that the catalog has, by their keys. */
export async function presentIn(
  catalog: CatalogClient,
  bodies: readonly Body[],
  signal: AbortSignal,
): Promise<Map<string, Present>> {
  const found = new Map<string, Present>();
  for (const [typeName, list] of Map.groupBy(bodies, one => one.typeName)) {
    for (const query of queriesOf(list)) {
      const {entities = []} = await catalog.call(
        'GET /v2/entity/bulk/uniqueAttribute/type/{typeName}',
        {path: {typeName}, query: {...query, minExtInfo: true, ignoreRelationships: true}},
        {signal},
      );
      for (const one of entities ?? []) {
        const {attributes, customAttributes} = one as unknown as Body & Partial<Present>;
        found.set(keyOf({typeName, attributes}), {customAttributes: customAttributes ?? {}});
      }
    }
  }
  return found;
}

function queriesOf(bodies: readonly Body[]): Record<`attr_${string}:${string}`, string>[] {
  const queries: Record<string, string>[] = [];
  let [size, query]: [number, Record<string, string>] = [charactersOfRequest, {}];
  for (const {attributes} of bodies) {
    const name = String(attributes['qualifiedName']);
    const length = encodeURIComponent(name).length + 25;
    if (size + length > charactersOfRequest) {
      [size, query] = [0, {}];
      queries.push(query);
    }
    query[`attr_${Object.keys(query).length}:qualifiedName`] = name;
    size += length;
  }
  return queries;
}
