import {entityHeader, type CarriedClassification, type ChangeSet, type EntityHeader, type Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {readHeaders} from './headers.ts';

export type MutationJson = {
  mutatedEntities?: Record<string, EntityHeader[]>;
  guidAssignments?: Record<string, Guid>;
  partialUpdatedEntities?: EntityHeader[];
};

/**
 * What a mutation answers: the change's entities by what happened to them. Deleted ones are shown as they were before,
 * still ACTIVE, as in the reference; those touched only through an edge carry no list of classifications.
 */
export async function mutationJson(
  graph: GraphRead,
  changes: ChangeSet,
  guidAssignments?: ReadonlyMap<Guid, Guid>,
  updateKey: 'UPDATE' | 'PARTIAL_UPDATE' = 'UPDATE',
  /** Of `changes.removed`, when they were read before they were gone. */
  removed?: readonly EntityHeader[],
): Promise<MutationJson> {
  const named = new Set(guidAssignments?.values());
  const updated = [
    ...changes.updated.filter(one => one.after.status === 'ACTIVE').map(one => one.after),
    ...changes.touched,
  ];
  const deleted = [
    ...changes.updated.filter(one => one.after.status === 'DELETED').map(one => one.before),
    ...(removed === undefined ? changes.removed : []),
  ];
  const carried = await carriedByNew(graph, changes);
  const lists: [string, EntityHeader[]][] = [
    [updateKey, await readHeaders(graph, updated, record => ({withClassifications: named.has(record.guid)}))],
    [
      'CREATE',
      changes.created.map(record =>
        entityHeader(graph.types, record, carried.get(record.guid) ?? [], {withClassifications: true}),
      ),
    ],
    ['DELETE', [...(await readHeaders(graph, deleted)), ...(removed ?? [])]],
  ];
  const mutated = lists.filter(([, headers]) => headers.length > 0);
  const partial = updateKey === 'PARTIAL_UPDATE' ? (mutated.find(([key]) => key === updateKey)?.[1] ?? []) : [];
  return {
    ...(mutated.length === 0 ? {} : {mutatedEntities: Object.fromEntries(mutated)}),
    ...(guidAssignments === undefined ? {} : {guidAssignments: Object.fromEntries(guidAssignments)}),
    ...(partial.length === 0 ? {} : {partialUpdatedEntities: partial}),
  };
}

/** What new entities carry: what they were given, which the change knows, and rarely something that came over their edges. */
async function carriedByNew(graph: GraphRead, changes: ChangeSet): Promise<Map<Guid, CarriedClassification[]>> {
  const created = new Set(changes.created.map(one => one.guid));
  const isReached = changes.propagationsAdded.some(one => created.has(one.entityGuid));
  if (isReached) return await graph.carriedBy([...created]);
  return Map.groupBy(changes.classificationsAdded, one => one.entityGuid);
}
