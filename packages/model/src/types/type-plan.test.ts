import assert from 'node:assert/strict';
import {test} from 'node:test';
import {planTypeCreate, planTypeUpdate} from './type-plan.ts';
import type {EntityDef, EnumDef} from './type-def.ts';
import {findTypesToDelete, planTypeDelete} from './type-plan-delete.ts';
import {
  fails,
  guidOf,
  inverse,
  keep,
  keepEnds,
  planning,
  text,
  types,
  attribute,
  classification,
} from './type-plan.fixture.ts';
import {deletions, updates} from './type-refusals.fixture.ts';

test('types of one request may refer to each other, in any order', () => {
  const plan = planTypeCreate(
    types,
    {
      entityDefs: [
        {
          name: 'child',
          superTypes: ['parent'],
          attributeDefs: [{...text, name: 'k', typeName: 'array<kind>'}],
        },
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

const most = 2147483647;
/** [fields of a definition, counts as they are kept] */
const counts: [object, [min: number, max: number]][] = [
  [{isOptional: true}, [0, 1]],
  [{isOptional: false}, [1, 1]],
  [{isOptional: true, valuesMinCount: 0, valuesMaxCount: 5}, [0, 1]],
  [
    {
      isOptional: true,
      typeName: 'array<string>',
      cardinality: 'LIST',
      valuesMinCount: 0,
      valuesMaxCount: 1,
    },
    [0, most],
  ],
  [
    {
      isOptional: false,
      typeName: 'array<string>',
      cardinality: 'LIST',
      valuesMinCount: 1,
      valuesMaxCount: 2,
    },
    [1, 2],
  ],
  [
    {
      isOptional: true,
      typeName: 'array<string>',
      cardinality: 'LIST',
      valuesMinCount: 2,
      valuesMaxCount: 3,
    },
    [0, 3],
  ],
  [
    {
      isOptional: true,
      typeName: 'array<string>',
      cardinality: 'SET',
      valuesMinCount: 3,
      valuesMaxCount: 1,
    },
    [0, most],
  ],
  [
    {
      isOptional: false,
      typeName: 'array<string>',
      cardinality: 'SET',
      valuesMinCount: -5,
      valuesMaxCount: -1,
    },
    [1, most],
  ],
];
for (const [fields, kept] of counts) {
  test(`of ${JSON.stringify(fields)} these counts are kept: ${kept.join(' to ')}`, () => {
    const [def] = planTypeCreate(types, attribute(fields), planning).changed as EntityDef[];
    const [made] = def?.attributeDefs ?? [];
    assert.deepEqual([made?.valuesMinCount, made?.valuesMaxCount], kept);
  });
}

test('any search weight is taken, and an attribute of any type may be declared unique', () => {
  for (const fields of [
    ...[0, 11, -2].map(searchWeight => ({searchWeight})),
    ...['array<string>', 'map<string,int>', 'box'].map(typeName => ({typeName, isUnique: true})),
  ]) {
    const {changed, types: after} = planTypeCreate(
      types,
      attribute({isOptional: true, ...fields}),
      planning,
    );
    const [made] = (changed as EntityDef[])[0]?.attributeDefs ?? [];
    assert.deepEqual({...made, ...fields}, made);
    assert.deepEqual(after.entityType('new').uniqueAttributes, []);
  }
});

test('of an enum value and of an attribute that come twice the last one counts, and what has no name is none', () => {
  const enumDefs = [
    {
      name: 'e',
      defaultValue: 'z',
      elementDefs: [{value: 'A', ordinal: 1}, {value: 'b'}, {value: 'a', ordinal: 3}],
    },
  ];
  const entityDefs = [
    {
      name: 'twice',
      attributeDefs: [{...text, name: 'x'}, {typeName: 'int'}, {name: 'x', typeName: 'int'}],
    },
  ];
  const [kind, entity] = planTypeCreate(types, {enumDefs, entityDefs}, planning).changed as [
    EnumDef,
    EntityDef,
  ];
  assert.deepEqual(
    [kind.elementDefs, kind.defaultValue],
    [
      [
        {value: 'b', ordinal: 1},
        {value: 'a', ordinal: 3},
      ],
      'z',
    ],
  );
  assert.deepEqual(
    entity.attributeDefs.map(one => [one.name, one.typeName, one.isOptional]),
    [['x', 'int', false]],
  );
});

test('a classification restricts to what its ancestors have in common', () => {
  const plan = planTypeCreate(
    types,
    classification({superTypes: ['things', 'boxes'], attributeDefs: null, entityTypes: null}),
    planning,
  );
  assert.deepEqual([...plan.types.classificationType('new').entityTypes], ['box']);
});

for (const [what, input, kind, message] of updates(guidOf)) {
  test(`refused at an update: ${what}`, () => {
    assert.throws(() => planTypeUpdate(types, input, planning), fails(kind, message));
  });
}

test('an update replaces the body, keeps what it does not say of the head, and raises the version even unchanged', () => {
  const later = {...planning, userName: 'bob', now: 2000};
  const before = types.defs.get('lid');
  const grown = keep('lid', {
    attributeDefs: [{...text, name: 'weight', typeName: 'int'}],
    serviceType: 's',
  });
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
  assert.deepEqual(
    [again.changed[0]?.name, again.changed[0]?.serviceType, again.changed[0]?.version],
    ['lid', 's', 3],
  );
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

for (const [what, input, inUse, kind, message] of deletions) {
  test(`refused at a delete: ${what}`, () => {
    assert.throws(
      () => planTypeDelete(types, findTypesToDelete(types, input), new Set(inUse)),
      fails(kind, message),
    );
  });
}

test('types that refer to each other can be deleted together', () => {
  const all = {
    entityDefs: [{name: 'thing'}, {name: 'box'}, {guid: guidOf('lid')}, {name: 'box'}],
    classificationDefs: [{name: 'boxes'}, {name: 'things'}],
    relationshipDefs: [{name: 'box_lid'}],
    businessMetadataDefs: [{name: 'cost'}],
  };
  const {types: next, changed} = planTypeDelete(
    types,
    findTypesToDelete(types, all),
    new Set(['other']),
  );
  assert.equal(changed.length, 7);
  assert.deepEqual([...next.defs.keys()], ['C', 'color', 'other', 'others', 'size']);
});

test('types that the catalog itself needs cannot be deleted', () => {
  const own = planTypeCreate(
    types,
    {entityDefs: [{name: '__internal'}, {name: '__MetaUserProfile'}]},
    planning,
  ).types;
  for (const name of ['__internal', '__MetaUserProfile']) {
    assert.throws(
      () => planTypeDelete(own, findTypesToDelete(own, {entityDefs: [{name}]}), new Set()),
      fails('SYSTEM_TYPE', `${name} is a System-type`),
    );
  }
});
