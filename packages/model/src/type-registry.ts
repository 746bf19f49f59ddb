import {AppError} from './error.ts';
import type {
  AttributeDef,
  BusinessMetadataDef,
  ClassificationDef,
  EntityDef,
  EnumDef,
  RelationshipDef,
  StructDef,
  TypeDef,
} from './type-def.ts';

export const primitiveNames = [
  'boolean',
  'byte',
  'short',
  'int',
  'long',
  'float',
  'double',
  'biginteger',
  'bigdecimal',
  'string',
  'date',
] as const;
export type PrimitiveName = (typeof primitiveNames)[number];

/** What a value must look like; type names are resolved, so walking it needs no registry but for struct members. */
export type ValueType =
  | {kind: 'primitive'; name: PrimitiveName}
  | {kind: 'enum'; name: string}
  | {kind: 'struct'; name: string}
  /** `name` is an entity type, or `objectid` for any. */
  | {kind: 'entity'; name: string}
  | {kind: 'array'; element: ValueType}
  | {kind: 'map'; key: ValueType; value: ValueType};

/** An attribute where it is defined: `key` is `<defining type>.<name>`, the name it is indexed under. */
export type Attribute = {
  name: string;
  owner: string;
  key: string;
  def: AttributeDef;
  type: ValueType;
  /** A reference that is kept by guid in the attributes alone, without an edge (`isSoftReference`). */
  isSoftReference: boolean;
  /** The referenced entities live and die with the holder. */
  isOwned: boolean;
};

/** An end of a relationship seen from the entity type that carries it. */
export type RelationshipAttribute = {
  name: string;
  relationship: RelationshipDef;
  /** The end that an entity carrying this attribute takes. */
  end: 1 | 2;
  otherType: string;
  isMany: boolean;
  /** Shown in `attributes`, too. */
  isLegacy: boolean;
  /** Container of a composition: the other side is deleted with this one. */
  isOwned: boolean;
};

export type EntityType = {
  name: string;
  def: EntityDef;
  /** All ancestors, nearest last, without the type itself. */
  superTypes: ReadonlySet<string>;
  /** The type itself and all descendants. */
  typeAndSubTypes: ReadonlySet<string>;
  /** Own and inherited, ancestors' first. */
  attributes: ReadonlyMap<string, Attribute>;
  /** Own and inherited; several relationship types may share one attribute name. */
  relationshipAttributes: ReadonlyMap<string, readonly RelationshipAttribute[]>;
  uniqueAttributes: readonly Attribute[];
  /** Bookkeeping types of the catalog itself: never in search results, always deleted for good. */
  isInternal: boolean;
};

export type StructType = {name: string; def: StructDef; attributes: ReadonlyMap<string, Attribute>};
export type ClassificationType = {
  name: string;
  def: ClassificationDef;
  superTypes: ReadonlySet<string>;
  typeAndSubTypes: ReadonlySet<string>;
  attributes: ReadonlyMap<string, Attribute>;
  /** Own restriction or the inherited one; empty: no restriction. */
  entityTypes: ReadonlySet<string>;
};
export type RelationshipType = {
  name: string;
  def: RelationshipDef;
  label: string;
  attributes: ReadonlyMap<string, Attribute>;
};
export type EnumType = {
  name: string;
  def: EnumDef;
  /** lower-cased value -> canonical spelling */ values: ReadonlyMap<string, string>;
};

/** Root of the bookkeeping types. */
export const internalRoot = '__internal';

/**
 * All type definitions, resolved. Immutable: a change of types builds a new one.
 * Definitions must have passed `checkTypeDefs`; an unknown name inside them throws TYPE_NAME_NOT_FOUND.
 */
export class TypeRegistry {
  /** Number of the stored type system that this is; rises with every change of a definition. */
  readonly version: number;
  readonly defs: ReadonlyMap<string, TypeDef>;
  readonly entityTypes = new Map<string, EntityType>();
  readonly classificationTypes = new Map<string, ClassificationType>();
  readonly structTypes = new Map<string, StructType>();
  readonly enumTypes = new Map<string, EnumType>();
  readonly relationshipTypes = new Map<string, RelationshipType>();
  readonly businessMetadataTypes = new Map<
    string,
    {name: string; def: BusinessMetadataDef; attributes: ReadonlyMap<string, Attribute>}
  >();
  readonly #byGuid = new Map<string, TypeDef>();

