import type {ChangeSet, EdgeRecord, EntityRecord, Guid, NotificationScope} from './record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

/**
 * What other systems are told of, in the order that it is stored by. `ENTITY_PURGE` is ours; the
 * others are the API's words.
 */
export const changeOperations = [
  'ENTITY_CREATE',
  'ENTITY_UPDATE',
  'ENTITY_DELETE',
  'ENTITY_PURGE',
  'CLASSIFICATION_ADD',
  'CLASSIFICATION_UPDATE',
  'CLASSIFICATION_DELETE',
  'RELATIONSHIP_CREATE',
  'RELATIONSHIP_UPDATE',
  'RELATIONSHIP_DELETE',
] as const;
export type ChangeOperation = (typeof changeOperations)[number];

/** One thing that happened, to an entity or to a relationship. */
export type NotifiedChange =
  | {
      readonly operation: ChangeOperation;
      readonly guid: Guid;
      /** The name of the classification, where it is about one. */
      readonly classification?: string;
    }
  | {readonly operation: ChangeOperation; readonly edge: EdgeRecord};

/**
 * What a change tells other systems, oldest first. Entities of internal types are not told of, nor
 * are incomplete ones before they are filled. Labels, terms, custom and business attributes are
 * updates of their entity: the API has no other word. What is purged was told to be deleted before;
 * what goes at once is told to be deleted.
 */
export function notifiedChanges(
  types: TypeRegistry,
  changes: ChangeSet,
  scope: NotificationScope,
): NotifiedChange[] {
  if (scope === 'nothing') return [];
  const isTold = (record: EntityRecord) =>
    types.entityTypes.get(record.typeName)?.isInternal === false;
  const removed = new Set(changes.removed.map(one => one.guid));
  const related = endsOf(changes);
  const touched = changes.touched.filter(record => related.has(record.guid) && isTold(record));
  return [
    ...changes.created
      .filter(record => isTold(record) && record.isIncomplete !== true)
      .map(({guid}): NotifiedChange => ({operation: 'ENTITY_CREATE', guid})),
    ...changes.updated
      .filter(one => isTold(one.after))
      .map((one): NotifiedChange => ({operation: updateOf(one), guid: one.after.guid})),
    ...touched.map(({guid}): NotifiedChange => ({operation: 'ENTITY_UPDATE', guid})),
    ...classificationsTold(changes).filter(one => !('guid' in one && removed.has(one.guid))),
    ...(scope === 'relationships' ? relationshipsTold(types, changes) : []),
    ...changes.removed.filter(isTold).map(({guid, status}): NotifiedChange => ({
      operation: status === 'ACTIVE' ? 'ENTITY_DELETE' : 'ENTITY_PURGE',
      guid,
    })),
  ];
}

function updateOf({before, after}: ChangeSet['updated'][number]): ChangeOperation {
  if (before.status === 'ACTIVE' && after.status === 'DELETED') return 'ENTITY_DELETE';
  // Nobody has heard of it before it is filled.
  return before.isIncomplete === true && after.isIncomplete !== true
    ? 'ENTITY_CREATE'
    : 'ENTITY_UPDATE';
}

function endsOf({edgesCreated, edgesUpdated, edgesRemoved}: ChangeSet): ReadonlySet<Guid> {
  const edges = [...edgesCreated, ...edgesUpdated.map(one => one.after), ...edgesRemoved];
  return new Set(edges.flatMap(edge => [edge.end1, edge.end2]));
}

type At = {readonly entityGuid: Guid; readonly typeName: string};

/** Wherever it comes to or goes from, also by propagation. */
function classificationsTold(changes: ChangeSet): NotifiedChange[] {
  const told =
    (operation: ChangeOperation) =>
    ({entityGuid, typeName}: At): NotifiedChange => ({
      operation,
      guid: entityGuid,
      classification: typeName,
    });
  return [
    ...changes.classificationsAdded.map(told('CLASSIFICATION_ADD')),
    ...changes.classificationsUpdated.map(one => told('CLASSIFICATION_UPDATE')(one.after)),
    ...changes.classificationsRemoved.map(told('CLASSIFICATION_DELETE')),
    ...changes.propagationsAdded.map(told('CLASSIFICATION_ADD')),
    ...changes.propagationsRemoved.map(told('CLASSIFICATION_DELETE')),
  ];
}

/** References without a relationship definition are part of their entity. */
function relationshipsTold(
  types: TypeRegistry,
  {edgesCreated, edgesUpdated, edgesRemoved}: ChangeSet,
): NotifiedChange[] {
  const isTold = (edge: EdgeRecord) => types.relationshipTypes.has(edge.typeName);
  return [
    ...edgesCreated
      .filter(isTold)
      .map((edge): NotifiedChange => ({operation: 'RELATIONSHIP_CREATE', edge})),
    ...edgesUpdated
      .filter(one => isTold(one.after))
      .map(({before, after}): NotifiedChange => ({
        operation:
          before.status === 'ACTIVE' && after.status === 'DELETED'
            ? 'RELATIONSHIP_DELETE'
            : 'RELATIONSHIP_UPDATE',
        edge: after,
      })),
    ...edgesRemoved
      .filter(edge => isTold(edge) && edge.status === 'ACTIVE')
      .map((edge): NotifiedChange => ({operation: 'RELATIONSHIP_DELETE', edge})),
  ];
}
