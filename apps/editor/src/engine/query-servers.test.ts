import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {TestLog} from '../../test/test-log.ts';
import {testConfig} from '../config/testing.ts';
import {type EndpointName, Endpoints, type ServerList} from '../discovery/endpoints.ts';
import {QueryServers} from './query-servers.ts';

const kerberos = {'hive.server2.authentication.kerberos.principal': 'hive/_HOST@R'};

function open(ini: string, lists: {[Name in EndpointName]?: ServerList} = {}, now?: () => number) {
  const config = testConfig(ini, {hive: kerberos});
  const log = new TestLog();
  const asked: string[] = [];
  const fullNameOf = async (host: string) => {
    asked.push(host);
    return `${host}.example.com`;
  };
  return {
    log,
    asked,
    servers: new QueryServers({
      config,
      endpoints: new Endpoints(config, lists, log, now),
      log,
      fullNameOf,
    }),
  };
}

describe('asking for a record', () => {
  test('logs it at DEBUG without the password', async () => {
    const {log, servers} = open(
      '[desktop]\nauth_password=hunter2\n[sqlalt]\nsql_server_principal=spark/_HOST@R',
    );
    await servers.record('sqlalt');
    const lines = log.messages('debug');
    assert.equal(lines[0], 'Query via ini sqlalt');
    const record = JSON.parse((lines[1] ?? '').replace(/^Query Server: /, ''));
    assert.equal(record.principal, 'spark/localhost.example.com@R');
    assert.equal(record.server_name, 'sqlalt');
    assert.equal(record.auth_password_used, true);
    assert.equal(JSON.stringify(log.lines).includes('hunter2'), false);
  });

  test('is for the main server when no engine is named', async () => {
    assert.equal((await open('').servers.record()).server_name, 'main');
  });

  test('asks for the full name of the host contacted, once, and of no other', async () => {
    const {asked, servers} = open(
      '[beeswax]\nhive_server_host=h1\nhive_metastore_host=ms\n[sqlalt]\nsql_server_host=h2\nsql_server_principal=spark/h2@R',
    );
    await servers.record('analytic');
    await servers.record('sqlalt');
    assert.deepEqual(asked, []);
    assert.equal((await servers.record('main')).principal, 'hive/h1.example.com@R');
    assert.equal((await servers.record('catalog')).principal, 'hive/ms.example.com@R');
    await servers.record('procedural');
    assert.deepEqual(asked, ['h1', 'ms']);
    servers.reset({server_host: 'h1', server_port: 1});
    await servers.record('main');
    assert.deepEqual(asked, ['h1', 'ms', 'h1']);
  });

  test('through a connector looks for no server', async () => {
    const {log, servers} = open(
      '[desktop]\nenable_connectors=true\n[beeswax]\nhive_discovery_hs2=true',
      {
        hiveserver2: {current: async () => []},
      },
    );
    const record = await servers.record('main', {type: 'c', options: {server_host: 'x'}});
    assert.equal(record.server_host, 'x');
    assert.equal(log.messages('debug')[0], 'Query via connector c');
  });
});

describe('the server in use', () => {
  const list = [
    {host: 'a', port: 1},
    {host: 'b', port: 1},
  ];

  test('is kept until it refuses connections, then chosen again', async () => {
    let current = list.slice(1);
    const {servers} = open('', {hiveserver2: {current: async () => current}});
    assert.equal((await servers.record('main')).server_host, 'b');
    current = list;
    assert.equal((await servers.record('main')).server_host, 'b');
    servers.reset({server_host: 'elsewhere', server_port: 1});
    assert.equal(
      (await servers.record('main')).server_host,
      'b',
      "another engine's failure changes nothing",
    );
    servers.reset({server_host: 'b', server_port: 1});
    assert.equal((await servers.record('main')).server_host, 'a');
  });

  test('is not one that has just refused connections, though it is registered still, unless there is no other', async () => {
    let current = list;
    let now = 0;
    const {servers} = open('', {hiveserver2: {current: async () => current}}, () => now);
    assert.equal((await servers.record('main')).server_host, 'a');
    servers.reset({server_host: 'a', server_port: 1});
    assert.equal((await servers.record('main')).server_host, 'b');
    current = list.slice(0, 1);
    assert.equal((await servers.record('main')).server_host, 'a');
    servers.reset({server_host: 'a', server_port: 1});
    current = list;
    now = 1e9;
    assert.equal(
      (await servers.record('main')).server_host,
      'a',
      'after a while it is one like the others',
    );
  });

  test('of the low-latency kind is one of its own', async () => {
    const {servers} = open('', {
      hiveserver2: {current: async () => list},
      llap: {current: async () => list.slice(1)},
    });
    assert.equal((await servers.record('main')).server_host, 'a');
    assert.equal((await servers.record('llap')).server_host, 'b');
    assert.equal((await servers.record('procedural')).server_host, 'a');
  });

  test('is told with the reason when there is none, and the catalog works all the same', async () => {
    const {servers} = open('', {
      hiveserver2: {
        current: async () => {
          throw new Error('no answer');
        },
      },
    });
    const none = {
      kind: 'NO_RUNNING_SERVER',
      message: 'No running server is available: no answer (looking for /hiveserver2).',
    };
    for (const engine of ['main', 'procedural', 'sqlalt'] as const)
      await assert.rejects(servers.record(engine), none);
    assert.equal((await servers.record('catalog')).server_name, 'catalog');
    assert.equal((await servers.record('analytic')).server_name, 'analytic');
    assert.equal((await servers.record('llap')).server_port, 10500);
  });
});
