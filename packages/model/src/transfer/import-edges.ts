import {mayRefer, visitReferences} from '../entity/drafts.ts';
import type {ChangeSet, EdgeRecord, EdgeRef, Guid, Planning} from '../entity/record.ts';
import {mandatoryDefault, normaliseAll, refuse, sameValue, type Issues} from '../entity/value.ts';
import type {RelationshipAttribute, TypeRegistry} from '../types/type-registry.ts';
import type {ImportedRelation} from './imported-entity.ts';
import {relationsOf, type ImportMatches, type MatchedImport} from './match-import.ts';

/** An edge that the batch tells of, between entities that are there. */
export type WantedEdge = {
  end: RelationshipAttribute;
  end1: Guid;
  end2: Guid;
  relation: ImportedRelation;
  /** Which tells of it. */
  from: MatchedImport;
};

/**
 * Edges of the batch, each once. What leads to an entity that is not there yet is passed over: that
 * entity tells of the edge, too, when it comes.
 */
export function wantedEdges(
  types: TypeRegistry,
  {list, target, failures}: ImportMatches,
): WantedEdge[] {
  const wanted = new Map<string, WantedEdge>();
  for (const from of list) {
    for (const [name, relations] of relationsOf(from.type, from.entity)) {
      const ends = from.type.relationshipAttributes.get(name) ?? [];
      for (const relation of relations) {
        const other = target(relation);
        if (other === undefined) continue;
        const end = fittingEnd(types, ends, relation, other.typeName);
        if (end === undefined) {
          failures.set(
            from.entity.guid,
            `${name} of ${from.entity.guid} cannot lead to a ${other.typeName}`,
          );
          continue;
        }
        const {guid} = from.entity;
        const [end1, end2] = end.end === 1 ? [guid, other.guid] : [other.guid, guid];
        const key = relation.relationshipGuid ?? edgeKey(end.relationship.name, end1, end2);
        if (!wanted.has(key)) wanted.set(key, {end, end1, end2, relation, from});
      }
    }
  }
  return [...wanted.values()];
}

function fittingEnd(
  types: TypeRegistry,
  ends: readonly RelationshipAttribute[],
  {relationshipType}: ImportedRelation,
  typeName: string,
): RelationshipAttribute | undefined {
  const named = ends.filter(end => end.relationship.name === relationshipType);
  return (named.length > 0 ? named : ends).find(end =>
    types.entityTypes.get(end.otherType)?.typeAndSubTypes.has(typeName),
  );
}

/**
 * Where the stored edges have to be looked at: at ends that hold one only, which is what a new edge
 * replaces; else at the entity that tells of the edge. Entities that are new have none.
 */
export function importEdgeRefs(
  types: TypeRegistry,
  wanted: readonly WantedEdge[],
  {list}: ImportMatches,
): EdgeRef[] {
  const refs = new Map<string, EdgeRef>();
  const fresh = new Set(list.filter(one => one.before === undefined).map(one => one.entity.guid));
  const add = (guid: Guid, typeName: string, end: 1 | 2) => {
    if (!fresh.has(guid)) refs.set(endKey(typeName, end, guid), {guid, typeName, end});
  };
  for (const {end, end1, end2, from} of wanted) {
    const {name, endDef1, endDef2} = end.relationship;
    const isSingle1 = endDef1.cardinality === 'SINGLE';
    const isSingle2 = endDef2.cardinality === 'SINGLE';
    if (isSingle1) add(end1, name, 1);
    if (isSingle2) add(end2, name, 2);
    if (!isSingle1 && !isSingle2) add(from.entity.guid, name, end.end);
  }
  for (const {guid, label} of plainHolders(types, list)) add(guid, label, 1);
  return [...refs.values()];
}

export type StoredEdges = {byGuid: ReadonlyMap<Guid, EdgeRecord>; active: readonly EdgeRecord[]};

/**
 * Adds to `changes` what the edges of the batch come to. What the archive does not tell of stays as
 * it is.
 */
export function planImportEdges(
  types: TypeRegistry,
  wanted: readonly WantedEdge[],
  matches: ImportMatches,
  stored: StoredEdges,
  planning: Planning,
  changes: ChangeSet,
): void {
  const renamed = new Map(
    matches.list.flatMap(({entity, before}) =>
      before === undefined || before.guid === entity.guid ? [] : [[before.guid, entity.guid]],
    ),
  );
  const current = (edge: EdgeRecord): EdgeRecord => ({
    ...edge,
    end1: renamed.get(edge.end1) ?? edge.end1,
    end2: renamed.get(edge.end2) ?? edge.end2,
  });
  const active = stored.active.map(current);
  const byEnds = new Map(active.map(edge => [edgeKey(edge.typeName, edge.end1, edge.end2), edge]));
  const kept = new Set<Guid>();
  const single = new Map<string, Guid>();
  for (const want of wanted) {
    const {end, end1, end2, relation} = want;
    const {name, endDef1, endDef2} = end.relationship;
    const known = stored.byGuid.get(relation.relationshipGuid ?? '');
    const same = known === undefined ? undefined : current(known);
    const isSame = same?.typeName === name && same.end1 === end1 && same.end2 === end2;
    const before = isSame
      ? same
      : relation.relationshipStatus === 'DELETED'
        ? undefined
        : byEnds.get(edgeKey(name, end1, end2));
    const guid =
      before?.guid ??
      (known === undefined ? relation.relationshipGuid : undefined) ??
      planning.newGuid();
    const after = edgeOf(types, want, guid, before, planning);
    if (before === undefined) changes.edgesCreated.push(after);
    else if (!sameValue(before, after)) changes.edgesUpdated.push({before, after});
    kept.add(guid);
    if (after.status === 'DELETED') continue;
    if (endDef1.cardinality === 'SINGLE') single.set(endKey(name, 1, end1), guid);
    if (endDef2.cardinality === 'SINGLE') single.set(endKey(name, 2, end2), guid);
  }
  for (const edge of active) {
    const replaced = [
      endKey(edge.typeName, 1, edge.end1),
      endKey(edge.typeName, 2, edge.end2),
    ].some(key => single.has(key));
    if (replaced && !kept.has(edge.guid)) end(changes, edge, planning);
  }
  planPlain(types, matches, active, planning, changes);
}

