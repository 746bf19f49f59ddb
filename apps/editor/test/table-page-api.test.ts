// What the page of a table asks: its keys and guessed relations, and the figures of its columns.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';

async function opened(t: TestContext, statements: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-tables-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));
  const editor = await editorForTests(
    t,
    log => {
      const engine = duckDbForTests(folder, log);
      t.after(() => engine.kill());
      return new Map([['duckdb', engine]]);
    },
    {ada: 'ANALYST'},
  );
  const ada = asUser(editor, 'ada');
  const ended = async (operationId: string) =>
    await soon(async () => {
      const {body} = await ada('POST', '/api/editor/check_status', {operationId});
      const {status} = body['query_status'] as {status: string};
      assert.equal(status, 'available');
    });
  for (const statement of statements) {
    const {body} = await ada('POST', '/api/editor/execute/duckdb', {statement});
    assert.equal(body['status'], 0, JSON.stringify(body));
    await ended(String(body['history_uuid']));
  }
  return {ada, ended, editor};
}

test('relations are those of keys that the engine knows, and guessed ones beside them', async t => {
  const {ada} = await opened(t, [
    'CREATE TABLE customers (customer_id integer PRIMARY KEY, name varchar)',
    'CREATE TABLE orders (order_id integer PRIMARY KEY, buyer integer REFERENCES customers (customer_id), country_code varchar)',
    'CREATE TABLE countries (id varchar, name varchar)',
    'CREATE TABLE order_lines (order_id integer, n integer)',
  ]);
  const {status, body} = await ada('GET', '/api/v1/tables/duckdb/main/orders/relations');
  assert.equal(status, 200);
  assert.deepEqual([body['primaryKey'], body['looked'], body['tables']], [['order_id'], 3, 4]);
  type Side = {table: string; column: string};
  const lines = (body['relations'] as {from: Side; to: Side; isDeclared: boolean}[]).map(
    ({from, to, isDeclared}) =>
      `${from.table}.${from.column} ${isDeclared ? '=>' : '->'} ${to.table}.${to.column}`,
  );
  assert.deepEqual(lines, [
    'orders.buyer => customers.customer_id',
    'orders.country_code -> countries.id',
    'order_lines.order_id -> orders.order_id',
  ]);
});

test('figures of columns come with one statement, each where the answer says', async t => {
  const {ada, ended} = await opened(t, [
    `CREATE TABLE "odd "" name" AS SELECT * FROM (VALUES (1, 'a', [1], true, DATE '2024-01-01'), (3, NULL, NULL, false, NULL))
       t("n ""1", s, list, b, d)`,
  ]);
  const at = `/api/v1/tables/duckdb/main/${encodeURIComponent('odd " name')}/profile`;
  const {status, body} = await ada('POST', at);
  assert.equal(status, 200, JSON.stringify(body));
  const {uuid, figures, isCut} = body as {
    uuid: string;
    figures: {column: string; figure: string}[];
    isCut: boolean;
  };
  assert.equal(isCut, false);
  await ended(uuid);
  const rows = await ada('GET', `/api/v1/results/${uuid}/rows`);
  const [row = []] = (rows.body as {rows: unknown[][]}).rows;
  const told = figures.map(({column, figure}, i) => `${column} ${figure} ${String(row[i])}`);
  assert.deepEqual(told, [
    ' rows 2',
    'n "1 filled 2',
    'n "1 distinct 2',
    'n "1 min 1',
    'n "1 max 3',
    'n "1 avg 2',
    's filled 1',
    's distinct 1',
    's min a',
    's max a',
    'list filled 1',
    'b filled 2',
    'd filled 1',
    'd distinct 1',
    'd min 2024-01-01',
    'd max 2024-01-01',
  ]);
  assert.equal((await ada('POST', '/api/v1/tables/duckdb/main/nothing/profile')).status, 404);
  const refused = await ada('POST', '/api/v1/tables/hplsql/main/t/profile');
  assert.equal(refused.status, 400, JSON.stringify(refused.body));
});

test('an engine without partitions says how many rows a table has', async t => {
  const {ada} = await opened(t, ['CREATE TABLE n AS SELECT * FROM range(7)']);
  const {status, body} = await ada('GET', '/api/v1/tables/duckdb/main/n/freshness');
  assert.deepEqual([status, body], [200, {rows: '7'}]);
});

test('the newest partition is told with its time, as Hive and as Spark describe it', async t => {
  const editor = await editorForTests(t, undefined, {ada: 'ANALYST'});
  const freshness = async () =>
    (await asUser(editor, 'ada')('GET', '/api/v1/tables/hive/sales/orders/freshness')).body;
  const {answers} = editor.engine;
  const table = [
    ['id', 'int', ''],
    ['# Partition Information', '', ''],
    ['dt', 'string', ''],
    ['# Detailed Table Information', '', ''],
    ['Table Parameters:', '', ''],
    ['', 'numRows', '-1'],
    ['', 'totalSize', '5000'],
    ['', 'transient_lastDdlTime', '1700000000'],
  ];
  answers.set('SHOW PARTITIONS', [['dt=2026-11-25'], ["dt=2026-11-26'"]]);
  answers.set("DESCRIBE FORMATTED `sales`.`orders` PARTITION (`dt`='2026-11-26\\'')", [
    ['# Detailed Partition Information', '', ''],
    ['Partition Parameters:', '', ''],
    ['', 'numRows', '12'],
    ['', 'transient_lastDdlTime', '1700000500'],
  ]);
  answers.set('DESCRIBE FORMATTED', table);
  const own = {written: 1_700_000_000_000, bytes: '5000', partitions: 2};
  const name = "dt=2026-11-26'";
  assert.deepEqual(await freshness(), {
    ...own,
    newest: {name, written: 1_700_000_500_000, rows: '12'},
  });
  answers.set("DESCRIBE FORMATTED `sales`.`orders` PARTITION (`dt`='2026-11-26\\'')", [
    ['# Detailed Partition Information', '', ''],
    ['Partition Parameters', '{transient_lastDdlTime=1700000600, numFiles=1}', ''],
    ['Partition Statistics', '77 bytes, 3 rows', ''],
  ]);
  assert.deepEqual(await freshness(), {
    ...own,
    newest: {name, written: 1_700_000_600_000, rows: '3', bytes: '77'},
  });
  answers.set('SHOW PARTITIONS', [['dt=AT'], ['dt=ZA']]);
  assert.deepEqual(await freshness(), own);
});
