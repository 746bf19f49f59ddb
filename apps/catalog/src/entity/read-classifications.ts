import {
  AppError,
  classificationJson,
  type CarriedClassification,
  type ClassificationJson,
  type EntityHeader,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {classifiedSince, type GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {readHeaders} from './headers.ts';
import {recordsOf} from './read-entities.ts';

/** A page of everything, as the API wraps lists. */
export type ClassificationList = {
  list: ClassificationJson[];
  startIndex: number;
  pageSize: number;
  totalCount: number;
  sortType: 'NONE';
};

/** GET /entity/guid/{guid}/classifications: its own, then those that have come from others. */
export async function readClassifications(c: Catalog, {guid}: {guid: Guid}): Promise<ClassificationList> {
  return await c.read('AtlasEntityStoreV2.getClassifications', async graph => {
    const {record, carried} = await carriedBy(graph, guid);
    const list = carried.map(one => classificationJson(graph.types, one, record.status));
    return {list, startIndex: 0, pageSize: list.length, totalCount: list.length, sortType: 'NONE'};
  });
}

/** GET /entity/guid/{guid}/classification/{name}: its own rather than one that has come from another entity. */
export async function readOneClassification(
  c: Catalog,
  {guid, name}: {guid: Guid; name: string},
): Promise<ClassificationJson> {
  return await c.read('AtlasEntityStoreV2.getClassification', async graph => {
    if (!graph.types.classificationTypes.has(name)) throw new AppError('TYPE_NAME_INVALID', ['CLASSIFICATION', name]);
    const {record, carried} = await carriedBy(graph, guid);
    const one = carried.find(had => had.typeName === name);
    if (one === undefined) throw new AppError('CLASSIFICATION_NOT_FOUND', [name]);
    return classificationJson(graph.types, one, record.status);
  });
}

/**
 * GET /entity/bulk/headers?tagUpdateStartTime=: headers of the entities whose classifications have changed since a time in
 * epoch milliseconds, by guid. @throws BAD_REQUEST for a time that is still to come
 */
export async function readClassifiedSince(
  c: Catalog,
  {since}: {since: number},
): Promise<{guidHeaderMap: Record<Guid, EntityHeader>}> {
  if (since > Date.now()) throw new AppError('BAD_REQUEST', ['tagUpdateStartTime must not be in the future']);
  return await c.read('AtlasEntityStoreV2.getEntityHeaders', async graph => {
    const records = await classifiedSince(graph, since);
    const headers = await readHeaders(graph, records, () => ({withClassifications: true}));
    return {guidHeaderMap: Object.fromEntries(headers.map(header => [header.guid, header]))};
  });
}

async function carriedBy(
  graph: GraphRead,
  guid: Guid,
): Promise<{record: EntityRecord; carried: CarriedClassification[]}> {
  const [record] = await recordsOf(graph, [guid]);
  return {record: record as EntityRecord, carried: (await graph.carriedBy([guid])).get(guid) ?? []};
}
