import {AppError} from '../error.ts';
import {
  isUnique,
  type Attribute,
  type BusinessMetadataType,
  type ClassificationType,
  type EntityType,
  type EnumType,
  type RelationshipAttribute,
  type RelationshipType,
  type StructType,
} from './resolved-types.ts';
import type {
  AttributeDef,
  ClassificationDef,
  EntityDef,
  EnumDef,
  RelationshipDef,
  TypeCategory,
  TypeDef,
} from './type-def.ts';
import {
  append,
  hierarchyOf,
  inheritBusiness,
  inheritEnds,
  overridesOf,
} from './type-inheritance.ts';
import {typeDefsChange, type TypeDefs, type TypeDefsChange} from './type-changes.ts';
import {resolveValueType, type ValueType} from './type-value.ts';

export * from './resolved-types.ts';
export {primitiveNames, type PrimitiveName, type ValueType} from './type-value.ts';

/**
 * Rows that do not follow from these definitions yet, since they are being written anew: documents
 * of entity types, values of attributes by their keys, and of classification types the words of
 * their values and which of the entities that they have propagated to carry them. Whoever looks
 * something up there looks at the entities instead.
 */
export type Unready = Readonly<Record<(typeof derivedKinds)[number], ReadonlySet<string>>>;

export const derivedKinds = ['documents', 'values', 'words', 'carriers'] as const;

const allReady: Unready = {
  documents: new Set(),
  values: new Set(),
  words: new Set(),
  carriers: new Set(),
};

/** Root of the bookkeeping types. */
export const internalRoot = '__internal';

/**
 * All type definitions, resolved. Immutable: a change of types builds a new one. Definitions must
 * have passed `checkTypeDefs`; an unknown name inside them throws TYPE_NAME_NOT_FOUND.
 */
export class TypeRegistry {
  /** Number of the stored type system that this is; rises with every change of a definition. */
  readonly version: number;
  readonly unready: Unready;
  readonly defs: TypeDefs;
  readonly structTypes: ReadonlyMap<string, StructType>;
  readonly enumTypes: ReadonlyMap<string, EnumType>;
  readonly relationshipTypes: ReadonlyMap<string, RelationshipType>;
  readonly businessMetadataTypes: ReadonlyMap<string, BusinessMetadataType>;
  readonly entityTypes: ReadonlyMap<string, EntityType>;
  readonly classificationTypes: ReadonlyMap<string, ClassificationType>;
  #byGuid: ReadonlyMap<string, TypeDef> | undefined;
  /**
   * Own attributes are resolved once, however many types inherit them and however often other types
   * change.
   */
  readonly #ownAttributes: WeakMap<object, readonly Attribute[]>;
  readonly #since: Since | undefined;

  /**
   * @param defs a map of them by name is used as it is
   * @param before of which those definitions that are the same objects are not resolved again
   */
  constructor(
    defs: Iterable<TypeDef> | TypeDefs,
    version = 0,
    unready: Unready = allReady,
    before?: TypeRegistry,
  ) {
    this.version = version;
    this.unready = unready;
    this.defs = isByName(defs) ? defs : new Map(Array.from(defs, def => [def.name, def]));
    this.#ownAttributes = before === undefined ? new WeakMap() : before.#ownAttributes;
    this.#since = before?.defs === this.defs ? before.#since : sinceOf(before, this.defs);
    const changed = before === undefined ? allCategories : categoriesOf(this.changeSince(before));
    const kept = (...categories: TypeCategory[]) =>
      categories.some(one => changed.has(one)) ? undefined : before;
    this.enumTypes = kept('ENUM')?.enumTypes ?? this.#resolved('ENUM', enumTypeOf);
    this.structTypes =
      kept('STRUCT')?.structTypes ?? this.#resolved('STRUCT', def => this.#structLike(def));
    this.businessMetadataTypes =
      kept('BUSINESS_METADATA')?.businessMetadataTypes ??
      this.#resolved('BUSINESS_METADATA', def => this.#structLike(def));
    this.relationshipTypes =
      kept('RELATIONSHIP')?.relationshipTypes ??
      this.#resolved('RELATIONSHIP', def => ({...this.#structLike(def), label: labelOf(def)}));
    // Relationships and business metadata bring attributes to entity types, and classifications
    // name entity types.
    const entities = ['ENTITY', 'RELATIONSHIP', 'BUSINESS_METADATA'] as const;
    this.entityTypes = kept(...entities)?.entityTypes ?? this.#resolveEntities();
    this.classificationTypes =
      kept(...entities, 'CLASSIFICATION')?.classificationTypes ?? this.#resolveClassifications();
  }

  /**
   * What differs from another state. A change of types asks for the same several times on its way,
   * and the types may be thousands: against the state that this one was made of it is known.
   */
  changeSince(before: TypeRegistry): TypeDefsChange {
    const known = this.#since;
    return known !== undefined && known.defs.deref() === before.defs
      ? known.change
      : typeDefsChange(before.defs, this.defs);
  }

  byGuid(guid: string): TypeDef | undefined {
    this.#byGuid ??= new Map(Array.from(this.defs.values(), def => [def.guid, def]));
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

  /**
   * Resolves `string`, `hive_order`, `array<map<string,int>>` and the like. @throws
   * TYPE_NAME_NOT_FOUND (404)
   */
  valueType(typeName: string): ValueType {
    return resolveValueType(typeName, name => this.defs.get(name)?.category);
  }

  #resolved<Category extends TypeCategory, Type>(
    category: Category,
    resolve: (def: Extract<TypeDef, {category: Category}>) => Type,
  ): ReadonlyMap<string, Type> {
    const types = new Map<string, Type>();
    for (const def of this.defs.values()) {
      if (def.category === category)
        types.set(def.name, resolve(def as Extract<TypeDef, {category: Category}>));
    }
    return types;
  }

