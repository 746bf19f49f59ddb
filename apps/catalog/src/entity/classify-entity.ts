import {
  AppError,
  emptyChangeSet,
  planClassifications,
  planClassificationUpdates,
  readClassification,
  touch,
  type ClassificationRecord,
  type EntityRecord,
  type Guid,
  type IncomingClassification,
} from '@gazetteer/model';
import type {GraphRead, GraphTx} from '@gazetteer/store';
import * as shape from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf} from './planning.ts';
import {recordsOf} from './read-entities.ts';
import {givenClassifications} from './shapes.ts';
import {recordOf, type Whose} from './whose.ts';

/**
 * POST /entity/guid/{guid}/classifications and by unique attribute.
 * @throws INVALID_PARAMETERS when the entity carries one of them already or a value does not fit, and as `planClassifications`
 */
export async function addClassifications(c: Catalog, {body, ...whose}: Whose & {body: string}): Promise<void> {
  const incoming = readList(body);
  await c.write('AtlasEntityStoreV2.addClassifications', async tx => {
    const {record, own} = await classified(tx, whose);
    const type = tx.types.entityType(record.typeName);
    const added = checked(issues => planClassifications(tx.types, record.guid, type, incoming, issues, own));
    if (added.length === 0) return;
    const planning = planningOf(c);
    await tx.apply({...emptyChangeSet(), touched: [touch(record, planning)], classificationsAdded: added}, planning);
  });
}

/** PUT of the same. @throws as `planClassificationUpdates`, and INVALID_PARAMETERS when a value does not fit */
export async function updateClassifications(c: Catalog, {body, ...whose}: Whose & {body: string}): Promise<void> {
  const incoming = readList(body);
  await c.write('AtlasEntityStoreV2.updateClassifications', async tx => {
    const {record, own} = await classified(tx, whose);
    const updated = checked(issues => planClassificationUpdates(tx.types, record.guid, own, incoming, issues));
    const planning = planningOf(c);
    const touched = [touch(record, planning)];
    await tx.apply({...emptyChangeSet(), touched, classificationsUpdated: updated}, planning);
  });
}

/**
 * DELETE /entity/guid/{guid}/classification/{name} and by unique attribute. `associatedEntityGuid` names the source of one that
 * has come from another entity: it can be taken away by hand when that entity is deleted.
 * @throws TYPE_NAME_INVALID for an unknown classification, NO_CLASSIFICATIONS_FOUND_FOR_ENTITY,
 *   CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY, and as `removePropagated`
 */
export async function removeClassification(
  c: Catalog,
  {name, associatedEntityGuid = '', ...whose}: Whose & {name: string; associatedEntityGuid?: Guid | undefined},
): Promise<void> {
  await c.write('AtlasEntityStoreV2.deleteClassification', async tx => {
    if (!tx.types.classificationTypes.has(name)) throw new AppError('TYPE_NAME_INVALID', ['CLASSIFICATION', name]);
    const {record, own} = await classified(tx, whose);
    if (associatedEntityGuid !== '' && associatedEntityGuid !== record.guid) {
      await removePropagated(c, tx, record, name, associatedEntityGuid);
      return;
    }
    if (own.length === 0) throw new AppError('NO_CLASSIFICATIONS_FOUND_FOR_ENTITY', [record.guid]);
    const one = own.find(had => had.typeName === name);
    if (one === undefined) throw new AppError('CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', [name]);
    const planning = planningOf(c);
    await tx.apply({...emptyChangeSet(), touched: [touch(record, planning)], classificationsRemoved: [one]}, planning);
  });
}

/**
 * @throws NO_PROPAGATED_CLASSIFICATIONS_FOUND_FOR_ENTITY, PROPAGATED_CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY,
 *   PROPAGATED_CLASSIFICATION_REMOVAL_NOT_SUPPORTED while the source is not deleted
 */
async function removePropagated(
  c: Catalog,
  tx: GraphTx,
  record: EntityRecord,
  typeName: string,
  sourceGuid: Guid,
): Promise<void> {
  const {guid} = record;
  // Held, so that it cannot be deleted or come back meanwhile.
  const [source] = await recordsOf(tx, [sourceGuid]);
  const carried = (await tx.carriedBy([guid])).get(guid) ?? [];
  const propagated = carried.filter(one => one.entityGuid !== guid);
  if (propagated.length === 0) throw new AppError('NO_PROPAGATED_CLASSIFICATIONS_FOUND_FOR_ENTITY', [guid]);
  if (!propagated.some(one => one.typeName === typeName && one.entityGuid === sourceGuid)) {
    throw new AppError('PROPAGATED_CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', [typeName, sourceGuid, guid]);
  }
  if (source?.status !== 'DELETED') {
    throw new AppError('PROPAGATED_CLASSIFICATION_REMOVAL_NOT_SUPPORTED', [typeName, sourceGuid]);
  }
  const planning = planningOf(c);
  const propagationsRemoved = [{entityGuid: guid, typeName, sourceGuid}];
  await tx.apply({...emptyChangeSet(), touched: [touch(record, planning)], propagationsRemoved}, planning);
}

/** The entity and the classifications that are attached to it. */
async function classified(
  graph: GraphRead,
  whose: Whose,
): Promise<{record: EntityRecord; own: readonly ClassificationRecord[]}> {
  const record = await recordOf(graph, whose);
  return {record, own: await graph.classificationsOf([record.guid])};
}

/** What `plan` makes. @throws INVALID_PARAMETERS with every issue that it found */
export function checked<T>(plan: (issues: string[]) => T): T {
  const issues: string[] = [];
  const planned = plan(issues);
  if (issues.length > 0) throw new AppError('INVALID_PARAMETERS', [issues[0] ?? ''], {issues});
  return planned;
}

function readList(body: string): IncomingClassification[] {
  const list = shape.parseBody(givenClassifications, body);
  if (!Array.isArray(list) || list.length === 0)
    throw new AppError('INVALID_PARAMETERS', ['classifications(s) not specified']);
  return list.map((one, i) => readClassification(one, `[${i}]`));
}
