import type {EntityType, TypeRegistry, ValueType} from '../types/type-registry.ts';
import type {RelatedCondition} from './search.ts';

/** A step from entities to those that they are related to. */
export type Hop = Pick<RelatedCondition, 'edges' | 'from' | 'to'> & {readonly name: string};

/**
 * The step that the reference `name` of the types `named` (undefined: of any that has it) stands
 * for, with the types that it leads to; undefined when it is none, or when it is kept without an
 * edge.
 */
export function hopFrom(
  types: TypeRegistry,
  named: readonly string[] | undefined,
  name: string,
): (Hop & {readonly named: readonly string[]}) | undefined {
  const edges: RelatedCondition['edges'] = [];
  const others = new Set<string>();
  for (const typeName of named ?? types.entityTypes.keys()) {
    const type = types.entityType(typeName);
    for (const end of type.relationshipAttributes.get(name) ?? []) {
      edges.push({typeName: end.relationship.name, end: end.end});
      const {endDef1, endDef2} = end.relationship;
      // Related to others of its type under one name (synonyms): either end may be this one.
      if (endDef1.type === endDef2.type && endDef1.name === endDef2.name) {
        edges.push({typeName: end.relationship.name, end: end.end === 1 ? 2 : 1});
      }
      others.add(end.otherType);
    }
    const reference = edges.length > 0 ? undefined : plainReference(type, name);
    if (reference === undefined) continue;
    edges.push({typeName: reference.label, end: 1});
    others.add(reference.type);
  }
  if (edges.length === 0 || ![...others].every(one => types.entityTypes.has(one))) return undefined;
  const distinct = [...new Map(edges.map(one => [`${one.typeName} ${one.end}`, one])).values()];
  const from = named && withSubTypes(types, named);
  return {name, edges: distinct, from, to: withSubTypes(types, [...others]), named: [...others]};
}

/**
 * Edges that clients know by a label such as `__hive_table.columns`, at whichever end the entity
 * stands.
 */
export function hopByLabel(types: TypeRegistry, label: string): Hop {
  const named = [...types.relationshipTypes.values()]
    .filter(type => type.label === label)
    .map(type => type.name);
  const edges = [...named, label].flatMap(typeName => [
    {typeName, end: 1 as const},
    {typeName, end: 2 as const},
  ]);
  return {name: label, edges, from: undefined, to: undefined};
}

export function withSubTypes(types: TypeRegistry, names: readonly string[]): string[] {
  return [...new Set(names.flatMap(name => [...types.entityType(name).typeAndSubTypes]))];
}

function plainReference(type: EntityType, name: string): {label: string; type: string} | undefined {
  const attribute = type.attributes.get(name);
  const target = attribute && referred(attribute.type);
  return attribute === undefined || target === undefined || attribute.isSoftReference
    ? undefined
    : {label: `__${attribute.key}`, type: target};
}

function referred(type: ValueType): string | undefined {
  if (type.kind === 'array') return referred(type.element);
  return type.kind === 'entity' ? type.name : undefined;
}
