import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  BIGINT,
  BOOLEAN,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  DOUBLE,
  INTEGER,
  VARCHAR,
} from '@duckdb/node-api';
import * as fc from 'fast-check';
import {fiveOf, texts, utf8Column} from '../../result/testing.ts';
import {bytesOf, type ColumnToPack, packedKinds, PackedPage} from '../packed-page.ts';
import {packChunks} from './duckdb-chunks.ts';
import {columnFill} from './fill-chunks.ts';

let connection: DuckDBConnection;
before(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
after(() => connection.closeSync());

/** Through a table of the engine and back; undefined where the bytes are not taken. */
async function stored(
  type: DuckDBType,
  page: PackedPage,
  atATime: number,
): Promise<readonly unknown[] | undefined> {
  const [packed] = page.packedColumns();
  const fill = packed && columnFill(type, packed, page.rowCount);
  if (fill === undefined) return undefined;
  await connection.run(`CREATE OR REPLACE TABLE filled (c0 ${String(type)})`);
  const appender = await connection.createAppender('filled');
  for (let from = 0; from < page.rowCount; from += atATime) {
    const to = Math.min(from + atATime, page.rowCount);
    const chunk = DuckDBDataChunk.create([type], to - from);
    fill(chunk, 0, from, to);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  const result = await connection.run('SELECT c0 FROM filled ORDER BY rowid');
  const rows = (await result.fetchAllChunks()).map(chunk => ({
    chunk,
    from: 0,
    to: chunk.rowCount,
  }));
  return packChunks([type], rows).columns[0];
}

const pageOf = (column: ColumnToPack, rowCount: number) =>
  PackedPage.from(PackedPage.pack([column], rowCount).bytes);

test('texts are what they were, wherever they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fiveOf(texts), fc.integer({min: 1, max: 5}), async (values, atATime) => {
      assert.deepEqual(await stored(VARCHAR, pageOf(utf8Column(values), 5), atATime), values);
    }),
    {numRuns: 100},
  );
  const many = Array.from({length: 5000}, (_, i) => (i % 7 === 0 ? null : 'é'.repeat(i % 40)));
  assert.deepEqual(await stored(VARCHAR, pageOf(utf8Column(many), 5000), 2048), many);
});

test('so are numbers and truth values, and texts made of numbers', async () => {
  const nulls = Uint8Array.of(0, 1, 0);
  const column = (kind: ColumnToPack['kind'], values: NodeJS.ArrayBufferView, scale = 0) =>
    pageOf({kind, nulls, scale, parts: [bytesOf(values)]}, 3);
  const {int32, bigint, number, boolean, date, decimal} = packedKinds;
  const cases: readonly [DuckDBType, PackedPage][] = [
    [INTEGER, column(int32, Int32Array.of(-(2 ** 31), 5, 2 ** 31 - 1))],
    [BIGINT, column(bigint, BigInt64Array.of(-(2n ** 63n), 5n, 2n ** 63n - 1n))],
    [DOUBLE, column(number, Float64Array.of(NaN, 5, -0))],
    [BOOLEAN, column(boolean, Uint8Array.of(1, 0, 0))],
    [VARCHAR, column(date, Int32Array.of(-1, 0, 19_000))],
    [VARCHAR, column(decimal, BigInt64Array.of(-5n, 0n, 2n ** 63n - 1n), 2)],
  ];
  for (const [type, page] of cases)
    for (const atATime of [1, 3])
      assert.deepEqual(await stored(type, page, atATime), page.columns[0]);
});

test('what does not fit is left to its values', async () => {
  const page = pageOf({kind: packedKinds.int32, nulls: undefined, parts: [new Uint8Array(4)]}, 1);
  assert.equal(await stored(BIGINT, page, 1), undefined);
  assert.equal(await stored(VARCHAR, page, 1), undefined);
  // A character that begins in one text and ends in the next, and a byte that is none.
  for (const parts of [
    ['\u00c3', '\u00a9'],
    ['a', '\u00ff'],
  ]) {
    const cut = parts.flatMap(text => [Uint8Array.of(0, 0, 0, 1), Buffer.from(text, 'latin1')]);
    const odd = pageOf({kind: packedKinds.utf8, nulls: undefined, parts: cut}, 2);
    assert.equal(await stored(VARCHAR, odd, 2), undefined);
  }
});
