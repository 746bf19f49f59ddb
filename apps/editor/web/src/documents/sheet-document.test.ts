import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Tab} from '../editor/tab.ts';
import type {SavedDocument} from '../api/wire.ts';
import {contentOfSheet, isChanged, linkTo, sheetOf} from './sheet-document.ts';

const saved: SavedDocument = {
  uuid: 'u',
  owner: 'ada',
  kind: 'query',
  name: 'Sales',
  description: '',
  version: 3,
  changedAt: 1,
  changedBy: 'ada',
  content: {
    engine: 'hive',
    database: 'sales',
    text: 'SELECT ${a}',
    state: {variables: {b: '2', a: '1'}},
  },
};

test('a sheet says the same as its query until something of it is changed', () => {
  const tab: Tab = {id: 'x', ...sheetOf(saved), document: linkTo(saved)};
  assert.equal(tab.title, 'Sales');
  assert.ok(!isChanged(tab));
  assert.ok(
    !isChanged({...tab, title: 'other', variables: {a: '1', b: '2'}}),
    'the order of names does not matter',
  );
  assert.ok(isChanged({...tab, text: 'SELECT 1'}));
  assert.ok(isChanged({...tab, database: 'other'}));
  assert.ok(isChanged({...tab, variables: {}}));
  assert.ok(
    !isChanged({...tab, document: undefined, text: 'x'}),
    'what was never saved is not changed',
  );
  assert.deepEqual(contentOfSheet(tab), saved.content);
});
