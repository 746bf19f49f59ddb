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
import {searchFacets, type SearchFacets} from '@gazetteer/store';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {onlyNamed, type SearchArgs} from './basic-search.ts';
import {find, resolve, type SearchResult} from './find.ts';
import {loadProfile} from './profile.ts';
import {quickSearchParameters} from './shapes.ts';

type Entry = {name: string; count: number};
export type QuickSearchResult = {searchResults: SearchResult; aggregationMetrics: Record<string, Entry[]>};

const queryNames = ['query', 'typeName', 'excludeDeletedEntities', 'offset', 'limit', 'sortBy', 'sortOrder'];
/** Both forms leave sub-types out, unlike basic search. */
const form = {includeSubTypes: false};
/** Owners beyond the most frequent ones are of no use as a filter. */
const maxOwners = 100;

/** POST and GET /search/quick: what is typed is taken for the beginning of a word. */
export async function quickSearch(c: Catalog, args: SearchArgs): Promise<QuickSearchResult> {
  await loadProfile(c);
  const parameters = quickParameters(c, args);
  return await c.read('EntityDiscoveryService.quickSearch', async graph => {
    const query = await resolve(c, graph, parameters);
    const searchResults = await find(graph, parameters, query);
    const facets = await searchFacets(graph, query, searchResults.approximateCount);
    return {searchResults, aggregationMetrics: aggregations(graph.types, facets)};
  });
}

/** What a search asks for, checked. */
export function quickParameters(c: Catalog, args: SearchArgs): SearchParameters {
  const isBody = 'body' in args;
  const given = isBody
    ? readSearchParameters(parseBody(quickSearchParameters, args.body), form)
    : readSearchQuery(onlyNamed(args.query, queryNames), form);
  if (isBody) checkQuickSearch(given, c.settings);
  else checkLimits(given, c.settings);
  const {query} = given;
  return withPageSize({...given, ...(query === undefined ? {} : {query: quickQueryText(query)})}, c.settings);
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
    __state: entries(new Map(Array.from(statuses, ([status, count]) => [status.toLowerCase(), count]))),
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
