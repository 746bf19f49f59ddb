import type {EntityDef, RelationshipDef} from '../types/type-def.ts';

/**
 * What follows from type definitions about assets needs no more of them than this, so that servers
 * and pages can ask alike.
 */
export type AssetTypes = {
  readonly relationshipDefs: Iterable<RelationshipDef>;
  readonly entityDefs: Iterable<EntityDef>;
  /** The type and all types above it, nearest first. */
  readonly lineOf: (typeName: string) => readonly Pick<EntityDef, 'name' | 'options'>[];
};

/** How entities of one type contain those of another: a table its columns, a bucket its folders. */
export type Containment = {
  /**
   * Type of the relationships, or label of the edges of an attribute that owns what it refers to.
   */
  readonly edge: string;
  /** The end of the edges that the part takes. */
  readonly partEnd: 1 | 2;
  readonly container: string;
  /** Of the container. */
  readonly attribute: string;
  readonly part: string;
  /** Whether there may be several parts. */
  readonly isMany: boolean;
};

const known = new WeakMap<AssetTypes, readonly Containment[]>();

/**
 * All of them: relationships with a container, of whose parts each has only one, and attributes
 * with the constraint `ownedRef`. What a process reads and writes is no part of it, as it may
 * belong to several.
 */
export function containments(types: AssetTypes): readonly Containment[] {
  const before = known.get(types);
  if (before !== undefined) return before;
  const all = [...types.relationshipDefs].flatMap(ofRelationship);
  const told = new Set(all.map(one => `${one.container} ${one.attribute}`));
  for (const def of types.entityDefs)
    for (const one of ofAttributes(def))
      if (!told.has(`${one.container} ${one.attribute}`)) all.push(one);
  known.set(types, all);
  return all;
}

function ofRelationship({
  name,
  relationshipCategory,
  endDef1,
  endDef2,
}: RelationshipDef): readonly Containment[] {
  if (relationshipCategory === 'ASSOCIATION') return [];
  const [container, part, partEnd] = endDef1.isContainer
    ? ([endDef1, endDef2, 2] as const)
    : ([endDef2, endDef1, 1] as const);
  if (!container.isContainer || part.cardinality !== 'SINGLE') return [];
  const isMany = container.cardinality !== 'SINGLE';
  return [
    {
      edge: name,
      partEnd,
      container: container.type,
      attribute: container.name,
      part: part.type,
      isMany,
    },
  ];
}

function ofAttributes({name: container, attributeDefs}: EntityDef): readonly Containment[] {
  return attributeDefs
    .filter(def => def.constraints?.some(one => one.type === 'ownedRef'))
    .map(({name: attribute, typeName}) => {
      const element = /^array<(.*)>$/.exec(typeName)?.[1];
      const edge = `__${container}.${attribute}`;
      return {
        edge,
        partEnd: 2,
        container,
        attribute,
        part: element ?? typeName,
        isMany: element !== undefined,
      };
    });
}
