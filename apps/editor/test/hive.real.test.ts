import assert from 'node:assert/strict';
import {generateKeyPairSync, sign} from 'node:crypto';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {needs, start, type RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import {MetastoreEngine} from '../src/engine/metastore-engine.ts';
import {SqlError} from '../src/engine/sql-engine.ts';
import {asRows, engineForTests, finished, recordFor, rowsOf, socketsAre} from './sql-fixture.ts';
import {TestLog} from './test-log.ts';

const skip = needs(
  '.cache/hive/complete',
  'packages/thrift/test/servers/fetch-hive.sh to have run',
);
const alice = {name: 'alice'};

describe('HiveServer2 without authentication', {skip}, () => {
  let server: RunningServer;
  before(async () => (server = await start('hive.sh', ['none', 'binary'])));
  after(async () => await server.stop());

  it('tells databases, tables, columns and functions', async t => {
    const {engine, pool} = engineForTests(recordFor(server.port));
    t.after(() => pool.stop());
    const {session} = await pool.lease(engine, alice);
    await rowsOf(session, 'create database my_db');
    await rowsOf(session, 'create database myxdb');
    await rowsOf(session, 'create table myxdb.other (a int)');
    await rowsOf(
      session,
      "create table my_db.t (id bigint comment 'key', tags array<string>) partitioned by (p date)",
    );
    await rowsOf(session, 'create view my_db.v as select id from my_db.t');

    assert.deepEqual(await session.databases(), ['default', 'my_db', 'myxdb']);
    const tables = await session.tables('MY_DB');
    assert.deepEqual(tables.map(({name, type}) => [name, type]).sort(), [
      ['t', 'TABLE'],
      ['v', 'VIEW'],
    ]);
    const found = await session.findTables?.('OTHER');
    assert.deepEqual(
      found?.map(({database, name, type}) => [database, name, type]),
      [['myxdb', 'other', 'TABLE']],
    );
    assert.deepEqual(await session.tableColumns('my_db', 't'), [
      {name: 'id', type: 'bigint', comment: 'key'},
      {name: 'tags', type: 'array<string>'},
      {name: 'p', type: 'date'},
    ]);
    assert.ok((await session.functions()).includes('array_contains'));
    await assert.rejects(session.tableColumns('my_db', 'nope'), (error: unknown) => {
      assert.ok(error instanceof SqlError);
      assert.deepEqual([error.kind, error.sqlState, error.code], ['refused', '42S02', 10001]);
      return true;
    });
  });

  it('opens the session of the user, and runs statements with a log', async t => {
    const {engine, pool, lines} = engineForTests(recordFor(server.port));
    t.after(() => pool.stop());
    const {session} = await pool.lease(engine, alice);
    assert.deepEqual(
      lines.slice(0, 2).map(({message}) => message),
      [
        'main: server_host=localhost, use_sasl=True, mechanism=PLAIN, kerberos_principal_short_name=None, ' +
          'impersonation_enabled=True, auth_username=hue',
        'Opening main thrift session for user alice',
      ],
    );
    const statement = await session.submit(
      'select logged_in_user(), 9223372036854775807, cast(1.10 as decimal(10,2))',
    );
    assert.equal((await finished(statement)).state, 'available');
    assert.deepEqual(
      (await statement.columns()).map(({type}) => type),
      ['string', 'bigint', 'decimal(10,2)'],
    );
    assert.deepEqual(asRows(await statement.nextPage(10)), [
      ['alice', 9223372036854775807n, '1.10'],
    ]);
    // The server writes its log in its own time.
    const log: string[] = [];
    await soon(async () => {
      log.push(...(await statement.newLogLines()));
      assert.match(log.join('\n'), /Completed executing command/);
    });
    await statement.close();
  });

  it('takes up a session and its running statement on a new connection', async t => {
    const one = engineForTests(recordFor(server.port));
    const lease = await one.pool.lease(one.engine, alice);
    const {session} = lease;
    await rowsOf(session, 'create temporary table seen as select 42 as n');
    const {handle: statement} = await session.submit('select n from seen');
    const {handle} = session;
    // What a restart of the editor does: the connections end, what was stored is read again.
    await one.pool.stop(new Set([lease.id]));
    await socketsAre(0);
    const stored = JSON.parse(JSON.stringify({handle, statement})) as {
      handle: typeof handle;
      statement: typeof statement;
    };

    const two = engineForTests(recordFor(server.port));
    t.after(() => two.pool.stop());
    const again = await two.pool.adopt(two.engine, alice, stored.handle);
    assert.ok(again !== undefined, 'the server has forgotten the session with its connection');
    const resumed = again.session.resume(stored.statement);
    assert.equal((await finished(resumed)).state, 'available');
    assert.deepEqual(asRows(await resumed.nextPage(10)), [[42]]);
    assert.deepEqual(await rowsOf(again.session, 'select n from seen'), [[42]]);

    await two.pool.close('alice', again.id);
    assert.equal(
      await two.pool.adopt(two.engine, alice, stored.handle),
      undefined,
      'a closed session is gone',
    );
    await socketsAre(0);
  });

  it('cancels a statement, and closes a session whose connection is lost', async t => {
    const {engine, pool, lines} = engineForTests(recordFor(server.port));
    t.after(() => pool.stop());
    const lease = await pool.lease(engine, alice);
    const slow =
      'select reflect("java.lang.Thread", "sleep", cast(600000 as bigint)) from (select 1) t';
    const statement = await lease.session.submit(slow);
    await statement.cancel();
    assert.equal((await finished(statement)).state, 'canceled');

    const {handle} = lease.session;
    const late = await lease.session.submit('select 1');
    await finished(late);
    await lease.session.detach();
    await assert.rejects(late.nextPage(1), {kind: 'connection-lost'});
    const next = await lease.run(session => session.submit('select 1'));
    assert.equal((await finished(next)).state, 'available');
    assert.notEqual(lease.session.handle.guid, handle.guid);
    await pool.stop();
    assert.deepEqual(
      lines.filter(({level}) => level !== 'info'),
      [],
    );
    const look = engineForTests(recordFor(server.port));
    t.after(() => look.pool.stop());
    assert.equal(
      await look.pool.adopt(look.engine, alice, handle),
      undefined,
      'the lost one was closed by another way',
    );
  });
});

describe('HiveServer2 over HTTP', {skip}, () => {
  it('keeps sessions apart from connections, and refuses nobody without authentication', async t => {
    const server = await start('hive.sh', ['none', 'http']);
    t.after(() => server.stop());
    const http = {transport_mode: 'http', http_url: 'http://elsewhere:1/cliservice'} as const;
    const {engine, pool, lines} = engineForTests(recordFor(server.port, http));
    t.after(() => pool.stop());
    const lease = await pool.lease(engine, alice);
    assert.deepEqual(await rowsOf(lease.session, 'select logged_in_user()'), [['alice']]);
    await lease.release();
    await socketsAre(0);

    const binary = engineForTests(recordFor(server.port));
    t.after(() => binary.pool.stop());
    await assert.rejects(binary.pool.lease(binary.engine, alice), (error: unknown) => {
      assert.ok(error instanceof SqlError);
      assert.match(
        error.diagnosis?.advice.join() ?? '',
        /speaks HTTP: set hive\.server2\.transport\.mode=http/,
      );
      return true;
    });

    await server.kill();
    lines.length = 0;
    await assert.rejects(pool.lease(engine, alice), {kind: 'unreachable'});
    assert.equal(
      lines.filter(({message}) => message.startsWith('Thrift exception; retrying: ')).length,
      2,
    );
  });
});

describe('HiveServer2 that takes tokens', {skip}, () => {
  it('is logged in to as whoever the token says, who needs no password', async t => {
    const {publicKey, privateKey} = generateKeyPairSync('rsa', {modulusLength: 2048});
    const keys = {
      keys: [{...publicKey.export({format: 'jwk'}), kid: 'one', alg: 'RS256', use: 'sig'}],
    };
    const issuer = createServer((_request, response) => void response.end(JSON.stringify(keys)));
    await new Promise<void>(resolve => issuer.listen(0, '127.0.0.1', resolve));
    t.after(() => issuer.close());
    const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`;
    const HIVE_PROPERTIES = `hive.server2.authentication.jwt.jwks.url=${url}\nhive.server2.enable.doAs=false`;
    const server = await start('hive.sh', ['jwt', 'http'], {env: {HIVE_PROPERTIES}});
    t.after(() => server.stop());
    const signed = (seconds: number) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const exp = Math.floor(Date.now() / 1000) + seconds;
      const text = `${part({alg: 'RS256', kid: 'one', typ: 'JWT'})}.${part({sub: 'alice', exp})}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    };
    let token: string | undefined = signed(-3600);
    const record = recordFor(server.port, {
      transport_mode: 'http',
      http_url: 'http://elsewhere:1/cliservice',
    });
    const {engine, pool} = engineForTests(record, {
      token: () => token,
      impersonationEnabled: false,
    });
    t.after(() => pool.stop());
    await assert.rejects(pool.lease(engine, alice), {kind: 'login'});
    token = undefined;
    await assert.rejects(pool.lease(engine, alice), {
      kind: 'login',
      message: /logged in without one/,
    });
    token = signed(3600);
    const lease = await pool.lease(engine, alice);
    assert.deepEqual(await rowsOf(lease.session, 'select logged_in_user()'), [['alice']]);
    await lease.release();
    await socketsAre(0);
  });
});

describe('the metastore', {skip}, () => {
  it('tells what there is, without a SQL server', async t => {
    const server = await start('hive.sh', ['none', 'metastore']);
    t.after(() => server.stop());
    const log = new TestLog();
    const engine = new MetastoreEngine({
      id: 'catalog',
      displayName: 'Metastore',
      record: async () => recordFor(server.port, {server_name: 'catalog'}),
      login: {mechanism: 'PLAIN', impersonationEnabled: true, defaultUser: 'hue', flavour: 'hive'},
      timeoutMs: 30_000,
      log,
    });
    const place = await engine.locate(alice);
    const session = await place.open();
    assert.deepEqual(await session.databases(), ['default']);
    assert.deepEqual(await session.tables('default'), []);
    assert.deepEqual(await session.findTables?.('a'), []);
    assert.deepEqual(await session.functions(), []);
    assert.equal(await session.isAlive(), true);
    await assert.rejects(session.tableColumns('default', 'nope'), {kind: 'refused'});
    await assert.rejects(session.submit('select 1'), {kind: 'unsupported'});
    await session.close();
    assert.equal(await session.isAlive(), false);
    await socketsAre(0);
  });
});
