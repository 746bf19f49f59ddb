import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {ErrorKind} from '../error-table.ts';
import {planTypeCreate, planTypeUpdate} from './type-plan.ts';
import {findTypesToDelete, planTypeDelete} from './type-plan-delete.ts';
import {
  planning,
  types,
  attribute,
  classification,
  fails,
  inverse,
  keep,
  keepEnds,
  guidOf,
  type Case,
  text,
} from './type-plan.fixture.ts';

test('types of one request may refer to each other, in any order', () => {
  const plan = planTypeCreate(
    types,
    {
      entityDefs: [
        {name: 'child', superTypes: ['parent'], attributeDefs: [{...text, name: 'k', typeName: 'array<kind>'}]},
        {
          name: 'parent',
          attributeDefs: [
            {...text, name: 'children', typeName: 'array<child>', constraints: [inverse('mother')]},
            {...text, name: 'mother', typeName: 'parent'},
          ],
        },
      ],
      enumDefs: [{name: 'kind', elementDefs: [{value: 'A'}]}],
    },
    planning,
  );
  assert.deepEqual(
    plan.changed.map(def => def.name),
    ['kind', 'child', 'parent'],
  );
  assert.deepEqual([...plan.types.entityType('parent').typeAndSubTypes], ['parent', 'child']);
  assert.equal(types.defs.has('parent'), false);
});

test('a new definition has all defaults filled in; texts for numbers and flags are taken', () => {
  const input = attribute({
    name: 'tags',
    typeName: 'array<string>',
    isOptional: 'false',
    cardinality: 'SET',
    searchWeight: '5',
    defaultValue: 7,
    displayName: null,
  });
  const [def] = planTypeCreate(types, input, {...planning, newGuid: () => 'g-1'}).changed;
  assert.deepEqual(def, {
    category: 'ENTITY',
    attributeDefs: [
      {
        name: 'tags',
        typeName: 'array<string>',
        isOptional: false,
        cardinality: 'SET',
        valuesMinCount: 1,
        valuesMaxCount: 2147483647,
        isUnique: false,
        isIndexable: false,
        includeInNotification: false,
        defaultValue: '7',
        searchWeight: 5,
      },
    ],
    superTypes: [],
    guid: 'g-1',
    createdBy: 'ann',
    updatedBy: 'ann',
    createTime: 1000,
    updateTime: 1000,
    version: 1,
    name: 'new',
    description: 'new',
    typeVersion: '1.0',
  });
});

test('a classification restricts to what its ancestors have in common', () => {
  const plan = planTypeCreate(
    types,
    classification({superTypes: ['things', 'boxes'], attributeDefs: null, entityTypes: null}),
    planning,
  );
  assert.deepEqual([...plan.types.classificationType('new').entityTypes], ['box']);
});

