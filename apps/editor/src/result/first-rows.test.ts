import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Page} from '../engine/sql-engine.ts';
import {firstRows} from './first-rows.ts';

async function rowsOf(pages: readonly (readonly number[])[], count: number) {
  let cuts = 0;
  let asked = 0;
  async function* given(): AsyncGenerator<Page> {
    for (const values of pages) {
      asked++;
      yield {columns: [values], rowCount: values.length};
    }
  }
  const rows: unknown[] = [];
  for await (const {columns, rowCount} of firstRows(given(), count, () => cuts++)) {
    assert.equal(columns[0]?.length, rowCount);
    rows.push(...(columns[0] ?? []));
  }
  return {rows, cuts, asked};
}

test('as many rows as are wanted, and one word where there are more', async () => {
  assert.deepEqual(await rowsOf([[1, 2], [3, 4], [5]], 3), {rows: [1, 2, 3], cuts: 1, asked: 2});
  assert.deepEqual(await rowsOf([[1, 2], [3]], 2), {rows: [1, 2], cuts: 1, asked: 2});
  assert.deepEqual(await rowsOf([[1], [2, 3]], 0), {rows: [], cuts: 1, asked: 1});
});

test('a result that just fits is not cut', async () => {
  assert.deepEqual(await rowsOf([[1, 2], [3]], 3), {rows: [1, 2, 3], cuts: 0, asked: 2});
  assert.deepEqual(await rowsOf([], 0), {rows: [], cuts: 0, asked: 0});
});
