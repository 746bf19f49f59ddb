import {emptyChangeSet, type ChangeSet, type EdgeRecord, type EntityRecord, type Planning} from './record.ts';
import {changed} from './plan-edges.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

/**
 * Soft delete of ACTIVE entities: they become DELETED and free their unique values. Of their edges those that point at
 * them (end2) become DELETED; those that they hold themselves stay, unless the other end goes, too. Internal types are
 * removed for good, with their edges.
 * @param gone the entities to delete with all that they own
 * @param edges all edges of `gone`, deleted ones included
 */
export function planDelete(
  types: TypeRegistry,
  gone: readonly EntityRecord[],
  edges: readonly EdgeRecord[],
  planning: Planning,
): ChangeSet {
  const changes = emptyChangeSet();
  const removed = new Set<string>();
  const deleted = new Set<string>();
  for (const before of gone) {
    if (types.entityTypes.get(before.typeName)?.isInternal) {
      removed.add(before.guid);
      changes.removed.push(before);
    } else {
      deleted.add(before.guid);
      const after: EntityRecord = {
        ...before,
        status: 'DELETED',
        updatedBy: planning.userName,
        updateTime: planning.now,
      };
      changes.updated.push({before, after});
    }
  }
  for (const edge of edges) {
    if (removed.has(edge.end1) || removed.has(edge.end2)) changes.edgesRemoved.push(edge);
    else if (edge.status === 'ACTIVE' && deleted.has(edge.end2)) {
      changes.edgesUpdated.push({before: edge, after: changed(edge, {status: 'DELETED'}, planning)});
    }
  }
  return changes;
}

/** Both changes as one; nothing may be in both. */
export function mergeChanges(a: ChangeSet, b: ChangeSet): ChangeSet {
  return {
    created: [...a.created, ...b.created],
    updated: [...a.updated, ...b.updated],
    touched: [...a.touched, ...b.touched],
    removed: [...a.removed, ...b.removed],
    edgesCreated: [...a.edgesCreated, ...b.edgesCreated],
    edgesUpdated: [...a.edgesUpdated, ...b.edgesUpdated],
    edgesRemoved: [...a.edgesRemoved, ...b.edgesRemoved],
    classificationsAdded: [...a.classificationsAdded, ...b.classificationsAdded],
    classificationsUpdated: [...a.classificationsUpdated, ...b.classificationsUpdated],
    classificationsRemoved: [...a.classificationsRemoved, ...b.classificationsRemoved],
    blocksAdded: [...a.blocksAdded, ...b.blocksAdded],
    blocksRemoved: [...a.blocksRemoved, ...b.blocksRemoved],
    propagationsAdded: [...a.propagationsAdded, ...b.propagationsAdded],
    propagationsRemoved: [...a.propagationsRemoved, ...b.propagationsRemoved],
  };
}
