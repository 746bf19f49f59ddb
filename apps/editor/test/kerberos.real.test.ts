import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {needs, start, type RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import {testConfig} from '../src/config/testing.ts';
import {Endpoints} from '../src/discovery/endpoints.ts';
import {QueryServers} from '../src/engine/query-servers.ts';
import {SqlError} from '../src/engine/sql-engine.ts';
import {engineForTests, recordFor, rowsOf, socketsAre, type EngineForTests} from './sql-fixture.ts';
import {TestLog} from './test-log.ts';

const run = promisify(execFile);
const alice = {name: 'alice'};
const realm = 'EXAMPLE.COM';
const kerberos = {mechanism: 'GSSAPI', impersonationEnabled: true} as const;

const skip =
  (!existsSync('/usr/sbin/krb5kdc') && 'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)') ||
  needs('node_modules/kerberos/build/Release/kerberos.node', 'the package kerberos built (npm run kerberos)');

describe('Kerberos', {skip}, () => {
  let kdc: RunningServer;
  before(async () => {
    kdc = await start('kdc.sh', []);
    process.env['KRB5_CONFIG'] = join(kdc.folder, 'krb5.conf');
    process.env['KRB5CCNAME'] = join(kdc.folder, 'tickets');
    await ticket('1h');
  });
  after(async () => await kdc?.stop());

  async function ticket(lifetime: string): Promise<void> {
    const keytab = join(kdc.folder, 'hue.keytab');
    await run('kinit', ['-l', lifetime, '-k', '-t', keytab, 'hue/localhost'], {cwd: kdc.folder});
  }

  describe('Spark beside a main server of another name', {skip: needs('.cache/spark/bin', 'pyspark')}, () => {
    let server: RunningServer;
    before(async () => {
      const env = {SPARK_AUTHENTICATION: 'KERBEROS', KEYTABS: kdc.folder};
      server = await start('spark.sh', ['binary'], {env});
    });
    after(async () => await server?.stop());

    /** As in a real configuration: a main server under `hive`, and this one under `sqlalt`. */
    function recordsOf(): QueryServers {
      const config = testConfig(
        `[beeswax]
        hive_server_host=localhost
        [sqlalt]
        security_enabled=true
        sql_server_host=localhost
        sql_server_port=${server.port}
        sql_server_principal=sqlalt/localhost@${realm}
        use_sasl=true`,
        {
          hive: {
            'hive.server2.authentication': 'KERBEROS',
            'hive.server2.authentication.kerberos.principal': `hive/_HOST@${realm}`,
          },
        },
      );
      const log = new TestLog();
      const endpoints = new Endpoints(config, {}, log);
      return new QueryServers({config, endpoints, log, fullNameOf: async host => host});
    }

    it('works with the principal of the second engine', async t => {
      const record = await recordsOf().record('sqlalt');
      assert.equal(record.principal, `sqlalt/localhost@${realm}`);
      const {engine, pool, lines} = engineForTests(record, {...kerberos, flavour: 'spark'});
      t.after(() => pool.stop());
      const lease = await pool.lease(engine, alice);
      assert.deepEqual(await rowsOf(lease.session, 'select current_user()'), [['alice']]);
      assert.deepEqual(
        lines.slice(0, 2).map(({message}) => message),
        [
          'sqlalt: server_host=localhost, use_sasl=True, mechanism=GSSAPI, kerberos_principal_short_name=sqlalt, ' +
            'impersonation_enabled=True, auth_username=hue',
          'Opening sqlalt thrift session for user alice',
        ],
      );
    });

    it('fails in the known way with the principal of the main server, and works again after', async t => {
      const servers = recordsOf();
      const right = await servers.record('sqlalt');
      // The record as it was before the principal was overwritten.
      let record = {...right, principal: (await servers.record('main')).principal};
      const {engine, pool, lines} = engineForTests(() => record, {...kerberos, flavour: 'spark'});
      t.after(() => pool.stop());
      await assert.rejects(pool.lease(engine, alice), (error: unknown) => {
        assert.ok(error instanceof SqlError);
        assert.equal(error.kind, 'unreachable');
        assert.equal(error.message, 'Bad status: 3 (GSS initiate failed)');
        const {diagnosis} = error;
        assert.equal(diagnosis?.principal, `hive/localhost@${realm}`);
        assert.equal(diagnosis.contacted, `localhost:${server.port}`);
        const ticketFinding = diagnosis.findings.find(({check}) => check === 'ticket');
        assert.deepEqual(ticketFinding, {
          check: 'ticket',
          isFine: true,
          text: `There is a valid ticket of hue/localhost@${realm}`,
        });
        assert.match(diagnosis.advice[0] ?? '', /runs under another principal.*sql_server_principal in \[sqlalt\]/);
        return true;
      });
      assert.deepEqual(
        lines.map(({level, message}) => `${level} ${message}`),
        [
          'info sqlalt: server_host=localhost, use_sasl=True, mechanism=GSSAPI, kerberos_principal_short_name=hive, ' +
            'impersonation_enabled=True, auth_username=hue',
          'info Opening sqlalt thrift session for user alice',
          'info Thrift exception; retrying: Bad status: 3 (GSS initiate failed)',
          'info Thrift exception; retrying: Bad status: 3 (GSS initiate failed)',
          'info Thrift saw a transport exception: Bad status: 3 (GSS initiate failed)',
        ],
      );
      assert.deepEqual(pool.ledger(), []);
      await socketsAre(0);

      record = right;
      const lease = await pool.lease(engine, alice);
      assert.deepEqual(await rowsOf(lease.session, 'select 1'), [[1]]);
    });
  });

  describe('HiveServer2', {skip: needs('.cache/hive/complete', 'packages/thrift/test/servers/fetch-hive.sh')}, () => {
    let server: RunningServer;
    let opened: EngineForTests;
    before(async () => {
      server = await start('hive.sh', ['kerberos', 'binary'], {env: {KEYTABS: kdc.folder}});
    });
    after(async () => await server?.stop());

    function open(principal: string): EngineForTests {
      opened = engineForTests(recordFor(server.port, {principal}), kerberos);
      return opened;
    }

    it('opens sessions of the logged-in users, each over a connection of its own', async t => {
      const {engine, pool} = open(`hive/localhost@${realm}`);
      t.after(() => pool.stop());
      const first = await pool.lease(engine, alice);
      const second = await pool.lease(engine, {name: 'bob'});
      await socketsAre(2);
      assert.deepEqual(await rowsOf(first.session, 'select current_user(), logged_in_user()'), [['alice', 'alice']]);
      assert.deepEqual(await rowsOf(second.session, 'select current_user(), logged_in_user()'), [['bob', 'bob']]);
      await pool.stop();
      await socketsAre(0);
    });

    it('tells a principal that the KDC does not know from one of another server', async t => {
      const {engine, pool, lines} = open(`nosuch/localhost@${realm}`);
      t.after(() => pool.stop());
      await assert.rejects(pool.lease(engine, alice), (error: unknown) => {
        assert.ok(error instanceof SqlError);
        assert.match(error.diagnosis?.advice[0] ?? '', /^The KDC knows no nosuch\/localhost/);
        return true;
      });
      assert.equal(lines.filter(({message}) => message.startsWith('Thrift exception; retrying: ')).length, 2);
      await socketsAre(0);
    });

    it('says that the ticket has expired, and works with the next one', async t => {
      const {engine, pool} = open(`hive/localhost@${realm}`);
      t.after(() => pool.stop());
      await ticket('1s');
      await new Promise(resolve => setTimeout(resolve, 2000));
      await assert.rejects(pool.lease(engine, alice), (error: unknown) => {
        assert.ok(error instanceof SqlError);
        const finding = error.diagnosis?.findings.find(({check}) => check === 'ticket');
        assert.deepEqual(finding, {
          check: 'ticket',
          isFine: false,
          text: `The ticket of hue/localhost@${realm} has expired`,
        });
        assert.match(error.diagnosis?.advice[0] ?? '', /kinit/);
        return true;
      });
      await socketsAre(0);
      await ticket('1h');
      const lease = await pool.lease(engine, alice);
      assert.deepEqual(await rowsOf(lease.session, 'select current_user()'), [['alice']]);
    });

    it('says that there is no ticket at all', async t => {
      const {engine, pool} = open(`hive/localhost@${realm}`);
      t.after(() => pool.stop());
      const cache = process.env['KRB5CCNAME'];
      t.after(() => (process.env['KRB5CCNAME'] = cache));
      process.env['KRB5CCNAME'] = join(kdc.folder, 'nothing');
      await assert.rejects(pool.lease(engine, alice), (error: unknown) => {
        assert.ok(error instanceof SqlError);
        assert.equal(error.diagnosis?.findings.find(({check}) => check === 'ticket')?.isFine, false);
        return true;
      });
      await socketsAre(0);
    });
  });
});
