import {ApiError} from '@gazetteer/ui';
import {QueryClient, queryOptions} from '@tanstack/react-query';
import {get, readSession, request} from './request.ts';
import type {
  EntityAnswer,
  Glossary,
  Metrics,
  QuickSearchAnswer,
  SavedSearch,
  SearchAnswer,
  SearchParameters,
  TypesAnswer,
} from './wire.ts';

/** Every read of the pages: what it is called in the cache and where it comes from. */

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The server's refusals do not change by asking again; a lost connection may.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
    },
  },
});

export const sessionQuery = queryOptions({queryKey: ['session'], queryFn: readSession, staleTime: Infinity});

/** All types: some hundred kilobytes, which change seldom. */
export const typesQuery = queryOptions({
  queryKey: ['types'],
  queryFn: ({signal}) => get<TypesAnswer>('/v2/types/typedefs', undefined, signal),
  staleTime: 60_000,
});

/** Counts by type and by classification. */
export const metricsQuery = queryOptions({
  queryKey: ['metrics'],
  queryFn: ({signal}) => get<Metrics>('/admin/metrics', undefined, signal),
  staleTime: 30_000,
});

export const glossariesQuery = queryOptions({
  queryKey: ['glossary', 'list'],
  queryFn: ({signal}) => get<readonly Glossary[]>('/v2/glossary', {sort: 'ASC'}, signal),
});

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({signal}) => get<readonly SavedSearch[]>('/v2/search/saved', undefined, signal),
});

export const searchQuery = (parameters: SearchParameters) =>
  queryOptions({
    queryKey: ['search', parameters],
    queryFn: ({signal}) => request<SearchAnswer>('POST', '/v2/search/basic', {body: parameters, signal}),
  });

export const quickSearchQuery = (parameters: Readonly<Record<string, unknown>>) =>
  queryOptions({
    queryKey: ['quick-search', parameters],
    queryFn: ({signal}) => request<QuickSearchAnswer>('POST', '/v2/search/quick', {body: parameters, signal}),
  });

export const suggestionsQuery = (prefixString: string) =>
  queryOptions({
    queryKey: ['suggestions', prefixString],
    queryFn: async ({signal}) =>
      (await get<{suggestions: readonly string[]}>('/v2/search/suggestions', {prefixString}, signal)).suggestions,
    enabled: prefixString.length >= 2,
  });

export const entityQuery = (guid: string) =>
  queryOptions({
    queryKey: ['entity', guid],
    queryFn: ({signal}) => get<EntityAnswer>(`/v2/entity/guid/${encodeURIComponent(guid)}`, {minExtInfo: true}, signal),
  });
