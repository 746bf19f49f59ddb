import assert from 'node:assert/strict';
import {test} from 'node:test';
import {csvLine} from '@gazetteer/formats/csv';
import * as fc from 'fast-check';
import {packedKinds, PackedPage} from '../../engine/packed-page.ts';
import type {Page} from '../../engine/sql-engine.ts';
import {fiveOf, mixedColumns, texts, utf8Column} from '../testing.ts';
import {csv} from './csv.ts';
import {textOf} from './format.ts';

async function written(page: Page): Promise<string> {
  const columns = page.columns.map(() => ({name: 'c', type: 'string'}));
  const pieces = await Array.fromAsync(csv.write({columns, pages: onePage(page)}));
  return Buffer.concat(pieces.slice(1)).toString();
}

async function* onePage(page: Page): AsyncGenerator<Page> {
  yield page;
}

/** Each row as everything else writes it. */
function expected({columns, rowCount}: Page): string {
  return Array.from({length: rowCount}, (_, row) =>
    csvLine(columns.map(values => textOf(values[row]))),
  ).join('');
}

test('texts are written from their bytes as from their characters', async () => {
  await fc.assert(
    fc.asyncProperty(fiveOf(texts), fiveOf(texts), async (one, two) => {
      const asSent = PackedPage.pack([utf8Column(one), utf8Column(two)], 5);
      assert.deepEqual(asSent.columns, [one, two]);
      for (const page of [
        asSent,
        PackedPage.of({columns: [one, two], rowCount: 5}),
        {columns: [one, two], rowCount: 5},
      ])
        assert.equal(await written(page), expected({columns: [one, two], rowCount: 5}));
    }),
    {numRuns: 500},
  );
});

test('numbers, truth values, bytes and what is of several kinds are written as their texts', async () => {
  await fc.assert(
    fc.asyncProperty(mixedColumns, async all => {
      const plain = {columns: all, rowCount: 5};
      const page = PackedPage.of(plain);
      const lines = Array.from({length: 5}, (_, row) =>
        all.map(column => textCell(column[row])).join(','),
      );
      for (const each of [page, plain])
        assert.equal(await written(each), lines.map(line => `${line}\r\n`).join(''));
    }),
    {numRuns: 500},
  );
});

/** What is a number needs no guard against formulas. */
function textCell(value: unknown): string {
  const isNumber =
    typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
  return isNumber ? String(value) : csvLine([textOf(value)]).slice(0, -2);
}

test('short whole numbers are written from 32 bits', async () => {
  const values = [
    0, 1, -1, 9, 10, 99, 100, 999_999_999, 1_000_000_000, 2_147_483_647, -2_147_483_648,
  ];
  const parts = [new Uint8Array(Int32Array.from(values).buffer)];
  const page = PackedPage.pack([{kind: packedKinds.int32, nulls: undefined, parts}], values.length);
  assert.deepEqual(page.columns, [values]);
  assert.equal(await written(page), values.map(value => `${value}\r\n`).join(''));
});
