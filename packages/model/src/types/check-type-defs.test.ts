import assert from 'node:assert/strict';
import {test} from 'node:test';
import {AppError} from '../error.ts';
import {planTypeCreate} from './type-plan.ts';
import {
  planning,
  text,
  types,
  entity,
  attribute,
  ends,
  business,
  classification,
  fails,
  constraint,
  inverse,
  type Case,
} from './type-plan.fixture.ts';

const shapes: Case[] = [
  ['a list as body', [1], 'INVALID_TYPE_DEFINITION', /the body: must be an object, found a list/],
  ['null as body', null, 'INVALID_TYPE_DEFINITION', /the body: must be an object, found null/],
  ['a list that is none', {entityDefs: {}}, 'INVALID_TYPE_DEFINITION', /entityDefs: must be a list, found an object/],
  ['a null entry', {enumDefs: [null]}, 'INVALID_TYPE_DEFINITION', /enumDefs\[0\]: must be an object, found null/],
  ['no name', {structDefs: [{}]}, 'INVALID_TYPE_DEFINITION', /structDefs\[0\].name: missing/],
  ['a blank name', {structDefs: [{name: ' '}]}, 'INVALID_TYPE_DEFINITION', /structDefs\[0\].name: missing/],
  [
    'an object as name',
    entity({name: {}}),
    'INVALID_TYPE_DEFINITION',
    /entityDefs\[0\].name: must be a text, found an obj/,
  ],
  ['a name that is too long', entity({name: 'x'.repeat(513)}), 'INVALID_TYPE_DEFINITION', /at most 512 characters/],
  [
    'a NUL character',
    entity({description: 'a\0b'}),
    'INVALID_TYPE_DEFINITION',
    /description: must be a text without NUL/,
  ],
  [
    'a null attribute',
    entity({attributeDefs: [null]}),
    'INVALID_TYPE_DEFINITION',
    /attributeDefs\[0\]: must be an object/,
  ],
  ['no attribute name', attribute({name: null}), 'INVALID_TYPE_DEFINITION', /attributeDefs\[0\].name: missing/],
  [
    'no attribute type',
    attribute({typeName: undefined}),
    'INVALID_TYPE_DEFINITION',
    /attributeDefs\[0\].typeName: missing/,
  ],
  [
    'a cardinality that is none',
    attribute({cardinality: 'MANY'}),
    'INVALID_TYPE_DEFINITION',
    /one of SINGLE, LIST, SET/,
  ],
  ['a flag that is none', attribute({isUnique: 'yes'}), 'INVALID_TYPE_DEFINITION', /isUnique: must be true or false/],
  ['a count that is none', attribute({valuesMinCount: 1.5}), 'INVALID_TYPE_DEFINITION', /must be a whole number/],
  ['options that are none', attribute({options: 'x'}), 'INVALID_TYPE_DEFINITION', /options: must be an object/],
  ['an option that is none', attribute({options: {a: []}}), 'INVALID_TYPE_DEFINITION', /options.a: must be a text/],
  [
    'a super type that is none',
    entity({superTypes: [7]}),
    'INVALID_TYPE_DEFINITION',
    /superTypes\[0\]: must be a name/,
  ],
  ['an end that is none', ends({endDef1: 'box'}), 'INVALID_TYPE_DEFINITION', /endDef1: must be an object, found "box"/],
];

const names: Case[] = [
  ['a type name', entity({name: '1x'}), 'TYPE_NAME_INVALID_FORMAT', /^1x: invalid name for ENTITY\./],
  ['a type name with a dot', entity({name: 'a.b'}), 'TYPE_NAME_INVALID_FORMAT', /^a\.b: invalid name for ENTITY\./],
  ['a trailing space', entity({name: 'a '}), 'TYPE_NAME_INVALID_FORMAT', /invalid name for ENTITY/],
  ['a dangerous name', entity({name: '__proto__'}), 'TYPE_NAME_INVALID_FORMAT', /invalid name for ENTITY/],
  [
    'a classification name',
    classification({name: '1 bad name!'}),
    'TYPE_NAME_INVALID_FORMAT',
    '1 bad name!: invalid name for CLASSIFICATION.  Names must consist of a letter followed by a sequence of letter, number, space, or _ characters',
  ],
  ['a name with a meaning', entity({name: 'version'}), 'UNSUPPORTED_TYPE_NAME', /^Unsupported ENTITY name/],
  ['an existing name', entity({name: 'box'}), 'TYPE_ALREADY_EXISTS', 'Given type box already exists'],
  ['an existing name of another category', entity({name: 'color'}), 'TYPE_ALREADY_EXISTS', /color already exists/],
  ['a name that comes twice', {entityDefs: [{name: 'n'}, {name: 'n'}]}, 'TYPE_ALREADY_EXISTS', /n already exists/],
  ['a built-in name', entity({name: 'string'}), 'TYPE_ALREADY_EXISTS', 'Given type string already exists'],
  ['the root', entity({name: '__ENTITY_ROOT'}), 'TYPE_ALREADY_EXISTS', /__ENTITY_ROOT already exists/],
  ['a business attribute', business({name: 'a.b'}), 'ATTRIBUTE_NAME_INVALID_CHARS', /^a\.b: invalid name/],
  ['an attribute with a line break', attribute({name: 'a\nb'}), 'ATTRIBUTE_NAME_INVALID_CHARS', /invalid name/],
  ['a dangerous attribute', attribute({name: '__proto__'}), 'ATTRIBUTE_NAME_INVALID_CHARS', /^__proto__: invalid name/],
];

