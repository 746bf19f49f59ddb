import type {Schemas} from '@gazetteer/client';
import {
  type GroupKind,
  groupTypes,
  membershipFacets,
  membershipGroup,
} from '@gazetteer/model/asset';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../api/client.ts';
import {facetsQuery} from '../api/queries.ts';
import {allEntityTypes, type TypeIndex} from '../api/type-index.ts';

export type Domain = Schemas['Domain'];
export type Product = Schemas['DataProduct'];

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async ({signal}) => (await client.call('GET /v2/domains', {}, {signal})).domains,
});

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: async ({signal}) => (await client.call('GET /v2/products', {}, {signal})).products,
});

/**
 * How many assets belong to each of these; nothing is asked where there are none. By values, which
 * an index finds: asking for any value would read every asset.
 */
export const memberCountsQuery = (kind: GroupKind, groups: readonly {readonly guid: string}[]) => ({
  ...facetsQuery({
    typeName: allEntityTypes,
    entityFilters: {
      attributeName: `${membershipGroup}.${membershipFacets[kind]}`,
      operator: 'in',
      attributeValue: groups.map(one => one.guid).join(','),
    },
    excludeDeletedEntities: true,
    // Hits are not shown; the API wants at least one.
    limit: 1,
    facetSize: 1000,
  } as Parameters<typeof facetsQuery>[0]),
  enabled: groups.length > 0,
});

type FacetsAnswer = Schemas['SearchFacets'] | undefined;

/** By guid, as texts: `10,000+`. */
export function memberCounts(answer: FacetsAnswer, facet: GroupKind): ReadonlyMap<string, string> {
  const values = answer?.facets?.find(one => one.name === facet)?.values ?? [];
  return new Map(
    values.map(({value, count, isMore}) => [
      value,
      `${count.toLocaleString()}${isMore === true ? '+' : ''}`,
    ]),
  );
}

/**
 * Whether entities of the type group others; undefined: they do not. By the type's hierarchy, so
 * that types of one's own below them count, too.
 */
export function groupKind(types: TypeIndex, typeName: string): GroupKind | undefined {
  return (Object.keys(groupTypes) as GroupKind[]).find(kind =>
    types.isA(typeName, groupTypes[kind]),
  );
}
