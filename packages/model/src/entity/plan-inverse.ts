import {changed} from './plan-edges.ts';
import {labelOf, plainEdge} from './plan-plain-edges.ts';
import type {ChangeSet, EdgeRecord, EdgeRef, EntityRecord, Guid, Planning} from './record.ts';
import type {Attribute, TypeRegistry} from '../types/type-registry.ts';
import {isMap} from './value.ts';

/**
 * `holder` has come to refer to `target`, or does so no more, by an attribute whose other side is
 * `name` of the target.
 */
export type InverseReference = {
  target: Guid;
  name: string;
  holder: {guid: Guid; typeName: string};
  isGain: boolean;
};

/**
 * What a change does to attributes with the constraint `inverseRef`. Losses come first, so that one
 * can move.
 */
export function inverseReferences(
  types: TypeRegistry,
  {created, updated}: ChangeSet,
): InverseReference[] {
  const found: InverseReference[] = [];
  for (const {before, after} of [
    ...created.map(record => ({before: undefined, after: record})),
    ...updated,
  ]) {
    for (const {name, inverse = ''} of types.entityTypes.get(after.typeName)?.inverseAttributes ??
      []) {
      const [old, now] = [guidsIn(before?.attributes[name]), guidsIn(after.attributes[name])];
      const holder = {guid: after.guid, typeName: after.typeName};
      for (const target of old)
        if (!now.has(target)) found.push({target, name: inverse, holder, isGain: false});
      for (const target of now)
        if (!old.has(target)) found.push({target, name: inverse, holder, isGain: true});
    }
  }
  return found.toSorted((a, b) => Number(a.isGain) - Number(b.isGain));
}

/** Where the edges of the other sides stand. @param stored the targets that the store has */
export function inverseEdgeRefs(
  types: TypeRegistry,
  references: readonly InverseReference[],
  stored: ReadonlyMap<Guid, EntityRecord>,
): EdgeRef[] {
  return references.flatMap(({target, name}) => {
    const attribute = otherSide(types, stored.get(target), name);
    return attribute === undefined ? [] : [{guid: target, typeName: labelOf(attribute), end: 1}];
  });
}

/**
 * `changes` with the other sides of its references: a list has one more or one less, a single
 * reference is set to the holder or to nothing. What its type demands is never taken from an
 * entity.
 * @param stored the targets that the store has
 * @param edges the ACTIVE edges at `inverseEdgeRefs`
 */
export function planInverse(
  types: TypeRegistry,
  changes: ChangeSet,
  references: readonly InverseReference[],
  stored: ReadonlyMap<Guid, EntityRecord>,
  edges: readonly EdgeRecord[],
  planning: Planning,
): ChangeSet {
  const planned = new Map(
    [...changes.created, ...changes.updated.map(one => one.after)].map(one => [one.guid, one]),
  );
  const sides = new Map<string, {guid: Guid; attribute: Attribute}>();
  const moved = new Set<Guid>();
  for (const {target, name, holder, isGain} of references) {
    const record = planned.get(target) ?? stored.get(target);
    const attribute = otherSide(types, record, name);
    if (record === undefined || attribute === undefined) continue;
    const value = isGain
      ? withReference(attribute, record.attributes[name], holder)
      : withoutReference(attribute, record.attributes[name], holder.guid);
    if (value === record.attributes[name]) continue;
    const {[name]: _old, ...others} = record.attributes;
    const attributes = value === undefined ? others : {...others, [name]: value};
    planned.set(target, {
      ...record,
      attributes,
      updatedBy: planning.userName,
      updateTime: planning.now,
    });
    sides.set(`${target} ${name}`, {guid: target, attribute});
    moved.add(target);
  }
  const after = (record: EntityRecord) => planned.get(record.guid) ?? record;
  const known = new Set(
    [...changes.created, ...changes.updated.map(one => one.after)].map(one => one.guid),
  );
  const others = [...moved].flatMap(guid => (known.has(guid) ? [] : (stored.get(guid) ?? [])));
  const next: ChangeSet = {
    ...changes,
    created: changes.created.map(after),
    updated: [
      ...changes.updated.map(one => ({before: one.before, after: after(one.after)})),
      ...others.map(before => ({before, after: after(before)})),
    ],
  };
  const bySide = [...sides.values()].filter(({attribute}) => !attribute.isSoftReference);
  return bySide.reduce((so, {guid, attribute}) => {
    return withEdges(
      so,
      attribute,
      guid,
      guidsIn(planned.get(guid)?.attributes[attribute.name]),
      edges,
      planning,
    );
  }, next);
}

/** Exactly the edges that the value of an attribute asks for. */
function withEdges(
  changes: ChangeSet,
  attribute: Attribute,
  holder: Guid,
  targets: ReadonlySet<Guid>,
  edges: readonly EdgeRecord[],
  planning: Planning,
): ChangeSet {
  const label = labelOf(attribute);
  const isHere = (edge: EdgeRecord) => edge.typeName === label && edge.end1 === holder;
  const isStale = (edge: EdgeRecord) => isHere(edge) && !targets.has(edge.end2);
  const ended = new Set(
    changes.edgesUpdated.filter(one => one.after.status === 'DELETED').map(one => one.before.guid),
  );
  const there = edges.filter(edge => isHere(edge) && !ended.has(edge.guid));
  const edgesCreated = changes.edgesCreated.filter(edge => !isStale(edge));
  const held = new Set([...there, ...edgesCreated.filter(isHere)].map(edge => edge.end2));
  const missing = [...targets].filter(guid => !held.has(guid));
  const stale = there.filter(isStale);
  return {
    ...changes,
    edgesCreated: [
      ...edgesCreated,
      ...missing.map(guid => plainEdge(label, holder, guid, planning)),
    ],
    edgesUpdated: [
      ...changes.edgesUpdated,
      ...stale.map(before => ({before, after: changed(before, {status: 'DELETED'}, planning)})),
    ],
  };
}

/** Of an ACTIVE entity; a relationship type under that name looks after itself. */
function otherSide(
  types: TypeRegistry,
  record: EntityRecord | undefined,
  name: string,
): Attribute | undefined {
  const type = types.entityTypes.get(record?.typeName ?? '');
  if (record?.status !== 'ACTIVE' || type?.relationshipAttributes.has(name)) return undefined;
  return type?.attributes.get(name);
}

function withReference(
  {type}: Attribute,
  value: unknown,
  holder: {guid: Guid; typeName: string},
): unknown {
  if (guidsIn(value).has(holder.guid)) return value;
  if (type.kind === 'entity') return {...holder};
  return type.kind === 'array' ? [...(Array.isArray(value) ? value : []), {...holder}] : value;
}

function withoutReference({type, def}: Attribute, value: unknown, holder: Guid): unknown {
  if (!guidsIn(value).has(holder)) return value;
  const left =
    type.kind === 'array' && Array.isArray(value)
      ? value.filter(one => !guidsIn(one).has(holder))
      : [];
  if (left.length === 0 && !def.isOptional) return value;
  return left.length === 0 ? undefined : left;
}

/** Of a reference or a list of them. */
function guidsIn(value: unknown): Set<Guid> {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return new Set(
    list.flatMap(one => (isMap(one) && typeof one['guid'] === 'string' ? [one['guid']] : [])),
  );
}
