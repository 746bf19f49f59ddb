import {
  entityHeader,
  isAssigned,
  refusal,
  type CarriedClassification,
  type ChangeSet,
  type EntityHeader,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {readHeaders} from './headers.ts';

/**
 * Headers of entities by what became of them (`CREATE`, `UPDATE` …); a list without any is absent.
 */
export type MutationJson = {
  mutatedEntities?: Record<string, EntityHeader[]>;
  guidAssignments?: Record<string, Guid>;
  partialUpdatedEntities?: EntityHeader[];
};

/**
 * What a mutation answers: the change's entities by what happened to them. Deleted ones are shown
 * as they were before, still ACTIVE, as in the reference; those touched only through an edge carry
 * no list of classifications.
 */
export async function mutationJson(
  tx: GraphRead,
  planned: ChangeSet,
  guidAssignments?: ReadonlyMap<Guid, Guid>,
  updateKey: 'UPDATE' | 'PARTIAL_UPDATE' = 'UPDATE',
  /** Of `changes.removed`, when they were read before they were gone. */
  removed?: readonly EntityHeader[],
): Promise<MutationJson> {
  const named = new Set(guidAssignments?.values());
  const graph = tx.forCaller();
  const changes = await shownChanges(graph, planned, named);
  const updated = [
    ...changes.updated.filter(one => one.after.status === 'ACTIVE').map(one => one.after),
    ...changes.touched.toSorted((a, b) => Number(named.has(b.guid)) - Number(named.has(a.guid))),
  ];
  const deleted = [
    ...changes.updated
      .filter(one => one.before.status === 'ACTIVE' && one.after.status === 'DELETED')
      .map(one => one.before),
    ...(removed === undefined ? changes.removed : []),
  ];
  const carried = await carriedByNew(graph, changes);
  const lists: [string, EntityHeader[]][] = [
    [
      updateKey,
      await readHeaders(graph, updated, record => ({withClassifications: named.has(record.guid)})),
    ],
    [
      'CREATE',
      changes.created.map(record =>
        entityHeader(graph.types, record, carried.get(record.guid) ?? [], {
          withClassifications: true,
        }),
      ),
    ],
    [
      'DELETE',
      [...(await readHeaders(graph, deleted)), ...shownOf(removed ?? [], changes.removed)],
    ],
  ];
  // Of an update of a deleted entity, or a reference to one, the reference tells that it was one,
  // and no more.
  const ofDeleted =
    changes.updated.some(
      one => one.before.status === 'DELETED' && one.after.status === 'DELETED',
    ) || refersToDeleted(planned);
  const mutated = lists.filter(
    ([key, headers]) => headers.length > 0 || (ofDeleted && key === updateKey),
  );
  const partial =
    updateKey === 'PARTIAL_UPDATE' ? mutated.find(([key]) => key === updateKey)?.[1] : undefined;
  const assigned = [...(guidAssignments ?? [])].filter(([guid]) => !isAssigned(guid));
  return {
    ...(mutated.length === 0 ? {} : {mutatedEntities: Object.fromEntries(mutated)}),
    ...(guidAssignments === undefined ? {} : {guidAssignments: Object.fromEntries(assigned)}),
    ...(partial === undefined ? {} : {partialUpdatedEntities: partial}),
  };
}

/** Whoever is at the end of a new edge is touched, unless it is deleted. */
function refersToDeleted({created, updated, touched, removed, edgesCreated}: ChangeSet): boolean {
  const known = new Set(
    [...created, ...updated.map(one => one.after), ...touched, ...removed].map(one => one.guid),
  );
  return edgesCreated.some(({end1, end2}) => !known.has(end1) || !known.has(end2));
}

function shownOf(
  headers: readonly EntityHeader[],
  records: readonly {guid: Guid}[],
): EntityHeader[] {
  const shown = new Set(records.map(one => one.guid));
  return headers.filter(one => shown.has(one.guid));
}

/**
 * The part of a change that whoever made it may see: somebody may change what they may not read.
 * What they named must be either, or an update that changes nothing would tell them how it is.
 * @throws UNAUTHORIZED_ACCESS
 */
async function shownChanges(
  graph: GraphRead,
  changes: ChangeSet,
  named: ReadonlySet<Guid>,
): Promise<ChangeSet> {
  const {readable} = graph;
  if (readable === undefined) return changes;
  const {created, updated, touched, removed} = changes;
  const made = new Set([...created, ...updated.map(one => one.before)].map(one => one.guid));
  const others = [...named].filter(guid => !made.has(guid));
  const seen = await graph.entities([
    ...new Set([...[...updated.map(one => one.after), ...touched].map(one => one.guid), ...others]),
  ]);
  if (others.some(guid => !seen.has(guid)))
    throw refusal(readable.userName, [{what: 'read entity'}]);
  return {
    ...changes,
    updated: updated.filter(one => seen.has(one.after.guid)),
    touched: touched.filter(one => seen.has(one.guid)),
    removed: removed.filter(one => readable.allowsGone(one)),
  };
}

/**
 * What new entities carry: what they were given, which the change knows, and rarely something that
 * came over their edges.
 */
async function carriedByNew(
  graph: GraphRead,
  changes: ChangeSet,
): Promise<Map<Guid, CarriedClassification[]>> {
  const created = new Set(changes.created.map(one => one.guid));
  const isReached = changes.propagationsAdded.some(one => created.has(one.entityGuid));
  if (isReached) return await graph.carriedBy([...created]);
  return Map.groupBy(changes.classificationsAdded, one => one.entityGuid);
}
