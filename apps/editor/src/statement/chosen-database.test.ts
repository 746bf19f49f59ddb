import assert from 'node:assert/strict';
import {test} from 'node:test';
import {chosenBy, databaseAfter, keepsDatabase} from './chosen-database.ts';

test('only USE chooses a database', () => {
  const cases: [string, string | undefined][] = [
    ['use sales', 'sales'],
    ['  -- a comment\n/* and\nanother */ USE\tDATABASE `odd ``name`', 'odd `name'],
    ['use schema s2', 's2'],
    ['useful', undefined],
    ['use/**/database', 'database'],
    ['use namespace -- which\n n1', 'n1'],
    ['use ', undefined],
    ['/* not closed use sales', undefined],
    // As many ways to tell these apart must not be tried one by one.
    [`${'/* a */ '.repeat(5000)}select 1`, undefined],
    [`use ${'/* a */ -- b\n'.repeat(5000)}d2`, 'd2'],
    ['select 1 -- use sales', undefined],
    ["select 'use sales'", undefined],
  ];
  for (const [statement, expected] of cases) assert.equal(chosenBy(statement), expected, statement);
});

test('the last one counts', () => {
  assert.equal(databaseAfter(['use a', 'select 1', 'use b', 'select 2'], 'default'), 'b');
  assert.equal(databaseAfter(['select 1'], 'default'), 'default');
});

test('what only asks keeps the database', () => {
  for (const asks of [
    'select 1',
    ' -- a\nWITH a AS (SELECT 1) SELECT * FROM a',
    'show tables',
    'EXPLAIN use b',
  ])
    assert.equal(keepsDatabase(asks), true, asks);
  for (const other of [
    'use b',
    'begin use b; end',
    'selected',
    '',
    'set catalog c',
    'drop database a',
  ])
    assert.equal(keepsDatabase(other), false, other);
});
