import assert from 'node:assert/strict';
import {test} from 'node:test';
import {csvRows, isHead} from './csv-rows.ts';

test('rows come with quotes read, by whichever separator the first line has most of', () => {
  assert.deepEqual(csvRows('a,b\r\n"x, ""y""\nz",2\n', true).rows, [
    ['a', 'b'],
    ['x, "y"\nz', '2'],
  ]);
  assert.deepEqual(csvRows('a\tb,c\td\n1\t2\t3', true).rows, [
    ['a', 'b,c', 'd'],
    ['1', '2', '3'],
  ]);
  assert.deepEqual(csvRows('a;b\n1;', true).rows, [
    ['a', 'b'],
    ['1', ''],
  ]);
});

test('a line that is cut off is left for the next part, and a long file ends', () => {
  const part = 'a,b\n1,2\n3';
  assert.deepEqual(csvRows(part, false), {
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
    end: 8,
  });
  assert.equal(csvRows(part, true).end, part.length);
  assert.deepEqual(csvRows('a,b\n"cut\n', false).end, 4);
  const long = csvRows('x\n'.repeat(5000), true);
  assert.deepEqual([long.rows.length, long.end], [1000, 2000]);
  assert.deepEqual(csvRows('', true), {rows: [], end: 0});
});

test('a first row of different texts has the names of columns', () => {
  assert.equal(isHead(['id', 'name']), true);
  assert.equal(isHead(['id', '7']), false);
  assert.equal(isHead(['id', 'id']), false);
  assert.equal(isHead(['id', '']), false);
  assert.equal(isHead(undefined), false);
});
