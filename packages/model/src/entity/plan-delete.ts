import {AppError} from '../error.ts';
import {changed} from './plan-edges.ts';
import {
  emptyChangeSet,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type Planning,
} from './record.ts';
import type {Attribute, TypeRegistry, ValueType} from '../types/type-registry.ts';
import {isMap} from './value.ts';

/** Soft deletes keep entities as DELETED; hard ones and purges remove them for good. */
export type DeleteMode = 'soft' | 'hard' | 'purge';

/** What a delete looks at. */
export type Doomed = {
  /** The entities to delete with all that goes along with them. */
  gone: readonly EntityRecord[];
  /** Those of them that somebody asked for; all, when absent. */
  named?: readonly Guid[];
  /** All edges of `gone`, deleted ones included. */
  edges: readonly EdgeRecord[];
  /** The entities at `holdersOf`. */
  holders: ReadonlyMap<Guid, EntityRecord>;
};

/**
 * Soft delete of ACTIVE entities: they become DELETED and free their unique values. Of their edges
 * those that point at them (end2) become DELETED; those that they hold themselves stay, unless the
 * other end goes, too. Internal types, hard deletes and purges remove entities for good, with their
 * edges, and what referred to them in its values does so no more.
 * @throws BAD_REQUEST when an entity would lose a reference that it must have
 */
export function planDelete(
  types: TypeRegistry,
  {gone, named = gone.map(one => one.guid), edges, holders}: Doomed,
  planning: Planning,
  mode: DeleteMode = planning.deletes ?? 'soft',
): ChangeSet {
  const changes = emptyChangeSet();
  if (mode === 'purge') changes.cause = 'purge';
  const removed = new Set<Guid>();
  const deleted = new Set<Guid>();
  for (const before of gone) {
    if (mode !== 'soft' || types.entityTypes.get(before.typeName)?.isInternal) {
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
      changes.edgesUpdated.push({
        before: edge,
        after: changed(edge, {status: 'DELETED'}, planning),
      });
    }
  }
  const released = releaseHolders(types, changes.edgesRemoved, holders, removed, planning);
  changes.updated = [...changes.updated, ...released];
  const asked = new Set(named);
  const following = [...gone, ...released.map(one => one.after)]
    .map(one => one.guid)
    .filter(guid => !asked.has(guid));
  if (following.length > 0) changes.following = following;
  return changes;
}

/**
 * Entities that refer in their values to some that would be removed: edges of relationships hold no
 * values.
 */
export function holdersOf(
  types: TypeRegistry,
  gone: readonly EntityRecord[],
  edges: readonly EdgeRecord[],
): Guid[] {
  const going = new Set(gone.map(one => one.guid));
  const plain = edges.filter(edge => !types.relationshipTypes.has(edge.typeName));
  return [
    ...new Set(
      plain.filter(edge => going.has(edge.end2) && !going.has(edge.end1)).map(edge => edge.end1),
    ),
  ];
}

function releaseHolders(
  types: TypeRegistry,
  edges: readonly EdgeRecord[],
  holders: ReadonlyMap<Guid, EntityRecord>,
  removed: ReadonlySet<Guid>,
  {userName, now}: Planning,
): {before: EntityRecord; after: EntityRecord}[] {
  const labels = Map.groupBy(edges, edge => edge.end1);
  const released: {before: EntityRecord; after: EntityRecord}[] = [];
  for (const [guid, before] of holders) {
    if (removed.has(guid)) continue;
    const names = new Set(labels.get(guid)?.map(edge => edge.typeName));
    const attributes = {...before.attributes};
    for (const attribute of types.entityTypes.get(before.typeName)?.attributes.values() ?? []) {
      if (!names.has(`__${attribute.key}`) || attributes[attribute.name] === undefined) continue;
      const value = withoutReferences(types, attribute.type, attributes[attribute.name], removed);
      if (value === null || (Array.isArray(value) && value.length === 0)) {
        refuseLoss(attribute, before);
        delete attributes[attribute.name];
      } else attributes[attribute.name] = value;
    }
    released.push({before, after: {...before, attributes, updatedBy: userName, updateTime: now}});
  }
  return released;
}

/** One that is deleted itself may lose anything. */
function refuseLoss({name, def, type}: Attribute, holder: EntityRecord): void {
  if (def.isOptional || holder.status === 'DELETED') return;
  const what =
    type.kind === 'array'
      ? 'remove array element from required attribute'
      : 'unset required attribute';
  throw new AppError('BAD_REQUEST', [
    `Cannot ${what} ${name} of ${holder.typeName} ${holder.guid}`,
  ]);
}

function withoutReferences(
  types: TypeRegistry,
  type: ValueType,
  value: unknown,
  removed: ReadonlySet<Guid>,
): unknown {
  if (type.kind === 'entity')
    return isMap(value) && removed.has(String(value['guid'])) ? null : value;
  if (type.kind === 'array' && Array.isArray(value)) {
    return value
      .map(one => withoutReferences(types, type.element, one, removed))
      .filter(one => one !== null);
  }
  if (type.kind === 'map' && isMap(value)) {
    const kept = Object.entries(value).map(([key, one]) => [
      key,
      withoutReferences(types, type.value, one, removed),
    ]);
    return Object.fromEntries(kept.filter(([, one]) => one !== null));
  }
  if (type.kind === 'struct' && isMap(value) && isMap(value['attributes'])) {
    const members = {...value['attributes']};
    for (const member of types.structTypes.get(type.name)?.attributes.values() ?? []) {
      const kept = withoutReferences(types, member.type, members[member.name] ?? null, removed);
      if (kept === null) delete members[member.name];
      else members[member.name] = kept;
    }
    return {...value, attributes: members};
  }
  return value;
}

/** Both changes as one; nothing may be in both. */
export function mergeChanges(a: ChangeSet, b: ChangeSet): ChangeSet {
  const cause = a.cause ?? b.cause;
  const following = [...(a.following ?? []), ...(b.following ?? [])];
  return {
    ...(cause === undefined ? {} : {cause}),
    ...(following.length === 0 ? {} : {following}),
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
