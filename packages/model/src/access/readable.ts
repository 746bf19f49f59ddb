import {lookup} from '../lookup.ts';
import type {EntityRecord} from '../entity/record.ts';
import type {Condition} from '../search/search.ts';
import type {Attribute, EntityType, TypeRegistry} from '../types/type-registry.ts';
import type {EntityFacts, Names} from './access-request.ts';
import {entityRules} from './decide.ts';
import {fitsAny, fitsOne, isAnyPattern} from './policy-pattern.ts';
import type {EntityPermission, Grants} from './policy.ts';
import {
  denialCondition,
  fieldAt,
  fitsAll,
  fitsAnyId,
  idCondition,
  type Denial,
} from './rule-conditions.ts';

/** What of an entity somebody's rules say of it, all entities of a type alike. */
type OfType = {
  /** None where all of them are denied. */
  readonly rules: readonly EntityPermission[];
  readonly denials: readonly Denial[];
  readonly id: Attribute | undefined;
  /** Whatever their ids and classifications are. */
  readonly isWhole: boolean;
  /** Undefined for all and for none of them. */
  readonly condition: Condition | undefined;
  readonly needsClassifications: boolean;
};

const maxConditions = 200;

/**
 * Everybody's own bookkeeping, by the attribute that says whose it is: no policy has to allow that.
 */
export const ownRecords: Readonly<Record<string, string>> = lookup({
  __MetaUserProfile: 'name',
  __MetaUserSavedSearch: 'ownerName',
  __MetaUserFollows: 'userName',
});

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

export function factsOf(
  types: TypeRegistry,
  record: EntityRecord,
  classifications: readonly string[],
): EntityFacts {
  return {
    types: typeNamesOf(types, record.typeName),
    id: idOf(idAttributeOf(types.entityTypes.get(record.typeName)), record),
    owner: ownerOf(record),
    classifications: classifications.map(name => classificationNamesOf(types, name)),
  };
}

function idOf(attribute: Attribute | undefined, record: EntityRecord): string | undefined {
  const value = attribute && record.attributes[attribute.name];
  return value === undefined || value === null ? undefined : String(value as string | number);
}

/** Only a text says who it is. */
function ownerOf({attributes: {owner}}: EntityRecord): string | undefined {
  return typeof owner === 'string' ? owner : undefined;
}

export function isOwnRecord({typeName, attributes}: EntityRecord, userName: string): boolean {
  const owner = ownRecords[typeName];
  return owner !== undefined && userName !== '' && attributes[owner] === userName;
}

