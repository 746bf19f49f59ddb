import {lookup} from '../lookup.ts';
import type {TypeCategory, TypeDef} from './type-def.ts';
import {internalRoot, type TypeRegistry} from './type-registry.ts';

/** What a list of definitions is narrowed to; of the `not…` lists, a type may match none. */
export type TypeFilter = {
  /** A category, in the words of the API: see `categoryWords`. An unknown word matches nothing. */
  type?: string;
  name?: string;
  /** Ancestor, direct or not. */
  supertype?: string;
  servicetype?: string;
  notname?: readonly string[];
  notsupertype?: readonly string[];
  notservicetype?: readonly string[];
  /**
   * Leaves out the catalog's bookkeeping types, the glossary's, and all that only exists to refer
   * to them.
   */
  excludeInternalTypesAndReferences?: boolean;
};

const categoryWords: Readonly<Record<string, TypeCategory>> = lookup({
  enum: 'ENUM',
  struct: 'STRUCT',
  classification: 'CLASSIFICATION',
  trait: 'CLASSIFICATION',
  entity: 'ENTITY',
  class: 'ENTITY',
  relationship: 'RELATIONSHIP',
  business_metadata: 'BUSINESS_METADATA',
});

/** The definitions of `types` that pass, in the order of the registry. */
export function filterTypes(types: TypeRegistry, filter: TypeFilter): TypeDef[] {
  const category = filter.type === undefined ? undefined : categoryWords[filter.type.toLowerCase()];
  if (filter.type !== undefined && category === undefined) return [];
  return [...types.defs.values()].filter(def => {
    if (category !== undefined && def.category !== category) return false;
    if (filter.name !== undefined && def.name !== filter.name) return false;
    if (filter.supertype !== undefined && !ancestorsOf(types, def).has(filter.supertype))
      return false;
    if (filter.servicetype !== undefined && def.serviceType !== filter.servicetype) return false;
    if (filter.notname?.includes(def.name)) return false;
    if (filter.notsupertype?.some(name => ancestorsOf(types, def).has(name))) return false;
    if (def.serviceType !== undefined && filter.notservicetype?.includes(def.serviceType))
      return false;
    return !(filter.excludeInternalTypesAndReferences === true && isInternalType(types, def));
  });
}

/** Bookkeeping entity types, and relationships with one. */
export function isInternalType(types: TypeRegistry, def: TypeDef): boolean {
  if (def.category === 'RELATIONSHIP') {
    return [def.endDef1, def.endDef2].some(end => types.entityTypes.get(end.type)?.isInternal);
  }
  return def.name === internalRoot || types.entityTypes.get(def.name)?.isInternal === true;
}

const none: ReadonlySet<string> = new Set();

function ancestorsOf(types: TypeRegistry, {name}: TypeDef): ReadonlySet<string> {
  return (
    types.entityTypes.get(name)?.superTypes ??
    types.classificationTypes.get(name)?.superTypes ??
    none
  );
}