const hierarchies: Case[] = [
  ['an unknown super type', entity({superTypes: ['Nope']}), 'BAD_REQUEST', 'Given typename Nope was invalid'],
  [
    'a super type of another category',
    entity({superTypes: ['size']}),
    'INCOMPATIBLE_SUPERTYPE',
    /new: incompatible supertype size/,
  ],
  [
    'a built-in super type',
    entity({superTypes: ['string']}),
    'INCOMPATIBLE_SUPERTYPE',
    /incompatible supertype string/,
  ],
  [
    'a type as its own super type',
    entity({superTypes: ['new']}),
    'CIRCULAR_REFERENCE',
    'new: invalid supertypes - circular reference back to self new',
  ],
  [
    'a circle of super types',
    {
      entityDefs: [
        {name: 'x', superTypes: ['y']},
        {name: 'y', superTypes: ['z']},
        {name: 'z', superTypes: ['x']},
      ],
    },
    'CIRCULAR_REFERENCE',
    /^x: invalid supertypes - circular reference back to self z$/m,
  ],
  [
    'too many levels',
    {entityDefs: Array.from({length: 102}, (_, i) => ({name: `l${i}`, superTypes: i === 0 ? [] : [`l${i - 1}`]}))},
    'INVALID_TYPE_DEFINITION',
    /l101: more than 100 levels of super types/,
  ],
  [
    'an attribute of a parent',
    entity({superTypes: ['box'], attributeDefs: [{...text, name: 'label'}]}),
    'ATTRIBUTE_NAME_ALREADY_EXISTS_IN_PARENT_TYPE',
    'Invalid attribute name: new.label. Attribute already exists in parent type: thing',
  ],
  [
    'one attribute from two parents',
    entity({superTypes: ['box', 'other']}),
    'ATTRIBUTE_NAME_ALREADY_EXISTS_IN_ANOTHER_PARENT_TYPE',
    'Invalid attribute name: new.label. Attribute already exists in another parent type: other',
  ],
  [
    'entityTypes of no entity type',
    classification({entityTypes: ['C']}),
    'CLASSIFICATIONDEF_INVALID_ENTITYTYPES',
    /invalid ‘C‘/,
  ],
  [
    'entityTypes beyond the parent’s',
    classification({superTypes: ['boxes'], entityTypes: ['thing']}),
    'CLASSIFICATIONDEF_ENTITYTYPES_NOT_PARENTS_SUBSET',
    /‘new‘ has entityTypes ‘\[thing\]‘/,
  ],
  [
    'parents without a common entity type',
    classification({superTypes: ['boxes', 'others']}),
    'CLASSIFICATIONDEF_PARENTS_ENTITYTYPES_DISJOINT',
    /^ClassificationDef ‘new‘ has supertypes/,
  ],
];

