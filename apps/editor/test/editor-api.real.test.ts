import assert from 'node:assert/strict';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {planOf} from '@gazetteer/sql';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {configuredEditor, interpreter} from './configured-editor.ts';
import {EditorClient} from './editor-client.ts';
import {type EditorProcess, startEditorProcess, temporaryFolder} from './editor-process.ts';
import {assertSaysHowToGetRest, isOnItsWay, readAll, readUntilRefused} from './numbered-rows.ts';

/** Holds a statement of Spark back for long enough to do something to it, and needs no data. */
const slow = (rows: number) =>
  `SELECT count(*) AS n FROM range(${rows}) a CROSS JOIN range(1000) b WHERE hash(a.id, b.id) % 7 = 3`;

type Configured = {readonly data: string; readonly open: () => Promise<EditorProcess>};

/** A data folder and a configuration for one server, whose transport is that of the main server. */
async function configured(
  t: TestContext,
  {port}: RunningServer,
  mode: 'binary' | 'http',
  more = '',
): Promise<Configured> {
  const data = await temporaryFolder(t);
  const folder = join(data, 'conf');
  await mkdir(folder);
  const ini = `[beeswax]
hive_conf_dir=${folder}
${more}
[sqlalt]
sql_server_host=127.0.0.1
sql_server_port=${port}
use_sasl=true
[notebook]
[[interpreters]]
[[[sqlalt]]]
name=Spark
interface=sqlserver2
`;
  await writeFile(join(folder, 'a.ini'), ini);
  const site = `<property><name>hive.server2.transport.mode</name><value>${mode}</value></property>`;
  await writeFile(join(folder, 'hive-site.xml'), `<configuration>${site}</configuration>`);
  const open = () =>
    startEditorProcess(['editor', '--data', data, '--config-dir', folder, '--log-level', 'debug']);
  return {data, open};
}

const skip = needs('.cache/spark/bin', 'pip install pyspark==3.5.6');

