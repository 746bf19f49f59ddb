import {
  attribute,
  business,
  constraint,
  ends,
  inverse,
  text,
  type Case,
} from './type-plan.fixture.ts';

/** Definitions that are refused for their attributes, elements or ends. */

export const attributes: readonly Case[] = [
  [
    'an unknown type',
    attribute({typeName: 'nope'}),
    'BAD_REQUEST',
    'Given typename nope was invalid',
  ],
  [
    'an unknown type in a list',
    attribute({typeName: 'array<map<string,nope>>'}),
    'BAD_REQUEST',
    /typename nope was/,
  ],
  [
    'a type that is cut off',
    attribute({typeName: 'array<string'}),
    'BAD_REQUEST',
    /typename array<string was/,
  ],
  [
    'a relationship as type',
    attribute({typeName: 'box_lid'}),
    'BAD_REQUEST',
    /typename box_lid was invalid/,
  ],
  [
    'a classification as type',
    attribute({typeName: 'array<C>'}),
    'ATTRIBUTE_TYPE_INVALID',
    /^new\.a: invalid attribute type/,
  ],
  [
    'many values of a single type',
    attribute({cardinality: 'SET'}),
    'INVALID_ATTRIBUTE_TYPE_FOR_CARDINALITY',
    /new\.a/,
  ],
  [
    'a map with structs as keys',
    attribute({typeName: 'map<size,int>'}),
    'INVALID_TYPE_DEFINITION',
    /keys of a map/,
  ],
  [
    'a blank attribute name',
    attribute({name: ' '}),
    'MISSING_MANDATORY_ATTRIBUTE',
    'Mandatory field new.name has empty/null value',
  ],
  [
    'an unknown constraint',
    constraint('string', {type: 'x'}),
    'UNKNOWN_CONSTRAINT',
    /^new\.a: unknown constraint/,
  ],
  [
    'owned texts',
    constraint('string', {type: 'ownedRef'}),
    'CONSTRAINT_OWNED_REF_ATTRIBUTE_INVALID_TYPE',
    /Attribute string is not an entity/,
  ],
  [
    'the inverse of a text',
    constraint('string', inverse('b')),
    'CONSTRAINT_INVERSE_REF_ATTRIBUTE_INVALID_TYPE',
    /string/,
  ],
  [
    'an inverse without a name',
    constraint('box', {type: 'inverseRef'}),
    'CONSTRAINT_MISSING_PARAMS',
    /parameter attribute in inverseRef. params={}/,
  ],
  [
    'an inverse that is not there',
    constraint('box', inverse('b')),
    'CONSTRAINT_INVERSE_REF_INVERSE_ATTRIBUTE_NON_EXISTING',
    /box\.b/,
  ],
  [
    'an inverse that is a text',
    constraint('array<box>', inverse('label')),
    'CONSTRAINT_INVERSE_REF_INVERSE_ATTRIBUTE_INVALID_TYPE',
    /box\.label/,
  ],
  [
    'an enum without elements',
    {enumDefs: [{name: 'e'}]},
    'MISSING_MANDATORY_ATTRIBUTE',
    'Mandatory field e.values has empty/null value',
  ],
  [
    'an enum element without value',
    {enumDefs: [{name: 'e', elementDefs: [{ordinal: 1}]}]},
    'MISSING_MANDATORY_ATTRIBUTE',
    /e\.elementDefs\[0\]\.value/,
  ],
  [
    'a business attribute of a struct',
    business({typeName: 'array<size>'}),
    'BUSINESS_METADATA_DEF_ATTRIBUTE_TYPE_INVALID',
    /^new\.a/,
  ],
  [
    'a business attribute of any entity',
    business({typeName: 'objectid'}),
    'BUSINESS_METADATA_DEF_ATTRIBUTE_TYPE_INVALID',
    /^new\.a/,
  ],
  [
    'business metadata for no list',
    business({options: {applicableEntityTypes: 'box'}}),
    'INVALID_TYPE_DEFINITION',
    /must be a JSON list/,
  ],
  [
    'business metadata for nothing known',
    business({options: {applicableEntityTypes: '["no"]'}}),
    'BAD_REQUEST',
    /typename no was/,
  ],
  [
    'business metadata for a struct',
    business({options: {applicableEntityTypes: '["size"]'}}),
    'UNEXPECTED_TYPE',
    /found STRUCT/,
  ],
  [
    'a text of no longest length',
    business({typeName: 'string'}),
    'MISSING_MANDATORY_ATTRIBUTE',
    'Mandatory field a.options.maxStrLength has empty/null value',
  ],
  [
    'texts of no longest length',
    business({typeName: 'map<string,string>'}),
    'MISSING_MANDATORY_ATTRIBUTE',
    /^Mandatory field a\.options\.maxStrLength/,
  ],
  [
    'a length that is none',
    business({options: {maxStrLength: '-1'}}),
    'INVALID_TYPE_DEFINITION',
    /maxStrLength must be/,
  ],
  [
    'a business attribute twice',
    {
      businessMetadataDefs: [
        {
          name: 'n',
          attributeDefs: [
            {...text, name: 'a'},
            {...text, name: 'a'},
          ],
        },
      ],
    },
    'DUPLICATE_BUSINESS_METADATA_ATTRIBUTE',
    /attributes: a not allowed within the same business-metadata: n/,
  ],
];

export const relationships: readonly Case[] = [
  [
    'one end',
    ends({endDef2: null}),
    'RELATIONSHIPDEF_INSUFFICIENT_ENDS',
    /new creation attempted without 2 ends/,
  ],
  [
    'no category',
    ends({relationshipCategory: null}),
    'RELATIONSHIPDEF_INVALID',
    /new has no relationshipCategory/,
  ],
  ['an unknown end', ends({}, {type: 'nope'}), 'BAD_REQUEST', 'Given typename nope was invalid'],
  [
    'an end that is a struct',
    ends({}, {}, {type: 'size'}),
    'RELATIONSHIPDEF_INVALID_END_TYPE',
    /new has invalid end type size/,
  ],
  [
    'a list at an end',
    ends({}, {cardinality: 'LIST'}),
    'RELATIONSHIPDEF_LIST_ON_END',
    /new cannot have a LIST/,
  ],
  [
    'two containers',
    ends({}, {}, {isContainer: true}),
    'RELATIONSHIPDEF_DOUBLE_CONTAINERS',
    /both ends as containers/,
  ],
  [
    'an association with a container',
    ends({relationshipCategory: 'ASSOCIATION'}),
    'RELATIONSHIPDEF_ASSOCIATION_AND_CONTAINER',
    /new/,
  ],
  [
    'a composition without one',
    ends({}, {isContainer: false}),
    'RELATIONSHIPDEF_COMPOSITION_NO_CONTAINER',
    /new/,
  ],
  [
    'an aggregation without one',
    ends({relationshipCategory: 'AGGREGATION'}, {isContainer: false}),
    'RELATIONSHIPDEF_AGGREGATION_NO_CONTAINER',
    /new/,
  ],
  [
    'parts of many wholes',
    ends({}, {}, {cardinality: 'SET'}),
    'RELATIONSHIPDEF_COMPOSITION_MULTIPLE_PARENTS',
    /new/,
  ],
  [
    'an attribute that is a list',
    ends({attributeDefs: [{...text, name: 'a', typeName: 'array<int>'}]}),
    'RELATIONSHIPDEF_UNSUPPORTED_ATTRIBUTE_TYPE',
    /type array<int> on relationship def new/,
  ],
];