/**
 * The entities that somebody may read, with one system of types: as a test of single records and,
 * for what has to count and to page, as a condition on all of them. Both say the same.
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

  /**
   * @param classifications names of all that the entity carries; any list where
   * `needsClassifications` says no
   */
  allows(record: EntityRecord, classifications: readonly string[]): boolean {
    const {
      rules,
      denials,
      id: attribute,
      isWhole,
      needsClassifications,
    } = this.#of(record.typeName);
    if (isWhole || isOwnRecord(record, this.userName)) return true;
    const id = idOf(attribute, record);
    const fitting = rules.filter(
      one =>
        fitsAny(one.entityIds, id) && (one.ownedOnly !== true || ownerOf(record) === this.userName),
    );
    if (fitting.length === 0) return false;
    const isDenied = denials.some(
      ({ids, carried}) =>
        (ids === undefined || (id !== undefined && fitsAny(ids, id))) &&
        (carried === undefined || classifications.some(name => carried.includes(name))),
    );
    if (isDenied) return false;
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
    // Asked for by nearly every statement, and the same each time. Of no type is another question
    // than of any.
    const key = typeNames === undefined ? '*' : typeNames.join(' ');
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
    const type = this.#types.entityTypes.get(typeName);
    const id = idAttributeOf(type);
    const denials = this.#denialsOf(typeName, id);
    const isDenied = denials.some(one => one.ids === undefined && one.carried === undefined);
    const entity = {types: typeNamesOf(this.#types, typeName)};
    const rules = isDenied ? [] : entityRules(this.#grants, {privilege: 'entity-read', entity});
    const needs =
      this.#lacking(rules, id).length > 0 || denials.some(one => one.carried !== undefined);
    const condition = this.#conditionOf(typeName, rules, denials, id);
    const found = {
      rules,
      denials,
      id,
      needsClassifications: needs,
      isWhole: rules.length > 0 && condition === undefined,
      condition,
    };
    this.#ofType.set(typeName, found);
    return found;
  }

  /** Those that can deny some entity of the type. */
  #denialsOf(typeName: string, id: Attribute | undefined): Denial[] {
    const types = typeNamesOf(this.#types, typeName);
    return this.#grants.deny.entityPermissions.flatMap(
      ({privileges, entityTypes, ...one}): Denial[] => {
        const {entityIds, entityClassifications, labels, businessMetadata, classifications} = one;
        const isMeant =
          fitsAny(privileges, 'entity-read') &&
          fitsOne(entityTypes, types) &&
          [labels, businessMetadata, classifications].every(isAnyPattern);
        const ids = isAnyPattern(entityIds) ? undefined : entityIds;
        const carried = isAnyPattern(entityClassifications)
          ? undefined
          : [...this.#types.classificationTypes.keys()].filter(name =>
              fitsOne(entityClassifications, classificationNamesOf(this.#types, name)),
            );
        const isNever = carried?.length === 0 || (ids !== undefined && id === undefined);
        return isMeant && !isNever ? [{ids, carried}] : [];
      },
    );
  }

  #conditionOf(
    typeName: string,
    rules: readonly EntityPermission[],
    denials: readonly Denial[],
    id: Attribute | undefined,
  ): Condition | undefined {
    const own = this.#ownCondition(typeName);
    if (rules.length === 0) return own;
    const parts = [
      ...(rules.some(one => fitsAll(one, id)) ? [] : [this.#ruleCondition(typeName, rules, id)]),
      ...this.#lacking(rules, id).map(({names, by}): Condition => {
        const isFree: Condition = {kind: 'not', part: {kind: 'classified', names}};
        return by.length === 0
          ? isFree
          : {kind: 'or', parts: [isFree, this.#ruleCondition(typeName, by, id)]};
      }),
      ...denials.map((one): Condition => ({
        kind: 'not',
        part: denialCondition(this.#types, one, id),
      })),
    ];
    if (parts.length === 0) return undefined;
    const all: Condition =
      parts.length === 1 && parts[0] !== undefined ? parts[0] : {kind: 'and', parts};
    return own === undefined ? all : {kind: 'or', parts: [own, all]};
  }

  /** One of the rules fits. */
  #ruleCondition(
    typeName: string,
    rules: readonly EntityPermission[],
    id: Attribute | undefined,
  ): Condition {
    const [owned, others] = [
      rules.filter(one => one.ownedOnly === true),
      rules.filter(one => one.ownedOnly !== true),
    ];
    const parts = others.length === 0 ? [] : [idCondition(this.#types, others, id)];
    if (owned.length > 0) {
      const isOwner = this.#isUser(typeName, 'owner');
      if (owned.some(one => fitsAnyId(one, id))) parts.push(isOwner);
      else parts.push({kind: 'and', parts: [isOwner, idCondition(this.#types, owned, id)]});
    }
    return {kind: 'or', parts};
  }

  /**
   * Classifications that not every entity of the type may carry, by the rules that cover them where
   * its id fits.
   */
  #lacking(rules: readonly EntityPermission[], id: Attribute | undefined) {
    const groups = new Map<string, {names: string[]; by: EntityPermission[]}>();
    for (const name of this.#types.classificationTypes.keys()) {
      const names = classificationNamesOf(this.#types, name);
      const by = rules.filter(one => fitsOne(one.entityClassifications, names));
      if (by.some(one => fitsAll(one, id))) continue;
      const key = by.map(one => one.rule).join(' ');
      const group = groups.get(key);
      if (group === undefined) groups.set(key, {names: [name], by});
      else group.names.push(name);
    }
    return rules.length === 0 ? [] : [...groups.values()];
  }

  #ownCondition(typeName: string): Condition | undefined {
    const name = ownRecords[typeName];
    return name === undefined ? undefined : this.#isUser(typeName, name);
  }

  /** No entity where the type has no such attribute, or one that is no text. */
  #isUser(typeName: string, attributeName: string): Condition {
    const attribute = this.#types.entityTypes.get(typeName)?.attributes.get(attributeName);
    const isText = attribute?.type.kind === 'primitive' && attribute.type.name === 'string';
    const field = isText ? fieldAt(this.#types, attribute) : undefined;
    return field === undefined
      ? {kind: 'or', parts: []}
      : {kind: 'compare', field, op: '=', value: this.userName};
  }
}
