import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
} from '@duckdb/node-api';
import * as fc from 'fast-check';
import {csv} from '../../result/formats/csv.ts';
import {jsonRows} from '../../result/json-rows.ts';
import {PackedPage} from '../packed-page.ts';
import type {Page} from '../sql-engine.ts';
import {packChunks} from './duckdb-chunks.ts';
import {pageValues} from './duckdb-values.ts';

let connection: DuckDBConnection;
before(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
after(() => connection.closeSync());

/** The values that the package makes of its chunks, and the chunks. */
async function readBoth(
  sql: string,
): Promise<{types: DuckDBType[]; chunks: DuckDBDataChunk[]; columns: unknown[][]}> {
  const result = await connection.run(sql);
  const types = result.columnTypes();
  const chunks = await result.fetchAllChunks();
  const columns = types.map((type, i) =>
    chunks.flatMap(chunk => pageValues(type, chunk.getColumnValues(i))),
  );
  return {types, chunks, columns};
}

async function csvOf(page: Page, width: number): Promise<string> {
  const columns = Array.from({length: width}, (_, i) => ({name: `c${i}`, type: 'string'}));
  const pieces: Uint8Array[] = [];
  async function* pages() {
    yield page;
  }
  for await (const piece of csv.write({columns, pages: pages()})) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Whatever becomes of a page, it is the same as of the values. */
async function assertSame(sql: string): Promise<void> {
  const {types, chunks, columns} = await readBoth(sql);
  const rows = chunks.map(chunk => ({chunk, from: 0, to: chunk.rowCount}));
  const page = PackedPage.from(packChunks(types, rows).bytes);
  const values = {columns, rowCount: page.rowCount};
  assert.deepEqual(page.columns, columns);
  assert.equal(await csvOf(page, types.length), await csvOf(values, types.length));
  assert.equal(jsonRows(page), jsonRows(values));
}

/** One column each, with a NULL, and with further values of its own kind. */
const odd: Readonly<Record<string, readonly string[]>> = {
  BOOLEAN: ['true', 'false'],
  TINYINT: ['-128', '127'],
  SMALLINT: ['-32768', '32767'],
  INTEGER: ['-2147483648', '2147483647', '0'],
  BIGINT: ['-9223372036854775808', '9223372036854775807', '9007199254740993', '-4503599627370497'],
  HUGEINT: ['9223372036854775807', '-9223372036854775808', '0'],
  'HUGEINT AS wide': ['9223372036854775808', '-170141183460469231731687303715884105728'],
  UTINYINT: ['255'],
  USMALLINT: ['65535'],
  UINTEGER: ['4294967295'],
  UBIGINT: ['18446744073709551615'],
  FLOAT: ['0.1', "'-inf'", "'nan'", '-0.0', '3.4e38'],
  DOUBLE: ['0.1', "'inf'", "'-inf'", "'nan'", '-0.0', '1e21', '1e-7', '9007199254740993'],
  'DECIMAL(4,2)': ['-99.99', '0.05', '-0.05', '0'],
  'DECIMAL(4,0)': ['-9999', '0'],
  'DECIMAL(9,9)': ['0.000000001', '-0.999999999'],
  'DECIMAL(18,3)': ['-999999999999999.999', '4503599627370.496', '9007199254740.993'],
  'DECIMAL(18,18)': ['0.000000000000000001', '-0.999999999999999999'],
  'DECIMAL(38,2)': ['92233720368547758.07', '-92233720368547758.08', '0.01'],
  'DECIMAL(38,10) AS wide': ['1234567890123456789012345678.0123456789', '-1'],
  'DECIMAL(38,38)': ['0.00000000000000000000000000000000000001'],
  DATE: ["'0001-01-01'", "'9999-12-31'", "'2000-02-29'", "'1899-12-31'", "'1970-01-01'"],
  'DATE AS late': ["'10000-01-01'", "'2024-01-01'"],
  'DATE AS early': ["'0044-03-15 (BC)'", "'2024-01-01'"],
  'DATE AS endless': ["'infinity'", "'-infinity'"],
  TIMESTAMP: [
    "'0001-01-02 00:00:00'",
    "'9999-12-30 23:59:59.999999'",
    "'1969-12-31 23:59:59.5'",
    "'2024-02-29 01:02:03.000001'",
    "'2255-06-05 23:47:34.740993'",
  ],
  'TIMESTAMP AS late': ["'10000-01-01 00:00:00'"],
  'TIMESTAMP AS early': ["'0044-03-15 (BC) 01:00:00'"],
  'TIMESTAMP AS endless': ["'infinity'", "'-infinity'"],
  TIMESTAMP_NS: ["'2024-02-29 01:02:03.000000001'"],
  TIMESTAMP_S: ["'2024-02-29 01:02:03'"],
  TIMESTAMPTZ: ["'2024-02-29 01:02:03+00'"],
  TIME: ["'23:59:59.999999'"],
  INTERVAL: ["'1 year 2 days'"],
  UUID: ["'4ac7a9e9-607c-4c8a-84f3-843f0191e3fd'"],
  VARCHAR: [
    "''",
    '\'a,"b"\'',
    "'=1+1'",
    "'-1.5'",
    "'-x'",
    "' '",
    "'line' || chr(13) || chr(10) || 'end'",
    "'nul' || chr(0) || 'nul'",
    "'é😀'",
    "'exactly twelv'",
    "'exactly 12 b'",
    "repeat('long é ', 5000)",
  ],
  BLOB: ["'\\x00\\xFF'", "''"],
  'INTEGER[]': ['[1, NULL, 3]', '[]'],
  'STRUCT(a INTEGER, b VARCHAR)': ["{'a': 1, 'b': 'x\"y'}"],
  'MAP(VARCHAR, DECIMAL(9,2))': ["MAP {'k': 1.50}"],
  "ENUM('x', 'y')": ["'x'", "'y'"],
};

for (const [name, values] of Object.entries(odd)) {
  test(`${name} from its bytes is what it is from its values`, async () => {
    const [type] = name.split(' AS ');
    const column = (one: string) => `(CAST(${one} AS ${type}))`;
    await assertSame(`SELECT * FROM (VALUES ${values.map(column).join()}) t(v)`);
    await assertSame(
      `SELECT * FROM (VALUES ${[...values, 'NULL', ...values].map(column).join()}) t(v)`,
    );
    await assertSame(`SELECT CAST(NULL AS ${type}) v FROM range(3)`);
  });
}

test('no rows, and a chunk among many whose values have a way of their own to be written', async () => {
  await assertSame("SELECT 1 AS a, DATE '2024-01-01' AS b WHERE false");
  await assertSame(`SELECT i, CASE WHEN i % 7 <> 0 THEN DATE '2024-01-01' + (i % 500)::INTEGER END AS day,
    CASE WHEN i = 5000 THEN TIMESTAMP 'infinity' ELSE TIMESTAMP '1960-01-01' + INTERVAL (i * 77777) SECOND END AS at,
    CASE WHEN i % 3 = 0 THEN 'short' WHEN i % 3 = 1 THEN 'a text of some length ' || i END AS name,
    ((i - 5000) * 1.005)::DECIMAL(12,3) AS price, (i % 900 * 9007199254740993)::HUGEINT AS wide
    FROM range(10000) t(i)`);
});

test('texts that lie anywhere in memory', async () => {
  await connection.run(
    `CREATE OR REPLACE TABLE scattered AS SELECT i, repeat(chr((65 + i % 26)::INTEGER), (i * 7919 % 60)::INTEGER) AS a,
      CASE WHEN i % 5 > 0 THEN repeat('é', (i * 31 % 300)::INTEGER) END AS b FROM range(20000) t(i)`,
  );
  await assertSame('SELECT a, b FROM scattered ORDER BY hash(i)');
  await assertSame('SELECT max(b) AS b, max(a) AS a, count(*) FROM scattered GROUP BY i % 4999');
  await assertSame(
    'SELECT one.a, two.b FROM scattered one JOIN scattered two ON one.i = 19999 - two.i',
  );
});

test('parts of chunks are those rows, in their order', async () => {
  const {types, chunks, columns} = await readBoth(
    `SELECT i, CASE WHEN i % 3 > 0 THEN 'text number ' || i END, (i / 4)::DECIMAL(9,2), i % 2 = 0, i::SMALLINT, i::DECIMAL(3,0),
      DATE '2024-01-01' + i::INTEGER, TIMESTAMP '2024-01-01' + INTERVAL (i) DAY, [i] FROM range(100) t(i)`,
  );
  const [chunk] = chunks;
  assert.ok(chunk);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(100), {minLength: 2}), places => {
      const cuts = places.toSorted((a, b) => a - b);
      const rows = cuts.slice(1).map((to, n) => ({chunk, from: cuts[n] as number, to}));
      const page = packChunks(types, rows);
      assert.deepEqual(
        page.columns,
        columns.map(values => values.slice(cuts[0], cuts.at(-1))),
      );
    }),
  );
});
