import {getRandomValues} from 'node:crypto';
import {
  guidFactory,
  mergeChanges,
  planDelete,
  touch,
  touchedBy,
  type ChangeSet,
  type EntityRecord,
  type Guid,
  type Planning,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

const newGuid = guidFactory(Date.now, bytes => void getRandomValues(bytes));

/** Who and when, for the pure planning functions. */
export function planningOf(c: Catalog): Planning {
  return {userName: c.actor.userName, now: Date.now(), newGuid, unaudited: c.settings.unauditedAttributes};
}

/** `changes` and the deletion of `guids` with all that they own; ACTIVE ones only, unknown ones are skipped. */
export async function withDeleted(
  graph: GraphRead,
  changes: ChangeSet,
  guids: readonly Guid[],
  planning: Planning,
): Promise<ChangeSet> {
  if (guids.length === 0) return changes;
  const known = await graph.entities(guids);
  const roots = guids.flatMap(guid => known.get(guid) ?? []).filter(record => record.status === 'ACTIVE');
  const gone = [
    ...roots,
    ...(await graph.ownedBy(
      roots.map(one => one.guid),
      'ACTIVE',
    )),
  ];
  const changed = new Set(changes.edgesUpdated.map(one => one.before.guid));
  const edges = await graph.edgesOf(gone.map(one => one.guid));
  const deletion = planDelete(
    graph.types,
    gone,
    edges.filter(edge => !changed.has(edge.guid)),
    planning,
  );
  return mergeChanges(changes, deletion);
}

/** `changes` with a new update time for every entity that gained or lost an edge. `known` saves asking for them. */
export async function withTouched(
  graph: GraphRead,
  changes: ChangeSet,
  known: ReadonlyMap<Guid, EntityRecord>,
  planning: Planning,
): Promise<ChangeSet> {
  const guids = touchedBy(changes);
  const missing = await graph.entities(
    guids.filter(guid => !known.has(guid)),
    'look',
  );
  const records = guids.flatMap(guid => known.get(guid) ?? missing.get(guid) ?? []);
  const touched = records.filter(record => record.status === 'ACTIVE').map(record => touch(record, planning));
  return {...changes, touched};
}
