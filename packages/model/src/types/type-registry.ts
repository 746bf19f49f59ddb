import {AppError} from '../error.ts';
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
import {isScalar, resolveValueType, type ValueType} from './type-value.ts';

export {primitiveNames, type PrimitiveName, type ValueType} from './type-value.ts';

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
  /** The attribute of the referenced entities that refers back (`inverseRef`). */
  inverse?: string;
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

/** Lists, maps, structs and references may be declared unique, as in the reference, but nothing is found by them. */
export function isUnique({def, type}: Attribute): boolean {
  return def.isUnique && isScalar(type);
}

export type EntityType = {
  name: string;
  def: EntityDef;
  /** All ancestors, nearest last, without the type itself. */
  superTypes: ReadonlySet<string>;
  /** The type itself and all descendants. */
  typeAndSubTypes: ReadonlySet<string>;
  /** Direct descendants. */
  subTypes: ReadonlySet<string>;
  /** Own and inherited, ancestors' first. */
  attributes: ReadonlyMap<string, Attribute>;
  /** Own and inherited; several relationship types may share one attribute name. */
  relationshipAttributes: ReadonlyMap<string, readonly RelationshipAttribute[]>;
  /** By their values one entity is found. */
  uniqueAttributes: readonly Attribute[];
  /** References whose other side is kept in line; those that are relationships keep themselves. */
  inverseAttributes: readonly Attribute[];
  /** What business metadata, by its name, adds to the type: attributes that name the type or an ancestor as applicable. */
  businessAttributes: ReadonlyMap<string, readonly Attribute[]>;
  /** Bookkeeping types of the catalog itself: never in search results, always deleted for good. */
  isInternal: boolean;
};

export type StructType = {name: string; def: StructDef; attributes: ReadonlyMap<string, Attribute>};
export type ClassificationType = {
  name: string;
  def: ClassificationDef;
  superTypes: ReadonlySet<string>;
  typeAndSubTypes: ReadonlySet<string>;
  subTypes: ReadonlySet<string>;
  attributes: ReadonlyMap<string, Attribute>;
  /** Own restriction, else what all restricted ancestors have in common, sub-types included; empty: no restriction. */
  entityTypes: ReadonlySet<string>;
};
export type RelationshipType = {
  name: string;
  def: RelationshipDef;
  /** Of its edges, as clients see it: the one given, else that of the reference attribute an end stands for, else `r:<name>`. */
  label: string;
  attributes: ReadonlyMap<string, Attribute>;
};
export type EnumType = {
  name: string;
  def: EnumDef;
  /** lower-cased value -> canonical spelling */ values: ReadonlyMap<string, string>;
};

/**
 * Rows that do not follow from these definitions yet, since they are being written anew: documents of entity types, values of
 * attributes by their keys, and of classification types the words of their values and which of the entities that they have propagated
 * to carry them. Whoever looks something up there looks at the entities instead.
 */
export type Unready = Readonly<Record<(typeof derivedKinds)[number], ReadonlySet<string>>>;

export const derivedKinds = ['documents', 'values', 'words', 'carriers'] as const;

const allReady: Unready = {documents: new Set(), values: new Set(), words: new Set(), carriers: new Set()};

/** Root of the bookkeeping types. */
export const internalRoot = '__internal';

/**
 * All type definitions, resolved. Immutable: a change of types builds a new one.
 * Definitions must have passed `checkTypeDefs`; an unknown name inside them throws TYPE_NAME_NOT_FOUND.
 */
export class TypeRegistry {
  /** Number of the stored type system that this is; rises with every change of a definition. */
  readonly version: number;
  readonly unready: Unready;
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
  /** Own attributes are resolved once, however many types inherit them. */
  readonly #ownAttributes = new Map<string, readonly Attribute[]>();

  constructor(defs: Iterable<TypeDef>, version = 0, unready: Unready = allReady) {
    this.version = version;
    this.unready = unready;
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
    if (type === undefined) throw new AppError('TYPE_NAME_INVALID', ['ENTITY', name || 'null']);
    return type;
  }

  /** @throws CLASSIFICATION_NOT_FOUND (404) when there is no such classification type */
  classificationType(name: string): ClassificationType {
    const type = this.classificationTypes.get(name);
    if (type === undefined) throw new AppError('CLASSIFICATION_NOT_FOUND', [name || 'null']);
    return type;
  }

  /** Whether a classification that comes to an entity over relationships holds there, too. */
  isCarried(classification: string, entityType: string): boolean {
    const allowed = this.classificationTypes.get(classification)?.entityTypes;
    return allowed === undefined || allowed.size === 0 || allowed.has(entityType);
  }

