import {
  described,
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
} from '@gazetteer/kernel/shape';

/** In the order in which the lists of types have them. */
export const categories = [
  'ENUM',
  'STRUCT',
  'CLASSIFICATION',
  'ENTITY',
  'RELATIONSHIP',
  'BUSINESS_METADATA',
] as const;
const cardinality = oneOf(['SINGLE', 'LIST', 'SET']);

/** What types of every category say of themselves. */
const base = {
  category: oneOf(categories, 'Category of the type'),
  guid: text('Assigned by the server'),
  createdBy: text('User who created the type'),
  updatedBy: text('User who last changed the type'),
  createTime: time(),
  updateTime: time(),
  version: integer('Grows by one with each update'),
  name: text('Unique among all types of all categories'),
  description: text('What the type is for'),
  typeVersion: text('Version chosen by the author, such as 1.0'),
  serviceType: text('Service that the type belongs to, such as hive; pages group types by it'),
  options: mapOf(text(), 'Settings of the type, as texts'),
};
/** What roots, which are not stored, have as well. */
const always = ['category', 'name', 'description', 'typeVersion'];

const attributeProperties = {
  name: text('Unique within the type and its super types'),
  typeName: text('A primitive, `array<T>`, `map<K,V>`, or a type'),
  isOptional: flag('Whether entities can leave it out'),
  cardinality: described(cardinality, 'One value, a list, or a set'),
  valuesMinCount: integer('Fewest values of a list or set'),
  valuesMaxCount: integer('Most values of a list or set'),
  isUnique: flag(
    'Whether no two active entities of the type can have the same value; clients can name an entity by it',
  ),
  isIndexable: flag(
    'Whether filters look values up in an index; otherwise they read the entities of the type',
  ),
  includeInNotification: flag('Whether notifications about an entity carry the value'),
  defaultValue: text('Value when an entity leaves it out, as text'),
  description: text('What the value means'),
  searchWeight: integer('1 to 10; any other number counts as not set'),
  indexType: oneOf(
    ['DEFAULT', 'STRING'],
    'Kept as given: every attribute is found in the same way',
  ),
  constraints: list(
    object(
      {
        type: text('ownedRef, inverseRef or another'),
        params: mapOf(anything, 'Such as the attribute on the other side'),
      },
      [],
      ['type'],
    ),
    'References that are owned or owning',
  ),
  options: mapOf(
    text(),
    'Settings of the attribute, such as maxStrLength and applicableEntityTypes',
  ),
  displayName: text('Name that pages show'),
  autoComputeFormat: text('Pattern for clients that compute the value; kept as given'),
};
const storedOfAttribute = [
  'name',
  'isOptional',
  'cardinality',
  'valuesMinCount',
  'valuesMaxCount',
  'isUnique',
  'isIndexable',
  'includeInNotification',
  'searchWeight',
];
const attributeDef = named('AttributeDef', 'An attribute of a type', () =>
  // What has no name is passed over.
  object(attributeProperties, ['typeName'], storedOfAttribute),
);
const relationshipAttributeDef = named(
  'RelationshipAttributeDef',
  'An attribute of an entity type that a relationship type adds',
  () =>
    object(
      {
        ...attributeProperties,
        relationshipTypeName: text('Relationship type that the attribute comes from'),
        isLegacyAttribute: flag(
          'Whether the type declared the attribute before the relationship type existed',
        ),
      },
      [],
      [...storedOfAttribute, 'typeName', 'relationshipTypeName', 'isLegacyAttribute'],
    ),
);
const endDef = named('RelationshipEndDef', 'One end of a relationship type', () =>
  object(
    {
      type: text('Entity type at this end'),
      name: text('Attribute by which entities of this type show the other end'),
      isContainer: flag('Whether this end owns the other'),
      cardinality: described(cardinality, 'How many entities the attribute can hold'),
      isLegacyAttribute: flag('Whether the entity type declares the attribute itself'),
      description: text('What the end means'),
      propagateRename: flag('Whether clients rename the other end as well; kept as given'),
      propagateAttributes: list(
        mapOf(text()),
        'Attributes that clients copy to the other end, as pairs; kept as given',
      ),
      propagateDelete: flag('Whether deleting the entity at this end deletes those at the other'),
    },
    ['type', 'name'],
    ['isContainer', 'cardinality', 'isLegacyAttribute'],
  ),
);

