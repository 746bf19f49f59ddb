import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, before, describe, it, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {ResultSpool} from '../src/statement/result-spool.ts';
import {type ConfiguredEditor, configuredEditor, interpreter} from './configured-editor.ts';
import {type Body, EditorClient} from './editor-client.ts';
import {openSessionsOf} from './sql-fixture.ts';

const skip = needs('.cache/hive/complete', 'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)');
const numbers = (count: number) => `select posexplode(split(space(${count - 1}), ' ')) as (pos, val)`;
const snippet = {snippet: '{"type": "hive"}'};

describe('Results of a real HiveServer2 when it is away, or the editor', {skip}, () => {
  let server: RunningServer;
  before(async () => (server = await start('hive.sh', ['none', 'binary'])));
  after(async () => await server?.stop());

  /** Leaves most rows of a long result with the server. */
  async function configured(t: TestContext): Promise<ConfiguredEditor> {
    const ini = `[beeswax]\nhive_server_host=localhost\nhive_server_port=${server.port}\n${interpreter('hive')}`;
    return await configuredEditor(t, ini, {'hive.server2.authentication': 'NONE'}, ['--result-rows', '5000']);
  }

  async function readAll(client: EditorClient, operationId: string): Promise<number> {
    let seen = 0;
    for (let more = true, startOver = 'true'; more; startOver = 'false') {
      const {data, has_more} = await client.rows(operationId, {rows: '10000', startOver});
      for (const row of data) assert.equal(row[0], seen++);
      more = has_more;
    }
    return seen;
  }

  it('loses no row when it is killed with a page on its way', async t => {
    const {open: start, data} = await configured(t);
    let editor = await start();
    t.after(() => editor.stop());
    const id = await new EditorClient(editor.url).execute('hive', numbers(100_000));
    t.after(() => server.resume());
    const isOnItsWay = async () => {
      const spool = await ResultSpool.open(join(data, 'editor', 'results', id));
      await spool.close();
      return !spool.canGoOn;
    };
    for (let kills = 0; kills < 3; kills++) {
      const client = new EditorClient(editor.url);
      await client.ended(id);
      const from = kills * 20_000;
      assert.equal((await reach(client, id, from)).isComplete, false);
      server.pause();
      const lost = reach(client, id, from + 40_000).catch(() => undefined);
      await soon(async () => assert.ok(await isOnItsWay()));
      await editor.kill();
      await lost;
      server.resume();
      editor = await start();
    }
    assert.equal(await readAll(new EditorClient(editor.url), id), 100_000);
    await openSessionsOf(server, 0);
  });

  it('reads rows that are here while the server is away, says what became of the others, and works with the next one', async t => {
    const {open: start_} = await configured(t);
    const first = await start_();
    let client = new EditorClient(first.url);
    const id = await client.execute('hive', numbers(200_000));
    await client.ended(id);
    const small = await client.execute('hive', numbers(1000));
    await client.ended(small);
    assert.equal(await readAll(client, small), 1000);
    await client.rows(id, {rows: '100'});
    const {port} = server;
    await server.kill();
    await first.kill();

    const second = await start_();
    t.after(() => second.stop());
    client = new EditorClient(second.url);
    assert.equal(await readAll(client, small), 1000);
    let seen = 0;
    let body: Body;
    for (;;) {
      body = await client.post('fetch_result_data', {
        operationId: id,
        rows: '1000',
        format: 'json',
        startOver: String(seen === 0),
      });
      if (body['status'] !== 0) break;
      for (const row of (body['result'] as {data: number[][]}).data) assert.equal(row[0], seen++);
    }
    assert.equal(body['status'], 1, JSON.stringify(body));
    assert.ok(seen >= 2000, 'those that were here');
    body = await client.post('execute/hive', {statement: 'select 1'});
    assert.equal(body['status'], 1);
    assert.match(JSON.stringify(body['diagnosis']), /Connection refused by localhost/);
    assert.equal((await client.post('autocomplete/', snippet))['code'], 500);

    await server.stop();
    server = await start('hive.sh', ['none', 'binary'], {port});
    body = await client.post('fetch_result_data', {operationId: id, rows: '10000'});
    assert.equal(body['status'], -3, 'a new server knows nothing of the old one');
    assert.match(String(body['message']), /^Only the first [\d,]+ rows of this result are kept/);
    assert.deepEqual(await client.query('hive', 'select 2'), [[2]]);
    await openSessionsOf(server, 0);
  });
});

/** Fetches rows up to one place. */
async function reach(client: EditorClient, uuid: string, row: number): Promise<{isComplete: boolean}> {
  return await client.result(`${uuid}/rows?from=${row}&count=1`);
}
