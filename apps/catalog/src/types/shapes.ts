import {
  anything,
  flag,
  integer,
  list,
  mapOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
  type Shape,
} from '../api/shape.ts';

export const categories = ['ENUM', 'STRUCT', 'CLASSIFICATION', 'ENTITY', 'RELATIONSHIP', 'BUSINESS_METADATA'] as const;
const cardinality = oneOf(['SINGLE', 'LIST', 'SET']);

const base = {
  category: oneOf(categories),
  guid: text(),
  createdBy: text(),
  updatedBy: text(),
  createTime: time(),
  updateTime: time(),
  version: integer(),
  name: text(),
  description: text(),
  typeVersion: text(),
  serviceType: text(),
  options: mapOf(text()),
};

const attributeProperties = {
  name: text(),
  typeName: text('A primitive, `array<T>`, `map<K,V>`, or a type'),
  isOptional: flag(),
  cardinality,
  valuesMinCount: integer(),
  valuesMaxCount: integer(),
  isUnique: flag(),
  isIndexable: flag(),
  includeInNotification: flag(),
  defaultValue: text(),
  description: text(),
  searchWeight: integer('1 to 10; any other number counts as not set'),
  indexType: oneOf(['DEFAULT', 'STRING']),
  constraints: list(object({type: text(), params: mapOf(anything)})),
  options: mapOf(text()),
  displayName: text(),
  autoComputeFormat: text(),
};
const attributeDef = named('AttributeDef', () => object(attributeProperties, ['name', 'typeName']));
const relationshipAttributeDef = named('RelationshipAttributeDef', () =>
  object({...attributeProperties, relationshipTypeName: text(), isLegacyAttribute: flag()}, ['name', 'typeName']),
);
const endDef = named('RelationshipEndDef', () =>
  object(
    {
      type: text(),
      name: text(),
      isContainer: flag(),
      cardinality,
      isLegacyAttribute: flag(),
      description: text(),
      propagateRename: flag(),
      propagateAttributes: list(mapOf(text())),
      propagateDelete: flag(),
    },
    ['type', 'name'],
  ),
);

const attributeDefs = list(attributeDef);
const enumDef = named('EnumDef', () =>
  object(
    {
      ...base,
      elementDefs: list(object({value: text(), description: text(), ordinal: integer()}, ['value'])),
      defaultValue: text(),
    },
    ['name'],
  ),
);
const structDef = named('StructDef', () => object({...base, attributeDefs}, ['name']));
const businessMetadataDef = named('BusinessMetadataDef', () => object({...base, attributeDefs}, ['name']));
const classificationDef = named('ClassificationDef', () =>
  object({...base, attributeDefs, superTypes: list(text()), entityTypes: list(text()), subTypes: list(text())}, [
    'name',
  ]),
);
const entityDef = named('EntityDef', () =>
  object(
    {
      ...base,
      attributeDefs,
      superTypes: list(text()),
      subTypes: list(text()),
      relationshipAttributeDefs: list(relationshipAttributeDef),
      businessAttributeDefs: mapOf(list(attributeDef)),
      attributeDefOverrides: list(object({name: text(), autoComputeFormat: text()})),
    },
    ['name'],
  ),
);
const relationshipDef = named('RelationshipDef', () =>
  object(
    {
      ...base,
      attributeDefs,
      relationshipCategory: oneOf(['ASSOCIATION', 'AGGREGATION', 'COMPOSITION']),
      relationshipLabel: text(),
      propagateTags: oneOf(['NONE', 'ONE_TO_TWO', 'TWO_TO_ONE', 'BOTH']),
      endDef1: endDef,
      endDef2: endDef,
    },
    ['name'],
  ),
);

/** Of any category. */
export const typeDef = named('TypeDef', () => object({...base, category: nullable(oneOf(categories))}, ['name']));

export const defOf: Readonly<Record<(typeof categories)[number], Shape>> = {
  ENUM: enumDef,
  STRUCT: structDef,
  CLASSIFICATION: classificationDef,
  ENTITY: entityDef,
  RELATIONSHIP: relationshipDef,
  BUSINESS_METADATA: businessMetadataDef,
};

export const typesDef = named('TypesDef', () =>
  object({
    enumDefs: list(enumDef),
    structDefs: list(structDef),
    classificationDefs: list(classificationDef),
    entityDefs: list(entityDef),
    relationshipDefs: list(relationshipDef),
    businessMetadataDefs: list(businessMetadataDef),
  }),
);

export const typeHeader = named('TypeHeader', () =>
  object({guid: text(), name: text(), serviceType: text(), category: oneOf(categories)}, ['guid', 'name', 'category']),
);
