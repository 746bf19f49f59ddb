import type {EntityType, TypeRegistry, ValueType} from './type-registry.ts';

/** What entities of a type are to somebody who looks for something: most look for an asset. */
export type TypeKind = 'asset' | 'part' | 'process';

/** In the order in which search shows them. */
export const typeKinds: readonly TypeKind[] = ['asset', 'part', 'process'];

const known = new WeakMap<TypeRegistry, ReadonlyMap<string, TypeKind>>();

/**
 * A process is a sub-type of `Process`. A part belongs to a data set (a sub-type of `DataSet`),
 * goes with it and holds nothing itself: a column, an index, the storage of a table; not a table
 * within a database, which people look for by itself. All else is an asset.
 * @returns the kind of each entity type, by its name
 */
export function kindsOfTypes(types: TypeRegistry): ReadonlyMap<string, TypeKind> {
  let kinds = known.get(types);
  if (kinds === undefined) {
    const all = [...types.entityTypes.values()];
    const parts = new Set(
      all.filter(type => is(type, 'DataSet')).flatMap(type => partsOf(types, type)),
    );
    const isPart = (type: EntityType) => parts.has(type.name) && !isContainer(type);
    const kindOf = (type: EntityType) =>
      is(type, 'Process') ? 'process' : isPart(type) ? 'part' : 'asset';
    kinds = new Map(all.map(type => [type.name, kindOf(type)]));
    known.set(types, kinds);
  }
  return kinds;
}

/** Whether entities of the type hold others, which go with them or not. */
function isContainer(type: EntityType): boolean {
  const ends = [...type.relationshipAttributes.values()].flat();
  const isHolding = ends.some(
    ({relationship: {endDef1, endDef2}, end}) => (end === 1 ? endDef1 : endDef2).isContainer,
  );
  return isHolding || [...type.attributes.values()].some(one => one.isOwned);
}

function partsOf(types: TypeRegistry, holder: EntityType): string[] {
  const related = [...holder.relationshipAttributes.values()].flat().filter(one => one.isOwned);
  const referred = [...holder.attributes.values()].filter(one => one.isOwned);
  return [
    ...related.map(one => one.otherType),
    ...referred.flatMap(one => entityIn(one.type) ?? []),
  ].flatMap(name => [...(types.entityTypes.get(name)?.typeAndSubTypes ?? [])]);
}

function entityIn(type: ValueType): string | undefined {
  if (type.kind === 'array') return entityIn(type.element);
  return type.kind === 'entity' ? type.name : undefined;
}

const is = (type: EntityType, name: string) => type.name === name || type.superTypes.has(name);
