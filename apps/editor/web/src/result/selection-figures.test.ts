import assert from 'node:assert/strict';
import {test} from 'node:test';
import {figuresOf, figuresText} from './selection-figures.ts';

const column = (name: string, kind: string, index: number) =>
  ({name, type: kind, kind, comment: '', index}) as Parameters<typeof figuresOf>[1][number];
const columns = [column('n', 'int64', 0), column('text', 'string', 1), column('d', 'decimal', 2)];
const rows = [
  [1, 'a', '1.5'],
  [2, 'b', null],
  [3, 'c', '2.5'],
];
const row = (index: number) => rows[index];

test('sums of the numbers that are selected', () => {
  const all = figuresOf(row, columns, {top: 0, bottom: 2, left: 0, right: 2});
  assert.deepEqual(all, {cells: 9, numbers: 5, sum: 10, min: 1, max: 3, left: 0});
  assert.equal(all && figuresText(all), '9 cells · sum 10 · average 2 · from 1 to 3');
});

test('nothing for one cell or for texts; what is not here is told', () => {
  assert.equal(figuresOf(row, columns, {top: 0, bottom: 0, left: 0, right: 0}), undefined);
  assert.equal(figuresOf(row, columns, {top: 0, bottom: 2, left: 1, right: 1}), undefined);
  const more = figuresOf(row, columns, {top: 0, bottom: 9, left: 0, right: 0});
  assert.deepEqual([more?.sum, more?.left], [6, 7]);
  assert.match(more ? figuresText(more) : '', /7 numbers are not loaded$/);
});
