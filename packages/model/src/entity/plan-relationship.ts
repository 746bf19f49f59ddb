import {AppError} from '../error.ts';
import type {IncomingRelationship} from './incoming-relationship.ts';
import {changed} from './plan-edges.ts';
import {
  emptyChangeSet,
  type Attributes,
  type CarriedClassification,
  type ChangeSet,
  type EdgeRecord,
  type EdgeRef,
  type EntityRecord,
  type Guid,
  type Planning,
  type PropagationBlock,
} from './record.ts';
import type {PropagateTags} from '../types/type-def.ts';
import type {RelationshipType, TypeRegistry} from '../types/type-registry.ts';
import {
  declaredDefault,
  mandatoryDefault,
  normaliseAll,
  normaliseAttribute,
  refuse,
  requireValue,
  type Issues,
} from './value.ts';

/** Its ends in the order of the type; a client may have given them the other way round. */
export type RelationshipEnds = {end1: EntityRecord; end2: EntityRecord; isSwapped: boolean};

/** @throws INVALID_RELATIONSHIP_END_TYPE when the entities fit neither way round */
export function orientEnds(
  types: TypeRegistry,
  {def}: RelationshipType,
  first: EntityRecord,
  second: EntityRecord,
): RelationshipEnds {
  const isA = (record: EntityRecord, typeName: string) =>
    types.entityType(typeName).typeAndSubTypes.has(record.typeName);
  const fits = (one: EntityRecord, other: EntityRecord) =>
    isA(one, def.endDef1.type) && isA(other, def.endDef2.type);
  const isSwapped = !fits(first, second);
  if (isSwapped && !fits(second, first)) {
    const expected = [def.endDef1.type, def.endDef2.type];
    throw new AppError('INVALID_RELATIONSHIP_END_TYPE', [
      def.name,
      first.typeName,
      second.typeName,
      ...expected,
    ]);
  }
  return isSwapped
    ? {end1: second, end2: first, isSwapped}
    : {end1: first, end2: second, isSwapped};
}

/**
 * Where edges stand that a new one meets: a twin, and those that it pushes out at an end that holds
 * one only.
 */
export function edgeRefsAt({def}: RelationshipType, {end1, end2}: RelationshipEnds): EdgeRef[] {
  return [
    {guid: end1.guid, typeName: def.name, end: 1},
    ...(def.endDef2.cardinality === 'SINGLE'
      ? [{guid: end2.guid, typeName: def.name, end: 2} as const]
      : []),
  ];
}

/**
 * A new relationship. At an end that holds one only it takes the place of the one that is there.
 * @param stored the ACTIVE edges at `edgeRefsAt`
 * @throws RELATIONSHIP_ALREADY_EXISTS, INVALID_PROPAGATION_TYPE, RELATIONSHIP_CRUD_INVALID_PARAMS
 */
export function planRelationship(
  types: TypeRegistry,
  type: RelationshipType,
  ends: RelationshipEnds,
  incoming: IncomingRelationship,
  stored: readonly EdgeRecord[],
  planning: Planning,
): {changes: ChangeSet; edge: EdgeRecord} {
  const [end1, end2] = [ends.end1.guid, ends.end2.guid];
  if (stored.some(edge => edge.end1 === end1 && edge.end2 === end2)) {
    throw new AppError('RELATIONSHIP_ALREADY_EXISTS', [type.name, end1, end2]);
  }
  const issues: Issues = [];
  const attributes = normaliseAll(
    types,
    type.attributes,
    incoming.attributes,
    type.name,
    issues,
    mandatoryDefault,
  );
  refuseRelationship(issues);
  const {userName, now, newGuid} = planning;
  const edge: EdgeRecord = {
    guid: newGuid(),
    typeName: type.name,
    end1,
    end2,
    status: 'ACTIVE',
    createdBy: userName,
    updatedBy: userName,
    createTime: now,
    updateTime: now,
    propagateTags: propagation(type, ends, incoming.propagateTags) ?? type.def.propagateTags,
    ...(Object.keys(attributes).length === 0 ? {} : {attributes}),
  };
  const {endDef1, endDef2} = type.def;
  const pushedOut = stored.filter(
    one =>
      (endDef1.cardinality === 'SINGLE' && one.end1 === end1) ||
      (endDef2.cardinality === 'SINGLE' && one.end2 === end2),
  );
  const edgesUpdated = pushedOut.map(before => ({
    before,
    after: changed(before, {status: 'DELETED'}, planning),
  }));
  return {changes: {...emptyChangeSet(), edgesCreated: [edge], edgesUpdated}, edge};
}

/**
 * A change of a relationship: attributes that are not given have their default, if there is one.
 * @param ends undefined when the request does not name them
 * @returns `before` itself when it stays as it is
 * @throws RELATIONSHIP_UPDATE_TYPE_CHANGE_NOT_ALLOWED, RELATIONSHIP_UPDATE_END_CHANGE_NOT_ALLOWED,
 * INVALID_PROPAGATION_TYPE,
 *   RELATIONSHIP_CRUD_INVALID_PARAMS
 */
