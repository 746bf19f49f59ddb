import assert from 'node:assert/strict';
import {mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import {duckDbForTests} from '../../../test/duckdb-fixture.ts';
import {TestLog} from '../../../test/test-log.ts';
import {ask, queryOnce} from '../query-once.ts';
import type {RunningStatement, SqlSession} from '../sql-engine.ts';
import type {DuckDbEngine} from './duckdb-engine.ts';

const few = {maxRows: 100, timeoutMs: 60_000};

/** Counts to more than any test waits for. */
const endless = 'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3';

suite('the embedded engine', () => {
  let folder: string;
  let engine: DuckDbEngine;
  let session: SqlSession;
  const open = async (name = 'ada') => await (await engine.locate({name})).open();
  const rows = async (sql: string) => (await queryOnce(session, sql, few)).rows;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gazetteer-duckdb-'));
    engine = duckDbForTests(folder, new TestLog());
    session = await open();
  });
  after(async () => {
    await session.close();
    engine.kill();
    await rm(folder, {recursive: true, force: true});
  });

  test('has sample data that fits together', async () => {
    assert.deepEqual(await session.databases(), ['main', 'sample']);
    const tables = await session.tables('sample');
    assert.deepEqual(
      tables.map(({name, type}) => `${name} ${type}`),
      [
        'customers TABLE',
        'daily_sales VIEW',
        'order_items TABLE',
        'orders TABLE',
        'products TABLE',
      ],
    );
    const [lost] = await rows(
      'SELECT count(*) FROM orders LEFT JOIN customers USING (customer_id) WHERE name IS NULL',
    );
    assert.deepEqual(lost, [0n]);
    const [sums] = await rows(
      'SELECT (SELECT count(DISTINCT order_id) FROM order_items), (SELECT count(*) FROM orders)',
    );
    assert.deepEqual(sums, [20_000n, 20_000n]);
  });

  test('values keep all their digits, and nested ones are JSON', async () => {
    const {columns, rows: read} = await queryOnce(
      session,
      `SELECT 9223372036854775807 AS big, 0.10::decimal(38, 2) AS exact, [1, NULL] AS list, {'a': 1.50::decimal(5, 2), 'b': 'x"y'} AS struct,
        map {1: 'one'} AS map, 'x'::blob AS bytes, 170141183460469231731687303715884105727 AS huge, NULL AS nothing,
        DATE '2024-02-29' AS day, TIMESTAMP '2024-02-29 01:02:03.4' AS at, true AS yes, 1.5::float AS half`,
      few,
    );
    assert.deepEqual(columns.map(column => column.type).slice(0, 6), [
      'bigint',
      'decimal(38,2)',
      'integer[]',
      'struct("a" decimal(5,2), "b" varchar)',
      'map(integer, varchar)',
      'blob',
    ]);
    assert.deepEqual(read[0]?.slice(0, 5), [
      9223372036854775807n,
      '0.10',
      '[1,null]',
      '{"a":1.50,"b":"x\\"y"}',
      '{"1":"one"}',
    ]);
    assert.deepEqual(Buffer.from(read[0]?.[5] as Uint8Array).toString(), 'x');
    assert.deepEqual(read[0]?.slice(6), [
      '170141183460469231731687303715884105727',
      null,
      '2024-02-29',
      '2024-02-29 01:02:03.4',
      true,
      1.5,
    ]);
  });

  test('hands out a large result page by page, each row once', async () => {
    const statement = await session.submit('SELECT i FROM range(10000) t(i)');
    await ended(statement);
    let sum = 0n;
    for (;;) {
      const {columns, rowCount} = await statement.nextPage(777);
      if (rowCount === 0) break;
      for (const value of columns[0] as bigint[]) sum += value;
    }
    assert.equal(sum, 49_995_000n);
    await statement.close();
  });

  test('an error behind the first rows is not taken for the end', async () => {
    const sql = `SELECT CASE WHEN i = 400000 THEN 'x'::INTEGER ELSE i END FROM range(500000) t(i)`;
    const statement = await session.submit(sql);
    await ended(statement);
    let read = 0;
    await assert.rejects(
      async () => {
        for (let rowCount = 1; rowCount > 0; read += rowCount)
          ({rowCount} = await statement.nextPage(10_000));
      },
      {kind: 'refused', message: /ended before its last row/},
    );
    assert.ok(read > 0 && read < 400_000, String(read));
    await statement.close();
    assert.deepEqual(await rows('SELECT 1'), [[1]]);
  });

  test('statements without rows have none, and say how many they changed', async () => {
    await rows('CREATE TABLE numbers AS SELECT 1 AS n');
    const insert = await session.submit('INSERT INTO numbers VALUES (2), (3)');
    assert.deepEqual(await ended(insert), {state: 'available', hasResultSet: false});
    assert.match((await insert.newLogLines()).join(), /^2 rows in \d+ ms$/);
    assert.deepEqual(await rows('SELECT sum(n)::bigint FROM main.numbers'), [[6n]]);
  });

  test('describes tables, columns and functions', async () => {
    const table = await ask(session, engine.sql.describeTable('sample', 'orders'));
    assert.deepEqual(table.columns.at(-1), {
      name: 'channel',
      type: 'varchar',
      comment: 'Where it was ordered; unknown for old systems',
    });
    assert.match(table.details.get('Create Statement') ?? '', /^CREATE TABLE/);
    const view = await ask(session, engine.sql.describeTable('sample', 'daily_sales'));
    assert.equal(view.details.get('Table Type'), 'VIEW');
    const stats = new Map(
      await ask(session, engine.sql.columnStats('sample', 'products', 'product_id')),
    );
    assert.deepEqual(
      [stats.get('min'), stats.get('max'), stats.get('num_nulls')],
      ['1', '200', '0'],
    );
    assert.deepEqual(
      (await session.findTables?.('Order'))
        ?.map(one => `${one.database}.${one.name} ${one.type}`)
        .sort(),
      ['sample.order_items TABLE', 'sample.orders TABLE'],
    );
    const {signature} = await ask(session, engine.sql.describeFunction('date_trunc'));
    assert.match(signature, /^date_trunc\(part VARCHAR, /);
    const {signature: any} = await ask(session, engine.sql.describeFunction('concat_ws'));
    assert.match(any, /^concat_ws\(.*, ANY\.\.\.\)/);
    assert.ok((await session.functions()).includes('date_trunc'));
  });

  test('what cannot be understood is refused at once, in the words of the engine', async () => {
    await assert.rejects(session.submit('SELEC 1'), {
      kind: 'refused',
      message: /syntax error at or near "SELEC"/,
    });
    await assert.rejects(session.submit('SELECT 1; SELECT 2'), {
      kind: 'refused',
      message: /One statement at a time/,
    });
    const failing = await session.submit("SELECT 'x'::integer");
    const {state, error} = await ended(failing);
    assert.equal(state, 'failed');
    assert.match(error?.message ?? '', /Could not convert string 'x' to INT32/);
  });

  test('reads and writes the files of its folder, and nothing else of this machine', async () => {
    await writeFile(join(folder, 'duck-secret.csv'), 'a\n1\n');
    const own = join(folder, 'people', 'ada');
    await writeFile(join(own, 'files', 'mine.csv'), 'a,b\n1,x\n');
    assert.deepEqual(await rows("SELECT * FROM 'mine.csv'"), [[1n, 'x']]);
    await rows("COPY (SELECT 1 AS n) TO 'out.parquet'");
    assert.ok((await readdir(join(own, 'files'))).includes('out.parquet'));
    for (const sql of [
      "SELECT * FROM read_csv('../../../duck-secret.csv')",
      `SELECT * FROM read_csv('${join(folder, 'duck-secret.csv')}')`,
      "SELECT * FROM read_text('/proc/self/environ')",
      "COPY (SELECT 1) TO '../out.csv'",
      `ATTACH '${join(folder, 'other.db')}'`,
      "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')",
      'INSTALL httpfs',
    ]) {
      await assert.rejects(rows(sql), {kind: 'refused'}, sql);
    }
    await assert.rejects(rows("SET memory_limit = '100GB'"), /configuration has been locked/);
    assert.ok(!(await readdir(own)).includes('out.csv'));
  });

  test('a statement ends when it is cancelled', async () => {
    const statement = await session.submit(endless);
    await delay(50);
    assert.equal((await statement.progress()).state, 'running');
    await statement.cancel();
    assert.deepEqual(await ended(statement), {state: 'canceled', hasResultSet: false});
    assert.deepEqual(await rows('SELECT 1'), [[1]]);
  });

  test('more memory than there is costs the statement alone', async () => {
    const sql =
      'SELECT max(s) FROM (SELECT string_agg(repeat(i::varchar, 200)) AS s FROM range(3000000) t(i) GROUP BY i % 2)';
    await assert.rejects(rows(sql), /Out of Memory/);
    assert.deepEqual(await rows('SELECT 1'), [[1]]);
  });

  test('rows that a later statement of the session pushed out are not taken for the end', async () => {
    const first = await session.submit('SELECT i FROM range(100000) t(i)');
    await ended(first);
    assert.equal((await first.nextPage(10)).rowCount, 10);
    await rows('SELECT 1');
    await assert.rejects(first.nextPage(100_000), {kind: 'statement-expired'});
  });

  test('sessions see each other’s tables, and temporary ones alone', async () => {
    const other = await open();
    try {
      await rows('CREATE TABLE shared AS SELECT 5 AS n');
      await rows('CREATE TEMP TABLE own AS SELECT 6 AS n');
      assert.deepEqual((await queryOnce(other, 'SELECT n FROM shared', few)).rows, [[5]]);
      await assert.rejects(queryOnce(other, 'SELECT n FROM own', few), /own does not exist/);
    } finally {
      await other.close();
    }
  });
});

