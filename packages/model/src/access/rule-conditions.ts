import type {Condition, Field} from '../search/search.ts';
import {fieldOf} from '../search/search-fields.ts';
import type {Attribute, TypeRegistry} from '../types/type-registry.ts';
import {isAnyPattern, policyPattern} from './policy-pattern.ts';
import type {EntityPermission} from './policy.ts';

/** What rules say of entities, as conditions of a search. */

/**
 * A rule that denies reading some entities of a type, by their ids or by what they carry;
 * undefined: whatever that is.
 */
export type Denial = {
  readonly ids: readonly string[] | undefined;
  /** Names of classifications that there are. */
  readonly carried: readonly string[] | undefined;
};

/** Whatever entity of the type it is. */
export function fitsAll(rule: EntityPermission, id: Attribute | undefined): boolean {
  return rule.ownedOnly !== true && fitsAnyId(rule, id);
}

export function denialCondition(
  types: TypeRegistry,
  {ids, carried}: Denial,
  id: Attribute | undefined,
): Condition {
  const field = fieldAt(types, id);
  const byId =
    ids === undefined || field === undefined
      ? []
      : [{kind: 'or' as const, parts: idParts(ids, field)}];
  const byClass = carried === undefined ? [] : [{kind: 'classified' as const, names: [...carried]}];
  return {kind: 'and', parts: [...byId, ...byClass]};
}

export function fitsAnyId({entityIds}: EntityPermission, id: Attribute | undefined): boolean {
  return id === undefined || isAnyPattern(entityIds);
}

/** The id fits one of the rules, or there is none. */
export function idCondition(
  types: TypeRegistry,
  rules: readonly EntityPermission[],
  id: Attribute | undefined,
): Condition {
  const field = fieldAt(types, id);
  if (field === undefined) return {kind: 'and', parts: []};
  const parts = idParts(
    rules.flatMap(one => one.entityIds),
    field,
  );
  if (id?.def.isOptional === true)
    parts.push({kind: 'not', part: {kind: 'exists', field, isNotEmpty: false}});
  return {kind: 'or', parts};
}

function idParts(patterns: readonly string[], field: Field): Condition[] {
  return [...new Set(patterns)].flatMap((text): Condition[] => {
    const {literal, expression, simple} = policyPattern(text);
    const same: Condition = {kind: 'match', field, how: 'sameIgnoringCase', pattern: literal};
    if (expression === undefined) return [same];
    if (simple !== undefined)
      return [{kind: 'match', field, how: simple.how, pattern: simple.text}];
    return [same, {kind: 'match', field, how: 'expression', pattern: expression}];
  });
}

export function fieldAt(types: TypeRegistry, attribute: Attribute | undefined): Field | undefined {
  if (attribute === undefined) return undefined;
  const found = fieldOf(types, [attribute], 'attributes', [attribute.name]);
  if (found?.kind !== 'field' || found.field.kind !== 'attribute') return undefined;
  // Policies know numbers by their digits, which no index has.
  return found.field.compare === 'text'
    ? found.field
    : {...found.field, compare: 'text', isIndexed: false};
}
