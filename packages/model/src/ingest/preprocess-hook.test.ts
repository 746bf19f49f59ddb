import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Fields, HookEntities, HookEntity} from './hook-entity.ts';
import {noHookRules, type HookRules} from './hook-rules.ts';
import {preprocessHook} from './preprocess-hook.ts';

const ref = (guid: string, typeName = 'hive_table') => ({guid, typeName});
const byName = (qualifiedName: string, typeName = 'hive_table') => ({
  typeName,
  uniqueAttributes: {qualifiedName},
});

function entity(
  typeName: string,
  guid: string,
  attributes: Fields,
  relationshipAttributes?: Fields,
): HookEntity {
  return {
    typeName,
    guid,
    attributes,
    ...(relationshipAttributes === undefined ? {} : {relationshipAttributes}),
  };
}

const table = (guid: string, name: string, more: Fields = {}) =>
  entity('hive_table', guid, {qualifiedName: name, name: name.split('@')[0], ...more});

/** Two tables with a column each, and a process from one to the other. */
function world(): HookEntities {
  return {
    entities: [
      entity('hive_process', '-1', {
        qualifiedName: 'q@cl:1',
        name: 'insert into b select * from a',
        inputs: [ref('-2')],
        outputs: [ref('-3')],
      }),
    ],
    referredEntities: {
      '-2': table('-2', 'db.a@cl', {
        columns: [ref('-4', 'hive_column')],
        sd: ref('-6', 'hive_storagedesc'),
      }),
      '-3': table('-3', 'db.b@cl', {columns: [ref('-5', 'hive_column')]}),
      '-4': entity('hive_column', '-4', {qualifiedName: 'db.a.x@cl', table: ref('-2')}),
      '-5': entity('hive_column', '-5', {qualifiedName: 'db.b.x@cl', table: ref('-3')}),
      '-6': entity('hive_storagedesc', '-6', {qualifiedName: 'db.a@cl_storage', table: ref('-2')}),
    },
  };
}

const after = (rules: Partial<HookRules>, given = world()) => {
  const {entities, referredEntities} = preprocessHook(given, {...noHookRules, ...rules});
  const all = [...entities, ...Object.values(referredEntities)];
  return {entities, referredEntities, all, guids: all.map(one => one['guid']).toSorted()};
};
const attributesOf = (one: HookEntity | undefined) => (one?.['attributes'] ?? {}) as Fields;

test('without rules everything stays as it was', () => {
  assert.deepEqual(preprocessHook(world(), noHookRules), world());
});

test('a table that is ignored goes with its parts, and a process that had nothing else with it', () => {
  assert.deepEqual(after({ignoredTables: ['db\\.a@.*']}).guids, ['-3', '-5']);
  assert.deepEqual(
    after({ignoredTables: ['db\\.a']}).guids.length,
    6,
    'a pattern has to match as a whole',
  );
});

test('what is left of the inputs keeps the process', () => {
  const given = world();
  const [process] = given.entities;
  attributesOf(process)['inputs'] = [ref('-2'), byName('db.c@cl'), byName('db.a@cl')];
  const {entities} = after({ignoredTables: ['db\\.a@.*']}, given);
  assert.deepEqual(attributesOf(entities[0])['inputs'], [byName('db.c@cl')]);
});

test('a table that is pruned keeps nothing but itself', () => {
  const {guids, referredEntities} = after({prunedTables: ['db\\.a@cl']});
  assert.deepEqual(guids, ['-1', '-2', '-3', '-5']);
  assert.deepEqual(attributesOf(referredEntities['-2']), {qualifiedName: 'db.a@cl', name: 'db.a'});
});

test('databases and tables that stand for none are left out', () => {
  assert.deepEqual(after({dummyTables: ['a']}).guids, ['-3', '-5']);
  assert.deepEqual(
    after({dummyPrefixes: ['B']}).guids,
    ['-2', '-4', '-6'],
    'names of Hive know no capitals',
  );
  assert.deepEqual(after({dummyDatabases: ['db']}).guids, []);
  const db = {
    entities: [entity('hive_db', '-1', {qualifiedName: '_dummy@cl'})],
    referredEntities: {},
  };
  assert.deepEqual(after({dummyDatabases: ['_dummy']}, db).guids, []);
});

