import assert from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {EditorClient} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

/** Counts to more than any test waits for. */
const endless = 'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3';

test('a newcomer without any configuration runs a query on sample data, and it stops with the editor', async t => {
  const editor = await startEditorProcess(['editor', '--data', await temporaryFolder(t)]);
  try {
    const client = new EditorClient(editor.url);
    const id = await client.execute(
      'duckdb',
      'SELECT category, count(*) AS n FROM products GROUP BY ALL ORDER BY 1',
    );
    assert.deepEqual(await client.ended(id), {
      ...(await client.status(id)),
      status: 'available',
      has_result_set: true,
    });
    const {data, meta, has_more} = await client.rows(id);
    assert.deepEqual(
      meta.map(({name, type}) => `${name} ${type}`),
      ['category varchar', 'n bigint'],
    );
    assert.equal(data.length, 5);
    assert.equal(
      data.reduce((sum, row) => sum + Number(row[1]), 0),
      200,
    );
    assert.equal(has_more, false);

    // Each writer of a format runs, also from the bundle that tests and installations start.
    for (const format of ['csv', 'json', 'parquet', 'arrow', 'xlsx']) {
      const file = await fetch(`${editor.url}/api/v1/results/${id}/download?format=${format}`, {
        headers: {authorization: `Basic ${btoa('admin:admin')}`},
      });
      assert.equal(file.status, 200, `${format}: ${editor.output()}`);
      assert.ok((await file.arrayBuffer()).byteLength > 50, format);
    }

    const names = await client.post('autocomplete/', {type: 'duckdb'});
    assert.deepEqual(names['databases'], ['main', 'sample']);
    const table = await client.post('autocomplete/sample/orders', {type: 'duckdb'});
    assert.deepEqual(table['columns'], [
      'order_id',
      'customer_id',
      'ordered_at',
      'status',
      'channel',
    ]);
    const plan = await client.post('explain', {
      type: 'duckdb',
      statement: 'SELECT * FROM orders',
      database: 'sample',
    });
    assert.match(String(plan['explanation']), /orders/);
    assert.match(String(plan['plan']), /^\[\s*\{\s*"name": "SEQ_SCAN/);
    assert.equal(plan['can_analyze'], true);
    const measured = await client.post('explain', {
      type: 'duckdb',
      statement: 'SELECT status, count(*) FROM orders GROUP BY status',
      database: 'sample',
      analyze: 'true',
    });
    const counted = {type: 'duckdb', statement: 'SELECT count(*) FROM orders', analyze: 'true'};
    assert.equal((await client.post('explain', {...counted, database: 'sample'}))['plan'], '');
    assert.match(String(measured['plan']), /"operator_timing"/);
    const writing = {type: 'duckdb', statement: 'CREATE TABLE measured AS SELECT 1 AS a'};
    assert.equal((await client.post('explain', writing))['can_analyze'], false);
    const refused = await client.post('explain', {...writing, analyze: 'true'});
    assert.match(String(refused['message']), /^Only statements that read can be run/);
    assert.deepEqual((await client.post('autocomplete/main', {type: 'duckdb'}))['tables_meta'], []);
    const running = await client.execute('duckdb', endless);
    assert.equal((await client.status(running)).status, 'running');
  } finally {
    assert.equal(await editor.stop(), 0, editor.output());
  }
});

test('the embedded engine is offered where it is configured, with its limits, and not unasked', async t => {
  const folder = await temporaryFolder(t);
  const conf = join(folder, 'conf');
  await mkdir(conf);
  const write = (text: string) => writeFile(join(conf, 'a.ini'), text);
  const engines = /engines +(.*)/;
  await write('[notebook]\n[[interpreters]]\n[[[hive]]]\nname=Hive\ninterface=hiveserver2\n');
  const without = await startEditorProcess(['editor', '--data', folder, '--config-dir', conf]);
  await without.stop();
  assert.equal(engines.exec(without.output())?.[1], 'hive');

  const duck = (name: string, options: string) =>
    `[[[${name}]]]\nname=${name}\ninterface=duckdb\noptions='{${options}}'\n`;
  // Two of them: on a busy machine time may run out before memory does.
  const both = duck('hasty', '"timeout": 1') + duck('small', '"memory_limit": "100MB"');
  await write(`[notebook]\n[[interpreters]]\n${both}`);
  const editor = await startEditorProcess(['editor', '--data', folder, '--config-dir', conf]);
  try {
    assert.equal(engines.exec(editor.output())?.[1], 'main, hasty, small');
    const client = new EditorClient(editor.url);
    const failure = async (engine: string, sql: string) => {
      const operationId = await client.execute(engine, sql);
      for (;;) {
        const body = await client.post('check_status', {operationId});
        if (body['status'] !== 0) return body['message'];
        assert.equal((body['query_status'] as {status: string}).status, 'running');
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    };
    assert.match(
      String(await failure('hasty', endless)),
      /It ran for 1 s, which is the limit here/,
    );
    const greedy =
      'SELECT max(s) FROM (SELECT string_agg(repeat(i::varchar, 200)) AS s FROM range(900000) t(i))';
    assert.match(String(await failure('small', greedy)), /Out of Memory/);
  } finally {
    await editor.stop();
  }
});
