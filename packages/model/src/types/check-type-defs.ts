import {checkAttributes} from './check-type-defs-attributes.ts';
import {checkRelationship} from './check-type-defs-relationship.ts';
import type {ClassificationDef, EntityDef, EnumDef, TypeDef} from './type-def.ts';
import type {TypeCheck, TypeIssues} from './type-issues.ts';
import {isBuiltInName, isClassificationName, isTypeName, isUnsupportedName} from './type-names.ts';

/** More levels than this are a mistake, and would cost more than they could tell. */
const maxSuperTypeLevels = 100;

/**
 * Every rule that needs no resolved registry: names, and what the definitions say of each other.
 */
export function checkTypeDefs(check: TypeCheck): void {
  for (const def of check.changed) {
    checkTypeName(def, check.issues);
    if (def.category === 'ENUM') checkEnum(def, check.issues);
    else checkAttributes(check, def);
    if (def.category === 'ENTITY' || def.category === 'CLASSIFICATION') checkSuperTypes(check, def);
    if (def.category === 'CLASSIFICATION') checkEntityTypes(check, def);
    if (def.category === 'RELATIONSHIP') checkRelationship(check, def);
  }
}

function checkTypeName({name, category}: TypeDef, issues: TypeIssues): void {
  if (category === 'CLASSIFICATION' ? !isClassificationName(name) : !isTypeName(name)) {
    issues.add('TYPE_NAME_INVALID_FORMAT', name, category);
  }
  if (isUnsupportedName(name)) issues.add('UNSUPPORTED_TYPE_NAME', category);
}

function checkEnum({name, elementDefs}: EnumDef, issues: TypeIssues): void {
  if (elementDefs.length === 0) issues.add('MISSING_MANDATORY_ATTRIBUTE', name, 'values');
}

function checkSuperTypes(check: TypeCheck, def: EntityDef | ClassificationDef): void {
  for (const parent of def.superTypes) {
    const category = check.defs.get(parent)?.category;
    if (category === undefined && !isBuiltInName(parent)) check.issues.addUnknownType(parent);
    else if (category !== def.category)
      check.issues.add('INCOMPATIBLE_SUPERTYPE', def.name, parent);
  }
  const seen = new Set<string>();
  let level: string[] = [def.name];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxSuperTypeLevels) {
      check.issues.add(
        'INVALID_TYPE_DEFINITION',
        `${def.name}: more than ${maxSuperTypeLevels} levels of super types`,
      );
      return;
    }
    const next = new Set<string>();
    for (const name of level) {
      for (const parent of superTypesOf(check.defs.get(name))) {
        if (parent === def.name) {
          check.issues.add('CIRCULAR_REFERENCE', def.name, name);
          return;
        }
        if (!seen.has(parent)) next.add(parent);
        seen.add(parent);
      }
    }
    level = [...next];
  }
}

function superTypesOf(def: TypeDef | undefined): readonly string[] {
  return def !== undefined && 'superTypes' in def ? def.superTypes : [];
}

function checkEntityTypes(check: TypeCheck, def: ClassificationDef): void {
  for (const name of def.entityTypes) {
    if (check.defs.get(name)?.category !== 'ENTITY') {
      check.issues.add('CLASSIFICATIONDEF_INVALID_ENTITYTYPES', def.name, name);
    }
  }
}
