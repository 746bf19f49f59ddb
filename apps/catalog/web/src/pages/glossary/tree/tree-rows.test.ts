import assert from 'node:assert/strict';
import {test} from 'node:test';
import {treeAction} from './tree-keys.ts';
import {hitRows, pathTo, treeRows, type TreeRow} from './tree-rows.ts';

const glossaries = [
  {guid: 'g1', name: 'Shop', termCount: 3, categoryCount: 3},
  {guid: 'g2', name: 'Empty', termCount: 0, categoryCount: 0},
];
const categories = [
  {categoryGuid: 'sales', displayText: 'Sales', termCount: 1},
  {categoryGuid: 'returns', displayText: 'Returns', parentCategoryGuid: 'sales', termCount: 2},
  {categoryGuid: 'lost', displayText: 'Lost', parentCategoryGuid: 'nowhere', termCount: 0},
];
const shown = (rows: readonly TreeRow[]) =>
  rows.map(row => `${'  '.repeat(row.level - 1)}${row.key} ${row.place}/${row.size}`);

test('terms below glossaries', () => {
  const state = {glossaries, view: 'term', categoriesOf: () => undefined} as const;
  assert.deepEqual(shown(treeRows({...state, open: new Set()})), ['g1 1/2', 'g2 2/2']);
  const rows = treeRows({...state, open: new Set(['g1', 'g2'])});
  assert.deepEqual(shown(rows), ['g1 1/2', '  g1/0 1/3', '  g1/1 2/3', '  g1/2 3/3', 'g2 2/2']);
});

test('categories below each other, with their terms behind the categories', () => {
  const state = {glossaries, view: 'category'} as const;
  const waiting = treeRows({...state, open: new Set(['g1']), categoriesOf: () => undefined});
  assert.deepEqual(
    waiting.map(row => row.kind),
    ['glossary', 'waiting', 'glossary'],
  );
  const rows = treeRows({
    ...state,
    open: new Set(['g1', 'sales', 'returns', 'lost']),
    categoriesOf: () => categories,
  });
  assert.deepEqual(shown(rows), [
    'g1 1/2',
    '  sales 1/2',
    '    returns 1/2',
    '      returns/0 1/2',
    '      returns/1 2/2',
    '    sales/0 2/2',
    '  lost 2/2',
    'g2 2/2',
  ]);
  assert.deepEqual(
    pathTo(categories, 'returns').map(one => one.categoryGuid),
    ['sales', 'returns'],
  );
});

test('keys walk, open and close', () => {
  const state = {glossaries, view: 'term', categoriesOf: () => undefined} as const;
  const [closed, open] = [
    treeRows({...state, open: new Set()}),
    treeRows({...state, open: new Set(['g1'])}),
  ];
  assert.deepEqual(treeAction('ArrowRight', closed, 0, false), {kind: 'toggle', row: closed[0]});
  assert.deepEqual(treeAction('ArrowRight', open, 0, false), {kind: 'go', index: 1});
  assert.deepEqual(treeAction('ArrowLeft', open, 2, false), {kind: 'go', index: 0});
  assert.deepEqual(treeAction('ArrowLeft', open, 0, false), {kind: 'toggle', row: open[0]});
  assert.deepEqual(treeAction('ArrowLeft', closed, 0, true), {kind: 'toggle', row: closed[0]});
  assert.equal(
    treeAction('ArrowRight', closed, 1, false),
    undefined,
    'what is empty does not open',
  );
  const [first, others] = [open.slice(0, 1), open.slice(1)];
  assert.deepEqual(treeAction('ArrowRight', first, 0, false), {kind: 'go', index: 0});
  assert.deepEqual(treeAction('ArrowLeft', others, 1, false), {kind: 'go', index: 0});
  assert.deepEqual(treeAction('End', open, 0, false), {kind: 'go', index: 4});
  assert.deepEqual(treeAction('PageUp', open, 4, false), {kind: 'go', index: 0});
  assert.deepEqual(treeAction('Enter', open, 1, false), {kind: 'follow', row: open[1]});
  assert.equal(treeAction('x', open, 1, false), undefined);
  assert.equal(hitRows(2).length, 2);
});
