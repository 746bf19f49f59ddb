import assert from 'node:assert/strict';
import {test} from 'node:test';
import {dialectOf} from '../dialects.ts';
import {callAt} from './call-at.ts';

const call = (before: string, dialect = 'hive') => {
  const found = callAt(before, dialectOf(dialect));
  return found && `${found.name} ${found.from} ${found.argument}`;
};

test('the function whose parenthesis is open, and which argument is written', () => {
  assert.equal(call('SELECT substr('), 'substr 7 0');
  assert.equal(call('SELECT substr(a'), 'substr 7 0');
  assert.equal(call('SELECT substr(a, '), 'substr 7 1');
  assert.equal(call('SELECT substr(upper(a, b), c, '), 'substr 7 2');
  assert.equal(call('SELECT substr(upper(a'), 'upper 14 0');
  assert.equal(call('SELECT substr(a, (b + '), 'substr 7 1', 'parentheses of its own');
  assert.equal(call("SELECT concat('a, (', 'b"), 'concat 7 1', 'inside of a text');
  assert.equal(call('SELECT 1; SELECT substr(a /* , */ '), 'substr 17 0');
  assert.equal(call('FROM read_csv(', 'duckdb'), 'read_csv 5 0');
});

test('no call where the parenthesis is closed, or of something else', () => {
  const none = [
    'SELECT substr(a)',
    'SELECT a WHERE b IN (1, ',
    'INSERT INTO t (a, ',
    'CREATE TABLE t (a int, ',
    'INSERT INTO t VALUES (1, ',
    'SELECT sum(a) OVER (',
    'SELECT coalesce((SELECT a FROM ',
    'SELECT substr(a -- of what',
    'WITH w AS (SELECT 1',
    'SELECT substr(a; SELECT ',
  ];
  for (const before of none) assert.equal(call(before), undefined, before);
});

test('ways to call it, where the dialect is known', () => {
  const described = (before: string, dialect: string) =>
    callAt(before, dialectOf(dialect))?.described;
  assert.match(described('SELECT Date_Trunc(', 'postgresql') ?? '', /^date_trunc\(field, source/);
  assert.equal(described('SELECT length(', 'postgresql')?.split('\n').length, 2);
  assert.match(described('SELECT timestampdiff(day, ', 'mysql') ?? '', /^timestampdiff\(unit/);
  assert.equal(described('SELECT date_trunc(', 'hive'), undefined);
  assert.equal(described('SELECT own(', 'mysql'), undefined);
});
