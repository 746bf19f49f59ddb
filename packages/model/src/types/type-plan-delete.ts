import {AppError} from '../error.ts';
import type {TypeDef} from './type-def.ts';
import {readTypeNames} from './type-input.ts';
import {applicableEntityTypes, TypeRegistry} from './type-registry.ts';
import {systemTypeNames} from '../names.ts';
import type {TypePlan} from './type-plan.ts';
import {namesInType} from './type-value.ts';

/** Bookkeeping types that the catalog itself cannot do without. */
const protectedNames: ReadonlySet<string> = new Set([
  '__internal',
  '__ExportImportAuditEntry',
  ...Object.keys(systemTypeNames),
]);

/**
 * The definitions that `json` (a TypesDef; names are enough) names. @throws TYPE_NAME_NOT_FOUND,
 * TYPE_GUID_NOT_FOUND (404)
 */
export function findTypesToDelete(types: TypeRegistry, json: unknown): TypeDef[] {
  const found = readTypeNames(json).map(({name, guid, category}) => {
    const def = name === undefined ? types.byGuid(guid ?? '') : types.defs.get(name);
    if (def?.category === category) return def;
    if (name === undefined) throw new AppError('TYPE_GUID_NOT_FOUND', [guid ?? '']);
    throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
  });
  return [...new Set(found)];
}

/**
 * What deleting `doomed`, definitions of `types`, makes of the type system. Types that refer to
 * each other can go together.
 * @param inUse names of types with instances: entities, deleted ones included, edges,
 * classifications, values
 * @throws TYPE_HAS_REFERENCES, TYPE_HAS_RELATIONSHIPS (409), SYSTEM_TYPE (400)
 */
export function planTypeDelete(
  types: TypeRegistry,
  doomed: readonly TypeDef[],
  inUse: ReadonlySet<string>,
): TypePlan {
  const gone = new Set(doomed.map(def => def.name));
  const kept = new Map(types.defs);
  for (const name of gone) kept.delete(name);
  const joined = new Set<string>();
  const referred = new Set<string>();
  for (const def of kept.values()) {
    if (def.category === 'RELATIONSHIP') joined.add(def.endDef1.type).add(def.endDef2.type);
    for (const name of namesReferredTo(def)) if (gone.has(name)) referred.add(name);
  }
  for (const {name} of doomed) {
    if (protectedNames.has(name)) throw new AppError('SYSTEM_TYPE', [name]);
    checkUnused(name, inUse);
    if (joined.has(name)) throw new AppError('TYPE_HAS_RELATIONSHIPS', [name]);
    if (referred.has(name)) throw new AppError('TYPE_HAS_REFERENCES', [name]);
  }
  return {types: new TypeRegistry(kept, types.version, undefined, types), changed: doomed};
}

/** @throws TYPE_HAS_REFERENCES (409) */
export function checkUnused(name: string, inUse: ReadonlySet<string>): void {
  if (inUse.has(name)) throw new AppError('TYPE_HAS_REFERENCES', [name]);
}

/**
 * Of definitions, which never change: parsing the types of all attributes takes longer than all
 * else of a deletion.
 */
const referredTo = new WeakMap<TypeDef, readonly string[]>();

function namesReferredTo(def: TypeDef): readonly string[] {
  const names = referredTo.get(def) ?? findNames(def);
  referredTo.set(def, names);
  return names;
}

function findNames(def: TypeDef): string[] {
  if (def.category === 'ENUM') return [];
  const names = def.attributeDefs.flatMap(attribute => namesInType(attribute.typeName));
  if ('superTypes' in def) names.push(...def.superTypes);
  if (def.category === 'CLASSIFICATION') names.push(...def.entityTypes);
  if (def.category === 'BUSINESS_METADATA') {
    names.push(...def.attributeDefs.flatMap(attribute => applicableEntityTypes(attribute) ?? []));
  }
  return [...new Set(names)];
}
