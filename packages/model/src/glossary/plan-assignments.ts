import {AppError} from '../error.ts';
import {changed, newEdge} from '../entity/plan-edges.ts';
import {
  emptyChangeSet,
  type Attributes,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type Planning,
} from '../entity/record.ts';
import {mandatoryDefault, normaliseAll, refuse, sameValue, type Issues} from '../entity/value.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {glossaryEdges} from './glossary-types.ts';

/** An entity that is to get a term, and what the request says about it. */
export type Assignment = {
  readonly entity: EntityRecord;
  readonly attributes: Attributes | undefined;
};

/** An assignment that is to end, as the client names it. */
export type Dissociation = {readonly guid: Guid; readonly relationshipGuid: Guid};

/**
 * Assigning a term once more changes nothing but what the request says about the assignment.
 * @param stored ACTIVE assignments of the entities, to any term
 * @throws RELATIONSHIP_INVALID_ENDTYPE, INSTANCE_CRUD_INVALID_PARAMS
 */
export function planAssignments(
  types: TypeRegistry,
  term: EntityRecord,
  assignments: readonly Assignment[],
  stored: readonly EdgeRecord[],
  planning: Planning,
): ChangeSet {
  const changes = emptyChangeSet();
  const issues: Issues = [];
  const {def, attributes: known} = types.relationshipType(glossaryEdges.assignment);
  const held = new Map(
    stored.filter(edge => edge.end1 === term.guid).map(edge => [edge.end2, edge]),
  );
  const assignable = types.entityType(def.endDef2.type).typeAndSubTypes;
  const done = new Set<Guid>();
  for (const {entity, attributes} of assignments) {
    if (done.size === done.add(entity.guid).size) continue;
    if (!assignable.has(entity.typeName)) {
      const args = [def.endDef1.name, entity.guid, entity.typeName, def.endDef2.type];
      throw new AppError('RELATIONSHIP_INVALID_ENDTYPE', args);
    }
    const values =
      attributes === undefined
        ? undefined
        : normaliseAll(types, known, attributes, def.name, issues, mandatoryDefault);
    const edge = held.get(entity.guid);
    if (edge === undefined) {
      changes.edgesCreated.push(
        newEdge(def, {end1: term.guid, end2: entity.guid, attributes: values}, planning),
      );
    } else if (values !== undefined && !sameValue(values, edge.attributes ?? {})) {
      changes.edgesUpdated.push({
        before: edge,
        after: changed(edge, {attributes: values}, planning),
      });
    }
  }
  refuse(issues);
  return changes;
}

/**
 * Assignments go without a trace.
 * @param stored ACTIVE assignments of the entities, to any term
 * @throws INVALID_TERM_DISSOCIATION
 */
export function planDissociations(
  term: Guid,
  dissociations: readonly Dissociation[],
  stored: readonly EdgeRecord[],
): ChangeSet {
  const byGuid = new Map(stored.filter(edge => edge.end1 === term).map(edge => [edge.guid, edge]));
  const ended = new Set<EdgeRecord>();
  for (const {guid, relationshipGuid} of dissociations) {
    const edge = byGuid.get(relationshipGuid);
    if (edge === undefined || edge.end2 !== guid) {
      throw new AppError('INVALID_TERM_DISSOCIATION', [relationshipGuid, term, guid]);
    }
    ended.add(edge);
  }
  return {...emptyChangeSet(), edgesRemoved: [...ended]};
}

/**
 * Relations inside of a glossary are not kept as deleted ones when they end: nobody lists them, and
 * a term that is related to another one, then not, then again, would collect them.
 */
export function withoutEndedRelations(changes: ChangeSet): ChangeSet {
  const isEnded = ({after}: {after: EdgeRecord}) =>
    after.status === 'DELETED' && after.typeName.startsWith('AtlasGlossary');
  return {
    ...changes,
    edgesUpdated: changes.edgesUpdated.filter(one => !isEnded(one)),
    edgesRemoved: [
      ...changes.edgesRemoved,
      ...changes.edgesUpdated.filter(isEnded).map(one => one.before),
    ],
  };
}