const attributeDefs = list(attributeDef, 'Attributes that the type itself declares');
const enumDef = named('EnumDef', 'A type with a fixed list of values', () =>
  object(
    {
      ...base,
      elementDefs: list(
        object(
          {
            value: text('As it is stored'),
            description: text('What the value means'),
            ordinal: integer('Position in the list; assigned when absent'),
          },
          ['value'],
          ['ordinal'],
        ),
        'The values',
      ),
      defaultValue: text('Value used when none is given'),
    },
    [],
    [...always, 'elementDefs'],
  ),
);
const structDef = named('StructDef', 'A type for values with attributes and no identity', () =>
  object({...base, attributeDefs}, [], [...always, 'attributeDefs']),
);
const businessMetadataDef = named(
  'BusinessMetadataDef',
  'A group of attributes that people add to entities of existing types',
  () => object({...base, attributeDefs}, [], [...always, 'attributeDefs']),
);
const classificationDef = named(
  'ClassificationDef',
  'A tag with attributes that entities can carry',
  () =>
    object(
      {
        ...base,
        attributeDefs,
        superTypes: list(text(), 'Classifications whose attributes it inherits'),
        entityTypes: list(
          text(),
          'Entity types that it can be attached to, with their subtypes; empty: all',
        ),
        subTypes: list(text(), 'Classifications that name it as a super type'),
      },
      [],
      [...always, 'attributeDefs', 'superTypes', 'entityTypes', 'subTypes'],
    ),
);
const entityDef = named('EntityDef', 'A type of entities', () =>
  object(
    {
      ...base,
      attributeDefs,
      superTypes: list(text(), 'Entity types whose attributes it inherits'),
      subTypes: list(text(), 'Entity types that name it as a super type'),
      relationshipAttributeDefs: list(
        relationshipAttributeDef,
        'Attributes that relationship types add',
      ),
      businessAttributeDefs: mapOf(
        list(attributeDef),
        'Business attributes that apply to it, by business metadata',
      ),
      attributeDefOverrides: list(
        object({
          name: text('The inherited attribute'),
          autoComputeFormat: text('Pattern for clients that compute the value; kept as given'),
        }),
        'Other patterns for inherited attributes; kept as given',
      ),
    },
    [],
    [
      ...always,
      'attributeDefs',
      'superTypes',
      'subTypes',
      'relationshipAttributeDefs',
      'businessAttributeDefs',
    ],
  ),
);
const relationshipDef = named(
  'RelationshipDef',
  'A type of relationships between entities of two types',
  () =>
    object(
      {
        ...base,
        attributeDefs,
        relationshipCategory: oneOf(
          ['ASSOCIATION', 'AGGREGATION', 'COMPOSITION'],
          'COMPOSITION: the container owns the other end; AGGREGATION: it groups it',
        ),
        relationshipLabel: text('Label of the edge; derived from the name when absent'),
        propagateTags: oneOf(
          ['NONE', 'ONE_TO_TWO', 'TWO_TO_ONE', 'BOTH'],
          'Direction in which classifications propagate',
        ),
        endDef1: described(endDef, 'First end'),
        endDef2: described(endDef, 'Second end'),
      },
      [],
      [...always, 'attributeDefs', 'relationshipCategory', 'propagateTags', 'endDef1', 'endDef2'],
    ),
);

/** Of any category, with the members of its own. */
export const typeDef = named('TypeDef', 'A type of any category', () => ({
  ...object({...base, category: nullable(oneOf(categories, 'Category of the type'))}, ['name']),
  additionalProperties: anything,
}));

/** For a body whose category is known from its place. */
export const defOf: Readonly<Record<(typeof categories)[number], Shape>> = {
  ENUM: enumDef,
  STRUCT: structDef,
  CLASSIFICATION: classificationDef,
  ENTITY: entityDef,
  RELATIONSHIP: relationshipDef,
  BUSINESS_METADATA: businessMetadataDef,
};

const typeLists = {
  enumDefs: list(enumDef, 'Enums'),
  structDefs: list(structDef, 'Structs'),
  classificationDefs: list(classificationDef, 'Classifications'),
  entityDefs: list(entityDef, 'Entity types'),
  relationshipDefs: list(relationshipDef, 'Relationship types'),
  businessMetadataDefs: list(businessMetadataDef, 'Business metadata'),
};
export const typesDef = named('TypesDef', 'Types by category', () =>
  object(typeLists, [], Object.keys(typeLists)),
);

export const typeNames = named('TypeNames', 'Types by category, each by its name or guid', () => {
  const names = list(object({name: base.name, guid: base.guid}));
  const ofCategory = (description: string) => described(names, description);
  return object({
    enumDefs: ofCategory('Enums'),
    structDefs: ofCategory('Structs'),
    classificationDefs: ofCategory('Classifications'),
    entityDefs: ofCategory('Entity types'),
    relationshipDefs: ofCategory('Relationship types'),
    businessMetadataDefs: ofCategory('Business metadata'),
  });
});

export const typeHeader = named('TypeHeader', 'What identifies a type', () =>
  object(
    {
      guid: text('Of the type'),
      name: text('Of the type'),
      serviceType: text('Service that the type belongs to'),
      category: oneOf(categories, 'Category of the type'),
    },
    ['guid', 'name', 'category'],
  ),
);
