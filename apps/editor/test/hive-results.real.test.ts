import assert from 'node:assert/strict';
import {after, before, describe, it, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {type ConfiguredEditor, configuredEditor, interpreter} from './configured-editor.ts';
import {EditorClient} from './editor-client.ts';
import {assertSaysHowToGetRest, isOnItsWay, readAll, readUntilRefused} from './numbered-rows.ts';
import {openSessionsOf} from './sql-fixture.ts';

const skip = needs(
  '.cache/hive/complete',
  'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)',
);
const numbers = (count: number) =>
  `select posexplode(split(space(${count - 1}), ' ')) as (pos, val)`;
const snippet = {snippet: '{"type": "hive"}'};

describe('Results of a real HiveServer2 when it is away, or the editor', {skip}, () => {
  let server: RunningServer;
  before(async () => (server = await start('hive.sh', ['none', 'binary'])));
  after(async () => await server?.stop());

  /** Leaves most rows of a long result with the server. */
  async function configured(t: TestContext): Promise<ConfiguredEditor> {
    const ini = `[beeswax]\nhive_server_host=localhost\nhive_server_port=${server.port}\n${interpreter('hive')}`;
    return await configuredEditor(t, ini, {'hive.server2.authentication': 'NONE'}, [
      '--result-rows',
      '5000',
    ]);
  }

  it('loses no row when it is killed with a page on its way', async t => {
    const {open: start, data} = await configured(t);
    let editor = await start();
    t.after(() => editor.stop());
    const id = await new EditorClient(editor.url).execute('hive', numbers(100_000));
    t.after(() => server.resume());
    for (let kills = 0; kills < 3; kills++) {
      const client = new EditorClient(editor.url);
      await client.ended(id);
      const from = kills * 20_000;
      assert.equal((await reach(client, id, from)).isComplete, false);
      server.pause();
      const lost = reach(client, id, from + 40_000).catch(() => undefined);
      await soon(async () => assert.ok(await isOnItsWay(data, id)));
      await editor.kill();
      await lost;
      server.resume();
      editor = await start();
    }
    assert.equal(await readAll(new EditorClient(editor.url), id), 100_000);
    await openSessionsOf(server, 0);
  });

  it('reads rows that are here when the server is killed with a page on its way, says what became of the others, and works with the next one', async t => {
    const {open: start_, data} = await configured(t);
    const first = await start_();
    t.after(() => first.stop());
    let client = new EditorClient(first.url);
    const id = await client.execute('hive', numbers(100_000));
    await client.ended(id);
    const small = await client.execute('hive', numbers(1000));
    await client.ended(small);
    assert.equal(await readAll(client, small), 1000);
    const {port} = server;
    server.pause();
    const lost = client.popup('fetch_result_data', {operationId: id, rows: '10000'});
    await soon(async () => assert.ok(await isOnItsWay(data, id)));
    await server.kill();
    await lost;
    const here = await readUntilRefused(client, id);
    assert.equal(here.body['status'], 1, JSON.stringify(here.body));
    assert.ok(here.seen >= 2000, 'those that were here');
    await first.kill();

    const second = await start_();
    t.after(() => second.stop());
    client = new EditorClient(second.url);
    assert.equal(await readAll(client, small), 1000);
    assert.equal(
      (await readUntilRefused(client, id)).seen,
      here.seen,
      'after a restart of the editor',
    );
    let body = await client.post('execute/hive', {statement: 'select 1'});
    assert.equal(body['status'], 1);
    assert.match(JSON.stringify(body['diagnosis']), /Connection refused by localhost/);
    assert.equal((await client.post('autocomplete/', snippet))['code'], 500);

    await server.stop();
    server = await start('hive.sh', ['none', 'binary'], {port});
    const rest = await readUntilRefused(client, id);
    assert.equal(rest.seen, here.seen);
    assert.equal(rest.body['status'], -3, 'a new server knows nothing of the old one');
    assertSaysHowToGetRest(rest);
    const again = await client.execute('hive', numbers(100_000));
    await client.ended(again);
    assert.equal(await readAll(client, again), 100_000, 'as the message says');
    await openSessionsOf(server, 0);
  });
});

/** Fetches rows up to one place. */
async function reach(
  client: EditorClient,
  uuid: string,
  row: number,
): Promise<{isComplete: boolean}> {
  return await client.result(`${uuid}/rows?from=${row}&count=1`);
}