  relationshipType(name: string): RelationshipType {
    const type = this.relationshipTypes.get(name);
    if (type === undefined) throw new AppError('TYPE_NAME_INVALID', ['RELATIONSHIP', name]);
    return type;
  }

  /** Resolves `string`, `hive_order`, `array<map<string,int>>` and the like. @throws TYPE_NAME_NOT_FOUND (404) */
  valueType(typeName: string): ValueType {
    return resolveValueType(typeName, name => this.defs.get(name)?.category);
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
        this.relationshipTypes.set(def.name, {
          name: def.name,
          def,
          label: labelOf(def),
          attributes: this.#attributes([def]),
        });
      }
    }
    this.#resolveEntities();
    this.#resolveClassifications();
  }

  #resolveEntities(): void {
    const ends = this.#relationshipEnds();
    const business = this.#businessAttributes();
    for (const {def, ancestors, descendants, children} of this.#hierarchy<EntityDef>('ENTITY')) {
      const attributes = this.#attributes([...ancestors, def], overridesOf([...ancestors, def]));
      const relationshipAttributes = inheritEnds([...ancestors, def], ends);
      this.entityTypes.set(def.name, {
        name: def.name,
        def,
        superTypes: new Set(ancestors.map(ancestor => ancestor.name)),
        typeAndSubTypes: new Set([def.name, ...descendants]),
        subTypes: children,
        attributes,
        relationshipAttributes,
        uniqueAttributes: [...attributes.values()].filter(isUnique),
        inverseAttributes: [...attributes.values()].filter(
          attribute => attribute.inverse !== undefined && !relationshipAttributes.has(attribute.name),
        ),
        businessAttributes: inheritBusiness([...ancestors, def], business),
        isInternal: def.name === internalRoot || ancestors.some(ancestor => ancestor.name === internalRoot),
      });
    }
  }

  #resolveClassifications(): void {
    for (const {def, ancestors, descendants, children} of this.#hierarchy<ClassificationDef>('CLASSIFICATION')) {
      this.classificationTypes.set(def.name, {
        name: def.name,
        def,
        superTypes: new Set(ancestors.map(ancestor => ancestor.name)),
        typeAndSubTypes: new Set([def.name, ...descendants]),
        subTypes: children,
        attributes: this.#attributes([...ancestors, def]),
        entityTypes: this.#allowedEntityTypes(def),
      });
    }
  }

  #allowedEntityTypes(def: ClassificationDef): ReadonlySet<string> {
    if (def.entityTypes.length > 0) {
      return new Set(def.entityTypes.flatMap(name => [...(this.entityTypes.get(name)?.typeAndSubTypes ?? [])]));
    }
    // The hierarchy comes ancestors first, so the parents are resolved.
    const restrictions = def.superTypes
      .map(parent => this.classificationTypes.get(parent)?.entityTypes ?? new Set<string>())
      .filter(allowed => allowed.size > 0);
    const [first = new Set<string>(), ...others] = restrictions;
    return new Set([...first].filter(name => others.every(allowed => allowed.has(name))));
  }

  /** Each definition of one category with all its ancestors (farthest first) and the names of all descendants. */
  #hierarchy<Def extends EntityDef | ClassificationDef>(category: Def['category']): HierarchyNode<Def>[] {
    const nodes = new Map<string, HierarchyNode<Def>>();
    const visit = (name: string, path: readonly string[]): HierarchyNode<Def> => {
      const known = nodes.get(name);
      if (known !== undefined) return known;
      const def = this.defs.get(name);
      if (def?.category !== category) throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
      if (path.includes(name)) throw new AppError('CIRCULAR_REFERENCE', [name, path.at(-1) ?? name]);
      const ancestors = new Map<string, Def>();
      const parents = (def as Def).superTypes.map(parent => visit(parent, [...path, name]));
      for (const parent of parents) {
        for (const ancestor of [...parent.ancestors, parent.def]) ancestors.set(ancestor.name, ancestor);
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
    for (const def of this.defs.values()) if (def.category === category) visit(def.name, []);
    return [...nodes.values()];
  }

  #attributes(
    defs: readonly StructLike[],
    overrides: ReadonlyMap<string, Partial<AttributeDef>> = new Map(),
  ): ReadonlyMap<string, Attribute> {
    const attributes = new Map<string, Attribute>();
    for (const owner of defs) {
      for (const own of this.#attributesOf(owner)) {
        const override = overrides.get(own.name);
        attributes.set(own.name, override === undefined ? own : {...own, def: {...own.def, ...override}});
      }
    }
    return attributes;
  }

  #attributesOf(owner: StructLike): readonly Attribute[] {
    const known = this.#ownAttributes.get(owner.name);
    if (known !== undefined) return known;
    const own = owner.attributeDefs.map(def => ({
      name: def.name,
      owner: owner.name,
      key: `${owner.name}.${def.name}`,
      def,
      type: this.valueType(def.typeName),
      isSoftReference: def.options?.['isSoftReference'] === 'true',
      isOwned: def.constraints?.some(constraint => constraint.type === 'ownedRef') ?? false,
      ...inverseOf(def),
    }));
    this.#ownAttributes.set(owner.name, own);
    return own;
  }

  /** Business attributes by the entity type that they name as applicable. */
  #businessAttributes(): Map<string, Attribute[]> {
    const business = new Map<string, Attribute[]>();
    for (const {attributes} of this.businessMetadataTypes.values()) {
      for (const attribute of attributes.values()) {
        for (const name of applicableEntityTypes(attribute.def) ?? []) append(business, name, attribute);
      }
    }
    return business;
  }

  /** Relationship attributes by the type that an end names. */
  #relationshipEnds(): Map<string, RelationshipAttribute[]> {
    const ends = new Map<string, RelationshipAttribute[]>();
    for (const {def} of this.relationshipTypes.values()) {
      for (const end of [1, 2] as const) {
        const [mine, other] = end === 1 ? [def.endDef1, def.endDef2] : [def.endDef2, def.endDef1];
        // A relationship of a type with itself under one name (synonyms) is one attribute, not two.
        if (end === 2 && def.endDef1.type === def.endDef2.type && def.endDef1.name === def.endDef2.name) continue;
        append(ends, mine.type, {
          name: mine.name,
          relationship: def,
          end,
          otherType: other.type,
          isMany: mine.cardinality !== 'SINGLE',
          isLegacy: mine.isLegacyAttribute,
          isOwned: mine.isContainer && def.relationshipCategory === 'COMPOSITION',
        });
      }
    }
    return ends;
  }
}

