import {AppError} from '../error.ts';
import {isMap} from '../entity/value.ts';
import type {Planning} from '../entity/record.ts';
import type {TypeDef} from '../types/type-def.ts';
import {planTypeCreate, planTypeUpdate} from '../types/type-plan.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

const lists = [
  'enumDefs',
  'structDefs',
  'classificationDefs',
  'entityDefs',
  'relationshipDefs',
  'businessMetadataDefs',
] as const;

type Json = Record<string, unknown> & {name: string};
export type TypeImport = {
  types: TypeRegistry;
  created: readonly TypeDef[];
  updated: readonly TypeDef[];
};

/**
 * What the types of an archive bring: those that are not here, and new attributes and enum values
 * of those that are. Nothing is taken away, and an attribute that is new here is optional, since
 * there are entities without it.
 * @param classifications names that the import will give to entities; those that are not here are
 * made
 * @throws INVALID_IMPORT_ATTRIBUTE_TYPE_CHANGED for an attribute of another type than here
 */
export function planImportTypes(
  types: TypeRegistry,
  json: unknown,
  classifications: readonly string[],
  planning: Planning,
): TypeImport {
  const given = lists.map(list => [list, defsIn(json, list)] as const);
  const missing = given.map(
    ([list, defs]) =>
      [list, defs.filter(def => !types.defs.has(def.name)).map(withoutGuid)] as const,
  );
  const known = new Set([
    ...types.defs.keys(),
    ...missing.flatMap(([, defs]) => defs.map(def => def.name)),
  ]);
  const made = classifications
    .filter(name => !known.has(name))
    .map(name => ({name, superTypes: [], attributeDefs: []}));
  const toCreate = Object.fromEntries(
    missing.map(([list, defs]) => [
      list,
      list === 'classificationDefs' ? [...defs, ...made] : defs,
    ]),
  );
  const hasNew = Object.values(toCreate).some(defs => defs.length > 0);
  const {types: grown, changed: created} = hasNew
    ? planTypeCreate(types, toCreate, planning)
    : {types, changed: []};
  const changes = given.map(([list, defs]) => [
    list,
    defs.flatMap(def => {
      const here = types.defs.get(def.name);
      return here === undefined ? [] : (extended(here, def) ?? []);
    }),
  ]);
  const toUpdate = Object.fromEntries(changes) as Record<string, object[]>;
  if (!Object.values(toUpdate).some(defs => defs.length > 0))
    return {types: grown, created, updated: []};
  const {types: next, changed: updated} = planTypeUpdate(grown, toUpdate, planning);
  return {types: next, created, updated};
}

/** The definition as it is here with what the archive adds, undefined when that is nothing. */
function extended(here: TypeDef, given: Json): object | undefined {
  if (here.category === 'ENUM') {
    const values = new Set(here.elementDefs.map(one => one.value));
    const added = elementsOf(given, 'elementDefs').filter(one => !values.has(String(one['value'])));
    return added.length === 0 ? undefined : {...here, elementDefs: [...here.elementDefs, ...added]};
  }
  const attributes = new Map(here.attributeDefs.map(one => [one.name, one]));
  const added: object[] = [];
  for (const attribute of elementsOf(given, 'attributeDefs')) {
    const known = attributes.get(String(attribute['name']));
    if (known === undefined) added.push({...attribute, isOptional: true, valuesMinCount: 0});
    else if (known.typeName !== attribute['typeName']) {
      throw new AppError('INVALID_IMPORT_ATTRIBUTE_TYPE_CHANGED', [
        here.name,
        known.name,
        known.typeName,
        String(attribute['typeName']),
      ]);
    }
  }
  return added.length === 0
    ? undefined
    : {...here, attributeDefs: [...here.attributeDefs, ...added]};
}

function defsIn(json: unknown, list: (typeof lists)[number]): Json[] {
  return elementsOf(json, list).filter((one): one is Json => typeof one['name'] === 'string');
}

function elementsOf(json: unknown, name: string): Record<string, unknown>[] {
  const list = isMap(json) ? json[name] : undefined;
  return Array.isArray(list) ? list.filter(isMap) : [];
}

function withoutGuid({guid: _elsewhere, ...def}: Json): Json {
  return def as Json;
}
