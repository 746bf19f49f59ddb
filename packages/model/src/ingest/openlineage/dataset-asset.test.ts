import assert from 'node:assert/strict';
import {test} from 'node:test';
import {nameIn, namedIdentity} from './dataset-asset.ts';

const rules = {cluster: 'primary', clusters: {'other.example:9084': 'test'}};
const hive = 'hive://metastore.example:9083';

test('a name means an entity, and the entity has that name where its engine is', () => {
  const cases: readonly (readonly [
    namespace: string,
    name: string,
    type: string,
    qualified: string,
  ])[] = [
    [hive, 'sales.orders', 'hive_table', 'sales.orders@primary'],
    ['hive://other.example:9084', 'sales.orders', 'hive_table', 'sales.orders@test'],
    [
      'postgres://db.example:5432',
      'shop.public.orders',
      'rdbms_table',
      'shop.public.orders@db.example',
    ],
    [
      'trino://t.example:8443',
      'hive.sales.orders',
      'rdbms_table',
      'hive.sales.orders@t.example:8443',
    ],
    [
      'duckdb://duckdb/ada',
      'warehouse.main.orders',
      'rdbms_table',
      'warehouse.main.orders@duckdb/ada',
    ],
  ];
  for (const [namespace, name, typeName, qualifiedName] of cases) {
    const meant = namedIdentity({namespace, name}, rules);
    assert.deepEqual([meant.typeName, meant.qualifiedName], [typeName, qualifiedName]);
    assert.equal(nameIn(namespace, {typeName, qualifiedName}, rules), name);
  }
});

test('what another engine has is nowhere in this one', () => {
  const table = {typeName: 'hive_table', qualifiedName: 'sales.orders@primary'};
  assert.equal(nameIn(hive, table, rules), 'sales.orders');
  assert.equal(nameIn('hive://other.example:9084', table, rules), undefined);
  assert.equal(nameIn('duckdb://duckdb/ada', table, rules), undefined);
  assert.equal(nameIn(hive, {...table, typeName: 'hive_db'}, rules), undefined);
  assert.equal(nameIn(hive, {...table, qualifiedName: '@primary'}, rules), undefined);
  assert.equal(
    nameIn(
      'duckdb://duckdb/ada',
      {typeName: 'rdbms_table', qualifiedName: 'warehouse.main.t@duckdb/adam'},
      rules,
    ),
    undefined,
  );
});

test('Hive knows no capitals and no backticks', () => {
  assert.equal(
    namedIdentity({namespace: hive, name: '`Sales`.Orders'}, rules).qualifiedName,
    'sales.orders@primary',
  );
});
