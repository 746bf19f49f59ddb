import {printJava} from '../error.ts';
import type {AttributeDef, ConstraintDef, TypeDef} from './type-def.ts';
import type {TypeIssues} from './type-issues.ts';
import type {Attribute, ClassificationType, EntityType, TypeRegistry} from './type-registry.ts';
import {referencedEntity} from './type-value.ts';

/**
 * The rules that look along the hierarchy, for the changed types and all their descendants. `types`
 * is the registry as it would be; its definitions have passed `checkTypeDefs`.
 */
export function checkResolvedTypes(
  types: TypeRegistry,
  changed: readonly TypeDef[],
  issues: TypeIssues,
): void {
  const affected = new Set<string>();
  for (const {name} of changed) {
    const type = types.entityTypes.get(name) ?? types.classificationTypes.get(name);
    for (const one of type?.typeAndSubTypes ?? []) affected.add(one);
  }
  for (const name of affected) {
    const entity = types.entityTypes.get(name);
    if (entity !== undefined)
      checkInherited(entity, parent => types.entityTypes.get(parent), issues);
    const classification = types.classificationTypes.get(name);
    if (classification === undefined) continue;
    checkInherited(classification, parent => types.classificationTypes.get(parent), issues);
    checkRestriction(types, classification, issues);
  }
  for (const def of changed) {
    if (!('attributeDefs' in def)) continue;
    for (const attribute of def.attributeDefs) {
      for (const constraint of attribute.constraints ?? [])
        checkConstraint(types, def, attribute, constraint, issues);
    }
  }
}

/** The reference answers this one for an attribute of the type itself, too. */
const inOtherType = 'ATTRIBUTE_NAME_ALREADY_EXISTS_IN_ANOTHER_PARENT_TYPE';

type Parent = {attributes: ReadonlyMap<string, Attribute>};

/** One name is one attribute: neither redefined nor inherited from two places. */
function checkInherited(
  {name: typeName, def}: EntityType | ClassificationType,
  parentOf: (name: string) => Parent | undefined,
  issues: TypeIssues,
): void {
  const inherited = new Map<string, string>();
  for (const parent of def.superTypes) {
    for (const {name, owner} of parentOf(parent)?.attributes.values() ?? []) {
      const other = inherited.get(name);
      if (other !== undefined && other !== owner) {
        issues.add(inOtherType, typeName, name, owner);
      }
      inherited.set(name, owner);
    }
  }
  for (const {name} of def.attributeDefs) {
    const owner = inherited.get(name);
    if (owner !== undefined) issues.add(inOtherType, typeName, name, owner);
  }
}

/** A classification may be put only where all its ancestors may be put. */
function checkRestriction(
  types: TypeRegistry,
  {name, def}: ClassificationType,
  issues: TypeIssues,
): void {
  const restrictions = def.superTypes
    .map(parent => types.classificationTypes.get(parent)?.entityTypes ?? new Set<string>())
    .filter(allowed => allowed.size > 0);
  const [first, ...others] = restrictions;
  if (first === undefined) return;
  const common = [...first].filter(entityType => others.every(allowed => allowed.has(entityType)));
  if (common.length === 0) {
    issues.add('CLASSIFICATIONDEF_PARENTS_ENTITYTYPES_DISJOINT', name);
  } else if (!def.entityTypes.every(entityType => common.includes(entityType))) {
    issues.add(
      'CLASSIFICATIONDEF_ENTITYTYPES_NOT_PARENTS_SUBSET',
      name,
      `[${def.entityTypes.join(', ')}]`,
    );
  }
}

function checkConstraint(
  types: TypeRegistry,
  owner: TypeDef,
  attribute: AttributeDef,
  {type, params}: ConstraintDef,
  issues: TypeIssues,
): void {
  const where = [owner.name, attribute.name] as const;
  const target = types.entityTypes.get(referencedEntity(types.valueType(attribute.typeName)) ?? '');
  if (type === 'ownedRef') {
    if (target === undefined) {
      issues.add('CONSTRAINT_OWNED_REF_ATTRIBUTE_INVALID_TYPE', ...where, type, attribute.typeName);
    }
    return;
  }
  if (type !== 'inverseRef') {
    issues.add('UNKNOWN_CONSTRAINT', ...where, type);
    return;
  }
  if (target === undefined) {
    issues.add('CONSTRAINT_INVERSE_REF_ATTRIBUTE_INVALID_TYPE', ...where, type, attribute.typeName);
    return;
  }
  const inverseName = params?.['attribute'];
  if (typeof inverseName !== 'string' || inverseName.trim() === '') {
    issues.add('CONSTRAINT_MISSING_PARAMS', ...where, 'attribute', type, printJava(params ?? {}));
    return;
  }
  const inverse = target.attributes.get(inverseName);
  if (inverse === undefined) {
    issues.add(
      'CONSTRAINT_INVERSE_REF_INVERSE_ATTRIBUTE_NON_EXISTING',
      ...where,
      type,
      target.name,
      inverseName,
    );
  } else if (!types.entityTypes.has(referencedEntity(inverse.type) ?? '')) {
    issues.add(
      'CONSTRAINT_INVERSE_REF_INVERSE_ATTRIBUTE_INVALID_TYPE',
      ...where,
      type,
      target.name,
      inverseName,
    );
  }
}
