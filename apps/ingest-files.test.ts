import assert from 'node:assert/strict';
import {cp, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {DuckDBInstance} from '@duckdb/node-api';
import {IngestWorld} from './ingest-world.ts';

let world: IngestWorld;
before(async () => {
  world = await IngestWorld.start();
});
after(() => world.stop());

/** Runs statements in a database file, which is closed again. */
async function inFile(file: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

suite('reading a DuckDB file into the catalog', () => {
  const keys = () => ({type: 'duckdb', path: join(world.folder, 'dairy.duckdb'), name: 'dairy'});

  before(() =>
    inFile(
      keys().path,
      `CREATE SCHEMA sales; CREATE TABLE sales.customer (id INTEGER PRIMARY KEY, email VARCHAR NOT NULL DEFAULT 'none');
       COMMENT ON TABLE sales.customer IS 'Who buys'; COMMENT ON COLUMN sales.customer.email IS 'Where bills go';
       CREATE TABLE orders (id INTEGER, amount DECIMAL(10,2)); CREATE INDEX by_amount ON orders (amount, id);
       CREATE TABLE sales.line (customer INTEGER REFERENCES sales.customer (id));
       CREATE VIEW sales.totals AS WITH o AS (SELECT * FROM orders) SELECT c.email, o.amount FROM o, sales.customer c;
       CREATE VIEW best AS SELECT * FROM sales.totals WHERE amount > 100`,
    ),
  );

  test('tables, columns, keys, indexes and the lineage of views come in, and a second reading changes nothing', async () => {
    const {printed} = await world.ingest(keys(), ['--test']);
    assert.match(printed.join(), /^shop: DuckDB v\d.*, dairy\.duckdb: 5 tables and views$/);
    const rehearsal = await world.ingest(keys(), ['--dry-run']);
    assert.deepEqual(rehearsal.complained, []);
    assert.deepEqual(rehearsal.printed, [
      'shop: 5 assets read; 5 would be created, 0 would be changed, 0 would be deleted',
    ]);
    const {printed: first, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(first, ['shop: 5 assets read; 5 created, 0 changed, 0 deleted']);
    const customer = await world.entity('rdbms_table', 'dairy.sales.customer@dairy');
    assert.deepEqual(
      [customer.attributes['comment'], customer.attributes['type']],
      ['Who buys', 'table'],
    );
    const email = await world.entity('rdbms_column', 'dairy.sales.customer.email@dairy');
    const {data_type: type, comment, isNullable, default_value: fallback} = email.attributes;
    assert.deepEqual(
      [type, comment, isNullable, fallback],
      ['VARCHAR', 'Where bills go', false, "'none'"],
    );
    const id = await world.entity('rdbms_column', 'dairy.sales.customer.id@dairy');
    assert.equal(id.attributes['isPrimaryKey'], true);
    const [key = ''] = await world.names('rdbms_foreign_key');
    assert.match(key, /^dairy\.sales\.line#.*@dairy$/);
    assert.deepEqual(await world.names('rdbms_index'), ['dairy.main.orders#by_amount@dairy']);
    const best = await world.entity('rdbms_table', 'dairy.main.best@dairy');
    assert.deepEqual(await world.lineage(best), ['best', 'customer', 'orders', 'totals']);
    const amount = await world.entity('rdbms_column', 'dairy.main.best.amount@dairy');
    assert.deepEqual(await world.lineage(amount, 'rdbms_column'), ['amount', 'amount', 'amount']);
    assert.deepEqual(await world.names('sql_view_column_lineage'), [
      'dairy.main.best#view.amount@dairy',
      'dairy.main.best#view.email@dairy',
      'dairy.sales.totals#view.amount@dairy',
      'dairy.sales.totals#view.email@dairy',
    ]);
    assert.deepEqual((await world.ingest(keys())).printed, [
      'shop: 5 assets read; 0 created, 0 changed, 0 deleted',
    ]);
  });

  test('what is renamed or dropped goes, and what is left out by the configuration stays', async () => {
    await inFile(
      keys().path,
      'DROP VIEW best; DROP TABLE sales.line; ALTER TABLE orders ADD COLUMN day DATE',
    );
    const narrow = await world.ingest({...keys(), schemas: '[sales]'});
    assert.deepEqual(narrow.printed, ['shop: 2 assets read; 0 created, 0 changed, 1 deleted']);
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 3 assets read; 0 created, 1 changed, 1 deleted']);
    assert.deepEqual(await world.names('rdbms_foreign_key'), []);
    assert.ok((await world.names('rdbms_column')).includes('dairy.main.orders.day@dairy'));
  });

  test('a file that is missing, is none, or is open for writing is told of', async () => {
    const at = async (path: string) =>
      (await world.ingest({...keys(), path}, ['--test'])).complained.join();
    const other = join(world.folder, 'text.duckdb');
    await writeFile(other, 'no database '.repeat(1000));
    assert.match(await at(join(world.folder, 'none.duckdb')), /there is no such file/);
    assert.match(await at(other), /it is no DuckDB database/);
    const {code, complained} = await world.ingest({type: 'duckdb'}, ['--test']);
    assert.equal(code, 2);
    assert.match(complained.join(), /path is missing/);
  });
});

suite('reading artifacts of dbt into the catalog', () => {
  const recorded = join(import.meta.dirname, '..', 'packages', 'connectors', 'test', 'dbt');
  const target = () => join(world.folder, 'target');
  const keys = () => ({
    type: 'dbt',
    path: target(),
    warehouse: 'duckdb://shop.duckdb',
    'job-namespace': 'lab',
  });
  before(() => cp(recorded, target(), {recursive: true}));

  async function change(file: string, from: string, to: string): Promise<void> {
    const content = await readFile(join(target(), file), 'utf8');
    assert.ok(content.includes(from), from);
    await writeFile(join(target(), file), content.replace(from, to));
  }

  test('models, their lineage and tests with results come in, and a second reading changes nothing', async () => {
    const {printed} = await world.ingest(keys(), ['--test']);
    assert.deepEqual(printed, ['shop: dbt 1.10.23, project shop: 4 models, 7 tests']);
    const rehearsal = await world.ingest(keys(), ['--dry-run']);
    assert.deepEqual(rehearsal.complained, []);
    assert.deepEqual(rehearsal.printed, [
      'shop: 5 assets read; 5 would be created, 0 would be changed, 0 would be deleted',
    ]);
    const {printed: first, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(first, ['shop: 5 assets read; 5 created, 0 changed, 0 deleted']);
    const orders = await world.entity('rdbms_table', 'shop.main.stg_orders@shop.duckdb');
    const {comment, owner, type} = orders.attributes;
    assert.deepEqual(
      [comment, owner, type],
      ['Orders without the void ones', 'sales-team', 'view'],
    );
    const id = await world.entity('rdbms_column', 'shop.main.stg_orders.order_id@shop.duckdb');
    assert.deepEqual(
      [id.attributes['data_type'], id.attributes['comment']],
      ['INTEGER', 'Key of the order'],
    );
    const big = await world.entity('rdbms_table', 'shop.main.big_customers@shop.duckdb');
    assert.deepEqual(await world.lineage(big), [
      'big_customers',
      'customers',
      'raw_orders',
      'stg_orders',
    ]);
    const process = await world.entity('openlineage_process', 'lab/model.shop.customers');
    assert.match(String(process.attributes['queryText']), /^with o as/);
    const checks = await world.names('data_check');
    assert.equal(checks.length, 7);
    const failed = await world.entity(
      'data_check',
      checks.find(name => name.includes('accepted_values_daily')) ?? '',
    );
    const {status, failures, columnName, name} = failed.attributes;
    assert.deepEqual(
      [status, failures, columnName, name],
      ['fail', 3, 'amount', 'accepted_values amount'],
    );
    const {dataSet} = failed.relationshipAttributes as {dataSet: {displayText: string}};
    assert.equal(dataSet.displayText, 'daily');
    assert.deepEqual((await world.ingest(keys())).printed, [
      'shop: 5 assets read; 0 created, 0 changed, 0 deleted',
    ]);
  });

  test('a run of some nodes leaves the results of the others, and what the project drops goes', async () => {
    await writeFile(
      join(target(), 'run_results.json'),
      JSON.stringify({metadata: {generated_at: '2026-11-23T00:00:00Z'}, results: []}),
    );
    await change('manifest.json', '"One row per customer"', '"One row for each customer"');
    await change('manifest.json', '"alias": "big_customers"', '"alias": "large_customers"');
    const {printed, complained} = await world.ingest(keys(), ['--names']);
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, [
      'shop: 5 assets read; 1 created, 1 changed, 1 deleted',
      '  + shop.main.large_customers@shop.duckdb',
      '  ~ shop.main.customers@shop.duckdb',
      '  - shop.main.big_customers@shop.duckdb',
    ]);
    const checks = await world.names('data_check');
    const failed = checks.find(name => name.includes('accepted_values_daily')) ?? '';
    assert.equal((await world.entity('data_check', failed)).attributes['status'], 'fail');
  });

  test('a manifest that is half written or has nothing deletes nothing', async () => {
    const content = await readFile(join(target(), 'manifest.json'), 'utf8');
    await writeFile(join(target(), 'manifest.json'), content.slice(0, content.length / 2));
    const half = await world.ingest(keys());
    assert.equal(half.code, 1);
    assert.match(half.complained.join(), /manifest\.json is no whole JSON: dbt may be writing it/);
    await writeFile(join(target(), 'manifest.json'), '{"metadata": {}, "nodes": {}}');
    const empty = await world.ingest(keys());
    assert.deepEqual(empty.printed, ['shop: 0 assets read; 0 created, 0 changed, 0 deleted']);
    assert.match(empty.complained.join(), /has no model, seed, snapshot or source/);
    assert.equal(empty.code, 1);
    await writeFile(join(target(), 'manifest.json'), content);
  });

  test('a table that another source has brought stays as that says, and is what models read', async () => {
    const file = join(world.folder, 'warehouse.duckdb');
    await inFile(
      file,
      `CREATE SCHEMA raw; CREATE TABLE raw.orders (id INTEGER); COMMENT ON TABLE raw.orders IS 'From the file'`,
    );
    const source = {type: 'duckdb', path: file, name: 'w'};
    await world.ingest(source, [], 'other');
    const node = {
      unique_id: 'model.p.m',
      resource_type: 'model',
      database: 'warehouse',
      schema: 'raw',
      name: 'm',
      depends_on: {nodes: ['source.p.raw.orders']},
    };
    const orders = {
      ...node,
      unique_id: 'source.p.raw.orders',
      resource_type: 'source',
      identifier: 'orders',
      description: 'From dbt',
      depends_on: {},
    };
    const manifest = {
      metadata: {dbt_version: '1'},
      nodes: {[node.unique_id]: node},
      sources: {[orders.unique_id]: orders},
    };
    await writeFile(join(target(), 'manifest.json'), JSON.stringify(manifest));
    const {printed, complained} = await world.ingest(
      {...keys(), warehouse: 'duckdb://w'},
      [],
      'models',
    );
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['models: 2 assets read; 1 created, 0 changed, 0 deleted']);
    const kept = await world.entity('rdbms_table', 'warehouse.raw.orders@w');
    assert.equal(kept.attributes['comment'], 'From the file');
    assert.deepEqual(kept['customAttributes'], {source: 'other'});
    assert.deepEqual(await world.lineage(await world.entity('rdbms_table', 'warehouse.raw.m@w')), [
      'm',
      'orders',
    ]);
    assert.deepEqual((await world.ingest(source, [], 'other')).printed, [
      'other: 1 asset read; 0 created, 0 changed, 0 deleted',
    ]);
  });
});

suite('reading files in folders into the catalog', () => {
  const root = () => join(world.folder, 'landing');
  const keys = (more: object = {}) => ({type: 'files', path: root(), ...more});
  const nameOf = (path: string) => `file://${root()}${path}`;
  const columnsOf = async (path: string) =>
    (await world.names('path_column'))
      .filter(name => name.startsWith(`${nameOf(path)}#`))
      .map(name => name.slice(name.indexOf('#') + 1));

  before(async () => {
    for (const folder of ['', 'orders/day=2026-01-01', 'orders/day=2026-01-02', 'spark'])
      await mkdir(join(root(), folder), {recursive: true});
    const copies = [
      `COPY (SELECT 1 AS id, 2.5::DECIMAL(10,2) AS amount) TO '${root()}/orders/day=2026-01-01/a.parquet'`,
      `COPY (SELECT 1 AS id, 2.5::DECIMAL(10,2) AS amount, 'x' AS note) TO '${root()}/orders/day=2026-01-02/b.parquet'`,
      `COPY (SELECT range AS n FROM range(7)) TO '${root()}/[seven] it''s*.parquet'`,
      `COPY (SELECT 1 AS a) TO '${root()}/spark/part-00000.parquet'`,
      `COPY (SELECT 2 AS a) TO '${root()}/spark/part-00001.parquet'`,
    ];
    await inFile(join(world.folder, 'maker.duckdb'), copies.join(';'));
    await writeFile(join(root(), 'people.csv'), 'name,born\nAda,1815-12-10\nGrace,1906-12-09\n');
    await writeFile(join(root(), 'events.jsonl'), '{"at": "2026-01-01", "what": {"id": 1}}\n');
    for (const name of ['notes.txt', '.hidden.csv', '_SUCCESS'])
      await writeFile(join(root(), name), 'a,b\n1,2\n');
  });

  test('files and folders of partitions come in with their columns, and a second reading changes nothing', async () => {
    const {printed: answer} = await world.ingest(keys(), ['--test']);
    assert.match(answer.join(), /: 3 files and 2 folders of partitions to read, with DuckDB v/);
    const rehearsal = await world.ingest(keys(), ['--dry-run']);
    assert.deepEqual(rehearsal.complained, []);
    assert.deepEqual(rehearsal.printed, [
      'shop: 5 assets read; 5 would be created, 0 would be changed, 0 would be deleted',
    ]);
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 5 assets read; 5 created, 0 changed, 0 deleted']);
    assert.deepEqual(await columnsOf('/orders'), ['amount', 'day', 'id', 'note']);
    assert.deepEqual(await columnsOf('/people.csv'), ['born', 'name']);
    assert.deepEqual(await columnsOf('/events.jsonl'), ['at', 'what']);
    assert.deepEqual(await columnsOf('/spark'), ['a']);
    const born = await world.entity('path_column', nameOf('/people.csv#born'));
    assert.equal(born.attributes['type'], 'DATE');
    const day = await world.entity('path_column', nameOf('/orders#day'));
    assert.equal(day.attributes['isPartitionKey'], true);
    const seven = await world.entity('fs_path', nameOf("/[seven] it's*.parquet"));
    assert.deepEqual(seven['customAttributes'], {format: 'parquet', rows: '7', source: 'shop'});
    assert.equal(seven.attributes['isFile'], true);
    assert.deepEqual((await world.ingest(keys())).printed, [
      'shop: 5 assets read; 0 created, 0 changed, 0 deleted',
    ]);
  });

  test('a file that is half written keeps its columns and lets nothing be deleted; what is gone goes with the next reading', async () => {
    const file = join(root(), "[seven] it's*.parquet");
    const content = await readFile(file);
    await writeFile(file, content.subarray(0, content.length / 2));
    await rm(join(root(), 'people.csv'));
    const half = await world.ingest(keys());
    assert.equal(half.code, 1);
    assert.match(half.complained.join(), /\[seven\] it's\*\.parquet cannot be read/);
    assert.match(half.printed.join(), / 0 deleted$/);
    assert.deepEqual(await columnsOf("/[seven] it's*.parquet"), ['n']);
    await writeFile(file, content);
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.match(printed.join(), /^shop: 4 assets read; 0 created, \d changed, 1 deleted$/);
    assert.deepEqual(await columnsOf('/people.csv'), []);
  });

  test('a folder that is not there, or is empty as when a disk is away, deletes nothing', async () => {
    const missing = await world.ingest(keys({path: join(root(), 'none')}));
    assert.match(missing.complained.join(), /none: there is no such folder\. Check path\./);
    await rename(root(), `${root()}-away`);
    await mkdir(root());
    const empty = await world.ingest(keys());
    assert.equal(empty.code, 1);
    assert.match(empty.complained.join(), /has no Parquet, CSV or JSON file to read/);
    assert.equal((await world.names('fs_path')).length, 4);
  });
});
