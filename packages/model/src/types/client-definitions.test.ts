// What the helper functions of clients send when nobody tells them otherwise: as they build it,
// field for field.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {readEntityBody} from '../entity/entity.ts';
import {normaliseAttribute, readObjectId} from '../entity/value.ts';
import type {EntityDef} from './type-def.ts';
import {planTypeCreate} from './type-plan.ts';
import {attribute, planning, types} from './type-plan.fixture.ts';

const java = {isUnique: false, isIndexable: false, includeInNotification: false, searchWeight: -1};
const indexed = {...java, isIndexable: true};
const one = {cardinality: 'SINGLE', valuesMinCount: 1, valuesMaxCount: 1};
const any = {cardinality: 'LIST', valuesMinCount: 1, valuesMaxCount: 2147483647};
const python = {
  isUnique: false,
  isIndexable: false,
  includeInNotification: false,
  valuesMinCount: 0,
  valuesMaxCount: 1,
};
const airflow = {isUnique: false, cardinality: 'SINGLE', valuesMinCount: 0, valuesMaxCount: 1};
const owned = {constraints: [{type: 'ownedRef'}]};

/** [client, helper, definition, values that its attribute takes] */
const definitions: [client: string, helper: string, fields: object, values: unknown[]][] = [
  [
    'Java',
    'createOptionalAttrDef',
    {...java, ...one, isOptional: true, valuesMinCount: 0},
    ['x', 5],
  ],
  [
    'Java',
    'createOptionalAttrDef with options and description',
    {
      ...java,
      isOptional: true,
      cardinality: 'SINGLE',
      valuesMinCount: 0,
      valuesMaxCount: 1,
      defaultValue: '',
      description: 'd',
      searchWeight: 0,
      options: {},
    },
    ['x'],
  ],
  ['Java', 'createRequiredAttrDef', {...indexed, ...one, isOptional: false}, ['x']],
  [
    'Java',
    'createListRequiredAttrDef',
    {...indexed, ...any, isOptional: false, typeName: 'array<string>'},
    [[], ['x', 'y']],
  ],
  [
    'Java',
    'createOptionalListAttrDef',
    {...indexed, ...any, isOptional: true, typeName: 'array<string>'},
    [[], ['x']],
  ],
  [
    'Java',
    'createUniqueRequiredAttrDef',
    {...indexed, ...one, isOptional: false, isUnique: true},
    ['x'],
  ],
  [
    'Java',
    'createRequiredAttrDefWithConstraint',
    {...indexed, ...one, ...owned, isOptional: false, typeName: 'box'},
    [{guid: 'g'}],
  ],
  [
    'Java',
    'createRequiredListAttrDefWithConstraint',
    {...indexed, ...any, ...owned, isOptional: false, typeName: 'array<box>'},
    [[{guid: -1, typeName: 'box'}]],
  ],
  [
    'Java',
    'createOptionalAttrDefWithConstraint',
    {...java, ...one, ...owned, isOptional: true, valuesMinCount: 0, typeName: 'box'},
    [{guid: 'g'}],
  ],
  [
    'Java',
    'new AtlasAttributeDef',
    {...java, isOptional: false, cardinality: 'SINGLE', valuesMinCount: -1, valuesMaxCount: -1},
    ['x'],
  ],
  [
    'apache-atlas',
    'AtlasAttributeDef with what its sample gives',
    {
      isOptional: true,
      cardinality: 'SINGLE',
      valuesMinCount: null,
      valuesMaxCount: null,
      isUnique: false,
      isIndexable: true,
      includeInNotification: null,
      defaultValue: null,
      description: null,
      searchWeight: 0,
      indexType: null,
      constraints: null,
      options: null,
      displayName: null,
    },
    ['x'],
  ],
  [
    'pyapacheatlas',
    'AtlasAttributeDef',
    {...python, cardinality: 'SINGLE', isOptional: true},
    ['x'],
  ],
  [
    'pyapacheatlas',
    'AtlasAttributeDef of a list',
    {...python, cardinality: 'LIST', isOptional: true, typeName: 'array<string>'},
    [['x', 'y', 'y']],
  ],
  [
    'pyapacheatlas',
    'column_lineage_scaffold',
    {...python, cardinality: 'SINGLE', isOptional: true, valuesMinCount: 1},
    ['x'],
  ],
  [
    'amundsenatlastypes',
    'a mandatory text',
    {isUnique: false, isIndexable: true, isOptional: false, ...one},
    ['x'],
  ],
  [
    'amundsenatlastypes',
    'an optional number',
    {
      isUnique: false,
      isIndexable: false,
      isOptional: true,
      cardinality: 'SINGLE',
      typeName: 'int',
      defaultValue: '0.0',
    },
    [5, 5.7],
  ],
  [
    'amundsenatlastypes',
    'a list of structs',
    {
      isUnique: false,
      isIndexable: true,
      isOptional: true,
      includeInNotification: false,
      cardinality: 'LIST',
      typeName: 'array<size>',
    },
    [[{}, {}]],
  ],
  ['Airflow', 'a mandatory text', {...airflow, isIndexable: true, isOptional: false}, ['x']],
  [
    'Airflow',
    'a date',
    {...airflow, isIndexable: true, isOptional: false, typeName: 'date'},
    ['2024-01-02T03:04:05.678Z', 1700000000000],
  ],
];

for (const [client, helper, fields, values] of definitions) {
  test(`${client}: ${helper} is accepted, and so are values of it`, () => {
    const {changed, types: after} = planTypeCreate(types, attribute(fields), planning);
    assert.equal((changed as EntityDef[])[0]?.attributeDefs.length, 1);
    const made = after.entityType('new').attributes.get('a');
    assert.ok(made !== undefined);
    for (const value of values) {
      const issues: string[] = [];
      assert.notEqual(normaliseAttribute(after, made, value, 'new', issues), null);
      assert.deepEqual(issues, []);
    }
  });
}

/** [client, entity as its constructor sends it] */
const entities: [client: string, entity: object][] = [
  [
    'Java',
    {
      typeName: 't',
      attributes: {name: 'x'},
      guid: '-5030926491516',
      isIncomplete: false,
      provenanceType: 0,
      version: 0,
      proxy: false,
    },
  ],
  [
    'apache-atlas',
    {
      typeName: 't',
      attributes: {name: 'x'},
      guid: '-1',
      relationshipAttributes: null,
      classifications: null,
      meanings: null,
      customAttributes: null,
      businessAttributes: null,
      labels: null,
      homeId: null,
      isIncomplete: null,
    },
  ],
  ['pyapacheatlas', {typeName: 't', attributes: {name: 'x'}, guid: -1001}],
  ['Airflow', {typeName: 't', attributes: {name: 'x'}}],
];
for (const [client, entity] of entities) {
  test(`an entity of ${client} is read, and its guid may be referred to as it is written`, () => {
    const [read] = readEntityBody({entity}).entities;
    assert.deepEqual([read?.typeName, read?.attributes], ['t', {name: 'x'}]);
    assert.match(read?.guid ?? '', /^-\d+$/);
    if ('guid' in entity)
      assert.equal(readObjectId({guid: entity.guid, typeName: 't'})?.guid, read?.guid);
  });
}
