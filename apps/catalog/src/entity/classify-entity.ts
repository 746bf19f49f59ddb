import {also, body} from '@gazetteer/kernel';
import {text, uniqueAttributes} from '@gazetteer/kernel/parameters';
import {
  AppError,
  emptyChangeSet,
  planClassifications,
  planClassificationUpdates,
  readClassification,
  refuse,
  touch,
  type ClassificationRecord,
  type EntityRecord,
  type Guid,
  type IncomingClassification,
  type Issues,
} from '@gazetteer/model';
import type {GraphRead, GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import type {Context} from '../catalog.ts';
import * as shapes from './shapes.ts';
import {byUnique, badValue, addingErrors} from './addresses.ts';
import {planningOf} from './planning.ts';
import {recordOf, recordsOf, type EntityRef} from './read-entities.ts';

const adding = {
  summary: 'Attach classifications to an entity',
  description:
    'A classification that propagates reaches downstream entities before the request is answered.',
};
const updating = {
  summary: 'Change classifications of an entity',
  description:
    'Attributes that are not given stay; validity periods are as given, none when none are.',
};
const updatingErrors = [
  ...badValue,
  'CLASSIFICATION_UPDATE_FROM_PROPAGATED_ENTITY',
  'CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY',
] as const;
const removing = {
  summary: 'Remove a classification from an entity',
  description: 'Copies that propagated from the entity are removed as well.',
};
const removingErrors = [
  'NO_CLASSIFICATIONS_FOUND_FOR_ENTITY',
  'CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY',
] as const;

/**
 * POST /entity/guid/{guid}/classifications and by unique attribute.
 * @throws INVALID_PARAMETERS when the entity carries one of them already or a value does not fit,
 * and as `planClassifications`
 */
export const addClassifications = change('POST /v2/entity/guid/{guid}/classifications', {
  ...adding,
  body: body(shapes.givenClassifications, readList),
  errors: ['INSTANCE_GUID_NOT_FOUND', ...addingErrors],
  logAs: 'AtlasEntityStoreV2.addClassifications',
  run: async (
    tx,
    {body: incoming, ...ref}: EntityRef & {body: IncomingClassification[]},
    c,
  ): Promise<void> => {
    const {record, own} = await classified(tx, ref);
    const type = tx.types.entityType(record.typeName);
    const added = checked(issues =>
      planClassifications(tx.types, record.guid, type, incoming, issues, own),
    );
    if (added.length === 0) return;
    const planning = planningOf(c);
    await tx.apply(
      {...emptyChangeSet(), touched: [touch(record, planning)], classificationsAdded: added},
      planning,
    );
  },
});

export const addClassificationsByUniqueAttributes = also(
  'POST /v2/entity/uniqueAttribute/type/{typeName}/classifications',
  addClassifications,
  {
    ...adding,
    body: body(shapes.givenClassifications),
    query: {attributes: uniqueAttributes},
    errors: [...byUnique, ...addingErrors],
  },
);

/**
 * PUT of the same. @throws as `planClassificationUpdates`, and INVALID_PARAMETERS when a value does
 * not fit
 */
export const updateClassifications = change('PUT /v2/entity/guid/{guid}/classifications', {
  ...updating,
  body: body(shapes.givenClassifications, readList),
  errors: ['INSTANCE_GUID_NOT_FOUND', ...updatingErrors],
  logAs: 'AtlasEntityStoreV2.updateClassifications',
  run: async (
    tx,
    {body: incoming, ...ref}: EntityRef & {body: IncomingClassification[]},
    c,
  ): Promise<void> => {
    const {record, own} = await classified(tx, ref);
    const updated = checked(issues =>
      planClassificationUpdates(tx.types, record.guid, own, incoming, issues),
    );
    const planning = planningOf(c);
    const touched = [touch(record, planning)];
    await tx.apply({...emptyChangeSet(), touched, classificationsUpdated: updated}, planning);
  },
});

export const updateClassificationsByUniqueAttributes = also(
  'PUT /v2/entity/uniqueAttribute/type/{typeName}/classifications',
  updateClassifications,
  {
    ...updating,
    body: body(shapes.givenClassifications),
    query: {attributes: uniqueAttributes},
    errors: [...byUnique, ...updatingErrors],
  },
);

/**
 * DELETE /entity/guid/{guid}/classification/{name} and by unique attribute. `associatedEntityGuid`
 * names the source of one that has come from another entity: it can be taken away by hand when that
 * entity is deleted.
 * @throws TYPE_NAME_INVALID for an unknown classification, NO_CLASSIFICATIONS_FOUND_FOR_ENTITY,
 *   CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY, and as `removePropagated`
 */
export const removeClassification = change('DELETE /v2/entity/guid/{guid}/classification/{name}', {
  ...removing,
  query: {associatedEntityGuid: text('The deleted entity that the classification has come from')},
  errors: [
    'TYPE_NAME_INVALID',
    'INSTANCE_GUID_NOT_FOUND',
    ...removingErrors,
    'NO_PROPAGATED_CLASSIFICATIONS_FOUND_FOR_ENTITY',
    'PROPAGATED_CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY',
    'PROPAGATED_CLASSIFICATION_REMOVAL_NOT_SUPPORTED',
  ],
  logAs: 'AtlasEntityStoreV2.deleteClassification',
  run: async (
    tx,
    {
      name,
      associatedEntityGuid = '',
      ...ref
    }: EntityRef & {name: string; associatedEntityGuid?: Guid | undefined},
    c,
  ): Promise<void> => {
    if (!tx.types.classificationTypes.has(name))
      throw new AppError('TYPE_NAME_INVALID', ['CLASSIFICATION', name]);
    const {record, own} = await classified(tx, ref);
    if (associatedEntityGuid !== '' && associatedEntityGuid !== record.guid) {
      await removePropagated(c, tx, record, name, associatedEntityGuid);
      return;
    }
    if (own.length === 0) throw new AppError('NO_CLASSIFICATIONS_FOUND_FOR_ENTITY', [record.guid]);
    const one = own.find(had => had.typeName === name);
    if (one === undefined) throw new AppError('CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', [name]);
    const planning = planningOf(c);
    await tx.apply(
      {...emptyChangeSet(), touched: [touch(record, planning)], classificationsRemoved: [one]},
      planning,
    );
  },
});

export const removeClassificationByUniqueAttributes = also(
  'DELETE /v2/entity/uniqueAttribute/type/{typeName}/classification/{name}',
  removeClassification,
  {...removing, query: {attributes: uniqueAttributes}, errors: [...byUnique, ...removingErrors]},
);

/**
 * @throws NO_PROPAGATED_CLASSIFICATIONS_FOUND_FOR_ENTITY,
 * PROPAGATED_CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY,
 *   PROPAGATED_CLASSIFICATION_REMOVAL_NOT_SUPPORTED while the source is not deleted
 */
async function removePropagated(
  c: Context,
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
  if (propagated.length === 0)
    throw new AppError('NO_PROPAGATED_CLASSIFICATIONS_FOUND_FOR_ENTITY', [guid]);
  if (!propagated.some(one => one.typeName === typeName && one.entityGuid === sourceGuid)) {
    throw new AppError('PROPAGATED_CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', [
      typeName,
      sourceGuid,
      guid,
    ]);
  }
  if (source?.status !== 'DELETED') {
    throw new AppError('PROPAGATED_CLASSIFICATION_REMOVAL_NOT_SUPPORTED', [typeName, sourceGuid]);
  }
  const planning = planningOf(c);
  const propagationsRemoved = [{entityGuid: guid, typeName, sourceGuid}];
  await tx.apply(
    {...emptyChangeSet(), touched: [touch(record, planning)], propagationsRemoved},
    planning,
  );
}

/** The entity and the classifications that are attached to it. */
async function classified(
  graph: GraphRead,
  ref: EntityRef,
): Promise<{record: EntityRecord; own: readonly ClassificationRecord[]}> {
  const record = await recordOf(graph, ref);
  return {record, own: await graph.classificationsOf([record.guid])};
}

/** What `plan` makes. @throws INVALID_PARAMETERS with every issue that it found */
export function checked<T>(plan: (issues: Issues) => T): T {
  const issues: Issues = [];
  const planned = plan(issues);
  refuse(issues, 'INVALID_PARAMETERS');
  return planned;
}

function readList(list: unknown): IncomingClassification[] {
  if (!Array.isArray(list) || list.length === 0)
    throw new AppError('INVALID_PARAMETERS', ['classifications(s) not specified']);
  return list.map((one, i) => readClassification(one, `[${i}]`));
}
