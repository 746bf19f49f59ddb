import assert from 'node:assert/strict';
import {test} from 'node:test';
import {attribute, composition, entityDef} from '../testing.ts';
import {stockTypeDefs} from './stock/stock-type-defs.ts';
import {kindsOfTypes} from './type-kinds.ts';
import {planTypeCreate} from './type-plan.ts';
import {TypeRegistry} from './type-registry.ts';

function stockTypes(): TypeRegistry {
  const planning = {userName: 'admin', now: 1, newGuid: () => crypto.randomUUID()};
  let types = new TypeRegistry([]);
  for (const area of stockTypeDefs()) types = planTypeCreate(types, area.types, planning).types;
  return types;
}

test('what belongs to a data set is a part, what holds data sets and what they are held by is an asset', () => {
  const kinds = kindsOfTypes(stockTypes());
  const named = (kind: string) => (name: string) => assert.equal(kinds.get(name), kind, name);
  [
    'hive_db',
    'hive_table',
    'rdbms_instance',
    'rdbms_db',
    'rdbms_table',
    'hbase_table',
    'hbase_column_family',
    'trino_catalog',
    'kafka_topic',
    'AtlasGlossaryTerm',
  ].forEach(named('asset'));
  ['hive_column', 'hive_storagedesc', 'rdbms_column', 'rdbms_index'].forEach(named('part'));
  ['hive_process', 'hive_column_lineage', 'spark_process', 'Process'].forEach(named('process'));
});

test('sub-types of parts are parts, and so is what a data set owns by a plain reference', () => {
  const types = new TypeRegistry([
    entityDef('DataSet', [], []),
    entityDef(
      'sheet',
      ['DataSet'],
      [
        attribute('cells', 'array<cell>', {constraints: [{type: 'ownedRef'}]}),
        attribute('other', 'note'),
      ],
    ),
    entityDef('cell', [], []),
    entityDef('redCell', ['cell'], []),
    entityDef('note', [], []),
    composition('book_sheets', ['book', 'sheets'], ['sheet', 'book']),
    entityDef('book', [], []),
  ]);
  const kinds = kindsOfTypes(types);
  assert.deepEqual(
    ['book', 'sheet', 'note', 'cell', 'redCell'].map(name => kinds.get(name)),
    ['asset', 'asset', 'asset', 'part', 'part'],
  );
});
