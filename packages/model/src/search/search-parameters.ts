import {writtenText} from '../entity/exact-number.ts';
import {AppError} from '../error.ts';
import {JsonError} from '../json-error.ts';
import {needsValue, type Operator, readOperator} from './operator.ts';
import type {FilterCriteria, SearchLimits, SearchParameters} from './search.ts';
import {hasSeparator} from './tokens.ts';

/** Of all criteria of a filter: what the index of the reference takes in one query. */
const maxCriteria = 1024;
/**
 * Of those that look at many values each, which together cost the more the more entities there are.
 */
const maxRanges = 128;
const exact: ReadonlySet<Operator> = new Set([
  '=',
  '!=',
  'in',
  'startsWith',
  'isNull',
  'notNull',
  'notEmpty',
]);

/** What one form of search differs in from another. */
export type SearchForm = {includeSubTypes: boolean};

/**
 * Reads the query string of a search. @throws PARAMETER_PARSING_FAILED for a text that is no flag,
 * number or order
 */
export function readSearchQuery(
  query: Readonly<Record<string, unknown>>,
  form: SearchForm,
): SearchParameters {
  try {
    return readSearchParameters(query, form);
  } catch (error) {
    throw error instanceof JsonError
      ? new AppError('PARAMETER_PARSING_FAILED', [error.path], {cause: error})
      : error;
  }
}

/**
 * Reads the body of a search. Unknown members are ignored, as everywhere in this API.
 * @throws JsonError for a value of the wrong type
 */
export function readSearchParameters(json: unknown, form: SearchForm): SearchParameters {
  const body = mapOf(json, 'body');
  const entityFilters = readFilter(body['entityFilters'], 'entityFilters');
  const tagFilters = readFilter(body['tagFilters'], 'tagFilters');
  const relationshipFilters = readFilter(body['relationshipFilters'], 'relationshipFilters');
  const attributes = textsOf(body['attributes'], 'attributes');
  const facets = readFacets(body['facets']);
  return {
    ...optionalTexts(body, [
      'query',
      'typeName',
      'classification',
      'relationshipName',
      'termName',
      'sortBy',
    ]),
    excludeDeletedEntities: flagOf(body, 'excludeDeletedEntities', false),
    includeClassificationAttributes: flagOf(body, 'includeClassificationAttributes', false),
    includeSubTypes: flagOf(body, 'includeSubTypes', form.includeSubTypes),
    includeSubClassifications: flagOf(body, 'includeSubClassifications', true),
    excludeHeaderAttributes: flagOf(body, 'excludeHeaderAttributes', false),
    limit: integerOf(body, 'limit'),
    offset: integerOf(body, 'offset'),
    ...optionalTexts(body, ['marker']),
    ...(entityFilters && {entityFilters}),
    ...(tagFilters && {tagFilters}),
    ...(relationshipFilters && {relationshipFilters}),
    ...(attributes && {attributes}),
    ...readSortOrder(body['sortOrder']),
    ...(facets && {facets}),
    ...(flagOf(body, 'includeMatches', false) && {includeMatches: true}),
  };
}

/**
 * The rules of POST /search/basic that need no type. @throws AppError of the first rule that is
 * broken
 */
export function checkBasicSearch(parameters: SearchParameters, limits: SearchLimits): void {
  checkLimits(parameters, limits);
  const {typeName, classification, query, termName, entityFilters, tagFilters} = parameters;
  if (entityFilters && isBlank(typeName))
    throw new AppError('BAD_REQUEST', ['entityFilters need a typeName']);
  if (tagFilters && isBlank(classification))
    throw new AppError('BAD_REQUEST', ['tagFilters need a classification']);
  if ([typeName, classification, query, termName].every(isBlank))
    throw new AppError('INVALID_SEARCH_PARAMS');
  checkFilters(entityFilters, tagFilters);
}

/**
 * The rules of POST /search/quick that need no type. @throws AppError of the first rule that is
 * broken
 */
export function checkQuickSearch(parameters: SearchParameters, limits: SearchLimits): void {
  checkLimits(parameters, limits);
  const {typeName, query, entityFilters, sortBy} = parameters;
  if (isBlank(typeName) && (entityFilters || !isBlank(sortBy))) {
    throw new AppError('BAD_REQUEST', ['entityFilters and sortBy need a typeName']);
  }
  if (isBlank(typeName) && isBlank(query)) throw new AppError('INVALID_SEARCH_PARAMS');
  checkFilters(entityFilters);
}

/**
 * The rules of a search for relationships that need no type. @throws AppError of the first rule
 * that is broken
 */
export function checkRelationsSearch(parameters: SearchParameters, limits: SearchLimits): void {
  checkLimits(parameters, limits);
  if (isBlank(parameters.relationshipName)) throw new AppError('INVALID_SEARCH_PARAMS');
  checkFilters(parameters.relationshipFilters);
}

/**
 * @throws BAD_REQUEST for a negative limit or offset, INVALID_QUERY_LENGTH for a text beyond the
 * configured length
 */
export function checkLimits(parameters: SearchParameters, limits: SearchLimits): void {
  if (parameters.limit < 0 || parameters.offset < 0) {
    throw new AppError('BAD_REQUEST', ['Limit/offset should be non-negative']);
  }
  if ((parameters.query?.length ?? 0) > limits.queryMaxLength) {
    throw new AppError('INVALID_QUERY_LENGTH', ['atlas.graph.fulltext-max-query-str-length']);
  }
}

/**
 * With the page size that applies: the default one when none, 0 or more than the maximum is asked
 * for.
 */