export function planRelationshipUpdate(
  types: TypeRegistry,
  type: RelationshipType,
  before: EdgeRecord,
  ends: readonly [Guid | undefined, Guid | undefined],
  incoming: IncomingRelationship,
  planning: Planning,
): EdgeRecord {
  if (incoming.typeName !== undefined && incoming.typeName !== type.name) {
    throw new AppError('RELATIONSHIP_UPDATE_TYPE_CHANGE_NOT_ALLOWED', [
      before.guid,
      type.name,
      incoming.typeName,
    ]);
  }
  const isSwapped =
    ends[0] === before.end2 && ends[1] === before.end1 && before.end1 !== before.end2;
  [before.end1, before.end2].forEach((guid, i) => {
    const given = ends[i];
    if (isSwapped || given === undefined || given === guid) return;
    throw new AppError('RELATIONSHIP_UPDATE_END_CHANGE_NOT_ALLOWED', [
      type.name,
      before.guid,
      guid,
      given,
    ]);
  });
  const issues: Issues = [];
  const attributes = updatedAttributes(
    types,
    type,
    before.attributes ?? {},
    incoming.attributes,
    issues,
  );
  refuseRelationship(issues);
  const propagateTags =
    propagation(type, {isSwapped}, incoming.propagateTags) ?? before.propagateTags;
  const isSame =
    propagateTags === before.propagateTags &&
    JSON.stringify(attributes) === JSON.stringify(before.attributes ?? {});
  return isSame ? before : changed(before, {attributes, propagateTags}, planning);
}

/** In the order of the type, so that equal ones are equal texts. */
function updatedAttributes(
  types: TypeRegistry,
  type: RelationshipType,
  before: Attributes,
  given: Attributes,
  issues: Issues,
): Attributes {
  const attributes: Attributes = {};
  for (const attribute of type.attributes.values()) {
    const isGiven = attribute.name in given;
    const value =
      normaliseAttribute(types, attribute, given[attribute.name], type.name, issues) ??
      declaredDefault(types, attribute) ??
      (isGiven ? null : before[attribute.name]);
    if (value === null || value === undefined) requireValue(attribute, type.name, issues);
    else attributes[attribute.name] = value;
  }
  return attributes;
}

const turned: Readonly<Record<PropagateTags, PropagateTags>> = {
  NONE: 'NONE',
  ONE_TO_TWO: 'TWO_TO_ONE',
  TWO_TO_ONE: 'ONE_TO_TWO',
  BOTH: 'BOTH',
};

/** As far as the type lets classifications through at all. */
function propagation(
  {name, def}: RelationshipType,
  {isSwapped}: {isSwapped: boolean},
  given: PropagateTags | undefined,
): PropagateTags | undefined {
  if (given === undefined) return undefined;
  const wanted = isSwapped ? turned[given] : given;
  if (wanted !== 'NONE' && def.propagateTags !== 'BOTH' && wanted !== def.propagateTags) {
    throw new AppError('INVALID_PROPAGATION_TYPE', [given, name, def.propagateTags]);
  }
  return wanted;
}

function refuseRelationship(issues: Issues): void {
  refuse(issues, 'RELATIONSHIP_CRUD_INVALID_PARAMS', texts => `[${texts.join(', ')}]`);
}

/** Classifications that come to an edge, and of these those that it does not let through. */
export type Passing = {
  propagated: readonly CarriedClassification[];
  blocked: readonly CarriedClassification[];
};

/**
 * What to block and to let through again, so that exactly `wanted` is blocked; all that is not
 * there any more goes with it.
 * @throws INVALID_BLOCKED_PROPAGATED_CLASSIFICATION for one that does not come to the edge
 */
export function planBlocks(
  edge: EdgeRecord,
  wanted: readonly Omit<PropagationBlock, 'edge'>[],
  {propagated, blocked}: Passing,
): Pick<ChangeSet, 'blocksAdded' | 'blocksRemoved'> {
  const key = (one: {typeName: string; sourceGuid: Guid}) => `${one.typeName} ${one.sourceGuid}`;
  const block = (one: CarriedClassification) => ({
    edge,
    typeName: one.typeName,
    sourceGuid: one.entityGuid,
  });
  const known = new Map([...propagated, ...blocked].map(one => [key(block(one)), block(one)]));
  for (const one of wanted) {
    if (!known.has(key(one)))
      throw new AppError('INVALID_BLOCKED_PROPAGATED_CLASSIFICATION', [
        one.typeName,
        one.sourceGuid,
      ]);
  }
  const names = new Set(wanted.map(key));
  return {
    blocksAdded: propagated.map(block).filter(one => names.has(key(one))),
    blocksRemoved: blocked.map(block).filter(one => !names.has(key(one))),
  };
}
