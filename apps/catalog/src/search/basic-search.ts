import {
  basicQueryText,
  checkBasicSearch,
  checkLimits,
  readSearchParameters,
  readSearchQuery,
  withPageSize,
  type SearchParameters,
} from '@gazetteer/model';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {find, resolve, type SearchResult} from './find.ts';
import {loadProfile} from './profile.ts';
import {searchParameters} from './shapes.ts';

/** A search as it came: the JSON text of a body, or a query string. */
export type SearchArgs = {body: string} | {query: Record<string, unknown>};

/** Of the query string; the other parameters exist in a body only. */
const queryNames = [
  'query',
  'typeName',
  'classification',
  'sortBy',
  'sortOrder',
  'excludeDeletedEntities',
  'limit',
  'offset',
  'marker',
];
const form = {includeSubTypes: true};

/** POST and GET /search/basic. The query string may ask for nothing at all, the body may not. */
export async function basicSearch(c: Catalog, args: SearchArgs): Promise<SearchResult> {
  await loadProfile(c);
  const parameters = basicParameters(c, args);
  return await c.read('EntityDiscoveryService.searchWithParameters', async graph =>
    find(graph, parameters, await resolve(c, graph, parameters)),
  );
}

/** What a search asks for, checked. */
export function basicParameters(c: Catalog, args: SearchArgs): SearchParameters {
  const isBody = 'body' in args;
  const given = isBody
    ? readSearchParameters(parseBody(searchParameters, args.body), form)
    : readSearchQuery(onlyNamed(args.query, queryNames), form);
  if (isBody) checkBasicSearch(given, c.settings);
  else checkLimits(given, c.settings);
  const {query} = given;
  return withPageSize({...given, ...(query === undefined ? {} : {query: basicQueryText(query)})}, c.settings);
}

export function onlyNamed(query: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter(name => name in query).map(name => [name, query[name]]));
}
