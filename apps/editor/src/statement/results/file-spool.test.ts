import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, truncateSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {readSpool} from '../../engine/spool-format.ts';
import {FileSpool} from './file-spool.ts';

function fileOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-spool-'));
  t.after(() => rmSync(folder, {recursive: true}));
  return join(folder, 'result');
}

async function add(spool: FileSpool, ...columns: unknown[][]): Promise<void> {
  await spool.asking();
  await spool.append({columns, rowCount: columns[0]?.length ?? 0});
}

test('gives back what was appended, value by value, also to a later process', async t => {
  const file = fileOf(t);
  const spool = await FileSpool.open(file);
  const columns = [
    [2n ** 63n - 1n, null],
    ['12.50', 'ä'],
    [Number.NaN, -0],
    [new Uint8Array([0, 255]), null],
  ];
  await spool.setColumns([{name: 'a', type: 'bigint'}]);
  await add(spool, ...columns);
  const page = await spool.read(0, 10);
  assert.deepEqual([page.columns, page.rowCount], [columns, 2]);
  await add(spool);
  await spool.moveCursor(1);
  await spool.close();
  const later = await FileSpool.open(file);
  t.after(() => later.close());
  assert.deepEqual(
    [later.rowCount, later.isAtEnd, await later.cursor(), later.canGoOn],
    [2, true, 1, true],
  );
  assert.deepEqual(later.columns, [{name: 'a', type: 'bigint'}]);
  assert.deepEqual((await later.read(1, 1)).columns[0], [null]);
  assert.deepEqual((await later.read(0, 1)).columns[0], [2n ** 63n - 1n]);
});

test('what is written at once lies one behind the other, for whoever reads the file', async t => {
  const file = fileOf(t);
  const spool = await FileSpool.open(file);
  // Who asks for the columns and who fetches rows do not wait for each other.
  const columns = [{name: 'a rather long name of a column', type: 'bigint'}];
  await Promise.all([spool.setColumns(columns), add(spool, [1, 2, 3])]);
  const rows = [];
  for await (const page of readSpool(file, 3)) rows.push(...(page.columns[0] ?? []));
  assert.deepEqual(rows, [1, 2, 3]);
  await spool.close();
  const later = await FileSpool.open(file);
  t.after(() => later.close());
  assert.deepEqual([later.columns, later.rowCount, later.canGoOn], [columns, 3, true]);
});

test('reads across pages in any order', async t => {
  const spool = await FileSpool.open(fileOf(t));
  t.after(() => spool.close());
  for (let page = 0; page < 10; page++)
    await add(
      spool,
      Array.from({length: 3}, (_, row) => page * 3 + row),
    );
  for (const row of [29, 0, 15, 14, 28, 3])
    assert.deepEqual((await spool.read(row, 1)).columns, [[row]]);
  assert.deepEqual((await spool.read(4, 100)).columns, [[4, 5]], 'the rest of its page');
  assert.equal((await spool.read(30, 1)).rowCount, 0);
});

test('a page that was asked for and never came is known to be missing', async t => {
  const file = fileOf(t);
  const spool = await FileSpool.open(file);
  await add(spool, [1]);
  assert.ok(spool.canGoOn);
  await spool.asking();
  await spool.close();
  const later = await FileSpool.open(file);
  t.after(() => later.close());
  assert.equal(later.canGoOn, false);
  assert.equal(later.rowCount, 1);
});

test('a page that was cut off while it was written is missing', async t => {
  const file = fileOf(t);
  const spool = await FileSpool.open(file);
  await add(spool, ['a'.repeat(100)]);
  await spool.close();
  truncateSync(file, statSync(file).size - 1);
  const later = await FileSpool.open(file);
  t.after(() => later.close());
  assert.deepEqual([later.rowCount, later.canGoOn], [0, false]);
});

test('behind the pages that came a restart can go on, to the end', async t => {
  const file = fileOf(t);
  const spool = await FileSpool.open(file);
  for (const value of [1, 2, 3]) await add(spool, [value]);
  await spool.close();
  const later = await FileSpool.open(file);
  t.after(() => later.close());
  assert.ok(later.canGoOn);
  await add(later, [4]);
  await add(later);
  assert.deepEqual([later.rowCount, later.isAtEnd], [4, true]);
});
