import {isAppended, type SaveMode} from './appended.ts';
import {AppError} from '../error.ts';
import type {Matched, Matches, Reference} from './drafts.ts';
import type {Attributes, EdgeRecord, EdgeRef, Guid, Planning} from './record.ts';
import type {RelationshipDef} from '../types/type-def.ts';
import type {RelationshipAttribute, TypeRegistry} from '../types/type-registry.ts';
import {mandatoryDefault, normaliseAll, sameValue, type Issues, type ObjectId} from './value.ts';

/** An edge that a request asks for. */
type Wanted = {
  end: RelationshipAttribute;
  end1: Guid;
  end2: Guid;
  attributes: Attributes | undefined;
};

export type EdgePlan = {
  created: EdgeRecord[];
  updated: {before: EdgeRecord; after: EdgeRecord}[];
  /** Owned entities that lost their owner: they are deleted with all that they own. */
  orphans: Guid[];
};

/**
 * The stored edges that must be known to plan the drafts' references: those that a given set
 * replaces, and those that a new edge pushes out at an end that holds one only.
 */
export function edgeRefsOf(matches: Matches): EdgeRef[] {
  const refs = new Map<string, EdgeRef>();
  const created = new Set(
    matches.list.filter(one => one.before === undefined).map(one => one.guid),
  );
  const add = (guid: Guid, end: RelationshipAttribute, side: 1 | 2) => {
    if (created.has(guid)) return;
    const ref: EdgeRef = {guid, typeName: end.relationship.name, end: side};
    refs.set(`${ref.typeName}\n${ref.end}\n${guid}`, ref);
  };
  for (const {matched, reference} of referencesOf(matches)) {
    for (const end of reference.ends) for (const side of sidesOf(end)) add(matched.guid, end, side);
    for (const id of reference.ids) {
      const {guid} = matches.target(id);
      for (const end of reference.ends)
        if (isSingle(otherEnd(end))) add(guid, end, opposite(end.end));
    }
  }
  return [...refs.values()];
}

/**
 * Edges to create, change and remove so that every given relationship attribute holds exactly what
 * was given.
 * @param stored the edges at `edgeRefsOf`: the ACTIVE ones, with the others where deleted entities
 * are named
 * @throws INVALID_RELATIONSHIP_END_TYPE
 */
export function planEdges(
  types: TypeRegistry,
  matches: Matches,
  stored: readonly EdgeRecord[],
  planning: Planning,
  issues: Issues,
  mode: SaveMode = 'full',
): EdgePlan {
  const known = edgesByKey(stored.filter(edge => edge.status === 'ACTIVE'));
  const past = edgesByKey(stored.filter(edge => edge.status !== 'ACTIVE'));
  const atEnd = edgesByEnd([...known.values()]);
  const wanted = wantedEdges(types, matches, {known, past}, issues);
  const removed = new Set<EdgeRecord>();
  const orphans = new Set<Guid>();

  // A given set replaces what is there.
  for (const {matched, reference} of referencesOf(matches)) {
    if (isAppended(types, matched.type, reference.attribute, mode)) continue;
    for (const end of reference.ends) {
      const there = sidesOf(end).flatMap(
        side => atEnd.get(endKey(end.relationship.name, side, matched.guid)) ?? [],
      );
      for (const edge of there) {
        if (wanted.has(edgeKey(edge.typeName, edge.end1, edge.end2))) continue;
        removed.add(edge);
        if (end.isOwned) orphans.add(endOf(edge, opposite(end.end)));
      }
    }
  }
  // A new edge pushes out the old one at an end that holds one only.
  const adopted = new Set<Guid>();
  for (const [key, want] of wanted) {
    const owned = ownedSide(want.end);
    if (owned !== undefined) adopted.add(owned === 1 ? want.end1 : want.end2);
    if (known.has(key)) continue;
    const {relationship} = want.end;
    for (const side of [1, 2] as const) {
      if (!isSingle(side === 1 ? relationship.endDef1 : relationship.endDef2)) continue;
      for (const edge of atEnd.get(
        endKey(relationship.name, side, side === 1 ? want.end1 : want.end2),
      ) ?? []) {
        if (!wanted.has(edgeKey(edge.typeName, edge.end1, edge.end2))) removed.add(edge);
      }
    }
  }
  const plan: EdgePlan = {
    created: [],
    updated: [],
    orphans: [...orphans].filter(guid => !adopted.has(guid)),
  };
  for (const [key, want] of wanted) {
    const edge = known.get(key);
    if (edge === undefined) plan.created.push(newEdge(want.end.relationship, want, planning));
    else if (want.attributes !== undefined && !sameValue(want.attributes, edge.attributes ?? {})) {
      plan.updated.push({
        before: edge,
        after: changed(edge, {attributes: want.attributes}, planning),
      });
    }
  }
  for (const edge of removed)
    plan.updated.push({before: edge, after: changed(edge, {status: 'DELETED'}, planning)});
  return plan;
}

type ByKey = ReadonlyMap<string, EdgeRecord>;

/**
 * What the drafts ask for, each edge once whichever of its ends names it. A relation that has ended
 * is told by every reading, so it comes back with what was read, and asks for nothing: when it says
 * so, and when it led to a deleted entity before.
 */
