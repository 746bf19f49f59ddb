import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {
  type TestEnsemble,
  zooKeeperForTests,
} from '../../../packages/zookeeper/test/zookeeper-fixture.ts';
import {configuredEditor, interpreter} from './configured-editor.ts';
import {EditorClient} from './editor-client.ts';
import type {EditorProcess} from './editor-process.ts';

const zooKeeper = await zooKeeperForTests();
const skip =
  ('skip' in zooKeeper && zooKeeper.skip) ||
  needs('.cache/hive/complete', 'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)');

describe('Two HiveServer2 that register themselves in ZooKeeper', {skip}, () => {
  const {connectString} = zooKeeper as TestEnsemble;
  const servers: RunningServer[] = [];
  const register = {
    'hive.server2.support.dynamic.service.discovery': 'true',
    'hive.zookeeper.quorum': connectString,
    'hive.server2.zookeeper.namespace': 'hiveserver2',
    // What stays registered after a crash is gone soon.
    'hive.zookeeper.session.timeout': '10000ms',
  };
  const HIVE_PROPERTIES = Object.entries(register)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
  const open = async () => await start('hive.sh', ['none', 'binary'], {env: {HIVE_PROPERTIES}});
  before(async () => void servers.push(...(await Promise.all([open(), open()]))));
  after(async () => {
    await Promise.all(servers.map(server => server.stop()));
    await (zooKeeper as TestEnsemble).stop();
  });

  it('the editor goes to the next one when one is stopped or killed, and says so when none is left', async t => {
    const ini = `[beeswax]
      hive_discovery_hs2=true
      ${interpreter('hive')}[libzookeeper]
      ensemble=${connectString}`;
    const editor = await (
      await configuredEditor(t, ini, {'hive.server2.authentication': 'NONE'})
    ).open();
    t.after(() => editor.stop());
    const client = new EditorClient(editor.url);
    await hears(editor, servers);
    assert.deepEqual(await client.query('hive', 'select 1'), [[1]]);
    const used = await usedBy(editor);
    const first = servers.find(({port}) => port === used) as RunningServer;
    const second = servers.find(({port}) => port !== used) as RunningServer;

    // Killed behind a result, whose rows are the editor's then: its record stays in ZooKeeper for
    // some seconds.
    const id = await client.execute(
      'hive',
      "select posexplode(split(space(99999), ' ')) as (pos, val)",
    );
    await client.ended(id);
    await client.rows(id, {rows: '10'});
    await first.kill();
    const next = await client.post('execute/hive', {statement: 'select 2'});
    if (next['status'] !== 0) {
      // The attempt that finds out is told so; the one behind it is not sent there again.
      assert.match(String(next['message']), /ECONNREFUSED/);
    }
    assert.deepEqual(await client.query('hive', 'select 3'), [[3]]);
    await soon(async () => assert.equal(await usedBy(editor), second.port));
    await hears(editor, [second]);
    assert.deepEqual(await client.query('hive', 'select 4'), [[4]]);

    // Stopped in an orderly way it takes its record along.
    await second.stop();
    await hears(editor, []);
    const none = await client.popup('execute/hive', {statement: 'select 5'});
    assert.equal(none.status, 500);
    assert.equal(none.body['title'], 'Error');
    assert.match(
      String(none.body['message']),
      /No running server is available: none is registered under \/hiveserver2/,
    );
    const completion = await client.post('autocomplete/', {snippet: '{"type": "hive"}'});
    assert.deepEqual([completion['status'], completion['code']], [0, 500]);
    assert.match(String(completion['message']), /No running server is available/);

    const third = await open();
    servers.push(third);
    await hears(editor, [third]);
    assert.deepEqual(await client.query('hive', 'select 6'), [[6]]);
  });
});

/** Waits until the editor has seen that exactly these are registered. */
async function hears(editor: EditorProcess, servers: readonly RunningServer[]): Promise<void> {
  const wanted = servers.map(({port}) => `localhost:${port}`).sort();
  for (;;) {
    const last = linesOf(editor).findLast(({msg}) => msg === 'servers found in ZooKeeper')?.servers;
    if (last?.toSorted().join() === wanted.join()) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

/** Port of the server that the last record was for. */
async function usedBy(editor: EditorProcess): Promise<number> {
  const head = 'Query Server: ';
  const line = await soon(
    () => linesOf(editor).findLast(({msg}) => msg?.startsWith(head)) ?? assert.fail('no record'),
  );
  return (JSON.parse(line.msg?.slice(head.length) ?? '') as {server_port: number}).server_port;
}

type Line = {readonly msg?: string; readonly servers?: readonly string[]};

function linesOf(editor: EditorProcess): Line[] {
  const whole = editor.output().split('\n').slice(0, -1);
  return whole.filter(line => line.startsWith('{')).map(line => JSON.parse(line) as Line);
}
