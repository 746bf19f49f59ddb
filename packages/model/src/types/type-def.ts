/**
 * Type definitions as the REST API carries them (`spec` names are the field's own). Times are epoch
 * milliseconds.
 */

export type TypeCategory =
  | 'ENUM'
  | 'STRUCT'
  | 'CLASSIFICATION'
  | 'ENTITY'
  | 'RELATIONSHIP'
  | 'BUSINESS_METADATA';
export type Cardinality = 'SINGLE' | 'LIST' | 'SET';
export const propagateTagsValues = ['NONE', 'ONE_TO_TWO', 'TWO_TO_ONE', 'BOTH'] as const;
/** Whether classifications pass over a relationship, and from which end to which. */
export type PropagateTags = (typeof propagateTagsValues)[number];
export type RelationshipCategory = 'ASSOCIATION' | 'AGGREGATION' | 'COMPOSITION';

export type BaseTypeDef = {
  category: TypeCategory;
  guid: string;
  createdBy: string;
  updatedBy: string;
  createTime: number;
  updateTime: number;
  version: number;
  name: string;
  description: string;
  typeVersion: string;
  serviceType?: string;
  options?: Record<string, string>;
};

export type ConstraintDef = {type: string; params?: Record<string, unknown> | undefined};

export type AttributeDef = {
  name: string;
  typeName: string;
  isOptional: boolean;
  cardinality: Cardinality;
  /** -1 is "not set"; stored definitions always hold the normalised number. */
  valuesMinCount: number;
  valuesMaxCount: number;
  isUnique: boolean;
  isIndexable: boolean;
  includeInNotification: boolean;
  defaultValue?: string | undefined;
  description?: string | undefined;
  /** -1 is "not set", which weighs 3 in relevance; else 1 to 10. */
  searchWeight: number;
  indexType?: 'DEFAULT' | 'STRING' | undefined;
  constraints?: ConstraintDef[] | undefined;
  options?: Record<string, string> | undefined;
  displayName?: string | undefined;
  autoComputeFormat?: string | undefined;
};

export type EnumElementDef = {value: string; description?: string; ordinal: number};
export type EnumDef = BaseTypeDef & {
  category: 'ENUM';
  elementDefs: EnumElementDef[];
  defaultValue?: string;
};
export type StructDef = BaseTypeDef & {category: 'STRUCT'; attributeDefs: AttributeDef[]};
export type BusinessMetadataDef = BaseTypeDef & {
  category: 'BUSINESS_METADATA';
  attributeDefs: AttributeDef[];
};

export type ClassificationDef = BaseTypeDef & {
  category: 'CLASSIFICATION';
  attributeDefs: AttributeDef[];
  superTypes: string[];
  /** Empty: any entity type may carry it. */
  entityTypes: string[];
};

export type EntityDef = BaseTypeDef & {
  category: 'ENTITY';
  attributeDefs: AttributeDef[];
  superTypes: string[];
  attributeDefOverrides?: Partial<AttributeDef>[];
};

export type RelationshipEndDef = {
  type: string;
  name: string;
  isContainer: boolean;
  cardinality: Cardinality;
  isLegacyAttribute: boolean;
  description?: string;
  propagateRename?: boolean;
  propagateAttributes?: Record<string, string>[];
  propagateDelete?: boolean;
};

export type RelationshipDef = BaseTypeDef & {
  category: 'RELATIONSHIP';
  attributeDefs: AttributeDef[];
  relationshipCategory: RelationshipCategory;
  relationshipLabel?: string;
  propagateTags: PropagateTags;
  endDef1: RelationshipEndDef;
  endDef2: RelationshipEndDef;
};

export type TypeDef =
  | EnumDef
  | StructDef
  | ClassificationDef
  | EntityDef
  | RelationshipDef
  | BusinessMetadataDef;

export type TypesDef = {
  enumDefs: EnumDef[];
  structDefs: StructDef[];
  classificationDefs: ClassificationDef[];
  entityDefs: EntityDef[];
  relationshipDefs: RelationshipDef[];
  businessMetadataDefs: BusinessMetadataDef[];
};

/** The list of `TypesDef` that holds each category. */
export const listOfCategory = {
  ENUM: 'enumDefs',
  STRUCT: 'structDefs',
  CLASSIFICATION: 'classificationDefs',
  ENTITY: 'entityDefs',
  RELATIONSHIP: 'relationshipDefs',
  BUSINESS_METADATA: 'businessMetadataDefs',
} as const satisfies Record<TypeCategory, keyof TypesDef>;

export function emptyTypesDef(): TypesDef {
  return {
    enumDefs: [],
    structDefs: [],
    classificationDefs: [],
    entityDefs: [],
    relationshipDefs: [],
    businessMetadataDefs: [],
  };
}

/**
 * All definitions of `defs`, in an order in which each category only needs earlier ones (but for
 * references).
 */
export function allTypeDefs(defs: TypesDef): TypeDef[] {
  return [
    ...defs.enumDefs,
    ...defs.structDefs,
    ...defs.classificationDefs,
    ...defs.entityDefs,
    ...defs.relationshipDefs,
    ...defs.businessMetadataDefs,
  ];
}
