import {integer, needed, text} from '@gazetteer/kernel/parameters';
import * as shape from '@gazetteer/kernel/shape';
import {AppError, readSearchParameters, type Guid} from '@gazetteer/model';
import {searchEntities, type GraphRead} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {query, within} from '../operation.ts';
import {readEntityAudit, type AuditEventJson} from '../entity/read-audit.ts';
import {fullForms, recordsOf} from '../entity/read-entities.ts';
import {dslSearch} from '../search/dsl-search.ts';
import {resolve} from '../search/find.ts';
import {fullTextSearch} from '../search/full-text-search.ts';
import {required} from './addresses.ts';
import {showRow} from './referenceable.ts';
import * as shapes from './shapes.ts';

/** -1: nothing is asked for. */
type OldSearch = {query: string; limit: number; offset: number};

const parameters = {
  query: needed(text('DSL, or words')),
  limit: integer('Page size; -1: the usual one', {default: -1}),
  offset: integer('Leave out so many', {default: -1}),
};
const found = shapes.results(shape.list(shape.anything));
const wrongSearch = ['INVALID_DSL_QUERY', 'INVALID_QUERY_LENGTH', 'UNKNOWN_TYPENAME'] as const;
const mostRows = 10_000;

/** @param words that clients of this API know the query by. @throws BAD_REQUEST */
function searchOf(
  words: string,
  {query, limit, offset}: Omit<OldSearch, 'query'> & {query: string | undefined},
) {
  const refuse = (name: string, bound: string, value: number) => {
    throw new AppError('BAD_REQUEST', [`${name} should be ${bound}, current value ${value}`]);
  };
  const given = required(query?.trim(), words);
  if (limit !== -1 && limit > mostRows) refuse('limit', `<= ${mostRows}`, limit);
  if (limit !== -1 && limit <= 0) refuse('limit', '> 0', limit);
  if (offset < -1) refuse('offset', '> -1', offset);
  return {query: given, limit, offset};
}

/** GET /discovery/search: as DSL; what is none is searched for as words. */
export const searchByDslOrText = query('GET /discovery/search', {
  summary: 'Search by DSL, or by words',
  description: 'Read as DSL; what is no DSL is searched as words.',
  query: parameters,
  answer: found,
  errors: ['BAD_REQUEST'],
  on: 'search',
  read: input => searchOf('query cannot be null or empty', input),
  logAs: dslSearch.logAs,
  run: async (graph, search, c): Promise<object> => {
    try {
      return await byDsl(graph, c, search);
    } catch (error) {
      if (error instanceof AppError) return await byText(graph, c, search);
      throw error;
    }
  },
});

/**
 * GET /discovery/search/dsl: entities as rows, or what the query selects, which is not told with
 * the query then.
 */
export const searchByDsl = query('GET /discovery/search/dsl', {
  summary: 'Search by DSL',
  description: 'Rows in the form of the V1 API.',
  query: parameters,
  answer: found,
  errors: wrongSearch,
  on: 'search',
  read: input => searchOf('dslQuery cannot be null', input),
  logAs: dslSearch.logAs,
  run: (graph, search, c): Promise<object> => byDsl(graph, c, search),
});

/** GET /discovery/search/fulltext */
export const searchByText = query('GET /discovery/search/fulltext', {
  summary: 'Search by words',
  description: 'Each hit has its guid, type and score.',
  query: parameters,
  answer: found,
  errors: wrongSearch,
  on: 'search',
  read: input => searchOf('query cannot be null or empty', input),
  logAs: fullTextSearch.logAs,
  run: (graph, search, c): Promise<object> => byText(graph, c, search),
});

