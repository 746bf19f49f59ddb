// What is slow, too long, or set up wrongly on a real HiveServer2.
import assert from 'node:assert/strict';
import {after, before, describe, it, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {readSheet} from '@gazetteer/sheet';
import {connectSocket, Connection, HiveClient} from '@gazetteer/thrift';
import {tableFromIPC} from 'apache-arrow';
import {parquetReadObjects} from 'hyparquet';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {fromStatementHandle} from '../src/engine/hive-engine-handles.ts';
import {configuredEditor, interpreter} from './configured-editor.ts';
import {admin, EditorClient} from './editor-client.ts';
import {editorForTests} from './editor-fixture.ts';
import {engineForTests, openSessionsOf, recordFor} from './sql-fixture.ts';

const skip = needs(
  '.cache/hive/complete',
  'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)',
);
const endless =
  'select reflect("java.lang.Thread", "sleep", cast(600000 as bigint)) is null as slept from (select 1) t';

describe('Trouble with a real HiveServer2', {skip}, () => {
  let server: RunningServer;
  before(async () => (server = await start('hive.sh', ['none', 'binary'])));
  after(async () => {
    server?.resume();
    await server?.stop();
  });

  async function open(
    t: TestContext,
    site: Record<string, string> = {},
  ): Promise<{url: string; client: EditorClient}> {
    const ini = `[beeswax]
      hive_server_host=localhost
      hive_server_port=${server.port}
      hive_server_http_port=${server.port}
      ${interpreter('hive')}`;
    const editor = await (
      await configuredEditor(t, ini, {'hive.server2.authentication': 'NONE', ...site})
    ).open();
    t.after(() => editor.stop());
    return {url: editor.url, client: new EditorClient(editor.url)};
  }

  it('a cell of 40,000 characters comes whole in every format but XLSX, whose file says what is missing', async t => {
    const {url, client} = await open(t);
    const id = await client.execute(
      'hive',
      "select repeat('0123456789', 4000) as long_one, 7 as n",
    );
    await client.ended(id);
    const file = async (format: string) => {
      const answer = await fetch(`${url}/api/v1/results/${id}/download?format=${format}`, {
        headers: {authorization: admin},
      });
      assert.equal(answer.status, 200, format);
      return Buffer.from(await answer.arrayBuffer());
    };
    const long = '0123456789'.repeat(4000);
    assert.deepEqual((await client.rows(id)).data, [[long, 7]]);
    assert.equal(String(await file('csv')), `long_one,n\r\n${long},7\r\n`);
    assert.deepEqual(JSON.parse(String(await file('json'))), {long_one: long, n: 7});
    const parquet = Uint8Array.from(await file('parquet')).buffer;
    assert.equal((await parquetReadObjects({file: parquet}))[0]?.['long_one'], long);
    assert.equal(tableFromIPC(await file('arrow')).get(0)?.['long_one'], long);
    const {rows} = readSheet('a.xlsx', await file('xlsx'), {
      maxRows: 3,
      maxColumns: 2,
      maxUnpackedBytes: 1_000_000,
    });
    assert.match(rows.at(-1)?.cells[0] ?? '', /^0123456789.*… \[cut: 40,000 characters\]$/);
    await openSessionsOf(server, 0);
  });

  it('a cancel is answered at once while the server is silent, and so is the question for the state', async t => {
    const {client} = await open(t);
    const operationId = await client.execute('hive', endless);
    server.pause();
    // An answer that waited for the server would not come before it is let go on, below.
    assert.deepEqual(await client.post('cancel_statement', {operationId}), {
      status: 0,
      result: {status: 0},
    });
    const {query_status} = await client.post('check_status', {operationId});
    assert.equal((query_status as {is_cancelling?: boolean}).is_cancelling, true);
    server.resume();
    assert.equal((await client.ended(operationId)).status, 'canceled');
    await openSessionsOf(server, 0);
  });

  it('a statement runs though the server knows nothing of the one before it, which so cannot be closed', async t => {
    const {engine} = engineForTests(recordFor(server.port), {}, {id: 'hive', dialect: 'hive'});
    const {post, editor} = await editorForTests(t, () => new Map([['hive', engine]]));
    const run = async (path: string, fields: Record<string, string>) => {
      const {body} = await post(`/api/editor/${path}`, fields);
      assert.equal(body['status'], 0, JSON.stringify(body));
      const operationId = String(body['history_uuid']);
      await soon(async () => {
        const {body} = await post('/api/editor/check_status', {operationId});
        assert.equal((body['query_status'] as {status: string}).status, 'available');
      });
      return operationId;
    };
    const statement = 'create temporary table seen as select 42 as n; select n from seen';
    const first = await run('execute/hive', {statement});
    const {handle} = (await editor.statements.byUuid('admin', first)) ?? {};
    assert.ok(handle !== undefined);
    const auth = {mechanism: 'PLAIN', user: 'admin', password: 'x'} as const;
    const other = new HiveClient(
      new Connection(await connectSocket({host: 'localhost', port: server.port, auth})),
    );
    await other.closeOperation(fromStatementHandle(handle));
    await assert.rejects(other.closeOperation(fromStatementHandle(handle)), {name: 'ServerError'});
    other.connection.close();
    const operationId = await run('execute', {operationId: first});
    const {body} = await post('/api/editor/fetch_result_data', {operationId, format: 'json'});
    assert.deepEqual((body['result'] as {data: unknown}).data, [[42]]);
    await openSessionsOf(server, 0);
  });

  it('a variable has its default in all of its places, wherever that is written', async t => {
    const {client} = await open(t);
    assert.deepEqual(
      await client.query(
        'hive',
        "select '${x}', '${x=5}', ${y=a(The first), b} from (select 1 as a) t",
      ),
      [['5', '5', 1]],
    );
    await openSessionsOf(server, 0);
  });

  it('is asked over HTTP where it speaks binary: the answer says which setting differs', async t => {
    const {client} = await open(t, {'hive.server2.transport.mode': 'http'});
    const {status, diagnosis} = await client.post('execute/hive', {statement: 'select 1'});
    assert.equal(status, 1);
    assert.match(
      JSON.stringify(diagnosis),
      /not speak HTTP, set hive\.server2\.transport\.mode=binary/,
    );
  });
});
