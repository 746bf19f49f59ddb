import {
  choice,
  flag,
  list as many,
  needed,
  optionalInteger,
  text,
  type Parameters,
  type ValuesOf,
} from '../api/parameters.ts';
import {body, route, type Route} from '../api/route.ts';
import * as shape from '../api/shape.ts';
import {downloadRoutes} from './download/routes.ts';
import {savedSearchRoutes} from './saved-search-routes.ts';
import * as shapes from './shapes.ts';

/** Read as texts: the reader of searches takes flags and numbers from texts, and has errors of its own. */
const query = text('Words, see docs/search.md');
const typeName = text('Types, separated by commas');
const limit = {...text('Page size'), shape: shape.integer()};
const offset = {...text('Leave out so many'), shape: shape.integer()};
const excludeDeletedEntities = {...text('ACTIVE ones only'), shape: shape.flag()};
const sort = {
  sortBy: text('Name of an attribute, or __kind: assets, then parts, then processes'),
  sortOrder: {...text('Of what is sorted by'), shape: shape.oneOf(shapes.sortOrders)},
};
const basicQuery = {
  query,
  typeName,
  classification: text('Name'),
  ...sort,
  excludeDeletedEntities,
  limit,
  offset,
  marker: text('Pages the newest first: * for the first, nextMarker of the answer for each further one'),
};
const quickQuery = {query, typeName, ...sort, excludeDeletedEntities, limit, offset};
const dslQuery = {
  query: needed(text('A query of the DSL, see docs/search.md')),
  typeName: text('Stands before the query'),
  classification: text('Counts without a query only'),
  limit,
  offset,
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

const wrongDsl = ['INVALID_DSL_QUERY', 'INVALID_QUERY_LENGTH', 'BAD_REQUEST', 'PARAMETER_PARSING_FAILED'] as const;
const wrongRelations = ['INVALID_SEARCH_PARAMS', 'UNKNOWN_TYPENAME', 'UNKNOWN_ATTRIBUTE', 'BAD_REQUEST'] as const;

/** Everything under /v2/search. */
export const searchRoutes: readonly Route[] = [
  route(
    'GET /v2/search/basic',
    'basicSearch',
    {
      summary: 'Search by words, type and classification',
      query: basicQuery,
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
      query: quickQuery,
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
      query: {query: needed(query), excludeDeletedEntities, limit, offset},
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
      query: dslQuery,
      answer: shapes.searchResult,
      errors: wrongDsl,
    },
    input => ({query: given(input)}),
  ),
  route(
    'GET /v2/search/explain/basic',
    'explainSearch',
    {
      summary: 'How GET /search/basic would be answered',
      query: basicQuery,
      answer: shapes.explanation,
      errors: wrongSearch,
    },
    input => ({kind: 'basic', args: {query: given(input)}}),
  ),
  route(
    'POST /v2/search/explain/basic',
    'explainSearch',
    {
      summary: 'How POST /search/basic would be answered',
      body: body(shapes.searchParameters),
      answer: shapes.explanation,
      errors: [...wrongSearch, ...wrongFilter, 'UNKNOWN_GLOSSARY_TERM'],
    },
    args => ({kind: 'basic', args}),
  ),
  route(
    'GET /v2/search/explain/quick',
    'explainSearch',
    {
      summary: 'How GET /search/quick would be answered',
      query: quickQuery,
      answer: shapes.explanation,
      errors: wrongSearch,
    },
    input => ({kind: 'quick', args: {query: given(input)}}),
  ),
  route(
    'GET /v2/search/explain/dsl',
    'explainSearch',
    {
      summary: 'How a query of the DSL would be answered',
      query: dslQuery,
      answer: shapes.explanation,
      errors: wrongDsl,
    },
    input => ({kind: 'dsl', args: {query: given(input)}}),
  ),
  route(
    'GET /v2/search/relationship',
    'searchRelated',
    {
      summary: 'Entities that one is related to, by one of its attributes or the label of a relationship',
      query: {
        guid: needed(text('Of the entity')),
        relation: needed(text('Attribute of its type, or a label such as __hive_table.columns')),
        attributes: many('To be shown beside those of every header'),
        sortBy: text('Attribute of the related entities; name when absent'),
        sortOrder: choice('', ['ASCENDING', 'DESCENDING'], {default: 'ASCENDING'}),
        excludeDeletedEntities: flag('Without deleted ones'),
        includeClassificationAttributes: flag('Whole classifications'),
        getApproximateCount: flag('Count all of them'),
        disableDefaultSorting: flag('Not by name'),
        limit: optionalInteger('Page size; 0 is none'),
        offset: optionalInteger('Leave out so many'),
      },
      answer: shapes.searchResult,
      errors: ['INVALID_PARAMETERS', 'BAD_REQUEST', 'INSTANCE_GUID_NOT_FOUND', 'INVALID_RELATIONSHIP_ATTRIBUTE'],
    },
    input => input,
  ),
  route(
    'GET /v2/search/relations',
    'searchRelations',
    {
      summary: 'Relationships by their types',
      query: {relationshipName: text('Relationship types, separated by commas'), ...sort, limit, offset},
      answer: shapes.searchResult,
      errors: [...wrongRelations, 'PARAMETER_PARSING_FAILED'],
    },
    input => ({query: given(input)}),
  ),
  route(
    'POST /v2/search/relations',
    'searchRelations',
    {
      summary: 'Relationships by their types and attributes',
      body: body(shapes.relationsParameters),
      answer: shapes.searchResult,
      errors: [...wrongRelations, 'INVALID_OPERATOR', 'BLANK_NAME_ATTRIBUTE', 'BLANK_VALUE_ATTRIBUTE'],
    },
    input => input,
  ),
  ...savedSearchRoutes,
  ...downloadRoutes,
];

/** The parameters that are there. */
function given(input: ValuesOf<Parameters>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
