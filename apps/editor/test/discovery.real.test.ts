import assert from 'node:assert/strict';
import {after, before, describe, test, type TestContext} from 'node:test';
import {Proxy} from '../../../packages/zookeeper/test/proxy.ts';
import {Writer} from '../../../packages/zookeeper/test/writer.ts';
import {
  type TestEnsemble,
  zooKeeperForTests,
} from '../../../packages/zookeeper/test/zookeeper-fixture.ts';
import {testConfig, type TestSurroundings} from '../src/config/testing.ts';
import {openDiscovery} from '../src/discovery/open-discovery.ts';
import {QueryServers} from '../src/engine/query-servers.ts';
import {TestLog} from './test-log.ts';

const zooKeeper = await zooKeeperForTests();

describe(
  'servers found through a real ZooKeeper',
  {skip: 'skip' in zooKeeper && zooKeeper.skip},
  () => {
    const {connectString} = zooKeeper as TestEnsemble;
    let writer: Writer;
    let count = 0;
    before(async () => {
      writer = await Writer.open(connectString);
    });
    after(async () => {
      await writer.close();
      await (zooKeeper as TestEnsemble).stop();
    });

    /** An editor that looks under a node of its own. */
    function open(
      t: TestContext,
      more = '',
      {around = {}, ensemble = connectString}: {around?: TestSurroundings; ensemble?: string} = {},
    ) {
      const znode = `/servers${++count}`;
      const config = testConfig(
        `[beeswax]\nhive_discovery_hs2=true\nhive_discovery_hiveserver2_znode=${znode}\nhive_discovery_llap_znode=${znode}
${more}\n[libzookeeper]\nensemble=${ensemble}`,
        around,
      );
      const log = new TestLog();
      const discovery = openDiscovery(config, log);
      t.after(() => discovery.close());
      const fullNameOf = async (host: string) => `${host}.example.com`;
      const servers = new QueryServers({config, endpoints: discovery.endpoints, log, fullNameOf});
      /** The editor has heard that exactly these are there; ask for it before changing anything. */
      const hears = (...wanted: string[]) =>
        log.next(
          ({message, fields}) =>
            message === 'servers found in ZooKeeper' &&
            JSON.stringify((fields as {servers: string[]}).servers) === JSON.stringify(wanted),
        );
      const main = async () => {
        const {server_host, server_port} = await servers.record('main');
        return `${server_host}:${server_port}`;
      };
      return {znode, log, servers, hears, main};
    }

    const register = async (server: Writer, znode: string, address: string, sequence: number) =>
      await server.create(
        `${znode}/serverUri=${address};version=4.0.1;sequence=000000000${sequence}`,
        `hive.server2.instance.uri=${address}`,
        {isEphemeral: true},
      );

    test('the first one is taken and kept; when it goes away the next record has the next one', async t => {
      const {znode, log, servers, hears, main} = open(t, '', {
        around: {hive: {'hive.server2.authentication.kerberos.principal': 'hive/_HOST@R'}},
      });
      await writer.create(znode, '127.0.0.1');
      await writer.create(`${znode}/killQueries`);
      const [first, second, third] = [
        await Writer.open(connectString),
        await Writer.open(connectString),
        writer,
      ];
      let heard = hears('h2:2', 'h3:3');
      await register(third, znode, 'h3:3', 3);
      await register(second, znode, 'h2:2', 2);
      await heard;
      assert.equal(await main(), 'h2:2');

      heard = hears('h1:1', 'h2:2', 'h3:3');
      await register(first, znode, 'h1:1', 1);
      await heard;
      assert.equal(await main(), 'h2:2', 'one that is in use and alive stays in use');
      assert.equal((await servers.record('procedural')).server_host, 'h2');

      heard = hears('h1:1', 'h3:3');
      await second.close();
      await heard;
      const record = await servers.record('main');
      assert.deepEqual(
        [record.server_host, record.server_port, record.principal, record.http_url],
        ['h1', 1, 'hive/h1.example.com@R', 'http://h1:1/cliservice'],
      );
      assert.deepEqual(log.messages('error'), [
        'Current server is down, going on with the next available one',
      ]);
      await first.close();
    });

    test('nobody there: the error says so, until somebody comes', async t => {
      const {znode, hears, main} = open(t);
      const noServer = {
        kind: 'NO_RUNNING_SERVER',
        message: `No running server is available: none is registered under ${znode} of ZooKeeper.`,
      };
      await assert.rejects(main(), noServer);

      await writer.create(znode);
      await assert.rejects(main(), noServer);

      const server = await Writer.open(connectString);
      const came = hears('h1:1');
      await register(server, znode, 'h1:1', 1);
      await came;
      assert.equal(await main(), 'h1:1');

      const went = hears();
      await server.close();
      await went;
      await assert.rejects(main(), noServer);

      await writer.delete(znode);
      await writer.create(znode);
      const again = hears('h2:2');
      await register(writer, znode, 'h2:2', 1);
      await again;
      assert.equal(await main(), 'h2:2');
    });

    test('with several of the low-latency kind it follows the active one', async t => {
      const {znode, hears, servers} = open(
        t,
        'hive_discovery_llap=true\nhive_discovery_llap_ha=true',
      );
      const record = (api: string, port: number) =>
        JSON.stringify({
          type: 'JSONServiceRecord',
          external: [],
          internal: [
            {
              api,
              addressType: 'host/port',
              protocolType: 'hadoop/IPC',
              addresses: [{host: 'localhost', port: String(port)}],
            },
          ],
        });
      await assert.rejects(servers.record('llap'), {
        kind: 'NO_RUNNING_SERVER',
        message: new RegExp(`${znode}/instances`),
      });
      await writer.create(znode);
      await writer.create(`${znode}/_LEADER`);
      await writer.create(`${znode}/instances`);
      await writer.create(`${znode}/instances/instance-2`, record('passiveEndpoint', 20031));
      await assert.rejects(servers.record('llap'), {kind: 'NO_RUNNING_SERVER'});

      const active = await Writer.open(connectString);
      let heard = hears('localhost:20030');
      await active.create(`${znode}/instances/instance-1`, record('activeEndpoint', 20030), {
        isEphemeral: true,
      });
      await heard;
      const found = await servers.record('llap');
      assert.deepEqual(
        [found.server_name, found.server_host, found.server_port],
        ['main', 'localhost', 20030],
      );

      heard = hears('localhost:20031');
      await active.close();
      await writer.setData(`${znode}/instances/instance-2`, record('activeEndpoint', 20031));
      await heard;
      assert.equal((await servers.record('llap')).server_port, 20031);
    });

    test('the second engine has the URL of the server found, and its own address and principal', async t => {
      const {znode, hears, servers} = open(
        t,
        '[sqlalt]\nsql_server_host=sql2\nsql_server_port=10016\nsql_server_principal=spark/_HOST@R',
      );
      await writer.create(znode);
      const came = hears('h1:1');
      await register(writer, znode, 'h1:1', 1);
      await came;
      const {server_host, server_port, principal, http_url} = await servers.record('sqlalt');
      assert.deepEqual(
        [server_host, server_port, principal, http_url],
        ['sql2', 10016, 'spark/sql2.example.com@R', 'http://h1:1/cliservice'],
      );
    });

    test('while ZooKeeper is away the servers last seen are used, and what changed is seen when it is back', async t => {
      const proxy = await Proxy.to(connectString);
      t.after(() => proxy.close());
      const {znode, hears, main, log} = open(t, 'zookeeper_conn_timeout=1', {
        ensemble: proxy.address,
      });
      await writer.create(znode);
      const server = await Writer.open(connectString);
      const came = hears('h1:1');
      await register(server, znode, 'h1:1', 1);
      await came;
      assert.equal(await main(), 'h1:1');

      const lost = log.next(({message}) => message === 'ZooKeeper connection lost');
      proxy.refuse(true);
      await lost;
      assert.equal(await main(), 'h1:1');
      await server.close();
      await register(writer, znode, 'h2:2', 2);
      const back = hears('h2:2');
      proxy.refuse(false);
      await back;
      assert.equal(await main(), 'h2:2');
    });

    test('a session that expires loses no server for good', async t => {
      const proxy = await Proxy.to(connectString);
      t.after(() => proxy.close());
      const {znode, hears, main, log} = open(t, '', {ensemble: proxy.address});
      await writer.create(znode);
      const came = hears('h1:1');
      await register(writer, znode, 'h1:1', 1);
      await came;

      const expired = log.next(({message}) => message === 'ZooKeeper session expired');
      await (await Writer.open(connectString, proxy.firstSession())).close();
      await expired;
      assert.equal(await main(), 'h1:1');
      const both = hears('h1:1', 'h2:2');
      await register(writer, znode, 'h2:2', 2);
      await both;
    });

    test('no ZooKeeper at all: the error says what was tried', async t => {
      const proxy = await Proxy.to(connectString);
      proxy.refuse(true);
      t.after(() => proxy.close());
      const {main} = open(t, 'zookeeper_conn_timeout=1', {ensemble: proxy.address});
      await assert.rejects(main(), {
        kind: 'NO_RUNNING_SERVER',
        message: new RegExp(
          `^No running server is available: no answer from ZooKeeper \\(${proxy.address}\\) within 1000 ms`,
        ),
      });
    });
  },
);