function edgeOf(
  types: TypeRegistry,
  {end, end1, end2, relation, from}: WantedEdge,
  guid: Guid,
  before: EdgeRecord | undefined,
  planning: Planning,
): EdgeRecord {
  const {name, propagateTags} = end.relationship;
  const issues: Issues = [];
  const given = relation.relationshipAttributes;
  const attributes =
    given === undefined
      ? before?.attributes
      : normaliseAll(
          types,
          types.relationshipTypes.get(name)?.attributes ?? new Map(),
          given,
          name,
          issues,
          mandatoryDefault,
        );
  refuse(issues, 'RELATIONSHIP_CRUD_INVALID_PARAMS');
  const {entity} = from;
  const origin = before ?? {
    createdBy: entity.createdBy ?? planning.userName,
    updatedBy: entity.updatedBy ?? planning.userName,
    createTime: entity.createTime ?? planning.now,
    updateTime: entity.updateTime ?? planning.now,
    propagateTags,
  };
  const {createdBy, updatedBy, createTime, updateTime} = {...origin, ...relation.system};
  return {
    guid,
    typeName: name,
    end1,
    end2,
    status: relation.relationshipStatus ?? 'ACTIVE',
    createdBy,
    updatedBy,
    createTime,
    updateTime,
    propagateTags: relation.system?.propagateTags ?? origin.propagateTags,
    ...(attributes === undefined ||
    (Object.keys(attributes).length === 0 && before?.attributes === undefined)
      ? {}
      : {attributes}),
  };
}

/**
 * References without a relationship type: the value holds them, and an edge makes them known at the
 * other side.
 */
function planPlain(
  types: TypeRegistry,
  {list, target}: ImportMatches,
  active: readonly EdgeRecord[],
  planning: Planning,
  changes: ChangeSet,
): void {
  const byHolder = Map.groupBy(active, edge => endKey(edge.typeName, 1, edge.end1));
  for (const {guid, label, matched, name} of plainHolders(types, list)) {
    const attribute = matched.type.attributes.get(name);
    const targets = new Set<Guid>();
    if (attribute !== undefined) {
      visitReferences(types, attribute.type, matched.entity.attributes[name], id => {
        const other = target(id);
        if (other !== undefined) targets.add(other.guid);
      });
    }
    const there = byHolder.get(endKey(label, 1, guid)) ?? [];
    for (const edge of there) if (!targets.has(edge.end2)) end(changes, edge, planning);
    const held = new Set(there.map(edge => edge.end2));
    const {createdBy = planning.userName, updatedBy = planning.userName} = matched.entity;
    const {createTime = planning.now, updateTime = planning.now} = matched.entity;
    for (const end2 of targets) {
      if (held.has(end2)) continue;
      const system = {createdBy, updatedBy, createTime, updateTime};
      changes.edgesCreated.push({
        guid: planning.newGuid(),
        typeName: label,
        end1: guid,
        end2,
        status: 'ACTIVE',
        ...system,
        propagateTags: 'NONE',
      });
    }
  }
}

function plainHolders(types: TypeRegistry, list: readonly MatchedImport[]) {
  return list.flatMap(matched =>
    [...matched.type.attributes.values()]
      .filter(
        one => one.name in matched.entity.attributes && !one.isSoftReference && mayRefer(one.type),
      )
      .filter(
        one =>
          !matched.type.relationshipAttributes.has(one.name) &&
          types.entityTypes.has(matched.type.name),
      )
      .map(one => ({matched, guid: matched.entity.guid, name: one.name, label: `__${one.key}`})),
  );
}

function end(changes: ChangeSet, before: EdgeRecord, {userName, now}: Planning): void {
  changes.edgesUpdated.push({
    before,
    after: {...before, status: 'DELETED', updatedBy: userName, updateTime: now},
  });
}

function edgeKey(typeName: string, end1: Guid, end2: Guid): string {
  return `${typeName}\n${end1}\n${end2}`;
}

function endKey(typeName: string, end: 1 | 2, guid: Guid): string {
  return `${typeName}\n${end}\n${guid}`;
}
