import {ApiError} from '@gazetteer/client';
import {UnreachableError} from '@gazetteer/ui';
import {QueryClient, queryOptions} from '@tanstack/react-query';
import {client, readSession} from './client.ts';
import {type GlossaryHits, hitsOf} from './glossary-hits.ts';
import type {Entity, SearchParameters, TypesAnswer} from './wire.ts';

/** Every read of the pages: what it is called in the cache and where it comes from. */

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The server's refusals do not change by asking again; a lost connection may.
      retry: (count, error) =>
        count < 2 && (error instanceof UnreachableError || (error instanceof ApiError && error.status >= 502)),
      refetchOnWindowFocus: false,
    },
  },
});

export const sessionQuery = queryOptions({queryKey: ['session'], queryFn: readSession, staleTime: Infinity});

/** All types: some hundred kilobytes, which change seldom. */
export const typesQuery = queryOptions({
  queryKey: ['types'],
  queryFn: async ({signal}) => (await client.call('GET /v2/types/typedefs', {}, {signal})) as TypesAnswer,
  staleTime: 60_000,
});

/** Counts by type and by classification. */
export const metricsQuery = queryOptions({
  queryKey: ['metrics'],
  queryFn: ({signal}) => client.call('GET /admin/metrics', {}, {signal}),
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
export const glossaryHitsQuery = (find: string, page: number, glossaryType: 'ALL' | 'TERM' = 'ALL', limit = hitRows) =>
  queryOptions({
    queryKey: ['glossary', 'hits', find, glossaryType, limit, page],
    queryFn: async ({signal}): Promise<GlossaryHits> => {
      const body = {searchQuery: find, glossaryType, limit, offset: page * limit, sortBy: 'name'};
      const found = await client.call('POST /v2/glossary/search', {body}, {signal});
      return {count: found.approximateCount ?? 0, hits: hitsOf(found)};
    },
  });

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({signal}) => client.call('GET /v2/search/saved', {}, {signal}),
});

export const searchQuery = (parameters: SearchParameters) =>
  queryOptions({
    queryKey: ['search', parameters],
    queryFn: ({signal}) => client.call('POST /v2/search/basic', {body: parameters}, {signal}),
  });

export const quickSearchQuery = (parameters: SearchParameters) =>
  queryOptions({
    queryKey: ['quick-search', parameters],
    queryFn: ({signal}) => client.call('POST /v2/search/quick', {body: parameters}, {signal}),
  });

export const suggestionsQuery = (prefixString: string) =>
  queryOptions({
    queryKey: ['suggestions', prefixString],
    queryFn: async ({signal}) =>
      (await client.call('GET /v2/search/suggestions', {query: {prefixString}}, {signal})).suggestions,
    enabled: prefixString.length >= 2,
  });

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