type StructLike = {name: string; attributeDefs: readonly AttributeDef[]};

/** `ancestors` farthest first; `children` are direct. */
type HierarchyNode<Def> = {def: Def; ancestors: Def[]; descendants: Set<string>; children: Set<string>};

/** Option `applicableEntityTypes` of a business metadata attribute; undefined when it is not a JSON list of names. */
export function applicableEntityTypes(def: AttributeDef): string[] | undefined {
  const text = def.options?.['applicableEntityTypes'];
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(name => typeof name === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

function labelOf(def: RelationshipDef): string {
  if (def.relationshipLabel !== undefined) return def.relationshipLabel;
  const legacy = [def.endDef1, def.endDef2].find(end => end.isLegacyAttribute);
  return legacy === undefined ? `r:${def.name}` : `__${legacy.type}.${legacy.name}`;
}

function inverseOf({constraints}: AttributeDef): Pick<Attribute, 'inverse'> {
  const inverse = constraints?.find(one => one.type === 'inverseRef')?.params?.['attribute'];
  return typeof inverse === 'string' ? {inverse} : {};
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function inheritEnds(
  defs: readonly {name: string}[],
  ends: ReadonlyMap<string, readonly RelationshipAttribute[]>,
): ReadonlyMap<string, readonly RelationshipAttribute[]> {
  const all = new Map<string, RelationshipAttribute[]>();
  for (const {name} of defs) for (const end of ends.get(name) ?? []) append(all, end.name, end);
  return all;
}

function inheritBusiness(
  defs: readonly {name: string}[],
  business: ReadonlyMap<string, readonly Attribute[]>,
): ReadonlyMap<string, readonly Attribute[]> {
  // One attribute may name both a type and its ancestor.
  const applicable = new Set(defs.flatMap(def => business.get(def.name) ?? []));
  const byMetadata = new Map<string, Attribute[]>();
  for (const attribute of applicable) append(byMetadata, attribute.owner, attribute);
  return byMetadata;
}

function overridesOf(defs: readonly EntityDef[]): Map<string, Partial<AttributeDef>> {
  const overrides = new Map<string, Partial<AttributeDef>>();
  for (const def of defs) {
    for (const override of def.attributeDefOverrides ?? [])
      if (override.name !== undefined) overrides.set(override.name, override);
  }
  return overrides;
}
