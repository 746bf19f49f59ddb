// How the record of a query server comes about, rule by rule.
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {TestLog} from '../../test/test-log.ts';
import {testConfig} from '../config/testing.ts';
import {activeServers, type Address} from '../discovery/discovered-servers.ts';
import {type EndpointName, Endpoints} from '../discovery/endpoints.ts';
import {QueryServers} from './query-servers.ts';

const site = {
  'hive.server2.authentication': 'KERBEROS',
  'hive.server2.authentication.kerberos.principal': 'hive/sql1.example.com@EXAMPLE.COM',
};
const configured = `
  [desktop]
  auth_username=svc
  auth_password=hunter2
  [beeswax]
  hive_server_host=sql1.example.com
  hive_server_port=10000
  hive_server_http_port=10001
  llap_server_port=10500`;
const second = `
  [sqlalt]
  security_enabled=true
  sql_server_host=sql2.example.com
  sql_server_port=10016
  sql_server_principal=spark/sql2.example.com@EXAMPLE.COM
  kerberos_principal_short_name=spark
  sasl_service_name=spark
  use_sasl=true`;
const [one, two, three]: [Address, Address, Address] = [
  {host: 'found1', port: 10001},
  {host: 'found2', port: 10002},
  {host: 'found3', port: 10003},
];

/** Lists can be changed while the editor runs; an engine without one is not discovered. */
function world(ini: string, lists: {[Name in EndpointName]?: readonly Address[]} = {}) {
  const log = new TestLog();
  const config = testConfig(ini, {hive: site});
  const watched = Object.fromEntries(
    Object.keys(lists).map(name => [
      name,
      {current: async () => lists[name as EndpointName] ?? []},
    ]),
  );
  const fullNameOf = async (host: string) => host;
  const servers = new QueryServers({
    config,
    endpoints: new Endpoints(config, watched, log),
    log,
    fullNameOf,
  });
  return {log, lists, servers};
}

describe('the record of a query server', () => {
  test('rule 1: from the connector where there is one and connectors are enabled, else from the configuration', async () => {
    const connector = {
      type: 'sparksql',
      options: {server_host: 'sql3.example.com', server_port: '10017'},
    };
    const enabled = configured.replace('[desktop]', '[desktop]\nenable_connectors=true');
    const hostOf = async (ini: string, given?: typeof connector) =>
      (await world(ini).servers.record('main', given)).server_host;
    assert.equal(await hostOf(enabled, connector), 'sql3.example.com');
    assert.equal(await hostOf(enabled), 'sql1.example.com');
    assert.equal(await hostOf(configured, connector), 'sql1.example.com');
  });

  test('rule 2: the endpoint of every engine but catalog and analytic is the one that is cached', async () => {
    const {servers, lists} = world(configured, {hiveserver2: [one], llap: [three]});
    assert.equal((await servers.record('main')).server_host, 'found1');
    // Others that come to be registered change nothing.
    lists.hiveserver2 = [two, one];
    for (const engine of ['main', 'procedural'] as const)
      assert.equal((await servers.record(engine)).server_host, 'found1');
    assert.equal((await servers.record('llap')).server_host, 'found3');
    assert.equal((await servers.record('catalog')).server_host, 'localhost');
    assert.equal((await servers.record('analytic')).server_host, 'localhost');
  });

  test('rule 3: with nothing cached the first one discovered, and without any it is said that none is available', async () => {
    assert.equal(
      (await world(configured, {hiveserver2: [two, one]}).servers.record('main')).server_host,
      'found2',
    );
    await assert.rejects(world(configured, {hiveserver2: []}).servers.record('main'), {
      kind: 'NO_RUNNING_SERVER',
      message: /^No running server is available/,
    });
  });

  test('rule 4: without discovery the configured host, with its port for Thrift over HTTP', async () => {
    const {server_host, http_url} = await world(configured).servers.record('main');
    assert.deepEqual(
      [server_host, http_url],
      ['sql1.example.com', 'http://sql1.example.com:10001/cliservice'],
    );
  });

  test('rule 5: a cached server that is discovered no more gives way to the first one that is', async () => {
    const {servers, lists} = world(configured, {hiveserver2: [one]});
    assert.equal((await servers.record('main')).server_host, 'found1');
    lists.hiveserver2 = [three, two];
    assert.equal((await servers.record('main')).server_host, 'found3');
    lists.hiveserver2 = [one, two, three];
    assert.equal((await servers.record('main')).server_host, 'found3');
  });

  test('rule 6: low latency has a cache, host and port of its own, and takes the server whose API is activeEndpoint', async () => {
    assert.equal((await world(configured).servers.record('llap')).server_port, 10500);
    const registered = (api: string, host: string) =>
      JSON.stringify({
        internal: [{api, addressType: 'host/port', addresses: [{host, port: '10501'}]}],
      });
    const active = activeServers([
      registered('passiveEndpoint', 'passive'),
      registered('activeEndpoint', 'active'),
    ]);
    const {servers} = world(configured, {hiveserver2: [one], llap: active});
    assert.equal((await servers.record('llap')).server_host, 'active');
    assert.equal((await servers.record('main')).server_host, 'found1');
  });

  test('rules 7 and 8: of the second engine that of the main one, but for these keys from its section', async () => {
    const {servers} = world(configured + second, {hiveserver2: [one]});
    const main = await servers.record('main');
    assert.equal(main.principal, 'hive/sql1.example.com@EXAMPLE.COM');
    assert.deepEqual(await servers.record('sqlalt'), {
      ...main,
      server_name: 'sqlalt',
      server_host: 'sql2.example.com',
      server_port: 10016,
      use_sasl: true,
      principal: 'spark/sql2.example.com@EXAMPLE.COM',
      // By default the name of the server.
      dialect: 'sqlalt',
    });
  });

  test('rule 9: is logged at DEBUG as it is in the end, without its password', async () => {
    const {servers, log} = world(configured + second);
    const {auth_password: password, ...record} = await servers.record('sqlalt');
    assert.equal(password, 'hunter2');
    const line = log.messages('debug').find(text => text.startsWith('Query Server: ')) ?? '';
    const logged = JSON.parse(line.slice('Query Server: '.length)) as Record<string, unknown>;
    assert.deepEqual(logged, {...JSON.parse(JSON.stringify(record)), auth_password_used: true});
    assert.equal(JSON.stringify(log.lines).includes('hunter2'), false);
  });
});
