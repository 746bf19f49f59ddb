import {
  AppError,
  byGuid,
  guidsOfFacets,
  isBlank,
  nextMarker,
  resolveSearch,
  searchMatches,
  type EntityHeader,
  type EntityRecord,
  type FilterCriteria,
  type SearchParameters,
  type SearchQuery,
} from '@gazetteer/model';
import {searchEntities, type GraphRead, type SearchHits} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {withRequestedAttributes} from './requested-attributes.ts';

export type SearchResult = {
  queryType: 'BASIC';
  searchParameters: SearchParameters;
  queryText?: string;
  entities?: EntityHeader[];
  /** In place of `entities` when only the requested attributes are wanted. */
  attributes?: {name: string[]; values: unknown[][]};
  referredEntities?: Record<string, EntityHeader>;
  approximateCount: number;
  /** Where pages are asked for by markers; `-1` behind the last one. */
  nextMarker?: string;
};

/**
 * Answers a search whose `parameters` mean `query`. Field order and what is left out are as in the
 * reference.
 */
export async function find(
  graph: GraphRead,
  parameters: SearchParameters,
  query: SearchQuery,
): Promise<SearchResult> {
  return await resultOf(graph, parameters, query, await searchEntities(graph, query));
}

/**
 * Hits as the reference answers them. A marker for the next page is told only to those who began
 * with one.
 */
export async function resultOf(
  graph: GraphRead,
  parameters: SearchParameters,
  query: SearchQuery,
  {records, count, lastRow}: SearchHits,
): Promise<SearchResult> {
  return {
    queryType: 'BASIC',
    searchParameters: parameters,
    ...(isBlank(parameters.query) ? {} : {queryText: parameters.query ?? ''}),
    ...(records.length === 0 ? {} : await shown(graph, parameters, records, query.text)),
    approximateCount: count,
    ...(query.before === undefined ? {} : {nextMarker: nextMarker(parameters, lastRow)}),
  };
}

/**
 * What the parameters mean; says in the log, in the words that operators watch for, what no index
 * can answer.
 */
export async function resolve(
  c: Context,
  graph: GraphRead,
  parameters: SearchParameters,
): Promise<SearchQuery> {
  const named = guidsOfFacets(parameters.facets ?? {});
  const seen = new Set(named.length === 0 ? [] : (await graph.entities(named, 'look')).keys());
  const {query, scans, wildcards} = resolveSearch(graph.types, parameters, c, seen);
  for (const term of wildcards)
    c.log.warn({}, `Could not convert given VERTEX index query: [${term}]`);
  const state = parameters.excludeDeletedEntities ? ' AND __state = ACTIVE' : '';
  for (const scan of scans) {
    c.log.warn(
      {},
      `Query requires iterating over all vertices [(${scan}${state})]. For better performance, use indexes`,
    );
  }
  if (isBlank(parameters.termName)) return query;
  return {...query, termGuid: await termGuid(graph, parameters.termName ?? '')};
}

async function termGuid(graph: GraphRead, qualifiedName: string): Promise<string> {
  const [term] = await graph.byUnique([
    {typeName: 'AtlasGlossaryTerm', attribute: 'qualifiedName', value: qualifiedName},
  ]);
  if (term === undefined) throw new AppError('UNKNOWN_GLOSSARY_TERM', [qualifiedName]);
  return term.guid;
}

async function shown(
  graph: GraphRead,
  {
    attributes = [],
    entityFilters,
    excludeHeaderAttributes,
    includeClassificationAttributes,
    includeMatches,
  }: SearchParameters,
  records: readonly EntityRecord[],
  text: SearchQuery['text'],
): Promise<Pick<SearchResult, 'entities' | 'attributes' | 'referredEntities'>> {
  const {headers, referred} = await withRequestedAttributes(
    graph,
    records,
    [...new Set([...attributes, ...filteredBy(entityFilters)])],
    includeClassificationAttributes,
  );
  if (includeMatches === true && text !== undefined) {
    const carried = await graph.carriedBy(records.map(record => record.guid));
    records.forEach((record, i) => {
      const header = headers[i];
      if (header === undefined) return;
      const context = {carried: carried.get(record.guid) ?? [], terms: header.meaningNames};
      header.matches = searchMatches(graph.types, record, text, context);
    });
  }
  const referredEntities = referred.length === 0 ? {} : {referredEntities: byGuid(referred)};
  if (!excludeHeaderAttributes || attributes.length === 0)
    return {entities: headers, ...referredEntities};
  const values = headers.map(header => attributes.map(name => header.attributes[name] ?? null));
  return {attributes: {name: attributes, values}, ...referredEntities};
}

/** What a filter looks at is shown, as in the reference; but for what every entity has. */
function filteredBy(filter: FilterCriteria | undefined): string[] {
  if (filter?.criterion !== undefined && filter.criterion.length > 0)
    return filter.criterion.flatMap(filteredBy);
  const name = filter?.attributeName;
  return name === undefined || name.startsWith('__') || name.includes('.') ? [] : [name];
}