/** Entities are shown whole, as V1 did; a query that selects columns has rows of its own. */
async function byDsl(graph: GraphRead, c: Context, search: OldSearch): Promise<object> {
  const found = await within(dslSearch, graph, c, pageOf(search));
  if (found.attributes === undefined) {
    const guids = (found.entities ?? []).map(one => one.guid);
    return answer(c, 'dsl', search.query, await rowsOf(graph, guids));
  }
  const {name: names, values} = found.attributes;
  const rows = values.map(row => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  return answer(c, 'dsl', rows.length === 0 ? search.query : null, rows);
}

/** Hits with their score, the best first. */
async function byText(graph: GraphRead, c: Context, search: OldSearch): Promise<object> {
  const found = await within(fullTextSearch, graph, c, pageOf(search));
  const results = found.fullTextResult.map(({entity: {guid, typeName}, score}) => ({
    guid,
    typeName,
    score: score ?? 0,
  }));
  return answer(c, 'full-text', search.query, results);
}

/** `results` is null where nothing was found: clients test for that. */
function answer(
  {requestId}: Context,
  queryType: string,
  query: string | null,
  results: readonly object[],
): object {
  const {length: count} = results;
  return {
    requestId,
    query,
    queryType,
    dataType: null,
    count,
    results: count === 0 ? null : results,
  };
}

/**
 * GET /entities?type=: guids of the entities of exactly this type, deleted ones included, up to the
 * largest page. @throws UNKNOWN_TYPENAME
 */
export const listGuids = query({
  logAs: 'AtlasTypeDefGraphStoreV2.getByName',
  run: async (graph, {typeName}: {typeName: string}, c): Promise<object> => {
    if (!graph.types.defs.has(typeName)) throw new AppError('UNKNOWN_TYPENAME', [typeName]);
    const results = graph.types.entityTypes.has(typeName) ? await guidsOf(c, graph, typeName) : [];
    return {requestId: c.requestId, typeName, results, count: results.length};
  },
});

/** All entities of a type, as far as one search goes. */
async function guidsOf(c: Context, graph: GraphRead, typeName: string): Promise<Guid[]> {
  const asked = readSearchParameters(
    {typeName, limit: c.settings.searchMaxLimit},
    {includeSubTypes: false},
  );
  const {records} = await searchEntities(graph, await resolve(c, graph, asked));
  return records.map(one => one.guid);
}

/** GET /entities/{guid}/audit: nothing for what is asked for wrongly. */
export const readOldAudit = query('GET /entities/{guid}/audit', {
  summary: 'History of an entity, newest first',
  description: 'In the form of the V1 API.',
  query: {startKey: text('From this event on'), count: integer('At most so many', {default: 100})},
  answer: shapes.auditAnswer,
  logAs: readEntityAudit.logAs,
  run: async (graph, {guid, startKey, count}, c): Promise<object> => {
    const events = count <= 0 ? [] : await eventsOf(graph, c, {guid, startKey, count});
    return {
      requestId: c.requestId,
      events: events.map(({entityId, timestamp, user, action, details, eventKey}) => ({
        entityId,
        timestamp,
        user,
        action: oldAction(action),
        details,
        eventKey,
      })),
    };
  },
});

const unknown: ReadonlySet<string> = new Set(['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST']);

/** None for an entity that is not there or a key that makes no sense: V1 answered so. */
async function eventsOf(
  graph: GraphRead,
  c: Context,
  request: {guid: Guid; startKey: string | undefined; count: number},
): Promise<AuditEventJson[]> {
  try {
    return await within(readEntityAudit, graph, c, {
      ...request,
      withEntity: false,
      withDiff: false,
    });
  } catch (error) {
    if (error instanceof AppError && unknown.has(error.kind)) return [];
    throw error;
  }
}

/** Classifications had another name, and of what there was not yet an entity was just updated. */
function oldAction(action: string): string {
  if (/^(BUSINESS|CUSTOM)_ATTRIBUTE_UPDATE$/.test(action)) return 'ENTITY_UPDATE';
  return action.replace('CLASSIFICATION_', 'TAG_');
}

/** -1 stands for “as usual”: V1's clients send it by default. */
function pageOf({query, limit, offset}: OldSearch): Record<string, unknown> {
  return {query, ...(limit === -1 ? {} : {limit}), ...(offset === -1 ? {} : {offset})};
}

/** Whole entities for hits, in their order. */
async function rowsOf(graph: GraphRead, guids: readonly Guid[]): Promise<object[]> {
  if (guids.length === 0) return [];
  const options = {minExtInfo: false, ignoreRelationships: false};
  const {entities, referredEntities} = await fullForms(
    graph,
    await recordsOf(graph, guids),
    options,
  );
  // A hit may stand in another one, too.
  const owned = {...referredEntities, ...Object.fromEntries(entities.map(one => [one.guid, one]))};
  return entities.map(one => showRow({types: graph.types, owned}, one));
}
