import type {EntityDef} from '../types/type-def.ts';
import {isUnique, type Attribute, type TypeRegistry} from '../types/type-registry.ts';
import {documentColumn, isIndexed} from './search-document.ts';

/**
 * Versions of the functions that make rows from entities: whoever changes what words a document has
 * raises `documents`, whoever changes what values are indexed raises `values`, and `words` stands
 * for those of classifications. Stores whose rows were made by another version are written anew in
 * the background.
 */
export const derivedVersions = {documents: 3, values: 2, words: 1} as const;

/** What a change of types does to the rows that follow from entities and types. */
export type DerivedChange = {
  /**
   * Entity types whose documents have other words, or the same words with other weights, from now
   * on.
   */
  readonly documents: readonly string[];
  /** Keys of attributes whose values were indexed in another way, or not at all, before. */
  readonly values: readonly string[];
  /** Keys of attributes whose values are not indexed any more. */
  readonly left: readonly string[];
  /** Classification types the words of whose values have changed. */
  readonly words: readonly string[];
  /** Classification types that may be given to other entity types from now on. */
  readonly carriers: readonly string[];
  /** Entity types and attributes whose values must differ from now on. */
  readonly uniques: readonly {readonly typeName: string; readonly attribute: Attribute}[];
};

/**
 * What follows for the entities that there are. An attribute that is new to a type matters to none
 * of them, since none has a value for it, but for business attributes: their values outlive a
 * definition that is deleted by force.
 */
export function derivedChange(before: TypeRegistry, after: TypeRegistry): DerivedChange {
  const documents = new Set<string>();
  const values = new Set<string>();
  const left = new Set<string>();
  const uniques: {typeName: string; attribute: Attribute}[] = [];
  for (const def of after.changeSince(before).saved) {
    const old = before.defs.get(def.name);
    if (def.category === 'BUSINESS_METADATA' && old === undefined) {
      for (const one of def.attributeDefs) values.add(`${def.name}.${one.name}`);
    }
    if (def.category !== 'ENTITY' || old?.category !== 'ENTITY') continue;
    const {typeAndSubTypes, isInternal} = after.entityType(def.name);
    const there = [...typeAndSubTypes].filter(name => before.entityTypes.has(name));
    if (isInternal !== before.entityType(def.name).isInternal)
      for (const name of there) documents.add(name);
    for (const [was, is] of ownInBoth(before, after, def)) {
      if (documentColumn(was) !== documentColumn(is)) for (const name of there) documents.add(name);
      if (isIndexed(was) !== isIndexed(is) || isUnique(was) !== isUnique(is))
        (isIndexed(is) ? values : left).add(is.key);
      if (isUnique(is) && !isUnique(was))
        uniques.push(...there.map(typeName => ({typeName, attribute: is})));
    }
  }
  const carriers = changedCarriers(before, after);
  return {
    documents: [...documents],
    values: [...values],
    left: [...left],
    words: [],
    carriers,
    uniques,
  };
}

/** By their own definition, or by super types that an entity type has got. */
function changedCarriers(before: TypeRegistry, after: TypeRegistry): string[] {
  const changed = [...after.classificationTypes.values()]
    .filter(({name, entityTypes}) => {
      const old = before.classificationTypes.get(name)?.entityTypes;
      // Of most classifications nothing has changed: looking at each entity type for each of them
      // would take longest of all.
      return (
        old !== undefined &&
        (old.size !== entityTypes.size || [...entityTypes].some(one => !old.has(one)))
      );
    })
    .map(({name}) => name);
  if (changed.length === 0) return [];
  const holders = [...before.entityTypes.keys()].filter(name => after.entityTypes.has(name));
  return changed.filter(name =>
    holders.some(holder => before.isCarried(name, holder) !== after.isCarried(name, holder)),
  );
}

/** Everything, as after a change of the functions themselves. */
export function allDerived(
  types: TypeRegistry,
  which: Readonly<Record<keyof typeof derivedVersions, boolean>>,
): DerivedChange {
  const attributes = [
    ...types.entityTypes.values(),
    ...types.businessMetadataTypes.values(),
  ].flatMap(type => [...type.attributes.values()]);
  const isKept = (attribute: Attribute) =>
    isIndexed(attribute) || types.businessMetadataTypes.has(attribute.owner);
  return {
    documents: which.documents
      ? [...types.entityTypes.values()].filter(one => !one.isInternal).map(one => one.name)
      : [],
    values: which.values ? [...new Set(attributes.filter(isKept).map(one => one.key))] : [],
    left: [],
    words: which.words ? [...types.classificationTypes.keys()] : [],
    carriers: [],
    uniques: [],
  };
}

function ownInBoth(
  before: TypeRegistry,
  after: TypeRegistry,
  {name, attributeDefs}: EntityDef,
): [Attribute, Attribute][] {
  const own = (types: TypeRegistry, attribute: string) =>
    types.entityType(name).attributes.get(attribute);
  return attributeDefs.flatMap((def): [Attribute, Attribute][] => {
    const [was, is] = [own(before, def.name), own(after, def.name)];
    return was === undefined || is === undefined ? [] : [[was, is]];
  });
}

/**
 * Entity types whose entities may have values under the key; undefined: any, as for business
 * attributes.
 */
export function typesWithValues(types: TypeRegistry, key: string): readonly string[] | undefined {
  const owner = key.slice(0, key.indexOf('.'));
  if (types.businessMetadataTypes.has(owner)) return undefined;
  return [...(types.entityTypes.get(owner)?.typeAndSubTypes ?? [])];
}