  constructor(defs: Iterable<TypeDef>, version = 0) {
    this.version = version;
    this.defs = new Map(Array.from(defs, def => [def.name, def]));
    for (const def of this.defs.values()) this.#byGuid.set(def.guid, def);
    this.#resolve();
  }

  byGuid(guid: string): TypeDef | undefined {
    return this.#byGuid.get(guid);
  }

  /** @throws TYPE_NAME_INVALID (400) when there is no such entity type */
  entityType(name: string): EntityType {
    const type = this.entityTypes.get(name);
    if (type === undefined) throw new AppError('TYPE_NAME_INVALID', ['ENTITY', name]);
    return type;
  }

  /** @throws CLASSIFICATION_NOT_FOUND (404) when there is no such classification type */
  classificationType(name: string): ClassificationType {
    const type = this.classificationTypes.get(name);
    if (type === undefined) throw new AppError('CLASSIFICATION_NOT_FOUND', [name]);
    return type;
  }

  /** Resolves `string`, `hive_order`, `array<map<string,int>>` and the like. @throws TYPE_NAME_NOT_FOUND (404) */
  valueType(typeName: string): ValueType {
    const text = typeName.trim();
    if (text.startsWith('array<') && text.endsWith('>')) {
      return {kind: 'array', element: this.valueType(text.slice(6, -1))};
    }
    if (text.startsWith('map<') && text.endsWith('>')) {
      const comma = topLevelComma(text);
      if (comma > 0) {
        return {
          kind: 'map',
          key: this.valueType(text.slice(4, comma)),
          value: this.valueType(text.slice(comma + 1, -1)),
        };
      }
    }
    if ((primitiveNames as readonly string[]).includes(text)) return {kind: 'primitive', name: text as PrimitiveName};
    if (text === 'objectid') return {kind: 'entity', name: text};
    const category = this.defs.get(text)?.category;
    if (category === 'ENUM') return {kind: 'enum', name: text};
    if (category === 'STRUCT') return {kind: 'struct', name: text};
    if (category === 'ENTITY') return {kind: 'entity', name: text};
    throw new AppError('TYPE_NAME_NOT_FOUND', [text]);
  }

