import {getRandomValues} from 'node:crypto';
import {
  guidFactory,
  mergeChanges,
  holdersOf,
  inverseEdgeRefs,
  inverseReferences,
  planDelete,
  planInverse,
  touch,
  touchedBy,
  type ChangeSet,
  type DeleteMode,
  type EntityRecord,
  type Guid,
  type Planning,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Context} from '../catalog.ts';

/** Begins with the time. */
export const newGuid = guidFactory(Date.now, bytes => void getRandomValues(bytes));

/** Who and when, for the pure planning functions. */
export function planningOf(c: Context): Planning {
  return {
    userName: c.actor.userName,
    now: Date.now(),
    newGuid,
    unaudited: c.settings.unauditedAttributes,
    deletes: c.deletes,
    limits: c.settings.annotationLimits,
    notificationScope: c.settings.notificationScope,
  };
}

/**
 * `changes` with the other sides of references that refer back (`inverseRef`), but those of
 * entities that go, too.
 */
export async function withInverses(
  graph: GraphRead,
  changes: ChangeSet,
  planning: Planning,
  going: readonly Guid[] = [],
): Promise<ChangeSet> {
  const references = inverseReferences(graph.types, changes).filter(
    one => !going.includes(one.target),
  );
  if (references.length === 0) return changes;
  const stored = await graph.entities([...new Set(references.map(one => one.target))]);
  const edges = await graph.edgesAt(inverseEdgeRefs(graph.types, references, stored));
  return planInverse(graph.types, changes, references, stored, edges, planning);
}

/**
 * `changes` and the deletion of `guids` with all that goes along: what they own, and processes that
 * are left without any output. ACTIVE ones only, unknown ones are skipped.
 */
export async function withDeleted(
  graph: GraphRead,
  changes: ChangeSet,
  guids: readonly Guid[],
  planning: Planning,
  /** Those of `guids` that somebody asked for; the others follow from something else. */
  named: readonly Guid[] = guids,
): Promise<ChangeSet> {
  if (guids.length === 0) return changes;
  const known = await graph.entities(guids);
  const roots = guids
    .flatMap(guid => known.get(guid) ?? [])
    .filter(record => record.status === 'ACTIVE');
  const gone = await gatherDoomed(graph, roots);
  return await withDeletions(graph, changes, gone, planning, planning.deletes ?? 'soft', named);
}

/** `changes` and the deletion of exactly `gone`. */
export async function withDeletions(
  graph: GraphRead,
  changes: ChangeSet,
  gone: readonly EntityRecord[],
  planning: Planning,
  mode: DeleteMode,
  named: readonly Guid[] = gone.map(one => one.guid),
): Promise<ChangeSet> {
  if (gone.length === 0) return changes;
  const edges = await graph.edgesOf(gone.map(one => one.guid));
  const changed = new Set(changes.edgesUpdated.map(one => one.before.guid));
  const untouched = edges.filter(edge => !changed.has(edge.guid));
  const holders = mode === 'soft' ? [] : holdersOf(graph.types, gone, untouched);
  const held = holders.length === 0 ? new Map<Guid, EntityRecord>() : await graph.entities(holders);
  const deletion = planDelete(graph.types, {gone, named, edges, holders: held}, planning, mode);
  const removed = new Set(deletion.edgesRemoved.map(edge => edge.guid));
  return mergeChanges(
    {...changes, edgesUpdated: changes.edgesUpdated.filter(one => !removed.has(one.before.guid))},
    {...deletion, edgesUpdated: deletion.edgesUpdated.filter(one => !changed.has(one.before.guid))},
  );
}

/** Processes lead to what they put out. */
const outputs = 'process_dataset_outputs';

/**
 * ACTIVE `roots` and all that cannot stay without them. A process goes when nothing is left that it
 * puts out.
 */
async function gatherDoomed(
  graph: GraphRead,
  roots: readonly EntityRecord[],
): Promise<EntityRecord[]> {
  const gone = new Map<Guid, EntityRecord>();
  const add = async (records: readonly EntityRecord[]) => {
    const guids = records.map(one => one.guid);
    const all = [...records, ...(await graph.goneWith(guids, 'ACTIVE'))].filter(
      one => !gone.has(one.guid),
    );
    for (const record of all) gone.set(record.guid, record);
    return all;
  };
  let added = await add(roots);
  while (added.length > 0) {
    const ended = await graph.edgesAt(added.map(({guid}) => ({guid, typeName: outputs, end: 2})));
    const processes = [...new Set(ended.map(edge => edge.end1))].filter(guid => !gone.has(guid));
    if (processes.length === 0) break;
    const left = await graph.edgesAt(processes.map(guid => ({guid, typeName: outputs, end: 1})));
    const needed = new Set(left.filter(edge => !gone.has(edge.end2)).map(edge => edge.end1));
    const idle = await graph.entities(processes.filter(guid => !needed.has(guid)));
    added = await add([...idle.values()].filter(one => one.status === 'ACTIVE'));
  }
  return [...gone.values()];
}

/**
 * `changes` with a new update time for every entity that gained or lost an edge. `known` saves
 * asking for them.
 */
export async function withTouched(
  graph: GraphRead,
  changes: ChangeSet,
  known: ReadonlyMap<Guid, EntityRecord>,
  planning: Planning,
): Promise<ChangeSet> {
  const guids = touchedBy(graph.types, changes);
  const missing = await graph.entities(
    guids.filter(guid => !known.has(guid)),
    'look',
  );
  const records = guids.flatMap(guid => known.get(guid) ?? missing.get(guid) ?? []);
  const touched = records
    .filter(record => record.status === 'ACTIVE')
    .map(record => touch(record, planning));
  return {...changes, touched};
}
