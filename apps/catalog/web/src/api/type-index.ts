import type {AttributeDef, EnumDef, RelationshipDef, StructDef} from '@gazetteer/model';
import {useSuspenseQuery} from '@tanstack/react-query';
import {typesQuery} from './queries.ts';
import type {
  ClassificationDefAnswer,
  EntityDefAnswer,
  RelationshipAttributeDef,
  TypesAnswer,
} from './wire.ts';

/** Names by which the API understands any type, see `SearchParameters`. */
export const allEntityTypes = '_ALL_ENTITY_TYPES';
export const allClassificationTypes = '_ALL_CLASSIFICATION_TYPES';

/** The types by name, and what follows from their hierarchy. */
export class TypeIndex {
  readonly entities: ReadonlyMap<string, EntityDefAnswer>;
  readonly classifications: ReadonlyMap<string, ClassificationDefAnswer>;
  readonly enums: ReadonlyMap<string, EnumDef>;
  readonly structs: ReadonlyMap<string, StructDef>;
  readonly relationships: ReadonlyMap<string, RelationshipDef>;
  readonly businessMetadata: ReadonlyMap<string, TypesAnswer['businessMetadataDefs'][number]>;
  /** As lists, for what follows from all of them (`AssetTypes`). */
  readonly entityDefs: readonly EntityDefAnswer[];
  readonly relationshipDefs: readonly RelationshipDef[];

  constructor(types: TypesAnswer) {
    this.entityDefs = types.entityDefs;
    this.relationshipDefs = types.relationshipDefs;
    this.entities = byName(types.entityDefs);
    this.classifications = byName(types.classificationDefs);
    this.enums = byName(types.enumDefs);
    this.structs = byName(types.structDefs);
    this.relationships = byName(types.relationshipDefs);
    this.businessMetadata = byName(types.businessMetadataDefs);
  }

  /**
   * The type and all types above it, nearest first. Unknown names are left out. In breadth: of
   * several supertypes those that are named first come first, on each level.
   */
  lineOf(typeName: string): readonly (EntityDefAnswer | ClassificationDefAnswer)[] {
    const found = new Map<string, EntityDefAnswer | ClassificationDefAnswer>();
    const queue = [typeName];
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const def = this.entities.get(name) ?? this.classifications.get(name);
      if (def === undefined || found.has(name)) continue;
      found.set(name, def);
      queue.push(...def.superTypes);
    }
    return [...found.values()];
  }

  isA(typeName: string, superType: string): boolean {
    return this.lineOf(typeName).some(def => def.name === superType);
  }

  /** Own and inherited attributes; where a name comes twice, the nearest type's. */
  attributesOf(typeName: string): readonly AttributeDef[] {
    const all = new Map<string, AttributeDef>();
    for (const def of this.lineOf(typeName))
      for (const one of def.attributeDefs) if (!all.has(one.name)) all.set(one.name, one);
    return [...all.values()];
  }

  /**
   * Own and inherited relationship attributes of an entity type; one name may lead to several
   * relationship types.
   */
  relationshipAttributesOf(typeName: string): readonly RelationshipAttributeDef[] {
    const all = new Map<string, RelationshipAttributeDef>();
    for (const def of this.lineOf(typeName)) {
      for (const one of (def as EntityDefAnswer).relationshipAttributeDefs ?? []) {
        const key = `${one.name} ${one.relationshipTypeName}`;
        if (!all.has(key)) all.set(key, one);
      }
    }
    return [...all.values()];
  }

  /** The type with everything below it. */
  subTypesOf(typeName: string): ReadonlySet<string> {
    const found = new Set<string>();
    const queue = [typeName];
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (found.has(name)) continue;
      found.add(name);
      queue.push(...((this.entities.get(name) ?? this.classifications.get(name))?.subTypes ?? []));
    }
    return found;
  }
}

/**
 * Types that the catalog keeps for itself, such as the profiles of its users. Pages do not show
 * them.
 */
export function isInternal(typeName: string): boolean {
  return typeName.startsWith('__');
}

/** Of the latest answer alone: the older types are those of no page any more. */
let last: {types: TypesAnswer; index: TypeIndex} | undefined;

/** Made once for each answer. */
export function indexOf(types: TypesAnswer): TypeIndex {
  if (last?.types !== types) last = {types, index: new TypeIndex(types)};
  return last.index;
}

/** All types; the page waits for them. */
export function useTypes(): TypeIndex {
  return indexOf(useSuspenseQuery(typesQuery).data);
}

function byName<Def extends {readonly name: string}>(
  defs: readonly Def[],
): ReadonlyMap<string, Def> {
  return new Map(defs.map(def => [def.name, def]));
}