test('types and qualified names can be left out by patterns', () => {
  assert.deepEqual(after({ignoredTypes: ['hive_process', 'hive_sto.*']}).guids, [
    '-2',
    '-3',
    '-4',
    '-5',
  ]);
  assert.deepEqual(after({ignoredEntities: ['.*\\.x@cl']}).guids, ['-1', '-2', '-3', '-6']);
});

test('Hive processes are called by their qualified name', () => {
  assert.equal(attributesOf(after({nameProcesses: true}).entities[0])['name'], 'q@cl:1');
});

test('parts name their table in place of being listed by it', () => {
  const {entities, referredEntities} = after({freeHiveParts: true});
  assert.deepEqual(
    entities.map(one => one['guid']),
    ['-1', '-4', '-6', '-5'],
  );
  assert.deepEqual(Object.keys(referredEntities), ['-2', '-3']);
  assert.ok(
    !('columns' in attributesOf(referredEntities['-2'])) &&
      !('sd' in attributesOf(referredEntities['-2'])),
  );
  assert.deepEqual(entities[1]?.['relationshipAttributes'], {
    table: {guid: '-2', typeName: 'hive_table', relationshipType: 'hive_table_columns'},
  });
  assert.ok(!('table' in attributesOf(entities[1])));
});

test('the same in relational databases, through all levels', () => {
  const given = {
    entities: [
      entity('rdbms_instance', '-1', {qualifiedName: 'i'}, {databases: [ref('-2', 'rdbms_db')]}),
    ],
    referredEntities: {
      '-2': entity('rdbms_db', '-2', {qualifiedName: 'd'}, {tables: [ref('-3', 'rdbms_table')]}),
      '-3': entity('rdbms_table', '-3', {qualifiedName: 't'}),
    },
  };
  const {entities} = after({freeRdbmsParts: true}, given);
  assert.deepEqual(
    entities.map(one => [one['guid'], one['relationshipAttributes']]),
    [
      ['-1', {}],
      [
        '-2',
        {
          instance: {
            guid: '-1',
            typeName: 'rdbms_instance',
            relationshipType: 'rdbms_instance_databases',
          },
        },
      ],
      ['-3', {db: {guid: '-2', typeName: 'rdbms_db', relationshipType: 'rdbms_db_tables'}}],
    ],
  );
});

test('column lineage with too many inputs is left out, and else what is there twice', () => {
  const lineage = (guid: string, name: string, inputs: number) =>
    entity('hive_column_lineage', guid, {
      qualifiedName: name,
      inputs: Array.from({length: inputs}, (_, i) => byName(`db.a.c${i}@cl`, 'hive_column')),
      outputs: [byName('db.b.x@cl', 'hive_column')],
    });
  const given = (inputs: number) => ({
    entities: [lineage('-1', 'a', inputs), lineage('-2', 'b', inputs), lineage('-3', 'b', inputs)],
    referredEntities: {},
  });
  assert.deepEqual(after({maxLineageInputs: 15}, given(16)).guids, []);
  assert.deepEqual(after({maxLineageInputs: 15}, given(15)).guids, ['-1', '-2']);
  assert.deepEqual(after({}, given(16)).guids, ['-1', '-2', '-3']);
});

test('the prefix of an S3 directory is that of its folder, where the hook gave the whole path', () => {
  const prefix = (objectPrefix: string) =>
    attributesOf(
      after(
        {pruneS3Prefixes: true},
        {
          entities: [
            entity('aws_s3_v2_directory', '-1', {
              qualifiedName: 's3a://bucket/a/b/@cl',
              objectPrefix,
            }),
          ],
          referredEntities: {},
        },
      ).entities[0],
    )['objectPrefix'];
  assert.deepEqual(['/a/b/', 'a/b', '/a/'].map(prefix), ['/a/', 'a/', '/a/']);
});

test('plans of Spark processes are left out', () => {
  const given = {
    entities: [entity('spark_process', '-1', {qualifiedName: 's', details: 'x'})],
    referredEntities: {},
  };
  assert.deepEqual(attributesOf(after({pruneSparkProcesses: true}, given).entities[0]), {
    qualifiedName: 's',
    details: null,
    sparkPlanDescription: null,
  });
});
