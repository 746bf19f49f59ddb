import assert from 'node:assert/strict';
import {test} from 'node:test';
import {gzipSync} from 'node:zlib';
import {openDuckDb} from '../duckdb/open-file.ts';
import {lookAtPart} from './look-at-part.ts';
import {contentOf} from './read-content.ts';

/** Columns of a file that is elsewhere, and how much of it was fetched. */
async function columnsOf(path: string, content: Buffer) {
  const engine = await openDuckDb();
  let fetched = 0;
  const file = {
    size: () => Promise.resolve(content.length),
    read: (from: number, length: number) => {
      fetched += length;
      return Promise.resolve(content.subarray(from, from + length));
    },
  };
  try {
    const {columns} = await lookAtPart(path, file, (local, isPart) =>
      contentOf(engine.ask, local, isPart),
    );
    return {columns: columns.map(({name, type}) => `${name} ${type}`), fetched};
  } finally {
    engine.close();
  }
}

const rows = Array.from({length: 60_000}, (_, id) => ({id, day: '2026-01-01', note: 'a "b" [{'}));
const csv = (end: string) =>
  `id,day,note\n${rows.map(one => `${one.id},${one.day},"a ""b""${end}"`).join('\n')}\n`;
const whole = ['id BIGINT', 'day DATE', 'note VARCHAR'];

test('of a long text its beginning is fetched, whatever its lines or elements are cut in', async () => {
  const inLines = await columnsOf('a/x.csv', Buffer.from(csv('')));
  assert.deepEqual(inLines, {columns: whole, fetched: 2 ** 20});
  const multiline = await columnsOf('x.csv', Buffer.from(csv(`\n${'y'.repeat(50)}`)));
  assert.deepEqual(multiline.columns, whole);
  const objects = rows.map(one => JSON.stringify(one));
  const lines = await columnsOf('x.jsonl', Buffer.from(objects.join('\n')));
  assert.deepEqual(lines, {columns: whole, fetched: 2 ** 20});
  const array = await columnsOf('x.json', Buffer.from(` [\n${objects.join(',\n')}]`));
  assert.deepEqual(array, {columns: whole, fetched: 2 ** 20});
});

test('what is packed is unpacked as far as it goes', async () => {
  const random = rows.map(({id}) => `${id},${Math.sin(id)},${Math.cos(id)}`).join('\n');
  const content = gzipSync(`a,b,c\n${random}`);
  assert.ok(content.length > 2 ** 20);
  const {columns, fetched} = await columnsOf('x.csv.gz', content);
  assert.deepEqual(columns, ['a BIGINT', 'b DOUBLE', 'c DOUBLE']);
  assert.equal(fetched, 2 ** 20);
  const huge = gzipSync(`a,b\n${'1,2\n'.repeat(5_000_000)}`);
  assert.deepEqual((await columnsOf('y.csv.gz', huge)).columns, ['a BIGINT', 'b BIGINT']);
  assert.deepEqual((await columnsOf('z.jsonl.gz', gzipSync('{"a": 1}'))).columns, ['a BIGINT']);
});

test('what has no line that ends, or is no Parquet, is told of', async () => {
  const long = Buffer.from('x'.repeat(2 ** 21));
  await assert.rejects(columnsOf('x.csv', long), /its first line is longer than 1048576 bytes/);
  await assert.rejects(
    columnsOf('x.json', Buffer.from(`[{"a": "${'x'.repeat(2 ** 21)}"}]`)),
    /its first element is longer/,
  );
  for (const content of ['', 'PAR1', 'PAR1 and no more of it'])
    await assert.rejects(columnsOf('x.parquet', Buffer.from(content)), /no whole Parquet file/);
  const wrong = Buffer.from('PAR1aaaaaaaaaaaaaaaaaaaaaaaa\xff\xff\xff\x7fPAR1', 'latin1');
  await assert.rejects(columnsOf('x.parquet', wrong), /its footer has 2147483655 bytes/);
});
