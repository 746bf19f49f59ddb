import {checkResolvedTypes} from './check-type-defs-resolved.ts';
import {checkTypeDefs} from './check-type-defs.ts';
import {checkTypeUpdate} from './type-update-rules.ts';
import type {TypeDef} from './type-def.ts';
import {readTypesInput, type TypeInput} from './type-input.ts';
import {TypeIssues} from './type-issues.ts';
import {inOrderOfNames} from './type-changes.ts';
import {isBuiltInName} from './type-names.ts';
import {TypeRegistry} from './type-registry.ts';

/** A type system after a change, and the definitions that the change brought or took. */
export type TypePlan = {types: TypeRegistry; changed: readonly TypeDef[]};

/** Who changes types and when; `newGuid` gives a random UUID. */
export type TypePlanning = {
  readonly userName: string;
  readonly now: number;
  readonly newGuid: () => string;
};

export type TypeRules = {
  /**
   * `atlas.types.allowReservedKeywords`: whether attributes may be called like words of the query
   * language.
   */
  allowReservedWords: boolean;
};

const defaultRules: TypeRules = {allowReservedWords: true};

/**
 * Decides what creating `json` (a TypesDef as parsed from a request) would make of the type system.
 * Types of one request may refer to each other. Nothing is created when anything is wrong.
 * @throws TYPE_ALREADY_EXISTS (409), INVALID_TYPE_DEFINITION and the other kinds of the rules (400)
 */
export function planTypeCreate(
  types: TypeRegistry,
  json: unknown,
  planning: TypePlanning,
  rules: TypeRules = defaultRules,
): TypePlan {
  const inputs = readTypesInput(json);
  const issues = new TypeIssues();
  const created = inputs.map(input => newDef(input, planning));
  const names = new Set<string>();
  for (const {name} of created) {
    if (types.defs.has(name) || names.has(name) || isBuiltInName(name))
      issues.add('TYPE_ALREADY_EXISTS', name);
    names.add(name);
  }
  return settle(types, created, rules, issues);
}

/**
 * Decides what updating types with `json` would make of the type system. A type is found by its
 * name, or without one by its guid; every type named gets a new version, changed or not, as with
 * the reference.
 * @param createsMissing a name that no type has makes a new one
 * @throws BAD_REQUEST (400) for a name and TYPE_GUID_NOT_FOUND (404) for a guid that does not
 * exist, and the kinds of the rules
 */
export function planTypeUpdate(
  types: TypeRegistry,
  json: unknown,
  planning: TypePlanning,
  {createsMissing = false, ...rules}: Partial<TypeRules> & {createsMissing?: boolean} = {},
): TypePlan {
  const inputs = readTypesInput(json, true);
  const issues = new TypeIssues();
  const updated: TypeDef[] = [];
  const names = new Set<string>();
  for (const input of inputs) {
    const isNew =
      createsMissing &&
      input.guid === undefined &&
      !types.defs.has(input.name) &&
      !isBuiltInName(input.name);
    const before = isNew ? undefined : storedDef(types, input, issues);
    if (before === undefined && !isNew) continue;
    const after = before === undefined ? newDef(input, planning) : nextDef(before, input, planning);
    if (names.has(after.name))
      issues.add('INVALID_TYPE_DEFINITION', `${input.path}: ${after.name} is there twice`);
    names.add(after.name);
    if (before !== undefined) checkTypeUpdate(before, after, issues);
    updated.push(after);
  }
  return settle(types, updated, {...defaultRules, ...rules}, issues);
}

function settle(
  types: TypeRegistry,
  changed: readonly TypeDef[],
  rules: TypeRules,
  issues: TypeIssues,
): TypePlan {
  const defs = new Map(types.defs);
  for (const def of changed) defs.set(def.name, def);
  checkTypeDefs({defs, changed, issues, ...rules});
  issues.throwIfAny();
  const next = new TypeRegistry(inOrderOfNames(defs), types.version, undefined, types);
  checkResolvedTypes(next, changed, issues);
  issues.throwIfAny();
  return {types: next, changed};
}

function newDef(input: TypeInput, {userName, now, newGuid}: TypePlanning): TypeDef {
  const {name, serviceType, options} = input;
  return {
    ...input.body,
    guid: newGuid(),
    createdBy: userName,
    updatedBy: userName,
    createTime: now,
    updateTime: now,
    version: 1,
    name,
    description: input.description ?? name,
    typeVersion: input.typeVersion ?? '1.0',
    ...(serviceType === undefined ? {} : {serviceType}),
    ...(options === undefined ? {} : {options}),
  } as TypeDef;
}

/** The type that an update means, or undefined after adding to `issues`. */
function storedDef(
  types: TypeRegistry,
  {path, name, guid, body}: TypeInput,
  issues: TypeIssues,
): TypeDef | undefined {
  const owner = guid === undefined ? undefined : types.byGuid(guid);
  const def = name === '' ? owner : types.defs.get(name);
  if (owner !== undefined && def !== owner) {
    if (owner.category === 'RELATIONSHIP') {
      issues.add('RELATIONSHIPDEF_INVALID_NAME_UPDATE', owner.guid, name, owner.name);
    } else {
      issues.add(
        'INVALID_TYPE_DEFINITION',
        `${path}: guid ${owner.guid} is that of ${owner.name}, not of ${name}`,
      );
    }
    return undefined;
  }
  if (def === undefined) {
    if (name === '') issues.add('TYPE_GUID_NOT_FOUND', guid ?? '');
    else issues.addUnknownType(name);
    return undefined;
  }
  if (def.category !== body.category) {
    issues.add('TYPE_MATCH_FAILED', def.name, body.category);
    return undefined;
  }
  return def;
}

/** What an update does not mention of the head of a definition stays; its body is replaced. */
function nextDef(before: TypeDef, input: TypeInput, {userName, now}: TypePlanning): TypeDef {
  const serviceType = input.serviceType ?? before.serviceType;
  const options = input.options ?? before.options;
  return {
    ...input.body,
    guid: before.guid,
    createdBy: before.createdBy,
    updatedBy: userName,
    createTime: before.createTime,
    updateTime: now,
    version: before.version + 1,
    name: before.name,
    description: input.description ?? before.description,
    typeVersion: input.typeVersion ?? before.typeVersion,
    ...(serviceType === undefined ? {} : {serviceType}),
    ...(options === undefined ? {} : {options}),
  } as TypeDef;
}
