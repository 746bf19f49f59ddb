import {AppError, type Guid} from '@gazetteer/model';
import type {Catalog} from '../catalog.ts';
import {fullForms, recordsOf} from '../entity/read-entities.ts';
import {dslSearch} from '../search/dsl-search.ts';
import {fullTextSearch} from '../search/full-text-search.ts';
import {readEntityAudit} from '../entity/read-audit.ts';
import {showReferenceable} from './referenceable.ts';

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

/** GET /discovery/search/dsl */
export async function searchByDsl(c: Catalog, search: OldSearch): Promise<object> {
  const found = await dslSearch(c, {query: pageOf(search)});
  const {name: names = [], values = []} = found.attributes ?? {};
  const rows = values.map(row => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  const guids = (found.entities ?? []).map(one => one.guid);
  const results = found.attributes === undefined ? await definitionsOf(c, guids) : rows;
  const dataType = found.entities?.[0]?.typeName ?? null;
  const {requestId} = c;
  return {requestId, query: search.query, queryType: 'dsl', dataType, count: results.length, results};
}

/** GET /discovery/search/fulltext */
export async function searchByText(c: Catalog, search: OldSearch): Promise<object> {
  const found = await fullTextSearch(c, {query: pageOf(search)});
  const results = found.fullTextResult.map(({entity: {guid, typeName}, score}) => ({
    guid,
    typeName,
    score: score ?? 0,
  }));
  const {requestId} = c;
  return {requestId, query: search.query, queryType: 'full-text', count: results.length, results};
}

/** GET /entities?type=: guids of all ACTIVE entities of a type, up to the largest page. @throws UNKNOWN_TYPENAME */
export async function listGuids(c: Catalog, {typeName}: {typeName: string}): Promise<object> {
  const limit = c.settings.searchMaxLimit;
  await c.read('AtlasTypeDefGraphStoreV2.getByName', async ({types}) => types.entityType(typeName));
  const found = await dslSearch(c, {query: {query: '', typeName, limit}});
  const results = (found.entities ?? []).filter(one => one.status === 'ACTIVE').map(one => one.guid);
  return {requestId: c.requestId, typeName, results, count: results.length};
}

/** GET /entities/{guid}/audit */
export async function readOldAudit(
  c: Catalog,
  {guid, startKey, count}: {guid: Guid; startKey: string | undefined; count: number},
): Promise<object> {
  const events = await readEntityAudit(c, {guid, startKey, count, withEntity: false, withDiff: false});
  return {
    requestId: c.requestId,
    events: events.map(({entityId, timestamp, user, action, details, eventKey}) => ({
      entityId,
      timestamp,
      user,
      // Classifications and entities had other names.
      action: action.replace('CLASSIFICATION_', 'TAG_'),
      details,
      eventKey,
      entityDefinition: null,
    })),
  };
}

function pageOf({query, limit, offset}: OldSearch): Record<string, unknown> {
  return {query, ...(limit === -1 ? {} : {limit}), ...(offset === -1 ? {} : {offset})};
}

async function definitionsOf(c: Catalog, guids: readonly Guid[]): Promise<object[]> {
  if (guids.length === 0) return [];
  return await c.read('AtlasEntityStoreV2.getByIds', async graph => {
    const options = {minExtInfo: false, ignoreRelationships: true};
    const {entities} = await fullForms(graph, await recordsOf(graph, guids), options);
    return entities.map(one => showReferenceable(graph.types, one));
  });
}
