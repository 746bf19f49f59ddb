import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {connect, createServer} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it, type TestContext} from 'node:test';
import {promisify} from 'node:util';
import {DiskRoom} from '@gazetteer/server';
import {soon} from '@gazetteer/model/testing';
import {freePort} from '../../../packages/thrift/test/servers/free-port.ts';
import {needs, start, type RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import type {Engine} from '../src/config/interpreters.ts';
import {testConfig} from '../src/config/testing.ts';
import {Endpoints} from '../src/discovery/endpoints.ts';
import {configuredEngines} from '../src/server/configured-engines.ts';
import type {Diagnosis} from '../src/engine/diagnosis.ts';
import {MetastoreEngine} from '../src/engine/metastore-engine.ts';
import type {QueryServerRecord} from '../src/engine/query-server-record.ts';
import {QueryServers} from '../src/engine/query-servers.ts';
import {SqlError} from '../src/engine/sql-engine.ts';
import {configuredEditor, interpreter} from './configured-editor.ts';
import {EditorClient} from './editor-client.ts';
import {editorForTests} from './editor-fixture.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import {
  engineForTests,
  openSessionsOf,
  recordFor,
  rowsOf,
  socketsAre,
  type EngineForTests,
} from './sql-fixture.ts';
import {TestLog} from './test-log.ts';

const run = promisify(execFile);
const alice = {name: 'alice'};
const realm = 'EXAMPLE.COM';
const kerberos = {mechanism: 'GSSAPI', impersonationEnabled: true} as const;

const skipHive = needs(
  '.cache/hive/complete',
  'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)',
);
const skipBoth =
  skipHive ||
  needs('.cache/spark/bin', 'PySpark in .cache/spark (packages/thrift/test/prepare-servers.sh)');
const skipCurl = !existsSync('/usr/bin/curl') && 'needs curl';
const skip =
  !existsSync('/usr/sbin/krb5kdc') &&
  'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)';

