import {text} from '@gazetteer/kernel/parameters';
import {
  AppError,
  checkLimits,
  isBlank,
  readSearchQuery,
  withPageSize,
  type FilterCriteria,
  type SearchParameters,
} from '@gazetteer/model';
import {query} from '../operation.ts';
import {limit, offset, typeName, wrongSearch} from './addresses.ts';
import {find, resolve, type SearchResult} from './find.ts';
import * as shapes from './shapes.ts';

/**
 * GET /search/attribute: entities of one type whose attribute begins with a text; the attribute is
 * `qualifiedName`, or
 * `name` where the type has no such, when none is named.
 * @throws INVALID_PARAMETERS when neither attribute nor text is given, BAD_REQUEST without a type,
 * UNKNOWN_TYPENAME
 */
export const searchByAttribute = query('GET /v2/search/attribute', {
  summary: 'Entities of a type by the beginning of an attribute',
  description:
    'For fields that complete what users type. Without `attrName` the attribute is `qualifiedName`, or `name` where the type has no other.',
  query: {
    attrName: text('Name of the attribute'),
    attrValuePrefix: text('Beginning'),
    typeName,
    limit,
    offset,
  },
  answer: shapes.searchResult,
  errors: [...wrongSearch, 'INVALID_PARAMETERS'],
  on: 'search',
  keptFor: 'caller',
  logAs: 'EntityDiscoveryService.searchUsingBasicQuery',
  read: ({attrName, attrValuePrefix, ...page}, c) => {
    if (isBlank(attrName) && isBlank(attrValuePrefix)) {
      throw new AppError('INVALID_PARAMETERS', ['one of attrName and attrValuePrefix is needed']);
    }
    if (isBlank(page.typeName))
      throw new AppError('BAD_REQUEST', ['EntityFilters specified without Type name']);
    const given = readSearchQuery(page, {includeSubTypes: true});
    checkLimits(given, c.settings);
    return {attrName, attrValuePrefix, given};
  },
  run: async (graph, {attrName, attrValuePrefix, given}, c): Promise<SearchResult> => {
    const type = graph.types.entityTypes.get(given.typeName ?? '');
    const hasName = type !== undefined && !type.attributes.has('qualifiedName');
    const usual = hasName ? 'name' : 'qualifiedName';
    const attributeName = attrName === undefined || isBlank(attrName) ? usual : attrName;
    const entityFilters: FilterCriteria =
      attrValuePrefix === undefined || isBlank(attrValuePrefix)
        ? {attributeName, operator: 'notNull'}
        : {attributeName, operator: 'startsWith', attributeValue: attrValuePrefix};
    const parameters: SearchParameters = withPageSize({...given, entityFilters}, c.settings);
    return await find(graph, parameters, await resolve(c, graph, parameters));
  },
});