  #resolve(): void {
    for (const def of this.defs.values()) {
      if (def.category === 'ENUM') {
        const values = new Map(def.elementDefs.map(element => [element.value.toLowerCase(), element.value]));
        this.enumTypes.set(def.name, {name: def.name, def, values});
      } else if (def.category === 'STRUCT') {
        this.structTypes.set(def.name, {name: def.name, def, attributes: this.#attributes([def])});
      } else if (def.category === 'BUSINESS_METADATA') {
        this.businessMetadataTypes.set(def.name, {name: def.name, def, attributes: this.#attributes([def])});
      } else if (def.category === 'RELATIONSHIP') {
        const label = def.relationshipLabel ?? `r:${def.name}`;
        this.relationshipTypes.set(def.name, {name: def.name, def, label, attributes: this.#attributes([def])});
      }
    }
    const entities = this.#hierarchy<EntityDef>('ENTITY');
    const ends = this.#relationshipEnds();
    for (const {def, ancestors, descendants} of entities) {
      const attributes = this.#attributes([...ancestors, def], overridesOf([...ancestors, def]));
      this.entityTypes.set(def.name, {
        name: def.name,
        def,
        superTypes: new Set(ancestors.map(ancestor => ancestor.name)),
        typeAndSubTypes: new Set([def.name, ...descendants]),
        attributes,
        relationshipAttributes: inheritEnds([...ancestors, def], ends),
        uniqueAttributes: [...attributes.values()].filter(attribute => attribute.def.isUnique),
        isInternal: def.name === internalRoot || ancestors.some(ancestor => ancestor.name === internalRoot),
      });
    }
    for (const {def, ancestors, descendants} of this.#hierarchy<ClassificationDef>('CLASSIFICATION')) {
      const restricted = [def, ...ancestors.toReversed()].find(one => one.entityTypes.length > 0);
      this.classificationTypes.set(def.name, {
        name: def.name,
        def,
        superTypes: new Set(ancestors.map(ancestor => ancestor.name)),
        typeAndSubTypes: new Set([def.name, ...descendants]),
        attributes: this.#attributes([...ancestors, def]),
        entityTypes: new Set(
          restricted?.entityTypes.flatMap(name => [...(this.entityTypes.get(name)?.typeAndSubTypes ?? [])]),
        ),
      });
    }
  }

  /** Each definition of one category with all its ancestors (farthest first) and the names of all descendants. */
  #hierarchy<Def extends EntityDef | ClassificationDef>(category: Def['category']) {
    const nodes = new Map<string, {def: Def; ancestors: Def[]; descendants: Set<string>}>();
    const visit = (name: string, path: readonly string[]): {def: Def; ancestors: Def[]; descendants: Set<string>} => {
      const known = nodes.get(name);
      if (known !== undefined) return known;
      const def = this.defs.get(name);
      if (def?.category !== category) throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
      if (path.includes(name)) throw new AppError('CIRCULAR_REFERENCE', [name, name]);
      const ancestors = new Map<string, Def>();
      for (const parent of (def as Def).superTypes) {
        const node = visit(parent, [...path, name]);
        for (const ancestor of [...node.ancestors, node.def]) ancestors.set(ancestor.name, ancestor);
      }
      const node = {def: def as Def, ancestors: [...ancestors.values()], descendants: new Set<string>()};
      nodes.set(name, node);
      for (const ancestor of node.ancestors) nodes.get(ancestor.name)?.descendants.add(name);
      return node;
    };
    for (const def of this.defs.values()) if (def.category === category) visit(def.name, []);
    return [...nodes.values()];
  }

  #attributes(
    defs: readonly {name: string; attributeDefs: readonly AttributeDef[]}[],
    overrides: ReadonlyMap<string, Partial<AttributeDef>> = new Map(),
  ): ReadonlyMap<string, Attribute> {
    const attributes = new Map<string, Attribute>();
    for (const owner of defs) {
      for (const own of owner.attributeDefs) {
        const def = {...own, ...overrides.get(own.name)};
        attributes.set(def.name, {
          name: def.name,
          owner: owner.name,
          key: `${owner.name}.${def.name}`,
          def,
          type: this.valueType(def.typeName),
          isSoftReference: def.options?.['isSoftReference'] === 'true',
          isOwned: def.constraints?.some(constraint => constraint.type === 'ownedRef') ?? false,
        });
      }
    }
    return attributes;
  }

  /** Relationship attributes by the type that an end names. */
  #relationshipEnds(): Map<string, RelationshipAttribute[]> {
    const ends = new Map<string, RelationshipAttribute[]>();
    for (const {def} of this.relationshipTypes.values()) {
      for (const end of [1, 2] as const) {
        const [mine, other] = end === 1 ? [def.endDef1, def.endDef2] : [def.endDef2, def.endDef1];
        // A relationship of a type with itself under one name (synonyms) is one attribute, not two.
        if (end === 2 && def.endDef1.type === def.endDef2.type && def.endDef1.name === def.endDef2.name) continue;
        const list = ends.get(mine.type) ?? [];
        list.push({
          name: mine.name,
          relationship: def,
          end,
          otherType: other.type,
          isMany: mine.cardinality !== 'SINGLE',
          isLegacy: mine.isLegacyAttribute,
          isOwned: mine.isContainer && def.relationshipCategory === 'COMPOSITION',
        });
        ends.set(mine.type, list);
      }
    }
    return ends;
  }
}

function inheritEnds(
  defs: readonly {name: string}[],
  ends: ReadonlyMap<string, readonly RelationshipAttribute[]>,
): ReadonlyMap<string, readonly RelationshipAttribute[]> {
  const all = new Map<string, RelationshipAttribute[]>();
  for (const {name} of defs) {
    for (const end of ends.get(name) ?? []) all.set(end.name, [...(all.get(end.name) ?? []), end]);
  }
  return all;
}

function overridesOf(defs: readonly EntityDef[]): Map<string, Partial<AttributeDef>> {
  const overrides = new Map<string, Partial<AttributeDef>>();
  for (const def of defs) {
    for (const override of def.attributeDefOverrides ?? [])
      if (override.name !== undefined) overrides.set(override.name, override);
  }
  return overrides;
}

/** Where `map<K,V>` splits: K may itself hold commas in angle brackets. */
function topLevelComma(text: string): number {
  let depth = 0;
  for (let i = 4; i < text.length; i++) {
    const char = text[i];
    if (char === '<') depth++;
    else if (char === '>') depth--;
    else if (char === ',' && depth === 0) return i;
  }
  return -1;
}
