import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as fc from 'fast-check';
import {PackedPage} from '../../engine/packed-page.ts';
import type {Page} from '../../engine/sql-engine.ts';
import {fiveOf, mixedColumns, texts, utf8Column} from '../testing.ts';
import {jsonLines} from './json-lines.ts';

async function written(page: Page, types: readonly string[]): Promise<string> {
  const columns = types.map((type, i) => ({name: `c"${i}`, type}));
  async function* pages() {
    yield page;
  }
  return Buffer.concat(
    await Array.fromAsync(jsonLines.write({columns, pages: pages()})),
  ).toString();
}

/** Each row by the writer of the language, but for numbers that it has no form for. */
function expected({columns, rowCount}: Page, types: readonly string[]): string {
  return Array.from({length: rowCount}, (_, row) => {
    const members = columns.map(
      (values, i) => `${JSON.stringify(`c"${i}`)}:${cell(values[row], types[i] ?? '')}`,
    );
    return `{${members.join(',')}}\n`;
  }).join('');
}

function cell(value: unknown, type: string): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return JSON.stringify(String(value));
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'));
  const isNumber = type.startsWith('decimal') && /^-?\d+(?:\.\d+)?$/.test(String(value));
  return isNumber ? String(value) : JSON.stringify(value);
}

test('lines are the same from bytes as from values, decimals with all of their digits', async () => {
  const types = ['string', 'decimal(30,10)'];
  await fc.assert(
    fc.asyncProperty(fiveOf(texts), fiveOf(texts), async (one, two) => {
      const plain = {columns: [one, two], rowCount: 5};
      const sent = PackedPage.pack([utf8Column(one), utf8Column(two)], 5);
      for (const page of [plain, sent, PackedPage.of(plain)])
        assert.equal(await written(page, types), expected(plain, types));
    }),
    {numRuns: 300},
  );
});

test('so are numbers, truth values, bytes and what is of several kinds', async () => {
  const types = ['double', 'bigint', 'boolean', 'decimal(9,2)', 'int'];
  await fc.assert(
    fc.asyncProperty(mixedColumns, async columns => {
      const plain = {columns, rowCount: 5};
      for (const page of [plain, PackedPage.of(plain)])
        assert.equal(await written(page, types), expected(plain, types));
    }),
    {numRuns: 300},
  );
});

test('rows without columns are empty objects', async () => {
  assert.equal(await written({columns: [], rowCount: 2}, []), '{}\n{}\n');
});
