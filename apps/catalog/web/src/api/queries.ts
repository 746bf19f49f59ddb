import {ApiError} from '@gazetteer/client';
import {UnreachableError} from '@gazetteer/ui';
import {QueryClient, queryOptions} from '@tanstack/react-query';
import {client, readSession, session} from './client.ts';
import {type GlossaryHits, hitsOf} from './glossary-hits.ts';
import type {Entity, SearchParameters, TypesAnswer} from './wire.ts';

/** Every read of the pages: what it is called in the cache and where it comes from. */

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The server's refusals do not change by asking again; a lost connection may.
      retry: (count, error) =>
        count < 2 &&
        (error instanceof UnreachableError || (error instanceof ApiError && error.status >= 502)),
      refetchOnWindowFocus: false,
    },
  },
});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Infinity,
});

/** Those that the server knows: hundreds, which only few forms offer. */
export const timezonesQuery = queryOptions({
  queryKey: ['session', 'timezones'],
  queryFn: async ({signal}) => (await client.call('GET /admin/session', {}, {signal})).timezones,
  staleTime: Infinity,
});

/**
 * Which engines of the editor have a table, and where the editor is. Only tables have any, and only
 * where an editor runs beside the catalog.
 */
export const editorPlacesQuery = (guid: string) =>
  queryOptions({
    queryKey: ['editor-places', guid],
    queryFn: ({signal}) =>
      client.call('GET /v2/entity/guid/{guid}/editor', {path: {guid}}, {signal}),
    staleTime: 60_000,
  });

/** Who uses an entity, when, and what of it, in the last 90 days. */
export const usageQuery = (guid: string) =>
  queryOptions({
    queryKey: ['usage', guid],
    queryFn: ({signal}) =>
      client.call('GET /v2/entity/guid/{guid}/usage', {path: {guid}}, {signal}),
    staleTime: 60_000,
  });

/** What is used most this week. */
export const mostUsedQuery = queryOptions({
  queryKey: ['most-used'],
  queryFn: ({signal}) => client.call('GET /v2/usage/most', {query: {limit: 8}}, {signal}),
  staleTime: 60_000,
});

/**
 * All types: some hundred kilobytes, which change seldom. Whole, as nearly every page needs to know
 * what is above a type or what its attributes are; `TypeIndex` answers that without asking again.
 */
export const typesQuery = queryOptions({
  queryKey: ['types'],
  queryFn: async ({signal}) =>
    (await client.call('GET /v2/types/typedefs', {}, {signal})) as TypesAnswer,
  staleTime: 60_000,
});

/** Counts by type and by classification. */
export const metricsQuery = queryOptions({
  queryKey: ['metrics'],
  queryFn: ({signal}) => client.call('GET /admin/metrics', {}, {signal}),
  staleTime: 30_000,
});

/** On how many entities each classification is found. */
export const classifiedQuery = queryOptions({
  queryKey: ['metrics', 'classified'],
  queryFn: ({signal}) => client.call('GET /admin/metrics/classifications', {}, {signal}),
  staleTime: 30_000,
});

/** Glossaries with the numbers of what is in them; all of that itself may be megabytes. */
export const glossariesQuery = queryOptions({
  queryKey: ['glossary', 'list'],
  queryFn: ({signal}) => client.call('GET /v2/glossary', {query: {counts: true}}, {signal}),
});

/** What is asked for at once of what is found in glossaries. */
export const hitRows = 100;

/** A page of the terms and categories that have the text in them, by name. */
export const glossaryHitsQuery = (
  find: string,
  page: number,
  glossaryType: 'ALL' | 'TERM' = 'ALL',
  limit = hitRows,
) =>
  queryOptions({
    queryKey: ['glossary', 'hits', find, glossaryType, limit, page],
    queryFn: async ({signal}): Promise<GlossaryHits> => {
      const body = {searchQuery: find, glossaryType, limit, offset: page * limit, sortBy: 'name'};
      const found = await client.call('POST /v2/glossary/search', {body}, {signal});
      return {count: found.approximateCount ?? 0, hits: hitsOf(found)};
    },
  });

/** Of the user and of all that they may see, each with its parameters as the API has them. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({signal}) => client.call('GET /v2/search/saved', {}, {signal}),
});

/**
 * The parameters are the key: whoever searches the same, in the list or in a facet, shares the
 * answer. @throws ApiError what the server says of a search that it cannot do
 */
