import {AppError, readSearchParameters, type Guid} from '@gazetteer/model';
import {searchEntities, type GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {readEntityAudit, type AuditEventJson} from '../entity/read-audit.ts';
import {fullForms, recordsOf} from '../entity/read-entities.ts';
import {dslSearch} from '../search/dsl-search.ts';
import {resolve} from '../search/find.ts';
import {fullTextSearch} from '../search/full-text-search.ts';
import {showRow} from './referenceable.ts';

/** -1: nothing is asked for. */
export type OldSearch = {query: string; limit: number; offset: number};

/** GET /discovery/search: as DSL; what is none is searched for as words. */
export async function searchAnyway(c: Catalog, search: OldSearch): Promise<object> {
  try {
    return await searchByDsl(c, search);
  } catch (error) {
    if (error instanceof AppError) return await searchByText(c, search);
    throw error;
  }
}

/** GET /discovery/search/dsl: entities as rows, or what the query selects, which is not told with the query then. */
export async function searchByDsl(c: Catalog, search: OldSearch): Promise<object> {
  const found = await dslSearch(c, {query: pageOf(search)});
  if (found.attributes === undefined) {
    const guids = (found.entities ?? []).map(one => one.guid);
    return answer(c, 'dsl', search.query, await rowsOf(c, guids));
  }
  const {name: names, values} = found.attributes;
  const rows = values.map(row => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  return answer(c, 'dsl', rows.length === 0 ? search.query : null, rows);
}

/** GET /discovery/search/fulltext */
export async function searchByText(c: Catalog, search: OldSearch): Promise<object> {
  const found = await fullTextSearch(c, {query: pageOf(search)});
  const results = found.fullTextResult.map(({entity: {guid, typeName}, score}) => ({
    guid,
    typeName,
    score: score ?? 0,
  }));
  return answer(c, 'full-text', search.query, results);
}

function answer({requestId}: Catalog, queryType: string, query: string | null, results: readonly object[]): object {
  const {length: count} = results;
  return {requestId, query, queryType, dataType: null, count, results: count === 0 ? null : results};
}

/** GET /entities?type=: guids of the entities of exactly this type, deleted ones included, up to the largest page. @throws UNKNOWN_TYPENAME */
export async function listGuids(c: Catalog, {typeName}: {typeName: string}): Promise<object> {
  return await c.read('AtlasTypeDefGraphStoreV2.getByName', async graph => {
    if (!graph.types.defs.has(typeName)) throw new AppError('UNKNOWN_TYPENAME', [typeName]);
    const results = graph.types.entityTypes.has(typeName) ? await guidsOf(c, graph, typeName) : [];
    return {requestId: c.requestId, typeName, results, count: results.length};
  });
}

async function guidsOf(c: Catalog, graph: GraphRead, typeName: string): Promise<Guid[]> {
  const asked = readSearchParameters({typeName, limit: c.settings.searchMaxLimit}, {includeSubTypes: false});
  const {records} = await searchEntities(graph, await resolve(c, graph, asked));
  return records.map(one => one.guid);
}

/** GET /entities/{guid}/audit: nothing for what is asked for wrongly. */
export async function readOldAudit(
  c: Catalog,
  {guid, startKey, count}: {guid: Guid; startKey: string | undefined; count: number},
): Promise<object> {
  const events = count <= 0 ? [] : await eventsOf(c, {guid, startKey, count});
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
}

const unknown: ReadonlySet<string> = new Set(['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST']);

async function eventsOf(
  c: Catalog,
  request: {guid: Guid; startKey: string | undefined; count: number},
): Promise<AuditEventJson[]> {
  try {
    return await readEntityAudit(c, {...request, withEntity: false, withDiff: false});
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

function pageOf({query, limit, offset}: OldSearch): Record<string, unknown> {
  return {query, ...(limit === -1 ? {} : {limit}), ...(offset === -1 ? {} : {offset})};
}

async function rowsOf(c: Catalog, guids: readonly Guid[]): Promise<object[]> {
  if (guids.length === 0) return [];
  return await c.read('AtlasEntityStoreV2.getByIds', async graph => {
    const options = {minExtInfo: false, ignoreRelationships: false};
    const {entities, referredEntities} = await fullForms(graph, await recordsOf(graph, guids), options);
    // A hit may stand in another one, too.
    const owned = {...referredEntities, ...Object.fromEntries(entities.map(one => [one.guid, one]))};
    return entities.map(one => showRow({types: graph.types, owned}, one));
  });
}