function wantedEdges(
  types: TypeRegistry,
  matches: Matches,
  {known, past}: {known: ByKey; past: ByKey},
  issues: Issues,
): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  // Names that several relationship types share come last: by then the other end may have said
  // which it is.
  const references = [...referencesOf(matches)].toSorted(
    (a, b) => a.reference.ends.length - b.reference.ends.length,
  );
  for (const {matched, reference} of references) {
    for (const id of reference.ids) {
      const target = matches.target(id);
      const candidates = fitting(types, matched, reference, id, target);
      const keys = candidates.flatMap(end =>
        sidesOf(end).map(side => {
          const [end1, end2] =
            side === 1 ? [matched.guid, target.guid] : [target.guid, matched.guid];
          return {key: edgeKey(end.relationship.name, end1, end2), end, end1, end2};
        }),
      );
      const choice =
        keys.find(one => wanted.has(one.key)) ?? keys.find(one => known.has(one.key)) ?? keys[0];
      if (choice === undefined) continue;
      const isPast = id.isEnded || (target.isDeleted && keys.some(one => past.has(one.key)));
      if (isPast && !known.has(choice.key)) continue;
      const attributes =
        relationshipAttributes(types, choice.end, id, issues) ?? wanted.get(choice.key)?.attributes;
      wanted.set(choice.key, {end: choice.end, end1: choice.end1, end2: choice.end2, attributes});
    }
  }
  return wanted;
}

/** The relationship types under the attribute's name that may join the two. */
function fitting(
  types: TypeRegistry,
  matched: Matched,
  reference: Reference,
  id: ObjectId,
  target: {guid: Guid; typeName: string},
): readonly RelationshipAttribute[] {
  const named =
    id.relationshipType === undefined
      ? []
      : reference.ends.filter(end => end.relationship.name === id.relationshipType);
  const candidates = named.length > 0 ? named : reference.ends;
  const fits = candidates.filter(end =>
    types.entityType(end.otherType).typeAndSubTypes.has(target.typeName),
  );
  const [candidate] = candidates;
  if (fits.length > 0 || candidate === undefined) return fits;
  const {relationship, end} = candidate;
  const actual = [matched.type.name, target.typeName];
  throw new AppError('INVALID_RELATIONSHIP_END_TYPE', [
    relationship.name,
    ...(end === 1 ? actual : actual.toReversed()),
    relationship.endDef1.type,
    relationship.endDef2.type,
  ]);
}

function relationshipAttributes(
  types: TypeRegistry,
  end: RelationshipAttribute,
  id: ObjectId,
  issues: Issues,
): Attributes | undefined {
  if (id.relationshipAttributes === undefined) return undefined;
  const {name} = end.relationship;
  const attributes = types.relationshipTypes.get(name)?.attributes ?? new Map();
  const found: string[] = [];
  const {relationshipAttributes: given} = id;
  const values = normaliseAll(types, attributes, given, name, found, mandatoryDefault);
  const kind = 'RELATIONSHIP_CRUD_INVALID_PARAMS';
  issues.push(...found.map(text => ({text, kind, args: [text]}) as const));
  return values;
}

export function newEdge(
  relationship: RelationshipDef,
  {end1, end2, attributes}: Pick<Wanted, 'end1' | 'end2' | 'attributes'>,
  {newGuid, userName, now}: Planning,
): EdgeRecord {
  return {
    guid: newGuid(),
    typeName: relationship.name,
    end1,
    end2,
    status: 'ACTIVE',
    createdBy: userName,
    updatedBy: userName,
    createTime: now,
    updateTime: now,
    propagateTags: relationship.propagateTags,
    ...(attributes === undefined ? {} : {attributes}),
  };
}

export function changed(
  edge: EdgeRecord,
  change: Partial<EdgeRecord>,
  {userName, now}: Planning,
): EdgeRecord {
  return {...edge, ...change, updatedBy: userName, updateTime: now};
}

export function* referencesOf(
  matches: Matches,
): Iterable<{matched: Matched; reference: Reference}> {
  for (const matched of matches.list)
    for (const reference of matched.draft.references) yield {matched, reference};
}

function edgeKey(typeName: string, end1: Guid, end2: Guid): string {
  return `${typeName}\n${end1}\n${end2}`;
}

function edgesByKey(edges: readonly EdgeRecord[]): ByKey {
  return new Map(edges.map(edge => [edgeKey(edge.typeName, edge.end1, edge.end2), edge]));
}

function endKey(typeName: string, end: 1 | 2, guid: Guid): string {
  return `${typeName}\n${end}\n${guid}`;
}

function edgesByEnd(edges: readonly EdgeRecord[]): ReadonlyMap<string, readonly EdgeRecord[]> {
  const byEnd = new Map<string, EdgeRecord[]>();
  for (const edge of edges) {
    for (const end of [1, 2] as const) {
      const key = endKey(edge.typeName, end, endOf(edge, end));
      const list = byEnd.get(key);
      if (list === undefined) byEnd.set(key, [edge]);
      else list.push(edge);
    }
  }
  return byEnd;
}

function endOf(edge: EdgeRecord, end: 1 | 2): Guid {
  return end === 1 ? edge.end1 : edge.end2;
}

function opposite(end: 1 | 2): 1 | 2 {
  return end === 1 ? 2 : 1;
}

/** Related to others of its type under one name (synonyms), an entity may stand at either end. */
export function isSymmetric({endDef1, endDef2}: RelationshipDef): boolean {
  return endDef1.name === endDef2.name && endDef1.type === endDef2.type;
}

function sidesOf({relationship, end}: RelationshipAttribute): readonly (1 | 2)[] {
  return isSymmetric(relationship) ? [1, 2] : [end];
}

function otherEnd({relationship, end}: RelationshipAttribute) {
  return end === 1 ? relationship.endDef2 : relationship.endDef1;
}

function isSingle(def: {cardinality: string}): boolean {
  return def.cardinality === 'SINGLE';
}

/** The end of a composition that is owned, if it is one. */
function ownedSide({relationship}: RelationshipAttribute): 1 | 2 | undefined {
  if (relationship.relationshipCategory !== 'COMPOSITION') return undefined;
  return relationship.endDef1.isContainer ? 2 : 1;
}
