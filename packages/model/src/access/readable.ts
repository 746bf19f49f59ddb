import type {EntityRecord} from '../entity/record.ts';
import type {Condition, Field} from '../search/search.ts';
import {fieldOf} from '../search/search-fields.ts';
import type {Attribute, EntityType, TypeRegistry} from '../types/type-registry.ts';
import {entityRules, fitsOne, type EntityFacts, type Names} from './decide.ts';
import {fitsAny, isAnyPattern, policyPattern} from './policy-pattern.ts';
import type {EntityPermission, Grants} from './policy.ts';

/** What of an entity somebody's rules say of it, all entities of a type alike. */
type OfType = {
  readonly rules: readonly EntityPermission[];
  readonly id: Attribute | undefined;
  /** Whatever their ids and classifications are. */
  readonly isWhole: boolean;
  /** Undefined for all and for none of them. */
  readonly condition: Condition | undefined;
  readonly needsClassifications: boolean;
};

const maxConditions = 200;

/** Everybody's own bookkeeping, by the attribute that says whose it is: no policy has to allow that. */
export const ownRecords: Readonly<Record<string, string>> = {
  __MetaUserProfile: 'name',
  __MetaUserSavedSearch: 'ownerName',
};

/** Names of an entity type for a policy. */
export function typeNamesOf(types: TypeRegistry, typeName: string): Names {
  return [typeName, ...(types.entityTypes.get(typeName)?.superTypes ?? [])];
}

/** Names of a classification for a policy. */
export function classificationNamesOf(types: TypeRegistry, typeName: string): Names {
  return [typeName, ...(types.classificationTypes.get(typeName)?.superTypes ?? [])];
}

/** The unique attribute that policies know entities of the type by. */
export function idAttributeOf(type: EntityType | undefined): Attribute | undefined {
  const unique = type?.uniqueAttributes ?? [];
  return unique.find(one => one.name === 'qualifiedName') ?? unique[0];
}

export function factsOf(types: TypeRegistry, record: EntityRecord, classifications: readonly string[]): EntityFacts {
  return {
    types: typeNamesOf(types, record.typeName),
    id: idOf(idAttributeOf(types.entityTypes.get(record.typeName)), record),
    classifications: classifications.map(name => classificationNamesOf(types, name)),
  };
}

function idOf(attribute: Attribute | undefined, record: EntityRecord): string | undefined {
  const value = attribute && record.attributes[attribute.name];
  return value === undefined || value === null ? undefined : String(value as string | number);
}

export function isOwnRecord({typeName, attributes}: EntityRecord, userName: string): boolean {
  const owner = ownRecords[typeName];
  return owner !== undefined && userName !== '' && attributes[owner] === userName;
}

/**
 * The entities that somebody may read, with one system of types: as a test of single records and, for what has to count and
 * to page, as a condition on all of them. Both say the same.
 */
export class Readable {
  readonly userName: string;
  readonly #grants: Grants;
  readonly #types: TypeRegistry;
  readonly #ofType = new Map<string, OfType>();
  readonly #conditions = new Map<string, {readonly condition: Condition | undefined}>();
  #isAll: boolean | undefined;

  constructor(grants: Grants, types: TypeRegistry, userName: string) {
    this.#grants = grants;
    this.#types = types;
    this.userName = userName;
  }

  /** Everything, whatever its type. */
  get isAll(): boolean {
    this.#isAll ??= [...this.#types.entityTypes.keys()].every(name => this.isWhole(name));
    return this.#isAll;
  }

  /** Every entity of the type. */
  isWhole(typeName: string): boolean {
    return this.#of(typeName).isWhole;
  }

  /** No entity of the type. */
  isNone(typeName: string): boolean {
    return this.#of(typeName).rules.length === 0 && !(typeName in ownRecords);
  }

  /** Whether `allows` asks for what entities of the type carry. */
  needsClassifications(typeName: string): boolean {
    return this.#of(typeName).needsClassifications;
  }