export const searchQuery = (parameters: SearchParameters) =>
  queryOptions({
    queryKey: ['search', parameters],
    queryFn: ({signal}) => client.call('POST /v2/search/basic', {body: parameters}, {signal}),
  });

/** How many hits of a search have which values. */
export const facetsQuery = (parameters: SearchParameters) =>
  queryOptions({
    queryKey: ['facets', parameters],
    queryFn: ({signal}) => client.call('POST /v2/search/facets', {body: parameters}, {signal}),
  });

/**
 * Answers the hits with their counts in one, for fields that find something while somebody types.
 */
export const quickSearchQuery = (parameters: SearchParameters) =>
  queryOptions({
    queryKey: ['quick-search', parameters],
    queryFn: ({signal}) => client.call('POST /v2/search/quick', {body: parameters}, {signal}),
  });

/** What there is for what somebody types. */
export const typeaheadQuery = (query: string) =>
  queryOptions({
    queryKey: ['typeahead', query],
    queryFn: ({signal}) => client.call('GET /v2/search/typeahead', {query: {query}}, {signal}),
  });

/** Where the server tells of the editor beside it. */
export const otherHalfUrl = '../account/other';

export type FoundInEditor = {
  readonly kind: 'query' | 'statement';
  readonly label: string;
  readonly place?: string;
  readonly url: string;
};

/** Saved queries and statements of the user in the editor; none while it is away. */
export const foundInEditorQuery = (text: string) =>
  queryOptions({
    queryKey: ['found-in-editor', text],
    queryFn: async ({signal}): Promise<readonly FoundInEditor[]> => {
      const query = new URLSearchParams({text});
      const answer = await session.fetch(`${otherHalfUrl}/found?${query}`, {signal});
      return answer.ok ? ((await answer.json()) as {found: FoundInEditor[]}).found : [];
    },
    retry: false,
  });

/** Users and groups with the text in their names. */
export const peopleQuery = (text: string) =>
  queryOptions({
    queryKey: ['people', text],
    queryFn: ({signal}) => client.call('GET /v2/people', {query: {text}}, {signal}),
    staleTime: 60_000,
  });

/** What the words of a query were meant to be that nothing has. */
export const spellingQuery = (query: string) =>
  queryOptions({
    queryKey: ['spelling', query],
    queryFn: ({signal}) => client.call('GET /v2/search/spelling', {query: {query}}, {signal}),
  });

/** An entity without what it is related to: a database may have ten thousand tables. */
export const assetQuery = (guid: string) =>
  queryOptions({
    queryKey: ['asset', guid],
    queryFn: async ({signal}) => {
      const query = {minExtInfo: true, ignoreRelationships: true};
      const found = await client.call(
        'GET /v2/entity/guid/{guid}',
        {path: {guid}, query},
        {signal},
      );
      return found.entity as Entity;
    },
  });

/** What contains an entity, outermost first. */
export const pathQuery = (guid: string) =>
  queryOptions({
    queryKey: ['asset-path', guid],
    queryFn: async ({signal}) =>
      (await client.call('GET /v2/entity/guid/{guid}/path', {path: {guid}}, {signal})).path,
  });

/**
 * `relation` is the attribute that leads to the parts; `offset` and `limit` count parts after the
 * filter.
 */
export type PartsRequest = {
  readonly relation: string;
  readonly query?: string;
  readonly attributes: string[];
  readonly sortBy?: string;
  readonly sortOrder?: 'ASCENDING' | 'DESCENDING';
  readonly limit: number;
  readonly offset: number;
  readonly withLineage?: boolean;
};

/** A page of the columns of a table, or of the tables of a database. */
export const partsQuery = (guid: string, query: PartsRequest) =>
  queryOptions({
    queryKey: ['asset-parts', guid, query],
    queryFn: ({signal}) =>
      client.call('GET /v2/entity/guid/{guid}/parts', {path: {guid}, query}, {signal}),
  });

/** With what it is related to; see `assetQuery` for pages that show that part by part. */
export const entityQuery = (guid: string) =>
  queryOptions({
    queryKey: ['entity', guid],
    queryFn: async ({signal}) => {
      const found = await client.call(
        'GET /v2/entity/guid/{guid}',
        {path: {guid}, query: {minExtInfo: true}},
        {signal},
      );
      return found as {entity: Entity; referredEntities?: Record<string, Entity>};
    },
  });
