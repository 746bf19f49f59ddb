import {text, type Parameters, type ValuesOf} from '../api/parameters.ts';
import {body, route, type Route} from '../api/route.ts';
import {flag, integer, list, oneOf} from '../api/shape.ts';
import * as shapes from './shapes.ts';

/** Read as texts: the reader of searches takes flags and numbers from texts, and has errors of its own. */
const query = text('Words, see docs/search.md');
const typeName = text('Types, separated by commas');
const limit = {...text('Page size'), shape: integer()};
const offset = {...text('Leave out so many'), shape: integer()};
const excludeDeletedEntities = {...text('ACTIVE ones only'), shape: flag()};
const sort = {
  sortBy: text('Name of an attribute'),
  sortOrder: {...text('Of what is sorted by'), shape: oneOf(shapes.sortOrders)},
};
const wrongSearch = [
  'BAD_REQUEST',
  'PARAMETER_PARSING_FAILED',
  'UNKNOWN_TYPENAME',
  'UNKNOWN_CLASSIFICATION',
  'UNKNOWN_ATTRIBUTE',
  'INVALID_QUERY_LENGTH',
] as const;
const wrongFilter = [
  'INVALID_SEARCH_PARAMS',
  'INVALID_OPERATOR',
  'BLANK_NAME_ATTRIBUTE',
  'BLANK_VALUE_ATTRIBUTE',
] as const;

/** Everything under /v2/search. */
export const searchRoutes: readonly Route[] = [
  route(
    'GET /v2/search/basic',
    'basicSearch',
    {
      summary: 'Search by words, type and classification',
      query: {query, typeName, classification: text('Name'), ...sort, excludeDeletedEntities, limit, offset},
      answer: shapes.searchResult,
      errors: wrongSearch,
    },
    input => ({query: given(input)}),
  ),
  route(
    'POST /v2/search/basic',
    'basicSearch',
    {
      summary: 'Search by words, type, classification, term and filters',
      body: body(shapes.searchParameters),
      answer: shapes.searchResult,
      errors: [...wrongSearch, ...wrongFilter, 'UNKNOWN_GLOSSARY_TERM'],
    },
    input => input,
  ),
  route(
    'GET /v2/search/quick',
    'quickSearch',
    {
      summary: 'Search while typing, with counts by type, status, owner and service',
      query: {query, typeName, ...sort, excludeDeletedEntities, limit, offset},
      answer: shapes.quickSearchResult,
      errors: wrongSearch,
    },
    input => ({query: given(input)}),
  ),
  route(
    'POST /v2/search/quick',
    'quickSearch',
    {
      summary: 'Search while typing, with filters and counts',
      body: body(shapes.quickSearchParameters),
      answer: shapes.quickSearchResult,
      errors: [...wrongSearch, ...wrongFilter],
    },
    input => input,
  ),
  route(
    'GET /v2/search/suggestions',
    'suggest',
    {
      summary: 'Words that begin as typed',
      query: {prefixString: text('What is typed'), fieldName: text('Of this attribute only')},
      answer: shapes.suggestions,
    },
    input => input,
  ),
  route(
    'GET /v2/search/attribute',
    'searchByAttribute',
    {
      summary: 'Entities of a type by the beginning of an attribute',
      query: {attrName: text('Name of the attribute'), attrValuePrefix: text('Beginning'), typeName, limit, offset},
      answer: shapes.searchResult,
      errors: [...wrongSearch, 'INVALID_PARAMETERS'],
    },
    input => ({query: given(input)}),
  ),
  route(
    'GET /v2/search/fulltext',
    'fullTextSearch',
    {
      summary: 'Search by words, with scores',
      query: {query, excludeDeletedEntities, limit, offset},
      answer: shapes.searchResult,
      errors: wrongSearch,
    },
    input => ({query: given(input)}),
  ),
  route(
    'GET /v2/search/dsl',
    'dslSearch',
    {
      summary: 'Search by a query of the DSL',
      query: {
        query: text('A query of the DSL, see docs/search.md'),
        typeName: text('Stands before the query'),
        classification: text('Counts without a query only'),
        limit,
        offset,
      },
      answer: shapes.searchResult,
      errors: ['INVALID_DSL_QUERY', 'INVALID_QUERY_LENGTH', 'BAD_REQUEST', 'PARAMETER_PARSING_FAILED'],
    },
    input => ({query: given(input)}),
  ),
  route(
    'GET /v2/search/saved',
    'listSavedSearches',
    {summary: "The caller's saved searches", answer: list(shapes.savedSearch)},
    () => undefined,
  ),
];

/** The parameters that are there. */
function given(input: ValuesOf<Parameters>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