describe('The API on a real Spark Thrift Server', {skip}, () => {
  let server: RunningServer;
  before(async () => (server = await start('spark.sh', ['binary'])));
  after(async () => await server.stop());

  it('runs a statement, hands out its rows in pages and again from the start', async t => {
    const {open} = await configured(t, server, 'binary');
    const editor = await open();
    t.after(() => editor.stop());
    const client = new EditorClient(editor.url);
    const id = await client.execute(
      'sqlalt',
      "SELECT id, concat('<', id, ' x>') AS s, id * 1.5 AS d FROM range(5000)",
    );
    assert.deepEqual(await client.ended(id), {status: 'available', has_result_set: true});
    let seen = 0;
    for (;;) {
      const {data, has_more} = await client.rows(id, {rows: '700'});
      for (const row of data) assert.equal(row[0], seen++);
      if (!has_more) break;
    }
    assert.equal(seen, 5000);
    const again = await client.rows(id, {rows: '2', startOver: 'true'});
    assert.deepEqual(again.data, [
      [0, '<0 x>', '0.0'],
      [1, '<1 x>', '1.5'],
    ]);
    const html = await client.rows(id, {rows: '1', startOver: 'true', format: 'html'});
    assert.deepEqual([html.isEscaped, html.data], [true, [[0, '&lt;0&nbsp;x&gt;', '0.0']]]);
    assert.deepEqual(
      html.meta.map(column => column.type),
      ['BIGINT_TYPE', 'STRING_TYPE', 'DECIMAL_TYPE'],
    );
    const size = await client.post('fetch_result_size', {operationId: id});
    assert.equal((size['result'] as {rows: number}).rows, 5000);
  });

  it('says after a crash that this server has forgotten the statement with the connection', async t => {
    const {open} = await configured(t, server, 'binary');
    const first = await open();
    const id = await new EditorClient(first.url).execute('sqlalt', slow(30_000_000));
    await first.kill();
    const second = await open();
    t.after(() => second.stop());
    const body = await new EditorClient(second.url).post('fetch_result_data', {operationId: id});
    assert.equal(body['status'], -3, JSON.stringify(body));
  });

  it('keeps databases apart where a person has one session only', async t => {
    const {open} = await configured(t, server, 'binary', 'max_number_of_sessions=1');
    const editor = await open();
    t.after(() => editor.stop());
    const client = new EditorClient(editor.url);
    for (const name of ['one', 'two']) {
      await client.query('sqlalt', `CREATE DATABASE ${name}`);
      await client.query(
        'sqlalt',
        `CREATE TABLE ${name}.t USING parquet AS SELECT '${name}' AS name`,
      );
    }
    const databases = Array.from({length: 6}, (_, n) => (n % 2 === 0 ? 'one' : 'two'));
    const ids = await Promise.all(
      databases.map(database => client.execute('sqlalt', 'SELECT name FROM t', database)),
    );
    for (const [n, id] of ids.entries()) {
      await client.ended(id);
      assert.deepEqual((await client.rows(id)).data, [[databases[n]]]);
    }
    const functions = [
      {name: 'shout', class_name: 'org.apache.hadoop.hive.ql.udf.generic.GenericUDFUpper'},
    ];
    const properties = {functions, settings: [{key: 'spark.sql.shuffle.partitions', value: '3'}]};
    const snippet = {type: 'sqlalt', statement: "SELECT shout('${word=hello}')", properties};
    for (const text of [snippet.statement, 'SET spark.sql.shuffle.partitions']) {
      const body = await client.post('execute', {
        snippet: JSON.stringify({...snippet, statement: text}),
      });
      assert.equal(body['status'], 0, JSON.stringify(body));
      await client.ended(String(body['history_uuid']));
      const {data} = await client.rows(String(body['history_uuid']));
      assert.deepEqual(
        data,
        text === snippet.statement ? [['HELLO']] : [['spark.sql.shuffle.partitions', '3']],
      );
    }
  });

  it('cancels a running statement', async t => {
    const {open} = await configured(t, server, 'binary');
    const editor = await open();
    t.after(() => editor.stop());
    const client = new EditorClient(editor.url);
    const id = await client.execute('sqlalt', slow(30_000_000));
    assert.ok(['starting', 'waiting', 'running'].includes((await client.status(id)).status));
    assert.deepEqual(await client.post('cancel_statement', {operationId: id}), {
      status: 0,
      result: {status: 0},
    });
    assert.equal((await client.ended(id)).status, 'canceled');
    const rows = await client.post('fetch_result_data', {operationId: id});
    assert.equal(rows['status'], -3);
  });

  it('runs the statements of a text one after the other in one session', async t => {
    const {open} = await configured(t, server, 'binary');
    const editor = await open();
    t.after(() => editor.stop());
    const client = new EditorClient(editor.url);
    const text =
      "CREATE TEMPORARY VIEW seen AS SELECT 42 AS n; SELECT n FROM seen -- ;\n; SELECT 'a;b' AS last";
    const first = await client.execute('sqlalt', text);
    assert.equal((await client.ended(first)).has_result_set, false);
    const second = await client.post('execute', {operationId: first});
    assert.deepEqual(
      [(second['handle'] as {statement_id: number}).statement_id, second['status']],
      [1, 0],
      JSON.stringify(second),
    );
    const secondId = String(second['history_uuid']);
    await client.ended(secondId);
    assert.deepEqual((await client.rows(secondId)).data, [[42]]);
    const third = String((await client.post('execute', {operationId: secondId}))['history_uuid']);
    await client.ended(third);
    assert.deepEqual((await client.rows(third)).data, [['a;b']]);
  });

  it('tells what is wrong with a statement in the words of the server, and keeps it in the history', async t => {
    const {open} = await configured(t, server, 'binary');
    const editor = await open();
    t.after(() => editor.stop());
    const client = new EditorClient(editor.url);
    const id = await client.execute('sqlalt', 'SELECT * FROM nowhere');
    for (;;) {
      const body = await client.post('check_status', {operationId: id});
      if (body['status'] === 0) continue;
      assert.equal(body['status'], 1);
      assert.match(String(body['message']), /nowhere/);
      assert.equal(body['history_uuid'], id);
      break;
    }
    const missing = await client.post('check_status', {operationId: 'no such id'});
    assert.equal(missing['status'], 2);
  });

  it('completes names, shows samples and describes', async t => {
    const {open} = await configured(t, server, 'binary');
    const editor = await open();
    t.after(() => editor.stop());
    const client = new EditorClient(editor.url);
    const create =
      "CREATE TABLE shown (a INT COMMENT 'key', b STRUCT<c: INT>) USING parquet COMMENT 'of a test'";
    await client.ended(await client.execute('sqlalt', create));
    await client.ended(
      await client.execute('sqlalt', "INSERT INTO shown VALUES (7, named_struct('c', 8))"),
    );
    const snippet = {snippet: '{"type": "sqlalt"}'};
    assert.ok(
      ((await client.post('autocomplete/', snippet))['databases'] as string[]).includes('default'),
    );
    assert.deepEqual((await client.post('autocomplete//', snippet))['tables_meta'], []);
    const tables = (await client.post('autocomplete/default', snippet))['tables_meta'] as {
      name: string;
    }[];
    assert.ok(tables.some(table => table.name === 'shown'));
    assert.deepEqual((await client.post('autocomplete/default/shown/', snippet))['columns'], [
      'a',
      'b',
    ]);
    const part = await client.post('autocomplete/default/shown/b/c', snippet);
    assert.deepEqual([part['name'], part['type']], ['c', 'int']);
    const sample = await client.post('sample/default/shown', snippet);
    assert.deepEqual(sample['rows'], [[7, '{&quot;c&quot;:8}']]);
    const described = await client.post('describe/default/shown', {source_type: 'sqlalt'});
    assert.deepEqual([described['comment'], described['is_view']], ['of a test', false]);
    const explained = await client.post('explain', {
      snippet: '{"type": "sqlalt", "statement": "SELECT 1"}',
    });
    assert.match(String(explained['explanation']), /Physical Plan/);
    assert.equal(planOf('', String(explained['explanation']))?.name, 'Project');
    assert.match(String(explained['plan']), /== Optimized Logical Plan ==[^]*sizeInBytes/);
    assert.equal(planOf(String(explained['plan']), '')?.name, 'Project');
  });
});