const updates: Case[] = [
  ['an unknown type', {entityDefs: [{name: 'nope'}]}, 'BAD_REQUEST', 'Given typename nope was invalid'],
  ['an unknown guid', {entityDefs: [{guid: 'nope'}]}, 'TYPE_GUID_NOT_FOUND', 'Given type guid nope was invalid'],
  [
    'a type of another category',
    {entityDefs: [{name: 'size'}]},
    'TYPE_MATCH_FAILED',
    'Given type size doesnt match {1}',
  ],
  ['a type twice', {entityDefs: [keep('lid'), keep('lid')]}, 'INVALID_TYPE_DEFINITION', /lid is there twice/],
  [
    'another’s guid',
    {entityDefs: [keep('lid', {guid: guidOf('box')})]},
    'INVALID_TYPE_DEFINITION',
    /is that of box, not of lid/,
  ],
  [
    'an attribute less',
    {entityDefs: [keep('box', {attributeDefs: []})]},
    'ATTRIBUTE_DELETION_NOT_SUPPORTED',
    /^box\.color :/,
  ],
  ['no attributes said', {entityDefs: [{name: 'thing'}]}, 'ATTRIBUTE_DELETION_NOT_SUPPORTED', /^thing\.id :/],
  [
    'another attribute type',
    {entityDefs: [keep('box', {attributeDefs: [{...text, name: 'color'}]})]},
    'BAD_REQUEST',
    'Data type update for attribute is not supported',
  ],
  [
    'a new mandatory attribute',
    {entityDefs: [keep('lid', {attributeDefs: [{name: 'm', typeName: 'int'}]})]},
    'CANNOT_ADD_MANDATORY_ATTRIBUTE',
    /^lid\.m :/,
  ],
  [
    'a super type less',
    {entityDefs: [keep('lid', {superTypes: []})]},
    'SUPERTYPE_REMOVAL_NOT_SUPPORTED',
    'superType remove not supported',
  ],
  [
    'a restriction moved',
    {classificationDefs: [{name: 'boxes', entityTypes: ['other']}]},
    'ENTITYTYPE_REMOVAL_NOT_SUPPORTED',
    /‘boxes‘/,
  ],
  [
    'business metadata for less',
    {businessMetadataDefs: [{name: 'cost', attributeDefs: [{...text, name: 'center'}]}]},
    'APPLICABLE_ENTITY_TYPES_DELETION_NOT_SUPPORTED',
    /center, defined in business-metadata: cost/,
  ],
  [
    'another relationship category',
    keepEnds({relationshipCategory: 'AGGREGATION'}),
    'RELATIONSHIPDEF_INVALID_CATEGORY_UPDATE',
    /new relationshipDef category AGGREGATION, existing relationshipDef category COMPOSITION/,
  ],
  [
    'another end 1',
    keepEnds({endDef1: {type: 'box', name: 'cover', isContainer: true}}),
    'RELATIONSHIPDEF_INVALID_END1_UPDATE',
    /new end1 box\.cover \(SINGLE, container\), existing end1 box\.lid/,
  ],
  [
    'another end 2',
    keepEnds({endDef2: {type: 'other', name: 'box'}}),
    'RELATIONSHIPDEF_INVALID_END2_UPDATE',
    /new end2 other\.box \(SINGLE\), existing end2 lid\.box/,
  ],
  [
    'another relationship name',
    keepEnds({name: 'lids', guid: guidOf('box_lid')}),
    'RELATIONSHIPDEF_INVALID_NAME_UPDATE',
    /new name lids, existing name box_lid/,
  ],
  [
    'a parent’s attribute that a child has',
    {
      entityDefs: [
        keep('thing', {
          attributeDefs: [
            {name: 'id', typeName: 'string'},
            {...text, name: 'label'},
            {...text, name: 'color'},
          ],
        }),
      ],
    },
    'ATTRIBUTE_NAME_ALREADY_EXISTS_IN_PARENT_TYPE',
    'Invalid attribute name: box.color. Attribute already exists in parent type: thing',
  ],
  [
    'a circle',
    {
      entityDefs: [
        keep('thing', {
          superTypes: ['box'],
          attributeDefs: [
            {name: 'id', typeName: 'string'},
            {...text, name: 'label'},
          ],
        }),
      ],
    },
    'CIRCULAR_REFERENCE',
    /^thing: /,
  ],
];

for (const [what, input, kind, message] of updates) {
  test(`refused at an update: ${what}`, () => {
    assert.throws(() => planTypeUpdate(types, input, planning), fails(kind, message));
  });
}

test('an update replaces the body, keeps what it does not say of the head, and raises the version even unchanged', () => {
  const later = {...planning, userName: 'bob', now: 2000};
  const before = types.defs.get('lid');
  const grown = keep('lid', {attributeDefs: [{...text, name: 'weight', typeName: 'int'}], serviceType: 's'});
  const {changed, types: next} = planTypeUpdate(types, {entityDefs: [grown]}, later);
  assert.equal(changed.length, 1);
  const after = next.defs.get('lid');
  assert.ok(after?.category === 'ENTITY');
  assert.deepEqual(
    [
      after.guid,
      after.createdBy,
      after.createTime,
      after.updatedBy,
      after.updateTime,
      after.version,
      after.serviceType,
    ],
    [before?.guid, 'ann', 1000, 'bob', 2000, 2, 's'],
  );
  assert.deepEqual(
    after.attributeDefs.map(one => one.name),
    ['weight'],
  );
  const again = planTypeUpdate(
    next,
    {entityDefs: [{...grown, serviceType: undefined, name: null, guid: after.guid}]},
    later,
  );
  assert.deepEqual([again.changed[0]?.name, again.changed[0]?.serviceType, again.changed[0]?.version], ['lid', 's', 3]);
  assert.equal(
    again.types.defs.get('box'),
    types.defs.get('box'),
    'definitions that do not change stay the same objects',
  );
});

