import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {test} from 'node:test';
import {chooseStatement} from './choose-statement.ts';

const three = 'SELECT 1; SELECT 2; SELECT 3';

test('runs through a text one statement at a time and then begins again', () => {
  const first = chooseStatement(three, 'hive');
  assert.equal(first?.statement, 'SELECT 1');
  assert.deepEqual(
    [first.statement_id, first.statements_count, first.has_more_statements],
    [0, 3, true],
  );
  assert.equal(
    first.previous_statement_hash,
    createHash('sha224').update('SELECT 1').digest('hex'),
  );
  const second = chooseStatement(three, 'hive', first);
  assert.equal(second?.statement, 'SELECT 2');
  const third = chooseStatement(three, 'hive', second);
  assert.deepEqual([third?.statement, third?.has_more_statements], ['SELECT 3', false]);
  assert.equal(chooseStatement(three, 'hive', third)?.statement, 'SELECT 1');
});

test('an edited statement runs again', () => {
  const first = chooseStatement(three, 'hive');
  assert.equal(
    chooseStatement('SELECT 11; SELECT 2; SELECT 3', 'hive', first)?.statement,
    'SELECT 11',
  );
  const last = chooseStatement(three, 'hive', {
    statement_id: 2,
    previous_statement_hash: 'another',
  });
  assert.equal(last?.statement, 'SELECT 3');
});

test('removed statements do not lead behind the end', () => {
  assert.equal(
    chooseStatement('SELECT 1', 'hive', {statement_id: 7, has_more_statements: true})?.statement,
    'SELECT 1',
  );
});

test('a text without a statement has none to choose', () => {
  assert.equal(chooseStatement(' -- nothing\n', 'hive'), undefined);
});
