import type {
  AttributeDef,
  BusinessMetadataDef,
  ClassificationDef,
  EntityDef,
  EnumDef,
  RelationshipDef,
  StructDef,
} from './type-def.ts';
import {isScalar, type ValueType} from './type-value.ts';

/**
 * An attribute where it is defined: `key` is `<defining type>.<name>`, the name it is indexed
 * under.
 */
export type Attribute = {
  name: string;
  owner: string;
  key: string;
  def: AttributeDef;
  type: ValueType;
  /**
   * A reference that is kept by guid in the attributes alone, without an edge (`isSoftReference`).
   */
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

/**
 * Lists, maps, structs and references may be declared unique, as in the reference, but nothing is
 * found by them.
 */
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
  /**
   * What business metadata, by its name, adds to the type: attributes that name the type or an
   * ancestor as applicable.
   */
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
  /**
   * Own restriction, else what all restricted ancestors have in common, sub-types included; empty:
   * no restriction.
   */
  entityTypes: ReadonlySet<string>;
};
export type RelationshipType = {
  name: string;
  def: RelationshipDef;
  /**
   * Of its edges, as clients see it: the one given, else that of the reference attribute an end
   * stands for, else `r:<name>`.
   */
  label: string;
  attributes: ReadonlyMap<string, Attribute>;
};
export type BusinessMetadataType = {
  name: string;
  def: BusinessMetadataDef;
  attributes: ReadonlyMap<string, Attribute>;
};
export type EnumType = {
  name: string;
  def: EnumDef;
  /** lower-cased value -> canonical spelling */ values: ReadonlyMap<string, string>;
};
