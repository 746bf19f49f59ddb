import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as fc from 'fast-check';
import {PackedPage} from '../engine/packed-page.ts';
import {PageParts} from '../engine/page-parts.ts';
import type {Page} from '../engine/sql-engine.ts';
import {jsonRows} from './json-rows.ts';
import {rowsOf} from './formats/result-format.ts';
import {fiveOf, mixedColumns, texts, utf8Column} from './testing.ts';

/** Packed, as the values themselves, and in two parts. */
function assertWritten(
  columns: readonly (readonly unknown[])[],
  packed: readonly PackedPage[],
): void {
  const plain: Page = {columns, rowCount: 5};
  const expected = JSON.stringify(rowsOf(plain, [], 'json'));
  for (const page of [plain, PackedPage.of(plain), ...packed]) {
    const parts = [
      {page, from: 0, to: 2},
      {page, from: 2, to: 5},
    ];
    for (const each of [page, new PageParts(parts)]) assert.equal(jsonRows(each), expected);
    assert.deepEqual(new PageParts(parts).columns, columns);
  }
}

test('rows are the same text, from their bytes as from their values', () => {
  fc.assert(
    fc.property(mixedColumns, columns => assertWritten(columns, [])),
    {numRuns: 500},
  );
  fc.assert(
    fc.property(fiveOf(texts), fiveOf(texts), (one, two) =>
      assertWritten([one, two], [PackedPage.pack([utf8Column(one), utf8Column(two)], 5)]),
    ),
    {numRuns: 500},
  );
});

test('no rows and no columns', () => {
  assert.equal(jsonRows({columns: [], rowCount: 0}), '[]');
  assert.equal(jsonRows({columns: [[], []], rowCount: 0}), '[]');
  assert.equal(jsonRows({columns: [], rowCount: 2}), '[[],[]]');
});
