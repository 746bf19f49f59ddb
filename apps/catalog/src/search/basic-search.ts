import {also, body} from '@gazetteer/kernel';
import {
  basicQueryText,
  checkBasicSearch,
  checkLimits,
  readSearchParameters,
  readSearchQuery,
  withPageSize,
  type SearchParameters,
} from '@gazetteer/model';
import type {Context} from '../catalog.ts';
import {query} from '../operation.ts';
import {basicQuery, wrongFilter, wrongSearch, type SearchArgs} from './addresses.ts';
import {find, resolve, type SearchResult} from './find.ts';
import {noteProfile} from './profile.ts';
import * as shapes from './shapes.ts';

const form = {includeSubTypes: true};
export const basicBody = body(shapes.searchParameters, json => readSearchParameters(json, form));

/** POST and GET /search/basic. The query string may ask for nothing at all, the body may not. */
export const basicSearch = query('POST /v2/search/basic', {
  summary: 'Search by words, type, classification, term and filters',
  description:
    'As GET /v2/search/basic, with filters on attributes of entities and classifications, and with attributes to add to each hit.',
  body: basicBody,
  answer: shapes.searchResult,
  errors: [...wrongSearch, ...wrongFilter, 'UNKNOWN_GLOSSARY_TERM'],
  on: 'search',
  keptFor: 'caller',
  read: (args: SearchArgs<SearchParameters>, c) => basicParameters(c, args),
  logAs: 'EntityDiscoveryService.searchWithParameters',
  run: async (graph, parameters, c): Promise<SearchResult> => {
    await noteProfile(graph, c);
    return await find(graph, parameters, await resolve(c, graph, parameters));
  },
});

export const basicSearchByQuery = also(
  'GET /v2/search/basic',
  basicSearch,
  {
    summary: 'Search by words, type and classification',
    description:
      'Words are searched in all texts of an entity, and in its labels, classifications and terms. Without words and type the newest entities are answered.',
    query: basicQuery,
    answer: shapes.searchResult,
    errors: wrongSearch,
  },
  query => ({query}),
);

/** What a search asks for, checked. */
export function basicParameters(c: Context, args: SearchArgs<SearchParameters>): SearchParameters {
  const given = 'body' in args ? args.body : readSearchQuery(args.query, form);
  if ('body' in args) checkBasicSearch(given, c.settings);
  else checkLimits(given, c.settings);
  const {query} = given;
  return withPageSize(
    {...given, ...(query === undefined ? {} : {query: basicQueryText(query)})},
    c.settings,
  );
}
