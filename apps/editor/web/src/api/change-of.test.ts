import assert from 'node:assert/strict';
import {test} from 'node:test';
import {changeOf} from './change-of.ts';

test('the first word tells what is to be asked for anew', () => {
  for (const text of [
    'create table t (a int)',
    ' DROP VIEW v',
    'alter table t add columns (b int)',
    'MSCK repair table t',
  ])
    assert.equal(changeOf(text), 'names', text);
  for (const text of [
    'insert into t values (1)',
    'TRUNCATE table t',
    'merge into t using u on t.a = u.a',
  ])
    assert.equal(changeOf(text), 'rows', text);
  for (const text of ['select create from t', 'use other', 'set a=b', 'created', ''])
    assert.equal(changeOf(text), undefined, text);
});