describe('Kerberos', {skip}, () => {
  let kdc: RunningServer;
  before(async () => {
    kdc = await start('kdc.sh', []);
    process.env['KRB5_CONFIG'] = join(kdc.folder, 'krb5.conf');
    process.env['KRB5CCNAME'] = join(kdc.folder, 'tickets');
    await ticket('1h');
  });
  after(async () => await kdc?.stop());

  /**
   * Returns how to start it again, on its port and with what it knew, which happens at the end of
   * the test in any case.
   */
  async function stopKdc(t: TestContext): Promise<() => Promise<void>> {
    const {port, folder} = kdc;
    await kdc.kill();
    let started: Promise<void> | undefined;
    const startAgain = () =>
      (started ??= start('kdc.sh', [], {port, folder}).then(again => void (kdc = again)));
    t.after(startAgain);
    return startAgain;
  }

  async function ticket(lifetime: string): Promise<void> {
    const keytab = join(kdc.folder, 'hue.keytab');
    await run('kinit', ['-l', lifetime, '-k', '-t', keytab, 'hue/localhost'], {cwd: kdc.folder});
  }

  describe(
    'a main server, and a second engine of another name, at the same time',
    {skip: skipBoth},
    () => {
      let main: RunningServer;
      let second: RunningServer;
      before(async () => {
        const env = {KEYTABS: kdc.folder};
        [main, second] = await Promise.all([
          start('hive.sh', ['kerberos', 'binary'], {env}),
          start('spark.sh', ['binary'], {env: {...env, SPARK_AUTHENTICATION: 'KERBEROS'}}),
        ]);
      });
      after(async () => await Promise.all([main?.stop(), second?.stop()]));

      const site = {
        'hive.server2.authentication': 'KERBEROS',
        'hive.server2.authentication.kerberos.principal': `hive/_HOST@${realm}`,
      };
      const ini = () => `[beeswax]
      hive_server_host=localhost
      hive_server_port=${main.port}
      [sqlalt]
      security_enabled=true
      sql_server_host=localhost
      sql_server_port=${second.port}
      sql_server_principal=sqlalt/localhost@${realm}
      kerberos_principal_short_name=sqlalt
      use_sasl=true
      ${interpreter('hive')}[[[sqlalt]]]
      name=Second
      interface=sqlserver2`;

      /** As the configuration above assembles them. */
      function serversOf(log: TestLog) {
        const config = testConfig(ini(), {hive: site});
        const endpoints = new Endpoints(config, {}, log);
        return {
          config,
          servers: new QueryServers({config, endpoints, log, fullNameOf: async host => host}),
        };
      }

      it('work beside each other, each under its own principal', async t => {
        // The full name of this machine is not the one in the KDC.
        const localhost = {
          ...site,
          'hive.server2.authentication.kerberos.principal': `hive/localhost@${realm}`,
        };
        // It fetches its own ticket.
        const cache = join(kdc.folder, 'of-the-editor');
        const ownTicket = `[desktop]
        [[kerberos]]
        hue_keytab=${join(kdc.folder, 'hue.keytab')}
        hue_principal=hue/localhost@${realm}
        ccache_path=${cache}
        `;
        const editor = await (await configuredEditor(t, ownTicket + ini(), localhost)).open();
        t.after(() => editor.stop());
        assert.ok(existsSync(cache));
        const client = new EditorClient(editor.url);
        const [one, two] = await Promise.all([
          client.execute('hive', 'select logged_in_user()'),
          client.execute('sqlalt', 'select current_user()'),
        ]);
        await Promise.all([client.ended(one), client.ended(two)]);
        assert.deepEqual((await client.rows(one)).data, [['admin']]);
        assert.deepEqual((await client.rows(two)).data, [['admin']]);
        await soon(() => {
          const records = [...editor.output().matchAll(/"Query Server: (\{.*?\})"/g)].map(
            found => JSON.parse(JSON.parse(`"${found[1]}"`) as string) as Record<string, unknown>,
          );
          const record = records.find(({server_name}) => server_name === 'sqlalt');
          assert.deepEqual(
            [
              record?.['principal'],
              record?.['server_host'],
              record?.['server_port'],
              record?.['auth_password_used'],
            ],
            [`sqlalt/localhost@${realm}`, 'localhost', second.port, false],
          );
        });
        await openSessionsOf(main, 0);
      });

      it('fails in the known way when the second keeps the principal of the first, while that one works', async t => {
        const {post, log} = await editorForTests(t, testLog => {
          const {config, servers} = serversOf(testLog);
          // The record as it was before the principal was overwritten.
          const withoutFix = async (engine: Engine) => ({
            ...(await servers.record(engine)),
            ...(engine === 'sqlalt' && {principal: (await servers.record('main')).principal}),
          });
          const parts = {
            config,
            log: testLog,
            folder: kdc.folder,
            disk: new DiskRoom(kdc.folder, 0),
            servers: {
              record: withoutFix,
              reset: (record: QueryServerRecord) => servers.reset(record),
            },
          };
          return configuredEngines(parts);
        });
        const run = await post('/api/editor/execute/sqlalt', {statement: 'select 1'});
        assert.equal(run.status, 200);
        assert.equal(run.body['status'], 1);
        assert.equal(run.body['message'], 'Bad status: 3 (GSS initiate failed)');
        const diagnosis = run.body['diagnosis'] as Diagnosis;
        assert.equal(diagnosis.principal, `hive/localhost@${realm}`);
        assert.equal(diagnosis.contacted, `localhost:${second.port}`);
        assert.deepEqual(
          diagnosis.findings.find(({check}) => check === 'ticket'),
          {
            check: 'ticket',
            isFine: true,
            text: `There is a valid ticket of hue/localhost@${realm}`,
          },
        );
        assert.match(
          diagnosis.advice[0] ?? '',
          /runs under another principal.*sql_server_principal in \[sqlalt\]/,
        );
        assert.deepEqual(log.messages('info').filter(isOfOpening), [
          'sqlalt: server_host=localhost, use_sasl=True, mechanism=GSSAPI, kerberos_principal_short_name=hive, ' +
            'impersonation_enabled=True, auth_username=hue',
          'Opening sqlalt thrift session for user admin',
          'Thrift exception; retrying: Bad status: 3 (GSS initiate failed)',
          'Thrift exception; retrying: Bad status: 3 (GSS initiate failed)',
          'Thrift saw a transport exception: Bad status: 3 (GSS initiate failed)',
        ]);

        const completion = await post('/api/editor/autocomplete/', {snippet: '{"type": "sqlalt"}'});
        assert.deepEqual(
          [
            completion.status,
            completion.body['status'],
            completion.body['code'],
            completion.body['message'],
          ],
          [200, 0, 500, 'Bad status: 3 (GSS initiate failed)'],
        );
        const databases = await post('/api/editor/autocomplete/', {snippet: '{"type": "hive"}'});
        assert.deepEqual(databases.body['databases'], ['default']);
        await openSessionsOf(main, 0);
      });

      it('leaves no socket behind when it fails, and works with the right principal at the next attempt', async t => {
        const {servers} = serversOf(new TestLog());
        const right = await servers.record('sqlalt');
        let record = {...right, principal: (await servers.record('main')).principal};
        const {engine, pool} = engineForTests(() => record, {...kerberos, flavour: 'spark'});
        t.after(() => pool.stop());
        await assert.rejects(pool.lease(engine, alice), {kind: 'unreachable'});
        assert.deepEqual(pool.ledger(), []);
        await socketsAre(0);
        record = right;
        const lease = await pool.lease(engine, alice);
        assert.deepEqual(await rowsOf(lease.session, 'select current_user()'), [['alice']]);
      });

      it('reads a table of Hive through the second engine', async t => {
        const {servers} = serversOf(new TestLog());
        const {engine, pool} = engineForTests(await servers.record('sqlalt'), {
          ...kerberos,
          flavour: 'spark',
        });
        t.after(() => pool.stop());
        const {session} = await pool.lease(engine, alice);
        await rowsOf(session, 'create table hive_table (n int, what string) stored as textfile');
        await rowsOf(session, "insert into hive_table values (1, 'one'), (2, 'two')");
        assert.deepEqual(await rowsOf(session, 'select n, what from hive_table order by n'), [
          [1, 'one'],
          [2, 'two'],
        ]);
      });

      it('gets its ticket when the KDC is back, for the handshake that wants one', async t => {
        const away = await kdcBehindDoor(kdc);
        t.after(() => away.close());
        const environment = {KRB5_CONFIG: process.env['KRB5_CONFIG']};
        t.after(() => void Object.assign(process.env, environment));
        process.env['KRB5_CONFIG'] = away.config;
        // The next ticket would be due in a day.
        const ini = `[desktop]
        [[kerberos]]
        hue_keytab=${join(kdc.folder, 'hue.keytab')}
        hue_principal=hue/localhost@${realm}
        ccache_path=${join(kdc.folder, 'behind-the-door')}
        reinit_frequency=86400
        kt_renewer_timeout=1
        [beeswax]
        hive_server_host=localhost
        hive_server_port=${main.port}
        ${interpreter('hive')}`;
        const localhost = {
          ...site,
          'hive.server2.authentication.kerberos.principal': `hive/localhost@${realm}`,
        };
        const editor = await (await configuredEditor(t, ini, localhost)).open();
        t.after(() => editor.stop());
        const client = new EditorClient(editor.url);
        const refused = await client.post('execute/hive', {statement: 'select 1'});
        assert.equal(refused['status'], 1, JSON.stringify(refused));
        assert.match(JSON.stringify(refused['diagnosis']), /No KDC answers: start it/);
        await away.open();
        const {history_uuid} = await soon(async () => {
          const body = await client.post('execute/hive', {statement: 'select logged_in_user()'});
          assert.equal(body['status'], 0);
          return body;
        });
        const operationId = String(history_uuid);
        await client.ended(operationId);
        assert.equal((await client.rows(operationId)).data.length, 1);
        // An editor that stops leaves what is not closed to the next one, and the server's sessions
        // are counted below.
        await client.post('close_statement', {operationId});
        await editor.stop();
        await openSessionsOf(main, 0);
      });

      it('goes on in its sessions while the KDC is stopped, and opens new ones when it has been started again', async t => {
        const ini_ = `[desktop]
        [[kerberos]]
        hue_keytab=${join(kdc.folder, 'hue.keytab')}
        hue_principal=hue/localhost@${realm}
        ccache_path=${join(kdc.folder, 'over-the-stop')}
        reinit_frequency=1
        kt_renewer_timeout=1
        ${ini().replace('[beeswax]', '[beeswax]\nmax_number_of_sessions=1')}`;
        const localhost = {
          ...site,
          'hive.server2.authentication.kerberos.principal': `hive/localhost@${realm}`,
        };
        const editor = await (await configuredEditor(t, ini_, localhost)).open();
        t.after(() => editor.stop());
        const client = new EditorClient(editor.url);
        const slow = await client.execute(
          'hive',
          'select reflect("java.lang.Thread", "sleep", cast(5000 as bigint)), 7',
        );
        const startKdc = await stopKdc(t);
        await soon(() =>
          assert.match(editor.output(), /No ticket for hue.*: kinit: Cannot contact any KDC/),
        );
        assert.deepEqual(
          await client.query('hive', 'select logged_in_user()'),
          [['admin']],
          'in the session that is open',
        );
        assert.equal((await client.ended(slow)).status, 'available');
        assert.deepEqual(
          (await client.rows(slow)).data.map(row => row[1]),
          [7],
        );
        // The editor has never had a ticket for this one.
        const refused = await client.post('execute/sqlalt', {statement: 'select 1'});
        assert.equal(refused['status'], 1, JSON.stringify(refused));
        assert.match(String(refused['message']), /Cannot contact any KDC for requested realm/);
        const {advice, principal} = refused['diagnosis'] as Diagnosis;
        assert.equal(principal, `sqlalt/localhost@${realm}`);
        assert.match(advice[0] ?? '', /^No KDC answers: start it/);
        // Both are set already.
        assert.doesNotMatch(advice.join(), /rdns=false|or hue_keytab/);
        const fetched = () =>
          editor.output().split('Ticket for hue/localhost@EXAMPLE.COM fetched').length;
        const before = fetched();
        await startKdc();
        assert.deepEqual(await client.query('sqlalt', 'select current_user()'), [['admin']]);
        await soon(() => assert.ok(fetched() > before, 'tickets are renewed'));
        assert.deepEqual(await client.query('hive', 'select 1'), [[1]]);
        // An editor that stops leaves the sessions of unread results to the next one.
        await client.post('close_statement', {operationId: slow});
        await editor.stop();
        await openSessionsOf(main, 0);
      });

      function open(principal: string): EngineForTests {
        return engineForTests(recordFor(main.port, {principal}), kerberos);
      }

      it('opens sessions of the logged-in users, each over a connection of its own', async t => {
        const {engine, pool} = open(`hive/localhost@${realm}`);
        t.after(() => pool.stop());
        const first = await pool.lease(engine, alice);
        const other = await pool.lease(engine, {name: 'bob'});
        await socketsAre(2);
        assert.deepEqual(await rowsOf(first.session, 'select current_user(), logged_in_user()'), [
          ['alice', 'alice'],
        ]);
        assert.deepEqual(await rowsOf(other.session, 'select current_user(), logged_in_user()'), [
          ['bob', 'bob'],
        ]);
        await pool.stop();
        await socketsAre(0);
        await openSessionsOf(main, 0);
      });

      it('tells a principal that the KDC does not know from one of another server', async t => {
        const {engine, pool, lines} = open(`nosuch/localhost@${realm}`);
        t.after(() => pool.stop());
        await assert.rejects(pool.lease(engine, alice), (error: unknown) => {
          assert.ok(error instanceof SqlError);
          assert.match(
            error.diagnosis?.advice[0] ?? '',
            /^The KDC has no principal nosuch\/localhost/,
          );
          return true;
        });
        assert.equal(
          lines.filter(({message}) => message.startsWith('Thrift exception; retrying: ')).length,
          2,
        );
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
          assert.equal(
            error.diagnosis?.findings.find(({check}) => check === 'ticket')?.isFine,
            false,
          );
          return true;
        });
        await socketsAre(0);
      });
    },
  );

  describe('HiveServer2 over HTTP', {skip: skipHive}, () => {
    let server: RunningServer;
    before(
      async () =>
        (server = await start('hive.sh', ['kerberos', 'http'], {env: {KEYTABS: kdc.folder}})),
    );
    after(async () => await server?.stop());
    const http = {transport_mode: 'http', http_url: 'http://elsewhere:1/cliservice'} as const;

    it('is logged in to by Negotiate, for the logged-in user, and by its cookie from then on', async t => {
      const record = recordFor(server.port, {...http, principal: `hive/localhost@${realm}`});
      const {engine, pool} = engineForTests(record, kerberos);
      t.after(() => pool.stop());
      const lease = await pool.lease(engine, alice);
      assert.deepEqual(await rowsOf(lease.session, 'select current_user()'), [['alice']]);
      const cache = process.env['KRB5CCNAME'];
      t.after(() => (process.env['KRB5CCNAME'] = cache));
      process.env['KRB5CCNAME'] = join(kdc.folder, 'nothing');
      assert.deepEqual(await rowsOf(lease.session, 'select 1'), [[1]], 'without a ticket');
      await lease.release();
      await socketsAre(0);
      await openSessionsOf(server, 0);
      await assert.rejects(pool.lease(engine, alice), (error: unknown) => {
        assert.ok(error instanceof SqlError);
        assert.equal(error.diagnosis?.principal, `HTTP/localhost@${realm}`);
        assert.match(error.diagnosis.advice[0] ?? '', /kinit/);
        return true;
      });
      await socketsAre(0);
    });

    it('is spoken to by its cookie while the KDC is stopped, and logged in to when it has been started again', async t => {
      const record = recordFor(server.port, {...http, principal: `hive/localhost@${realm}`});
      const {engine, pool} = engineForTests(record, kerberos);
      t.after(() => pool.stop());
      const lease = await pool.lease(engine, alice);
      // A ticket that has not been used for this server.
      await ticket('1h');
      const startKdc = await stopKdc(t);
      assert.deepEqual(await rowsOf(lease.session, 'select current_user()'), [['alice']]);
      await assert.rejects(pool.lease(engine, {name: 'bob'}), (error: unknown) => {
        assert.ok(error instanceof SqlError);
        assert.match(error.message, /Cannot contact any KDC for requested realm/);
        assert.match(error.diagnosis?.advice[0] ?? '', /^No KDC answers: start it/);
        return true;
      });
      await startKdc();
      const bobs = await pool.lease(engine, {name: 'bob'});
      assert.deepEqual(await rowsOf(bobs.session, 'select current_user()'), [['bob']]);
      await bobs.release();
      await lease.release();
      await socketsAre(0);
    });
  });

  describe('catalog and editor, which are logged in to by tickets', {skip: skipCurl}, () => {
    it('take tickets while the KDC is stopped, ask those without one for it, and take new ones afterwards', async t => {
      const data = await temporaryFolder(t);
      const login = [
        '--kerberos-login',
        `--kerberos-principal=HTTP/localhost@${realm}`,
        `--kerberos-keytab=${join(kdc.folder, 'server.keytab')}`,
      ];
      const both = await startEditorProcess(['--http-port', '0', '--data', data, ...login]);
      t.after(() => both.stop());
      const catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
      const addresses = [`${catalog}/api/atlas/admin/session`, `${both.url}/api/v1/history`].map(
        url => url.replace('127.0.0.1', 'localhost'),
      );
      /** Statuses that curl gets with the tickets of this cache. */
      const statuses = async (cache: string) => {
        const env = {...process.env, KRB5CCNAME: cache};
        const asked = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--negotiate', '-u', ':'];
        return await Promise.all(
          addresses.map(async url => (await run('curl', [...asked, url], {env})).stdout),
        );
      };
      const known = join(kdc.folder, 'of-alice');
      const fresh = join(kdc.folder, 'of-alice-later');
      for (const cache of [known, fresh]) {
        await run('kinit', ['-c', cache, '-k', '-t', join(kdc.folder, 'alice.keytab'), 'alice']);
      }
      assert.deepEqual(await statuses(known), ['200', '200']);
      const startKdc = await stopKdc(t);
      assert.deepEqual(await statuses(known), ['200', '200'], 'with the tickets for these servers');
      assert.deepEqual(await statuses(fresh), ['401', '401'], 'with none for these servers');
      await startKdc();
      assert.deepEqual(await statuses(fresh), ['200', '200']);
    });
  });

  describe('the metastore', {skip: skipHive}, () => {
    it('tells what there is, to whoever has a ticket', async t => {
      const server = await start('hive.sh', ['kerberos', 'metastore'], {
        env: {KEYTABS: kdc.folder},
      });
      t.after(() => server.stop());
      let principal = `sqlalt/localhost@${realm}`;
      const engine = new MetastoreEngine({
        id: 'catalog',
        displayName: 'Metastore',
        record: async () => recordFor(server.port, {server_name: 'catalog', principal}),
        login: {...kerberos, defaultUser: 'hue', flavour: 'hive'},
        timeoutMs: 30_000,
        log: new TestLog(),
      });
      const openOne = async () => await (await engine.locate(alice)).open();
      await assert.rejects(openOne(), {
        kind: 'unreachable',
        message: 'Bad status: 3 (GSS initiate failed)',
      });
      await socketsAre(0);
      principal = `hive/localhost@${realm}`;
      const session = await openOne();
      assert.deepEqual(await session.databases(), ['default']);
      await session.close();
      await socketsAre(0);
    });
  });

  describe('a server that wants its data encrypted by SASL', {skip: skipHive}, () => {
    it('is spoken to like any other', async t => {
      const env = {KEYTABS: kdc.folder, HIVE_PROPERTIES: 'hive.server2.thrift.sasl.qop=auth-conf'};
      const server = await start('hive.sh', ['kerberos', 'binary'], {env});
      t.after(() => server.stop());
      const record = recordFor(server.port, {principal: `hive/localhost@${realm}`});
      const {engine, pool} = engineForTests(record, kerberos);
      t.after(() => pool.stop());
      const lease = await pool.lease(engine, alice);
      assert.deepEqual(await rowsOf(lease.session, 'select logged_in_user()'), [['alice']]);
    });
  });
});

/** A krb5.conf of its own, whose KDC is not there until the door to the real one is opened. */
async function kdcBehindDoor(
  kdc: RunningServer,
): Promise<{config: string; open(): Promise<void>; close(): void}> {
  const port = await freePort();
  const door = createServer(socket => {
    const behind = connect(kdc.port, '127.0.0.1');
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  });
  const config = join(kdc.folder, 'krb5-door.conf');
  const text = await readFile(join(kdc.folder, 'krb5.conf'), 'utf8');
  await writeFile(config, text.replace(`127.0.0.1:${kdc.port}`, `127.0.0.1:${port}`));
  return {
    config,
    open: async () => void (await once(door.listen(port, '127.0.0.1'), 'listening')),
    close: () => void door.close(),
  };
}

function isOfOpening(message: string): boolean {
  return /^(?:sqlalt: |Opening |Thrift )/.test(message);
}