describe(
  'A restart of the editor, on a server that keeps sessions without a connection',
  {skip},
  () => {
    let server: RunningServer;
    before(async () => (server = await start('spark.sh', ['http'])));
    after(async () => await server.stop());

    it('finds a running statement again after a crash of the editor, and its rows', async t => {
      const {open, data} = await configured(t, server, 'http');
      const first = await open();
      const id = await new EditorClient(first.url).execute('sqlalt', slow(400_000));
      await first.kill();
      const second = await open();
      t.after(() => second.stop());
      const client = new EditorClient(second.url, '/notebook/api');
      assert.deepEqual(await client.ended(id), {status: 'available', has_result_set: true});
      const {data: rows} = await client.rows(id);
      assert.equal(rows.length, 1);
      assert.ok(Number(rows[0]?.[0]) > 10_000, JSON.stringify(rows));
      const {secret} = JSON.parse(await handleOf(data)) as {secret: string};
      assert.ok(!(first.output() + second.output()).includes(secret), 'the secret is in no log');
    });

    it('finds a finished statement again after a stop, with the rows read before and those not read', async t => {
      const {open} = await configured(t, server, 'http');
      const first = await open();
      const before = new EditorClient(first.url);
      const id = await before.execute('sqlalt', 'SELECT id FROM range(3000)');
      await before.ended(id);
      assert.equal((await before.rows(id, {rows: '10'})).data.length, 10);
      assert.equal(await first.stop(), 0, first.output());
      const second = await open();
      t.after(() => second.stop());
      const client = new EditorClient(second.url);
      const rest: unknown[] = [];
      for (let more = true; more;) {
        const {data, has_more} = await client.rows(id, {rows: '1000'});
        rest.push(...data.map(row => row[0]));
        more = has_more;
      }
      assert.deepEqual([rest[0], rest.length, rest.at(-1)], [10, 2990, 2999]);
      assert.equal((await client.rows(id, {rows: '1', startOver: 'true'})).data[0]?.[0], 0);
    });

    it('is told of a server that was started over what is left of a result, and runs what comes next on the new one', async t => {
      const {port} = server;
      const ini = `[sqlalt]\nsql_server_host=localhost\nsql_server_port=${port}\nsql_server_transport_mode=http\n${interpreter('sqlalt')}`;
      const {open, data} = await configuredEditor(t, ini, {}, ['--result-rows', '5000']);
      const editor = await open();
      t.after(() => editor.stop());
      const client = new EditorClient(editor.url);
      const id = await client.execute('sqlalt', 'SELECT id FROM range(100000)');
      await client.ended(id);
      const running = await client.execute('sqlalt', slow(30_000_000));
      await soon(async () => assert.equal((await client.status(running)).status, 'running'));
      server.pause();
      const lost = client.popup('fetch_result_data', {operationId: id, rows: '10000'});
      await soon(async () => assert.ok(await isOnItsWay(data, id)));
      await server.kill();
      await lost;
      const here = await readUntilRefused(client, id);
      assert.equal(here.body['status'], 1, JSON.stringify(here.body));
      assert.ok(here.seen >= 2000, 'those that were here');

      server = await start('spark.sh', ['http'], {port});
      const rest = await readUntilRefused(client, id);
      assert.equal(rest.body['status'], -3, JSON.stringify(rest.body));
      assert.equal(rest.seen, here.seen);
      assertSaysHowToGetRest(rest);
      await soon(async () =>
        assert.equal((await client.post('check_status', {operationId: running}))['status'], -3),
      );
      const again = await client.execute('sqlalt', 'SELECT id FROM range(100000)');
      await client.ended(again);
      assert.equal(await readAll(client, again), 100_000, 'as the message says');
    });
  },
);

/**
 * Of the only statement of a store, with a database file that no process holds open for writing.
 */
async function handleOf(data: string): Promise<string> {
  const {DatabaseSync} = await import('node:sqlite');
  const db = new DatabaseSync(join(data, 'editor', 'editor.db'), {readOnly: true});
  const row = db.prepare('SELECT handle FROM editor_statement').get() as {handle: string | null};
  db.close();
  await soon(async () => {
    assert.match(
      await readFile(join(data, 'editor', 'logs', 'access.log'), 'utf8'),
      /\/notebook\/api\/check_status/,
    );
  });
  return row.handle ?? '{"secret": "released"}';
}