const attributes: Case[] = [
  ['an unknown type', attribute({typeName: 'nope'}), 'BAD_REQUEST', 'Given typename nope was invalid'],
  ['an unknown type in a list', attribute({typeName: 'array<map<string,nope>>'}), 'BAD_REQUEST', /typename nope was/],
  ['a type that is cut off', attribute({typeName: 'array<string'}), 'BAD_REQUEST', /typename array<string was/],
  ['a relationship as type', attribute({typeName: 'box_lid'}), 'BAD_REQUEST', /typename box_lid was invalid/],
  [
    'a classification as type',
    attribute({typeName: 'array<C>'}),
    'ATTRIBUTE_TYPE_INVALID',
    /^new\.a: invalid attribute type/,
  ],
  ['many values of a single type', attribute({cardinality: 'SET'}), 'INVALID_ATTRIBUTE_TYPE_FOR_CARDINALITY', /new\.a/],
  ['a map with structs as keys', attribute({typeName: 'map<size,int>'}), 'INVALID_TYPE_DEFINITION', /keys of a map/],
  ['a unique list', attribute({typeName: 'array<int>', isUnique: true}), 'INVALID_TYPE_DEFINITION', /can be unique/],
  [
    'a weight out of range',
    attribute({searchWeight: 11}),
    'INVALID_TYPE_DEFINITION',
    /searchWeight must be -1 or 1 to 10/,
  ],
  ['counts upside down', attribute({valuesMinCount: 2}), 'INVALID_TYPE_DEFINITION', /valuesMinCount 2 is above/],
  ['an unknown constraint', constraint('string', {type: 'x'}), 'UNKNOWN_CONSTRAINT', /^new\.a: unknown constraint/],
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
    'Mandatory field e.elementDefs has empty/null value',
  ],
  [
    'an enum element without value',
    {enumDefs: [{name: 'e', elementDefs: [{ordinal: 1}]}]},
    'MISSING_MANDATORY_ATTRIBUTE',
    /e\.elementDefs\[0\]\.value/,
  ],
  [
    'an enum element twice',
    {enumDefs: [{name: 'e', elementDefs: [{value: 'a'}, {value: 'A'}]}]},
    'INVALID_TYPE_DEFINITION',
    /A is there twice/,
  ],
  [
    'an enum default that is none',
    {enumDefs: [{name: 'e', elementDefs: [{value: 'a'}], defaultValue: 'b'}]},
    'INVALID_TYPE_DEFINITION',
    /default value b/,
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

const relationships: Case[] = [
  ['one end', ends({endDef2: null}), 'RELATIONSHIPDEF_INSUFFICIENT_ENDS', /new creation attempted without 2 ends/],
  ['no category', ends({relationshipCategory: null}), 'RELATIONSHIPDEF_INVALID', /new has no relationshipCategory/],
  ['an unknown end', ends({}, {type: 'nope'}), 'BAD_REQUEST', 'Given typename nope was invalid'],
  [
    'an end that is a struct',
    ends({}, {}, {type: 'size'}),
    'RELATIONSHIPDEF_INVALID_END_TYPE',
    /new has invalid end type size/,
  ],
  ['a list at an end', ends({}, {cardinality: 'LIST'}), 'RELATIONSHIPDEF_LIST_ON_END', /new cannot have a LIST/],
  ['two containers', ends({}, {}, {isContainer: true}), 'RELATIONSHIPDEF_DOUBLE_CONTAINERS', /both ends as containers/],
  [
    'an association with a container',
    ends({relationshipCategory: 'ASSOCIATION'}),
    'RELATIONSHIPDEF_ASSOCIATION_AND_CONTAINER',
    /new/,
  ],
  ['a composition without one', ends({}, {isContainer: false}), 'RELATIONSHIPDEF_COMPOSITION_NO_CONTAINER', /new/],
  [
    'an aggregation without one',
    ends({relationshipCategory: 'AGGREGATION'}, {isContainer: false}),
    'RELATIONSHIPDEF_AGGREGATION_NO_CONTAINER',
    /new/,
  ],
  ['parts of many wholes', ends({}, {}, {cardinality: 'SET'}), 'RELATIONSHIPDEF_COMPOSITION_MULTIPLE_PARENTS', /new/],
  [
    'an attribute that is a list',
    ends({attributeDefs: [{...text, name: 'a', typeName: 'array<int>'}]}),
    'RELATIONSHIPDEF_UNSUPPORTED_ATTRIBUTE_TYPE',
    /type array<int> on relationship def new/,
  ],
];

for (const [what, input, kind, message] of [...shapes, ...names, ...hierarchies, ...attributes, ...relationships]) {
  test(`refused at creation: ${what}`, () => {
    assert.throws(() => planTypeCreate(types, input, planning), fails(kind, message));
  });
}

test('words of the query language are refused as names when the rules say so', () => {
  const strict = {allowReservedWords: false};
  const reserved: Case[] = [
    ['attribute', attribute({name: 'order'}), 'ATTRIBUTE_NAME_INVALID', /^order: invalid name/],
    ['end 1', ends({}, {name: 'from'}), 'RELATIONSHIPDEF_END1_NAME_INVALID', /^from: invalid end1 name/],
    ['end 2', ends({}, {}, {name: 'max'}), 'RELATIONSHIPDEF_END2_NAME_INVALID', /^max: invalid end2 name/],
  ];
  for (const [, input, kind, message] of reserved) {
    assert.throws(() => planTypeCreate(types, input, planning, strict), fails(kind, message));
    assert.equal(planTypeCreate(types, input, planning).changed.length, 1);
  }
  assert.equal(planTypeCreate(types, attribute({name: 'Order'}), planning, strict).changed.length, 1);
});

test('everything that is wrong is found at once', () => {
  const input = {
    enumDefs: [{name: 'e'}],
    entityDefs: [{name: '1', superTypes: ['Nope'], attributeDefs: [{name: 'a', typeName: 'nope'}]}],
  };
  assert.throws(
    () => planTypeCreate(types, {...input, enumDefs: []}, planning),
    (error: unknown) =>
      error instanceof AppError && error.kind === 'TYPE_NAME_INVALID_FORMAT' && error.issues.length === 3,
  );
  assert.throws(
    () => planTypeCreate(types, {enumDefs: [{}, null], structDefs: 1}, planning),
    (error: unknown) => error instanceof AppError && error.issues.length === 3,
  );
});