export function withPageSize(parameters: SearchParameters, limits: SearchLimits): SearchParameters {
  const {limit} = parameters;
  return {
    ...parameters,
    limit: limit === 0 || limit > limits.searchMaxLimit ? limits.searchDefaultLimit : limit,
  };
}

/** `*a-b*` becomes `a-b`: the reference splits that text into terms, which no wildcard fits. */
export function basicQueryText(query: string): string {
  const inner = query.trim().replace(/^\*+|(?<!\*)\*+$/g, '');
  return inner !== query && /^[^\s"()]+$/.test(inner) && hasSeparator(inner) ? inner : query;
}

/** Words that are still being typed: `sal` becomes `sal*`. */
export function quickQueryText(query: string): string {
  return query === '' || hasSeparator(query) ? query : `${query}*`;
}

function checkFilters(...filters: readonly (FilterCriteria | undefined)[]): void {
  const width = {criteria: 0, ranges: 0};
  for (const filter of filters) if (filter !== undefined) checkFilter(filter, width);
}

/** @throws BAD_REQUEST for a filter that is too wide, as soon as it is */
function checkFilter(filter: FilterCriteria, width: {criteria: number; ranges: number}): void {
  if (
    filter.criterion !== undefined &&
    (filter.criterion.length > 0 || filter.condition !== undefined)
  ) {
    for (const one of filter.criterion) checkFilter(one, width);
    return;
  }
  const {attributeName, operator, attributeValue} = filter;
  width.criteria++;
  if (operator !== undefined && !exact.has(operator)) {
    const isOfMany = operator === 'containsAny' || operator === 'containsAll';
    width.ranges += isOfMany ? (attributeValue ?? '').split(',').length : 1;
  }
  if (width.criteria > maxCriteria)
    throw new AppError('BAD_REQUEST', [`a filter has at most ${maxCriteria} criteria`]);
  if (width.ranges > maxRanges) {
    const known = [...exact].join(', ');
    throw new AppError('BAD_REQUEST', [
      `a filter has at most ${maxRanges} criteria with other operators than ${known}`,
    ]);
  }
  if (operator === undefined) throw new AppError('INVALID_OPERATOR', [attributeName ?? 'null']);
  if (isBlank(attributeName)) throw new AppError('BLANK_NAME_ATTRIBUTE');
  if (isBlank(attributeValue) && needsValue(operator)) throw new AppError('BLANK_VALUE_ATTRIBUTE');
}

export function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function readFilter(json: unknown, path: string): FilterCriteria | undefined {
  if (json === null || json === undefined) return undefined;
  const map = mapOf(json, path);
  const operator = readOperator(writtenText(map['operator']));
  const condition = map['condition'];
  const criterion = map['criterion'];
  if (condition !== null && condition !== undefined && condition !== 'AND' && condition !== 'OR') {
    throw misread(`${path}.condition`);
  }
  if (criterion !== null && criterion !== undefined && !Array.isArray(criterion))
    throw misread(`${path}.criterion`);
  return {
    ...optionalTexts(map, ['attributeName']),
    ...(operator && {operator}),
    ...optionalTexts(map, ['attributeValue']),
    ...(condition ? {condition} : {}),
    ...(criterion && {
      criterion: criterion.flatMap(
        (one: unknown, i: number) => readFilter(one, `${path}.criterion[${i}]`) ?? [],
      ),
    }),
  };
}

function readSortOrder(value: unknown): {sortOrder?: 'ASCENDING' | 'DESCENDING'} {
  if (value === null || value === undefined || value === '') return {};
  if (value !== 'ASCENDING' && value !== 'DESCENDING') throw misread('sortOrder');
  return {sortOrder: value};
}

type TextName =
  | 'query'
  | 'typeName'
  | 'classification'
  | 'relationshipName'
  | 'termName'
  | 'sortBy'
  | 'marker';

function optionalTexts<Name extends TextName | 'attributeName' | 'attributeValue'>(
  map: Record<string, unknown>,
  names: readonly Name[],
): {[name in Name]?: string} {
  const texts: {[name in Name]?: string} = {};
  for (const name of names) {
    const value = map[name];
    if (typeof value === 'object' && value !== null) throw misread(name);
    if (value !== null && value !== undefined)
      texts[name] = String(value as string | number | boolean);
  }
  return texts;
}

/** Query parameters arrive as text, so flags and numbers are read from text, too. */
function flagOf(map: Record<string, unknown>, name: string, otherwise: boolean): boolean {
  const value = map[name];
  if (value === null || value === undefined || value === '') return otherwise;
  if (value === true || value === false) return value;
  if (typeof value !== 'string') throw misread(name);
  return value.toLowerCase() === 'true';
}

function integerOf(map: Record<string, unknown>, name: string): number {
  const value = map[name];
  if (value === null || value === undefined || value === '') return 0;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  if (!Number.isInteger(number)) throw misread(name);
  return number;
}

function textsOf(value: unknown, name: string): string[] | undefined {
  if (value === null || value === undefined) return undefined;
  const list = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || list.some(one => typeof one !== 'string')) throw misread(name);
  return [...new Set(list as string[])];
}

function readFacets(json: unknown): Record<string, string[]> | undefined {
  if (json === null || json === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(mapOf(json, 'facets')).map(([name, values]) => [
      name,
      textsOf(values, `facets.${name}`) ?? [],
    ]),
  );
}

function mapOf(json: unknown, path: string): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw misread(path);
  return json as Record<string, unknown>;
}

function misread(path: string): JsonError {
  return new JsonError('Unexpected value', undefined, path);
}
