import {needed} from '@gazetteer/kernel/parameters';
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
import {query} from '../operation.ts';
import {readHeaders} from '../entity/headers.ts';
import {
  excludeDeletedEntities,
  limit,
  offset,
  query as words,
  wrongSearch,
  type QueryValues,
} from './addresses.ts';
import {resolve} from './find.ts';
import * as shapes from './shapes.ts';

export type FullTextResult = {
  queryType: 'FULL_TEXT';
  queryText: string;
  /** Without a score where so much was found that it was not ranked. */
  fullTextResult: {entity: EntityHeader; score?: number}[];
  approximateCount: number;
};

/** GET /search/fulltext @throws INVALID_PARAMETERS without a text */
export const fullTextSearch = query('GET /v2/search/fulltext', {
  summary: 'Search by words, with scores',
  description: 'The best matches come first. `fullTextResult` has the hits.',
  query: {query: needed(words), excludeDeletedEntities, limit, offset},
  answer: shapes.searchResult,
  errors: [...wrongSearch, 'INVALID_PARAMETERS'],
  on: 'search',
  keptFor: 'caller',
  logAs: 'EntityDiscoveryService.searchUsingFullTextQuery',
  read: (asked: QueryValues, c) => {
    const given = readSearchQuery(asked, {includeSubTypes: true});
    if (isBlank(given.query)) throw new AppError('INVALID_PARAMETERS', ['query is needed']);
    checkLimits(given, c.settings);
    const queryText = given.query ?? '';
    return {
      queryText,
      parameters: withPageSize({...given, query: basicQueryText(queryText)}, c.settings),
    };
  },
  run: async (graph, {queryText, parameters}, c): Promise<FullTextResult> => {
    const query = {...(await resolve(c, graph, parameters)), isScored: true};
    const {records, scores, count} = await searchEntities(graph, query);
    const fullTextResult = (await readHeaders(graph, records)).map(entity => {
      const score = scores.get(entity.guid);
      return {entity, ...(score === undefined ? {} : {score})};
    });
    return {queryType: 'FULL_TEXT', queryText, fullTextResult, approximateCount: count};
  },
});