test('a statement that runs too long is stopped, and says why', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-duckdb-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const engine = duckDbForTests(folder, new TestLog(), {limits: {timeoutMs: 200}});
  const session = await (await engine.locate({name: 'ada'})).open();
  try {
    const {state, error} = await ended(await session.submit(endless));
    assert.deepEqual(
      [state, error?.message],
      ['failed', 'It ran for 0.2 s, which is the limit here'],
    );
  } finally {
    await session.close();
  }
});

test('when its process dies, what runs there fails, and the next session has another one', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-duckdb-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const engine = duckDbForTests(folder, new TestLog());
  const place = await engine.locate({name: 'ada'});
  const session = await place.open();
  await queryOnce(session, 'CREATE TABLE kept AS SELECT 1 AS n', few);
  const statement = await session.submit(endless);
  engine.kill();
  await assert.rejects(ended(statement), {kind: 'connection-lost'});
  assert.equal(session.isOpen, false);
  await assert.rejects(session.submit('SELECT 1'), {kind: 'session-expired'});
  await session.close();
  const next = await place.open();
  assert.deepEqual((await queryOnce(next, 'SELECT n FROM kept', few)).rows, [[1]]);
  await next.close();
});

async function ended(statement: RunningStatement) {
  for (;;) {
    const progress = await statement.progress();
    if (progress.state !== 'running') return progress;
    await delay(5);
  }
}
