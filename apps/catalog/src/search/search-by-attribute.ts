import {
  AppError,
  checkLimits,
  isBlank,
  readSearchQuery,
  withPageSize,
  type FilterCriteria,
  type SearchParameters,
} from '@gazetteer/model';
import type {Catalog} from '../catalog.ts';
import {onlyNamed} from './basic-search.ts';
import {find, resolve, type SearchResult} from './find.ts';

/**
 * GET /search/attribute: entities of one type whose attribute begins with a text; the attribute is `qualifiedName`, or
 * `name` where the type has no such, when none is named.
 * @throws INVALID_PARAMETERS when neither attribute nor text is given, UNKNOWN_TYPENAME
 */
export async function searchByAttribute(c: Catalog, {query}: {query: Record<string, unknown>}): Promise<SearchResult> {
  const {attrName, attrValuePrefix} = textsOf(query);
  if (isBlank(attrName) && isBlank(attrValuePrefix)) {
    throw new AppError('INVALID_PARAMETERS', ['one of attrName and attrValuePrefix is needed']);
  }
  const given = readSearchQuery(onlyNamed(query, ['typeName', 'limit', 'offset']), {includeSubTypes: true});
  checkLimits(given, c.settings);
  return await c.read('EntityDiscoveryService.searchUsingBasicQuery', async graph => {
    const type = graph.types.entityTypes.get(given.typeName ?? '');
    if (type === undefined) throw new AppError('UNKNOWN_TYPENAME', [given.typeName ?? 'null']);
    const usual = type.attributes.has('qualifiedName') ? 'qualifiedName' : 'name';
    const attributeName = attrName === undefined || isBlank(attrName) ? usual : attrName;
    const entityFilters: FilterCriteria =
      attrValuePrefix === undefined || isBlank(attrValuePrefix)
        ? {attributeName, operator: 'notNull'}
        : {attributeName, operator: 'startsWith', attributeValue: attrValuePrefix};
    const parameters: SearchParameters = withPageSize({...given, entityFilters}, c.settings);
    return await find(graph, parameters, await resolve(c, graph, parameters));
  });
}

function textsOf(query: Record<string, unknown>): {attrName?: string; attrValuePrefix?: string} {
  return Object.fromEntries(
    ['attrName', 'attrValuePrefix'].flatMap(name => (typeof query[name] === 'string' ? [[name, query[name]]] : [])),
  );
}