test('an update may add super types, enum elements, entity types and change how tags flow', () => {
  const {types: next} = planTypeUpdate(
    types,
    {
      enumDefs: [
        {
          name: 'color',
          elementDefs: [
            {value: 'RED', ordinal: 1},
            {value: 'GREEN', ordinal: 5},
          ],
        },
      ],
      classificationDefs: [{name: 'boxes', entityTypes: ['box', 'other']}],
      ...keepEnds({propagateTags: 'BOTH'}),
    },
    planning,
  );
  assert.deepEqual([...(next.enumTypes.get('color')?.values.keys() ?? [])], ['red', 'green']);
  assert.deepEqual([...next.classificationType('boxes').entityTypes], ['box', 'other']);
  assert.equal(next.relationshipTypes.get('box_lid')?.def.propagateTags, 'BOTH');
});

const deletions: [what: string, input: object, inUse: string[], kind: ErrorKind, message: string][] = [
  ['an unknown type', {entityDefs: [{name: 'Nope'}]}, [], 'TYPE_NAME_NOT_FOUND', 'Given typename Nope was invalid'],
  [
    'a type of another category',
    {entityDefs: [{name: 'size'}]},
    [],
    'TYPE_NAME_NOT_FOUND',
    'Given typename size was invalid',
  ],
  ['an unknown guid', {entityDefs: [{guid: 'x'}]}, [], 'TYPE_GUID_NOT_FOUND', 'Given type guid x was invalid'],
  [
    'a type with instances',
    {entityDefs: [{name: 'lid'}]},
    ['lid'],
    'TYPE_HAS_REFERENCES',
    'Given type lid has references',
  ],
  [
    'a type with relationships',
    {entityDefs: [{name: 'lid'}]},
    [],
    'TYPE_HAS_RELATIONSHIPS',
    'Given type lid has associated relationshipDefs',
  ],
  [
    'a type with sub-types',
    {entityDefs: [{name: 'thing'}]},
    [],
    'TYPE_HAS_REFERENCES',
    'Given type thing has references',
  ],
  [
    'a type of an attribute',
    {structDefs: [{name: 'size'}]},
    [],
    'TYPE_HAS_REFERENCES',
    'Given type size has references',
  ],
  [
    'a type that a classification is for',
    {entityDefs: [{name: 'other'}]},
    [],
    'TYPE_HAS_REFERENCES',
    'Given type other has references',
  ],
];

for (const [what, input, inUse, kind, message] of deletions) {
  test(`refused at a delete: ${what}`, () => {
    assert.throws(() => planTypeDelete(types, findTypesToDelete(types, input), new Set(inUse)), fails(kind, message));
  });
}

test('types that refer to each other can be deleted together', () => {
  const all = {
    entityDefs: [{name: 'thing'}, {name: 'box'}, {guid: guidOf('lid')}, {name: 'box'}],
    classificationDefs: [{name: 'boxes'}, {name: 'things'}],
    relationshipDefs: [{name: 'box_lid'}],
    businessMetadataDefs: [{name: 'cost'}],
  };
  const {types: next, changed} = planTypeDelete(types, findTypesToDelete(types, all), new Set(['other']));
  assert.equal(changed.length, 7);
  assert.deepEqual([...next.defs.keys()], ['color', 'size', 'C', 'others', 'other']);
});

test('types that the catalog itself needs cannot be deleted', () => {
  const own = planTypeCreate(types, {entityDefs: [{name: '__internal'}, {name: '__MetaUserProfile'}]}, planning).types;
  for (const name of ['__internal', '__MetaUserProfile']) {
    assert.throws(
      () => planTypeDelete(own, findTypesToDelete(own, {entityDefs: [{name}]}), new Set()),
      fails('SYSTEM_TYPE', `${name} is a System-type`),
    );
  }
});
