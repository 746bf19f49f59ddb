import {also, body} from '@gazetteer/kernel';
import {
  checkLimits,
  checkQuickSearch,
  quickQueryText,
  readSearchParameters,
  readSearchQuery,
  withPageSize,
  type SearchParameters,
  type TypeRegistry,
} from '@gazetteer/model';
import {searchWithFacets, type SearchFacets} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {query} from '../operation.ts';
import {quickQuery, wrongFilter, wrongSearch, type SearchArgs} from './addresses.ts';
import {resolve, resultOf, type SearchResult} from './find.ts';
import {noteProfile} from './profile.ts';
import * as shapes from './shapes.ts';

type Entry = {name: string; count: number};
export type QuickSearchResult = {
  searchResults: SearchResult;
  aggregationMetrics: Record<string, Entry[]>;
};

/** Both forms leave sub-types out, unlike basic search. */
const form = {includeSubTypes: false};
/** Owners beyond the most frequent ones are of no use as a filter. */
const maxOwners = 100;

/** POST and GET /search/quick: what is typed is taken for the beginning of a word. */
export const quickSearch = query('POST /v2/search/quick', {
  summary: 'Search while typing, with filters and counts',
  description: 'As GET /v2/search/quick, with filters on attributes.',
  body: body(shapes.quickSearchParameters, json => readSearchParameters(json, form)),
  answer: shapes.quickSearchResult,
  errors: [...wrongSearch, ...wrongFilter],
  on: 'search',
  keptFor: 'caller',
  read: (args: SearchArgs<SearchParameters>, c) => quickParameters(c, args),
  logAs: 'EntityDiscoveryService.quickSearch',
  run: async (graph, parameters, c): Promise<QuickSearchResult> => {
    await noteProfile(graph, c);
    const asked = await resolve(c, graph, parameters);
    const {hits, facets} = await searchWithFacets(graph, asked);
    const searchResults = await resultOf(graph, parameters, asked, hits);
    return {searchResults, aggregationMetrics: aggregations(graph.types, facets)};
  },
});

export const quickSearchByQuery = also(
  'GET /v2/search/quick',
  quickSearch,
  {
    summary: 'Search while typing, with counts by type, status, owner and service',
    description:
      'One word matches the beginning of words. `aggregationMetrics` has the counts of all hits.',
    query: quickQuery,
    answer: shapes.quickSearchResult,
    errors: wrongSearch,
  },
  query => ({query}),
);

/** What a search asks for, checked. */
export function quickParameters(c: Context, args: SearchArgs<SearchParameters>): SearchParameters {
  const given = 'body' in args ? args.body : readSearchQuery(args.query, form);
  if ('body' in args) checkQuickSearch(given, c.settings);
  else checkLimits(given, c.settings);
  const {query} = given;
  return withPageSize(
    {...given, ...(query === undefined ? {} : {query: quickQueryText(query)})},
    c.settings,
  );
}

function aggregations(
  types: TypeRegistry,
  {types: typeCounts, statuses, owners}: SearchFacets,
): Record<string, Entry[]> {
  const services = new Map<string, number>();
  for (const [name, count] of typeCounts) {
    const service = types.entityTypes.get(name)?.def.serviceType;
    if (service !== undefined) services.set(service, (services.get(service) ?? 0) + count);
  }
  return {
    __typeName: entries(typeCounts),
    // In small letters, as clients of the reference read them here and nowhere else.
    __state: entries(
      new Map(Array.from(statuses, ([status, count]) => [status.toLowerCase(), count])),
    ),
    ServiceType: entries(services),
    'Asset.owner': entries(owners).slice(0, maxOwners),
  };
}

/** The most frequent first. */
function entries(counts: ReadonlyMap<string, number>): Entry[] {
  return Array.from(counts, ([name, count]) => ({name, count})).sort(
    (a, b) => b.count - a.count || (a.name < b.name ? -1 : 1),
  );
}
