import {isBuiltInName, isReservedWord} from './type-names.ts';
import type {RelationshipDef, RelationshipEndDef} from './type-def.ts';
import type {TypeCheck, TypeIssues} from './type-issues.ts';

/** What a relationship may join, and how. */
export function checkRelationship(check: TypeCheck, def: RelationshipDef): void {
  const ends = [def.endDef1, def.endDef2];
  for (const [i, end] of ends.entries()) {
    checkEndType(check, def, end);
    if (!check.allowReservedWords && isReservedWord(end.name)) {
      check.issues.add(
        i === 0 ? 'RELATIONSHIPDEF_END1_NAME_INVALID' : 'RELATIONSHIPDEF_END2_NAME_INVALID',
        end.name,
      );
    }
    if (/\p{Cc}/u.test(end.name) || end.name === '__proto__') {
      check.issues.add('ATTRIBUTE_NAME_INVALID_CHARS', end.name);
    }
  }
  if (ends.some(end => end.cardinality === 'LIST'))
    check.issues.add('RELATIONSHIPDEF_LIST_ON_END', def.name);
  checkContainers(def, ends, check.issues);
}

function checkEndType(
  {defs, issues}: TypeCheck,
  {name}: RelationshipDef,
  {type}: RelationshipEndDef,
): void {
  const category = defs.get(type)?.category;
  if (category === undefined && !isBuiltInName(type)) issues.addUnknownType(type);
  else if (category !== 'ENTITY') issues.add('RELATIONSHIPDEF_INVALID_END_TYPE', name, type);
}

function checkContainers(
  def: RelationshipDef,
  ends: readonly RelationshipEndDef[],
  issues: TypeIssues,
): void {
  const containers = ends.filter(end => end.isContainer);
  if (containers.length === 2) issues.add('RELATIONSHIPDEF_DOUBLE_CONTAINERS', def.name);
  if (containers.length > 0 && def.relationshipCategory === 'ASSOCIATION') {
    issues.add('RELATIONSHIPDEF_ASSOCIATION_AND_CONTAINER', def.name);
  }
  if (containers.length === 0 && def.relationshipCategory === 'COMPOSITION') {
    issues.add('RELATIONSHIPDEF_COMPOSITION_NO_CONTAINER', def.name);
  }
  if (containers.length === 0 && def.relationshipCategory === 'AGGREGATION') {
    issues.add('RELATIONSHIPDEF_AGGREGATION_NO_CONTAINER', def.name);
  }
  // The parts of a whole belong to one whole: their end cannot hold many.
  const hasManyParents = ends.some(end => !end.isContainer && end.cardinality === 'SET');
  if (def.relationshipCategory === 'COMPOSITION' && containers.length === 1 && hasManyParents) {
    issues.add('RELATIONSHIPDEF_COMPOSITION_MULTIPLE_PARENTS', def.name);
  }
}
