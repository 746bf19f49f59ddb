import {text} from '@gazetteer/kernel/parameters';
import * as shape from '@gazetteer/kernel/shape';
import {sortOrders} from './shapes.ts';

/**
 * What came with a query string, as texts: the reader of searches takes flags and numbers from
 * texts, and has errors of its own.
 */
export type QueryValues = Readonly<Record<string, unknown>>;
/** A search as it came. */
export type SearchArgs<Body> = {readonly body: Body} | {readonly query: QueryValues};

export const query = text('Words, see docs/search.md');
export const typeName = text('Types, separated by commas');
export const limit = {...text('Page size'), shape: shape.integer()};
export const offset = {...text('Leave out so many'), shape: shape.integer()};
export const excludeDeletedEntities = {...text('ACTIVE ones only'), shape: shape.anyFlag};
export const sort = {
  sortBy: text('Name of an attribute, or __kind: assets, then parts, then processes'),
  sortOrder: {...text('Order of the hits'), shape: shape.oneOf(sortOrders)},
};
export const basicQuery = {
  query,
  typeName,
  classification: text('Name'),
  ...sort,
  excludeDeletedEntities,
  limit,
  offset,
  marker: text(
    'Pages the newest first: * for the first, nextMarker of the answer for each further one',
  ),
};
export const quickQuery = {query, typeName, ...sort, excludeDeletedEntities, limit, offset};
export const dslQuery = {
  query: text(
    'A query of the DSL, see docs/search.md; may be left out beside a type or a classification',
  ),
  typeName: text('Stands before the query'),
  classification: text('Counts without a query only'),
  limit,
  offset,
};
export const user = text("The caller's name; nobody sees those of others");

export const wrongSearch = [
  'BAD_REQUEST',
  'PARAMETER_PARSING_FAILED',
  'UNKNOWN_TYPENAME',
  'UNKNOWN_CLASSIFICATION',
  'UNKNOWN_ATTRIBUTE',
  'INVALID_QUERY_LENGTH',
] as const;
export const wrongFilter = [
  'INVALID_SEARCH_PARAMS',
  'INVALID_OPERATOR',
  'BLANK_NAME_ATTRIBUTE',
  'BLANK_VALUE_ATTRIBUTE',
] as const;
export const wrongDsl = [
  'INVALID_DSL_QUERY',
  'INVALID_QUERY_LENGTH',
  'BAD_REQUEST',
  'PARAMETER_PARSING_FAILED',
] as const;
