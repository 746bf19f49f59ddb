import {
  AppError,
  classificationJson,
  emptyChangeSet,
  planClassifications,
  readClassification,
  touch,
  type ClassificationJson,
  type ClassificationRecord,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import * as shape from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf} from './planning.ts';
import {recordsOf} from './read-entities.ts';
import {classification} from './shapes.ts';

/** A page of everything, as the API wraps lists. */
export type ClassificationList = {
  list: ClassificationJson[];
  startIndex: number;
  pageSize: number;
  totalCount: number;
  sortType: 'NONE';
};

/** POST /entity/guid/{guid}/classifications @throws INVALID_PARAMETERS when the entity carries one of them already */
export async function addClassifications(c: Catalog, {guid, body}: {guid: Guid; body: string}): Promise<void> {
  const list = shape.parseBody(shape.list(classification), body);
  if (!Array.isArray(list) || list.length === 0)
    throw new AppError('INVALID_PARAMETERS', ['classification(s) not specified']);
  const incoming = list.map((one, i) => readClassification(one, `[${i}]`));
  await c.write('AtlasEntityStoreV2.addClassifications', async tx => {
    const {record, classifications} = await classified(tx, guid);
    const issues: string[] = [];
    const added = planClassifications(tx.types, guid, tx.types.entityType(record.typeName), incoming, issues);
    const twice = added.find(one => classifications.some(had => had.typeName === one.typeName));
    if (twice !== undefined) {
      throw new AppError('INVALID_PARAMETERS', [
        `entity: ${guid}, already associated with classification: ${twice.typeName}`,
      ]);
    }
    if (issues.length > 0) throw new AppError('INSTANCE_CRUD_INVALID_PARAMS', [issues[0] ?? ''], {issues});
    const planning = planningOf(c);
    await tx.apply({...emptyChangeSet(), touched: [touch(record, planning)], classificationsAdded: added}, planning);
  });
}

/** GET /entity/guid/{guid}/classifications */
export async function readClassifications(c: Catalog, {guid}: {guid: Guid}): Promise<ClassificationList> {
  return await c.read('AtlasEntityStoreV2.getClassifications', async graph => {
    const {record, classifications} = await classified(graph, guid);
    const list = classifications.map(one => classificationJson(graph.types, one, record.status));
    return {list, startIndex: 0, pageSize: list.length, totalCount: list.length, sortType: 'NONE'};
  });
}

/** GET /entity/guid/{guid}/classification/{name} */
export async function readOneClassification(
  c: Catalog,
  {guid, name}: {guid: Guid; name: string},
): Promise<ClassificationJson> {
  return await c.read('AtlasEntityStoreV2.getClassification', async graph => {
    if (!graph.types.classificationTypes.has(name)) throw new AppError('TYPE_NAME_INVALID', ['CLASSIFICATION', name]);
    const {record, classifications} = await classified(graph, guid);
    const one = classifications.find(had => had.typeName === name);
    if (one === undefined) throw new AppError('CLASSIFICATION_NOT_FOUND', [name]);
    return classificationJson(graph.types, one, record.status);
  });
}

/** DELETE /entity/guid/{guid}/classification/{name} */
export async function removeClassification(c: Catalog, {guid, name}: {guid: Guid; name: string}): Promise<void> {
  await c.write('AtlasEntityStoreV2.deleteClassification', async tx => {
    const {record, classifications} = await classified(tx, guid);
    if (classifications.length === 0) throw new AppError('NO_CLASSIFICATIONS_FOUND_FOR_ENTITY', [guid]);
    const one = classifications.find(had => had.typeName === name);
    if (one === undefined) throw new AppError('CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', [name]);
    const planning = planningOf(c);
    await tx.apply({...emptyChangeSet(), touched: [touch(record, planning)], classificationsRemoved: [one]}, planning);
  });
}

async function classified(
  graph: GraphRead,
  guid: Guid,
): Promise<{record: EntityRecord; classifications: ClassificationRecord[]}> {
  const [record] = await recordsOf(graph, [guid]);
  return {record: record as EntityRecord, classifications: await graph.classificationsOf([guid])};
}
