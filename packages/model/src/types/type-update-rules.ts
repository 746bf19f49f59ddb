import type {
  AttributeDef,
  ClassificationDef,
  RelationshipDef,
  RelationshipEndDef,
  TypeDef,
} from './type-def.ts';
import type {TypeIssues} from './type-issues.ts';
import {applicableEntityTypes} from './type-registry.ts';

/**
 * What may not change between two versions of a type, because entities of it exist or may exist.
 */
export function checkTypeUpdate(before: TypeDef, after: TypeDef, issues: TypeIssues): void {
  if ('attributeDefs' in before && 'attributeDefs' in after) {
    checkAttributeChanges(after, before.attributeDefs, after.attributeDefs, issues);
  }
  if ('superTypes' in before && 'superTypes' in after) {
    if (!isSubset(before.superTypes, after.superTypes))
      issues.add('SUPERTYPE_REMOVAL_NOT_SUPPORTED');
  }
  if (before.category === 'CLASSIFICATION') {
    const {entityTypes} = after as ClassificationDef;
    if (!isSubset(before.entityTypes, entityTypes))
      issues.add('ENTITYTYPE_REMOVAL_NOT_SUPPORTED', after.name);
  }
  if (before.category === 'RELATIONSHIP')
    checkRelationshipChanges(before, after as RelationshipDef, issues);
}

function checkAttributeChanges(
  owner: TypeDef,
  before: readonly AttributeDef[],
  after: readonly AttributeDef[],
  issues: TypeIssues,
): void {
  const known = new Set(before.map(attribute => attribute.name));
  for (const {name, isOptional} of after) {
    // Entities that exist have no value for it.
    if (!known.has(name) && !isOptional) {
      issues.add('CANNOT_ADD_MANDATORY_ATTRIBUTE', owner.name, name);
    }
  }
  const next = new Map(after.map(attribute => [attribute.name, attribute]));
  for (const attribute of before) {
    const now = next.get(attribute.name);
    if (now === undefined) {
      issues.add('ATTRIBUTE_DELETION_NOT_SUPPORTED', owner.name, attribute.name);
    } else if (now.typeName !== attribute.typeName) {
      issues.add('BAD_REQUEST', 'Data type update for attribute is not supported');
    } else if (owner.category === 'BUSINESS_METADATA') {
      const isKept = isSubset(
        applicableEntityTypes(attribute) ?? [],
        applicableEntityTypes(now) ?? [],
      );
      if (!isKept)
        issues.add('APPLICABLE_ENTITY_TYPES_DELETION_NOT_SUPPORTED', now.name, owner.name);
    }
  }
}

function checkRelationshipChanges(
  before: RelationshipDef,
  after: RelationshipDef,
  issues: TypeIssues,
): void {
  const {name, relationshipCategory: category} = after;
  if (category !== before.relationshipCategory) {
    issues.add(
      'RELATIONSHIPDEF_INVALID_CATEGORY_UPDATE',
      name,
      category,
      before.relationshipCategory,
    );
  }
  const [was1, was2] = [printEnd(before.endDef1), printEnd(before.endDef2)];
  const [is1, is2] = [printEnd(after.endDef1), printEnd(after.endDef2)];
  if (is1 !== was1) issues.add('RELATIONSHIPDEF_INVALID_END1_UPDATE', name, is1, was1);
  if (is2 !== was2) issues.add('RELATIONSHIPDEF_INVALID_END2_UPDATE', name, is2, was2);
}

/** All of an end that is fixed for good. */
function printEnd({type, name, cardinality, isContainer}: RelationshipEndDef): string {
  return `${type}.${name} (${cardinality}${isContainer ? ', container' : ''})`;
}

function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every(item => whole.includes(item));
}
