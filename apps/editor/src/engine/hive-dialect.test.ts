import assert from 'node:assert/strict';
import {test} from 'node:test';
import {hiveDialect} from './hive-dialect.ts';

test('plans are asked for in the words of the engine behind the protocol', () => {
  const asked = (dialect: string) => [
    hiveDialect.explainAsData('SELECT 1', dialect)?.sql,
    hiveDialect.explainMeasured('SELECT 1', dialect)?.sql,
  ];
  assert.deepEqual(
    ['hive', 'sqlalt', 'sparksql', 'postgresql', 'postgres', 'mysql', 'mariadb', 'trino'].map(
      asked,
    ),
    [
      ['EXPLAIN FORMATTED SELECT 1', undefined],
      ['EXPLAIN COST SELECT 1', undefined],
      ['EXPLAIN COST SELECT 1', undefined],
      ['EXPLAIN (FORMAT JSON) SELECT 1', 'EXPLAIN (ANALYZE, FORMAT JSON) SELECT 1'],
      ['EXPLAIN (FORMAT JSON) SELECT 1', 'EXPLAIN (ANALYZE, FORMAT JSON) SELECT 1'],
      ['EXPLAIN FORMAT=JSON SELECT 1', undefined],
      ['EXPLAIN FORMAT=JSON SELECT 1', 'ANALYZE FORMAT=JSON SELECT 1'],
      [undefined, 'EXPLAIN ANALYZE SELECT 1'],
    ],
  );
  // What is not known is asked for its text alone.
  assert.deepEqual(asked('constructor'), [undefined, undefined]);
});
