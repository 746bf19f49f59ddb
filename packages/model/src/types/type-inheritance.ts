import {AppError} from '../error.ts';
import type {Attribute, RelationshipAttribute} from './resolved-types.ts';
import type {AttributeDef, ClassificationDef, EntityDef, TypeDef} from './type-def.ts';

/** `ancestors` farthest first; `children` are direct. */
type HierarchyNode<Def> = {
  def: Def;
  ancestors: Def[];
  descendants: Set<string>;
  children: Set<string>;
};

/**
 * Each definition of one category with all its ancestors (farthest first) and the names of all
 * descendants.
 */
export function hierarchyOf<Def extends EntityDef | ClassificationDef>(
  defs: ReadonlyMap<string, TypeDef>,
  category: Def['category'],
): HierarchyNode<Def>[] {
  const nodes = new Map<string, HierarchyNode<Def>>();
  const visit = (name: string, path: readonly string[]): HierarchyNode<Def> => {
    const known = nodes.get(name);
    if (known !== undefined) return known;
    const def = defs.get(name);
    if (def?.category !== category) throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
    if (path.includes(name)) throw new AppError('CIRCULAR_REFERENCE', [name, path.at(-1) ?? name]);
    const ancestors = new Map<string, Def>();
    const parents = (def as Def).superTypes.map(parent => visit(parent, [...path, name]));
    for (const parent of parents) {
      for (const ancestor of [...parent.ancestors, parent.def])
        ancestors.set(ancestor.name, ancestor);
    }
    const node: HierarchyNode<Def> = {
      def: def as Def,
      ancestors: [...ancestors.values()],
      descendants: new Set(),
      children: new Set(),
    };
    nodes.set(name, node);
    for (const parent of parents) parent.children.add(name);
    for (const ancestor of node.ancestors) nodes.get(ancestor.name)?.descendants.add(name);
    return node;
  };
  for (const def of defs.values()) if (def.category === category) visit(def.name, []);
  return [...nodes.values()];
}

export function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

export function inheritEnds(
  defs: readonly {name: string}[],
  ends: ReadonlyMap<string, readonly RelationshipAttribute[]>,
): ReadonlyMap<string, readonly RelationshipAttribute[]> {
  const all = new Map<string, RelationshipAttribute[]>();
  for (const {name} of defs) for (const end of ends.get(name) ?? []) append(all, end.name, end);
  return all;
}

export function inheritBusiness(
  defs: readonly {name: string}[],
  business: ReadonlyMap<string, readonly Attribute[]>,
): ReadonlyMap<string, readonly Attribute[]> {
  // One attribute may name both a type and its ancestor.
  const applicable = new Set(defs.flatMap(def => business.get(def.name) ?? []));
  const byMetadata = new Map<string, Attribute[]>();
  for (const attribute of applicable) append(byMetadata, attribute.owner, attribute);
  return byMetadata;
}

export function overridesOf(defs: readonly EntityDef[]): Map<string, Partial<AttributeDef>> {
  const overrides = new Map<string, Partial<AttributeDef>>();
  for (const def of defs) {
    for (const override of def.attributeDefOverrides ?? [])
      if (override.name !== undefined) overrides.set(override.name, override);
  }
  return overrides;
}
