import {
  AppError,
  basicQueryText,
  checkLimits,
  isBlank,
  readSearchQuery,
  withPageSize,
  type EntityHeader,
} from '@gazetteer/model';
import {searchEntities} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {readHeaders} from '../entity/headers.ts';
import {onlyNamed} from './basic-search.ts';
import {resolve} from './find.ts';

export type FullTextResult = {
  queryType: 'FULL_TEXT';
  queryText: string;
  /** Without a score where so much was found that it was not ranked. */
  fullTextResult: {entity: EntityHeader; score?: number}[];
  approximateCount: number;
};

const queryNames = ['query', 'excludeDeletedEntities', 'limit', 'offset'];

/** GET /search/fulltext @throws INVALID_PARAMETERS without a text */
export async function fullTextSearch(c: Catalog, args: {query: Record<string, unknown>}): Promise<FullTextResult> {
  const given = readSearchQuery(onlyNamed(args.query, queryNames), {includeSubTypes: true});
  if (isBlank(given.query)) throw new AppError('INVALID_PARAMETERS', ['query is needed']);
  checkLimits(given, c.settings);
  const queryText = given.query ?? '';
  const parameters = withPageSize({...given, query: basicQueryText(queryText)}, c.settings);
  return await c.read('EntityDiscoveryService.searchUsingFullTextQuery', async graph => {
    const query = {...(await resolve(c, graph, parameters)), isScored: true};
    const {records, scores, count} = await searchEntities(graph, query);
    const fullTextResult = (await readHeaders(graph, records)).map(entity => {
      const score = scores.get(entity.guid);
      return {entity, ...(score === undefined ? {} : {score})};
    });
    return {queryType: 'FULL_TEXT', queryText, fullTextResult, approximateCount: count};
  });
}
