import type {EntityFacts} from './access-request.ts';
import {deniesEnd1, deniesEnd2, deniesEntity} from './deny.ts';
import {fitsAny, fitsOne, isAnyPattern} from './policy-pattern.ts';
import {entityPrivileges, relationshipPrivileges, type Grants} from './policy.ts';

const changing = entityPrivileges.filter(one => !one.startsWith('entity-read'));

/**
 * Whether some rule allows a change of the entity, or a relationship with it, whatever that is:
 * such people know of it.
 */
export function mayTouch(grants: Grants, facts: EntityFacts): boolean {
  return mayChange(grants, facts) || mayRelate(grants, facts);
}

function mayChange({entityPermissions, deny, userName}: Grants, facts: EntityFacts): boolean {
  const denials = deny.entityPermissions.filter(
    one =>
      deniesEntity(one, facts) &&
      [one.labels, one.businessMetadata, one.classifications].every(isAnyPattern),
  );
  const left = changing.filter(
    privilege => !denials.some(one => fitsAny(one.privileges, privilege)),
  );
  return entityPermissions.some(
    one =>
      fitsOne(one.privileges, left) &&
      fits(one.entityTypes, one.entityIds, one.entityClassifications, facts) &&
      (one.ownedOnly !== true || facts.owner === userName),
  );
}

function mayRelate({relationshipPermissions, deny}: Grants, facts: EntityFacts): boolean {
  const denials = deny.relationshipPermissions.filter(one => isAnyPattern(one.relationshipTypes));
  const of1 = denials.filter(
    one =>
      deniesEnd1(one, facts) &&
      [one.end2EntityType, one.end2EntityId, one.end2EntityClassification].every(isAnyPattern),
  );
  const of2 = denials.filter(
    one =>
      deniesEnd2(one, facts) &&
      [one.end1EntityType, one.end1EntityId, one.end1EntityClassification].every(isAnyPattern),
  );
  const without = (found: typeof denials) =>
    relationshipPrivileges.filter(
      privilege => !found.some(one => fitsAny(one.privileges, privilege)),
    );
  const [left1, left2] = [without(of1), without(of2)];
  return relationshipPermissions.some(
    one =>
      (fitsOne(one.privileges, left1) &&
        fits(one.end1EntityType, one.end1EntityId, one.end1EntityClassification, facts)) ||
      (fitsOne(one.privileges, left2) &&
        fits(one.end2EntityType, one.end2EntityId, one.end2EntityClassification, facts)),
  );
}

function fits(
  ofType: readonly string[],
  ids: readonly string[],
  carried: readonly string[],
  {types, id, classifications}: EntityFacts,
): boolean {
  return (
    fitsOne(ofType, types) &&
    fitsAny(ids, id) &&
    classifications.every(names => fitsOne(carried, names))
  );
}