  #structLike<Def extends StructLike>(
    def: Def,
  ): {name: string; def: Def; attributes: ReadonlyMap<string, Attribute>} {
    return {name: def.name, def, attributes: this.#attributes([def])};
  }

  #resolveEntities(): ReadonlyMap<string, EntityType> {
    const types = new Map<string, EntityType>();
    const ends = this.#relationshipEnds();
    const business = this.#businessAttributes();
    for (const {def, ancestors, descendants, children} of hierarchyOf<EntityDef>(
      this.defs,
      'ENTITY',
    )) {
      const attributes = this.#attributes([...ancestors, def], overridesOf([...ancestors, def]));
      const relationshipAttributes = inheritEnds([...ancestors, def], ends);
      types.set(def.name, {
        name: def.name,
        def,
        superTypes: new Set(ancestors.map(ancestor => ancestor.name)),
        typeAndSubTypes: new Set([def.name, ...descendants]),
        subTypes: children,
        attributes,
        relationshipAttributes,
        uniqueAttributes: [...attributes.values()].filter(isUnique),
        inverseAttributes: [...attributes.values()].filter(
          attribute =>
            attribute.inverse !== undefined && !relationshipAttributes.has(attribute.name),
        ),
        businessAttributes: inheritBusiness([...ancestors, def], business),
        isInternal:
          def.name === internalRoot || ancestors.some(ancestor => ancestor.name === internalRoot),
      });
    }
    return types;
  }

  #resolveClassifications(): ReadonlyMap<string, ClassificationType> {
    const types = new Map<string, ClassificationType>();
    for (const {def, ancestors, descendants, children} of hierarchyOf<ClassificationDef>(
      this.defs,
      'CLASSIFICATION',
    )) {
      types.set(def.name, {
        name: def.name,
        def,
        superTypes: new Set(ancestors.map(ancestor => ancestor.name)),
        typeAndSubTypes: new Set([def.name, ...descendants]),
        subTypes: children,
        attributes: this.#attributes([...ancestors, def]),
        entityTypes: this.#allowedEntityTypes(def, types),
      });
    }
    return types;
  }

  #allowedEntityTypes(
    def: ClassificationDef,
    resolved: ReadonlyMap<string, ClassificationType>,
  ): ReadonlySet<string> {
    if (def.entityTypes.length > 0) {
      return new Set(
        def.entityTypes.flatMap(name => [...(this.entityTypes.get(name)?.typeAndSubTypes ?? [])]),
      );
    }
    // The hierarchy comes ancestors first, so the parents are resolved.
    const restrictions = def.superTypes
      .map(parent => resolved.get(parent)?.entityTypes ?? new Set<string>())
      .filter(allowed => allowed.size > 0);
    const [first = new Set<string>(), ...others] = restrictions;
    return new Set([...first].filter(name => others.every(allowed => allowed.has(name))));
  }

  #attributes(
    defs: readonly StructLike[],
    overrides: ReadonlyMap<string, Partial<AttributeDef>> = new Map(),
  ): ReadonlyMap<string, Attribute> {
    const attributes = new Map<string, Attribute>();
    for (const owner of defs) {
      for (const own of this.#attributesOf(owner)) {
        const override = overrides.get(own.name);
        attributes.set(
          own.name,
          override === undefined ? own : {...own, def: {...own.def, ...override}},
        );
      }
    }
    return attributes;
  }

  #attributesOf(owner: StructLike): readonly Attribute[] {
    const known = this.#ownAttributes.get(owner);
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
    this.#ownAttributes.set(owner, own);
    return own;
  }

  /** Business attributes by the entity type that they name as applicable. */
  #businessAttributes(): Map<string, Attribute[]> {
    const business = new Map<string, Attribute[]>();
    for (const {attributes} of this.businessMetadataTypes.values()) {
      for (const attribute of attributes.values()) {
        for (const name of applicableEntityTypes(attribute.def) ?? [])
          append(business, name, attribute);
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
        if (
          end === 2 &&
          def.endDef1.type === def.endDef2.type &&
          def.endDef1.name === def.endDef2.name
        )
          continue;
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

function enumTypeOf(def: EnumDef): EnumType {
  const values = new Map(
    def.elementDefs.map(element => [element.value.toLowerCase(), element.value]),
  );
  return {name: def.name, def, values};
}

const allCategories: ReadonlySet<TypeCategory> = new Set([
  'ENUM',
  'STRUCT',
  'CLASSIFICATION',
  'ENTITY',
  'RELATIONSHIP',
  'BUSINESS_METADATA',
]);

function categoriesOf({saved, former}: TypeDefsChange): ReadonlySet<TypeCategory> {
  return new Set([...saved, ...former].map(def => def.category));
}

/** What differs from an earlier state, which is not kept from being forgotten. */
type Since = {readonly defs: WeakRef<TypeDefs>; readonly change: TypeDefsChange};

function sinceOf(before: TypeRegistry | undefined, defs: TypeDefs): Since | undefined {
  if (before === undefined) return undefined;
  return {defs: new WeakRef(before.defs), change: typeDefsChange(before.defs, defs)};
}

function isByName(defs: Iterable<TypeDef> | TypeDefs): defs is TypeDefs {
  return defs instanceof Map;
}

type StructLike = {name: string; attributeDefs: readonly AttributeDef[]};

/**
 * Option `applicableEntityTypes` of a business metadata attribute; undefined when it is not a JSON
 * list of names.
 */
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
