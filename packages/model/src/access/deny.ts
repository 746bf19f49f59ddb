import type {AccessRequest, EntityFacts, Names} from './access-request.ts';
import {fitsAny, fitsOne, isAnyPattern} from './policy-pattern.ts';
import type {EntityPermission, Grants, RelationshipPermission, Rule} from './policy.ts';

/** The rule that denies the request, if one does: it counts more than all that allow it. */
export function denialOf({deny}: Grants, request: AccessRequest): Rule | undefined {
  const {privilege} = request;
  const of = <One extends Rule>(rules: readonly One[]) =>
    rules.filter(one => fitsAny(one.privileges, privilege));
  switch (request.kind) {
    case 'admin':
      return of(deny.adminPermissions)[0];
    case 'type': {
      const {category, typeName} = request;
      return of(deny.typePermissions).find(
        one =>
          fitsOne(one.typeCategories, [category, category.toLowerCase()]) &&
          fitsAny(one.typeNames, typeName),
      );
    }
    case 'entity': {
      const {label, businessMetadata, classification} = request;
      return of(deny.entityPermissions).find(
        one =>
          deniesEntity(one, request.entity) &&
          meant(one.labels, label === undefined ? [] : [label]) &&
          meant(one.businessMetadata, businessMetadata === undefined ? [] : [businessMetadata]) &&
          meant(one.classifications, classification ?? []),
      );
    }
    case 'editor': {
      const {engine} = request;
      return of(deny.editorPermissions).find(one =>
        meant(one.engines, engine === undefined ? [] : [engine]),
      );
    }
    case 'relationship': {
      const {typeName, end1, end2} = request;
      return of(deny.relationshipPermissions).find(
        one =>
          fitsAny(one.relationshipTypes, typeName) &&
          deniesEnd1(one, end1) &&
          deniesEnd2(one, end2),
      );
    }
  }
}

/** Whether the rule means all entities, whatever is done to them. */
export function isForAll(one: EntityPermission): boolean {
  const {entityTypes, entityIds, entityClassifications, labels, businessMetadata, classifications} =
    one;
  return [
    entityTypes,
    entityIds,
    entityClassifications,
    labels,
    businessMetadata,
    classifications,
  ].every(isAnyPattern);
}

/**
 * Whether a list of a rule that denies means the value; what has none is meant by a list of
 * everything alone.
 */
function meant(patterns: readonly string[], names: Names): boolean {
  return isAnyPattern(patterns) || fitsOne(patterns, names);
}

type Ends = RelationshipPermission;

export function deniesEntity(one: EntityPermission, facts: EntityFacts): boolean {
  return denies(one.entityTypes, one.entityIds, one.entityClassifications, facts);
}

export function deniesEnd1(
  {end1EntityType, end1EntityId, end1EntityClassification}: Ends,
  facts: EntityFacts,
): boolean {
  return denies(end1EntityType, end1EntityId, end1EntityClassification, facts);
}

export function deniesEnd2(
  {end2EntityType, end2EntityId, end2EntityClassification}: Ends,
  facts: EntityFacts,
): boolean {
  return denies(end2EntityType, end2EntityId, end2EntityClassification, facts);
}

/** One classification that is meant is enough. */
function denies(
  ofType: readonly string[],
  ids: readonly string[],
  carried: readonly string[],
  {types, id, classifications, given = []}: EntityFacts,
): boolean {
  return (
    fitsOne(ofType, types) &&
    meant(ids, id === undefined ? [] : [id]) &&
    (isAnyPattern(carried) || [...classifications, ...given].some(names => fitsOne(carried, names)))
  );
}