  /** @param classifications names of all that the entity carries; any list where `needsClassifications` says no */
  allows(record: EntityRecord, classifications: readonly string[]): boolean {
    const {rules, id, isWhole, needsClassifications} = this.#of(record.typeName);
    if (isWhole || isOwnRecord(record, this.userName)) return true;
    const fitting = rules.filter(one => fitsAny(one.entityIds, idOf(id, record)));
    if (fitting.length === 0) return false;
    return (
      !needsClassifications ||
      classifications.every(name => {
        const names = classificationNamesOf(this.#types, name);
        return fitting.some(one => fitsOne(one.entityClassifications, names));
      })
    );
  }

  /** Whether it may be read whatever it carried, of which nobody knows any more. */
  allowsGone(record: EntityRecord): boolean {
    return this.allows(
      record,
      this.needsClassifications(record.typeName) ? [...this.#types.classificationTypes.keys()] : [],
    );
  }

  /** On entities of these types (undefined: of any); undefined when all of them may be read. */
  condition(typeNames?: readonly string[]): Condition | undefined {
    // Asked for by nearly every statement, and the same each time.
    const key = typeNames?.join(' ') ?? '';
    const known = this.#conditions.get(key);
    if (known !== undefined) return known.condition;
    const condition = this.#conditionOn(typeNames ?? [...this.#types.entityTypes.keys()]);
    if (this.#conditions.size >= maxConditions) this.#conditions.clear();
    this.#conditions.set(key, {condition});
    return condition;
  }

  #conditionOn(typeNames: readonly string[]): Condition | undefined {
    if (typeNames.every(name => this.isWhole(name))) return undefined;
    const whole = typeNames.filter(name => this.isWhole(name));
    const byCondition = Map.groupBy(
      typeNames.filter(name => !this.isWhole(name) && !this.isNone(name)),
      name => JSON.stringify(this.#of(name).condition ?? name),
    );
    const groups: Condition[] = whole.length === 0 ? [] : [{kind: 'type', names: whole}];
    for (const names of byCondition.values()) {
      const condition = this.#of(names[0] ?? '').condition;
      const isType: Condition = {kind: 'type', names};
      if (names.length === typeNames.length && condition !== undefined) return condition;
      groups.push(condition === undefined ? isType : {kind: 'and', parts: [isType, condition]});
    }
    const [only] = groups;
    return groups.length === 1 && only !== undefined ? only : {kind: 'or', parts: groups};
  }

  #of(typeName: string): OfType {
    const known = this.#ofType.get(typeName);
    if (known !== undefined) return known;
    const rules = entityRules(this.#grants, {
      privilege: 'entity-read',
      entity: {types: typeNamesOf(this.#types, typeName)},
    });
    const id = idAttributeOf(this.#types.entityTypes.get(typeName));
    const needs = this.#lacking(rules, id).length > 0;
    const condition = this.#conditionOf(typeName, rules, id);
    const found = {
      rules,
      id,
      needsClassifications: needs,
      isWhole: rules.length > 0 && condition === undefined,
      condition,
    };
    this.#ofType.set(typeName, found);
    return found;
  }

  #conditionOf(typeName: string, rules: readonly EntityPermission[], id: Attribute | undefined): Condition | undefined {
    const own = this.#ownCondition(typeName);
    if (rules.length === 0) return own;
    const parts = [
      ...(rules.some(one => fitsAnyId(one, id)) ? [] : [idCondition(this.#types, rules, id)]),
      ...this.#lacking(rules, id).map(({names, by}): Condition => {
        const isFree: Condition = {kind: 'not', part: {kind: 'classified', names}};
        return by.length === 0 ? isFree : {kind: 'or', parts: [isFree, idCondition(this.#types, by, id)]};
      }),
    ];
    if (parts.length === 0) return undefined;
    const all: Condition = parts.length === 1 && parts[0] !== undefined ? parts[0] : {kind: 'and', parts};
    return own === undefined ? all : {kind: 'or', parts: [own, all]};
  }

  /** Classifications that not every entity of the type may carry, by the rules that cover them where its id fits. */
  #lacking(rules: readonly EntityPermission[], id: Attribute | undefined) {
    const groups = new Map<string, {names: string[]; by: EntityPermission[]}>();
    for (const name of this.#types.classificationTypes.keys()) {
      const names = classificationNamesOf(this.#types, name);
      const by = rules.filter(one => fitsOne(one.entityClassifications, names));
      if (by.some(one => fitsAnyId(one, id))) continue;
      const key = by.map(one => one.rule).join(' ');
      const group = groups.get(key);
      if (group === undefined) groups.set(key, {names: [name], by});
      else group.names.push(name);
    }
    return rules.length === 0 ? [] : [...groups.values()];
  }

  #ownCondition(typeName: string): Condition | undefined {
    const field = fieldAt(
      this.#types,
      this.#types.entityTypes.get(typeName)?.attributes.get(ownRecords[typeName] ?? ''),
    );
    return field && {kind: 'compare', field, op: '=', value: this.userName};
  }
}

function fitsAnyId({entityIds}: EntityPermission, id: Attribute | undefined): boolean {
  return id === undefined || isAnyPattern(entityIds);
}

/** The id fits one of the rules, or there is none. */
function idCondition(types: TypeRegistry, rules: readonly EntityPermission[], id: Attribute | undefined): Condition {
  const field = fieldAt(types, id);
  if (field === undefined) return {kind: 'and', parts: []};
  const parts = [...new Set(rules.flatMap(one => one.entityIds))].flatMap((text): Condition[] => {
    const {literal, expression, simple} = policyPattern(text);
    const same: Condition = {kind: 'match', field, how: 'sameIgnoringCase', pattern: literal};
    if (expression === undefined) return [same];
    if (simple !== undefined) return [{kind: 'match', field, how: simple.how, pattern: simple.text}];
    return [same, {kind: 'match', field, how: 'expression', pattern: expression}];
  });
  if (id?.def.isOptional === true) parts.push({kind: 'not', part: {kind: 'exists', field, isNotEmpty: false}});
  return {kind: 'or', parts};
}

function fieldAt(types: TypeRegistry, attribute: Attribute | undefined): Field | undefined {
  if (attribute === undefined) return undefined;
  const found = fieldOf(types, [attribute], 'attributes', [attribute.name]);
  if (found?.kind !== 'field' || found.field.kind !== 'attribute') return undefined;
  // Policies know numbers by their digits, which no index has.
  return found.field.compare === 'text' ? found.field : {...found.field, compare: 'text', isIndexed: false};
}
