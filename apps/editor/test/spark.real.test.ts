import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {connectSocket, Connection, HiveClient} from '@gazetteer/thrift';
import {needs, start, type RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import {fromSessionHandle} from '../src/engine/hive-engine-handles.ts';
import {SqlError} from '../src/engine/sql-engine.ts';
import {asRows, engineForTests, finished, recordFor, rowsOf, socketsAre} from './sql-fixture.ts';

const spark = {server_name: 'sqlalt', dialect: 'sqlalt'} as const;
const login = {flavour: 'spark', impersonationEnabled: false} as const;
const alice = {name: 'alice'};

describe(
  'Spark as the second engine',
  {skip: needs('.cache/spark/bin', 'pip install pyspark==3.5.6')},
  () => {
    let server: RunningServer;
    before(async () => (server = await start('spark.sh', ['binary'])));
    after(async () => await server.stop());

    it('tells databases, tables, columns and functions', async t => {
      const {engine, pool} = engineForTests(recordFor(server.port, spark), login);
      t.after(() => pool.stop());
      await using lease = await pool.lease(engine, alice);
      const {session} = lease;
      await rowsOf(session, 'create database if not exists `odd_name`');
      await rowsOf(
        session,
        "create table `odd_name`.t (id bigint comment 'key', tags array<string>, p date) using parquet partitioned by (p)",
      );
      await rowsOf(session, 'create temporary view seen as select 1 as one');

      assert.deepEqual(await session.databases(), ['default', 'odd_name', 'global_temp']);
      assert.deepEqual(await session.tables('odd_name'), [
        {name: 't', type: 'TABLE', comment: ''},
        {name: 'seen', type: 'VIEW', comment: ''},
      ]);
      assert.equal(await session.findTables?.('t'), undefined);
      assert.deepEqual(await session.tableColumns('odd_name', 't'), [
        {name: 'id', type: 'bigint', comment: 'key'},
        {name: 'tags', type: 'array<string>'},
        {name: 'p', type: 'date'},
      ]);
      assert.ok((await session.functions()).includes('array_contains'));
      await assert.rejects(session.tables('nowhere'), {name: 'SqlError', kind: 'refused'});
    });

    it('knows statements without rows, though the server claims that they have some', async t => {
      const {engine, pool} = engineForTests(recordFor(server.port, spark), login);
      t.after(() => pool.stop());
      await using lease = await pool.lease(engine, alice);
      const statement = await lease.session.submit('create table default.empty_one (a int)');
      assert.equal(statement.handle.hasResultSet, true);
      assert.deepEqual(await finished(statement), {
        state: 'available',
        hasResultSet: false,
        percent: 100,
      });
      assert.deepEqual(await statement.columns(), []);
      assert.deepEqual(await statement.nextPage(10), {columns: [], rowCount: 0});
      const query = await lease.session.submit("select 'a' as Result where 1 = 0");
      assert.deepEqual(await finished(query), {
        state: 'available',
        hasResultSet: true,
        percent: 100,
      });
      assert.deepEqual(await rowsOf(lease.session, "select 'a' as Result"), [['a']]);
    });

    it('reads pages of the size asked for, without leaving out a row, and values as they are', async t => {
      const {engine, pool} = engineForTests(recordFor(server.port, spark), login);
      t.after(() => pool.stop());
      await using lease = await pool.lease(engine, alice);
      const statement = await lease.session.submit(
        'select id, 9223372036854775807 - id, id % 2 = 0 from range(1000) order by 1',
      );
      await finished(statement);
      const ids: unknown[] = [];
      const sizes = [7, 500, 1, 300, 300, 300];
      for (const size of sizes) {
        const page = await statement.nextPage(size);
        assert.ok(page.rowCount <= size);
        ids.push(...asRows(page).map(row => row[0]));
      }
      for (
        let page = await statement.nextPage(100);
        page.rowCount > 0;
        page = await statement.nextPage(100)
      ) {
        ids.push(...(page.columns[0] ?? []));
      }
      assert.deepEqual(
        ids,
        Array.from({length: 1000}, (_, id) => BigInt(id)),
      );

      const [row] = await rowsOf(
        lease.session,
        `select cast(null as int), 9223372036854775807, cast('1.10' as decimal(38,2)), true, 0.5D, array(1, 2), cast('abc' as binary)`,
      );
      assert.deepEqual(row, [
        null,
        9223372036854775807n,
        '1.10',
        true,
        0.5,
        '[1,2]',
        Uint8Array.from(Buffer.from('abc')),
      ]);
    });

    it('keeps the rows of a page whose reader gave up', async t => {
      const {engine, pool} = engineForTests(recordFor(server.port, spark), login);
      t.after(() => pool.stop());
      await using lease = await pool.lease(engine, alice);
      const statement = await lease.session.submit('select id from range(10) order by id');
      await finished(statement);
      await statement.columns();
      const impatient = new AbortController();
      const page = statement.nextPage(5, impatient.signal);
      impatient.abort(new Error('gone'));
      await assert.rejects(page, /gone/);
      assert.deepEqual((await statement.nextPage(5)).columns, [[0n, 1n, 2n, 3n, 4n]]);
    });

    it('says why a statement failed, and forgets closed ones', async t => {
      const {engine, pool} = engineForTests(recordFor(server.port, spark), login);
      t.after(() => pool.stop());
      await using lease = await pool.lease(engine, alice);
      const statement = await lease.session.submit('select nope from nowhere');
      const {state, error} = await finished(statement);
      assert.equal(state, 'failed');
      assert.match(error?.message ?? '', /TABLE_OR_VIEW_NOT_FOUND/);
      assert.doesNotMatch(
        error?.message ?? '',
        /\tat /,
        'the stack of the server is of no use to the user',
      );
      await statement.close();
      await statement.close();
      assert.equal((await statement.progress()).state, 'expired');
    });

    it('logs an opening in the words that operators know', async t => {
      const {engine, pool, lines} = engineForTests(recordFor(server.port, spark), login);
      t.after(() => pool.stop());
      await (await pool.lease(engine, alice)).release();
      const messages = lines.map(({level, message}) => `${level} ${message}`);
      assert.deepEqual(messages.slice(0, 2), [
        'info sqlalt: server_host=localhost, use_sasl=True, mechanism=PLAIN, kerberos_principal_short_name=None, ' +
          'impersonation_enabled=False, auth_username=hue',
        'info Opening sqlalt thrift session for user alice',
      ]);
      assert.match(messages[2] ?? '', /^info Session [0-9a-f]{16}:[0-9a-f]{16} opened$/);
      assert.equal(messages.length, 3);
    });

    it('gives each user a connection of their own, and leaves none behind', async t => {
      await socketsAre(0);
      const rules = {close_sessions: false, has_session_pool: true, max_number_of_sessions: 2};
      const {engine, pool} = engineForTests(recordFor(server.port, {...spark, ...rules}), login);
      t.after(() => pool.stop());
      const first = await pool.lease(engine, alice);
      const second = await pool.lease(engine, {name: 'bob'});
      assert.notEqual(first.session.handle.guid, second.session.handle.guid);
      await socketsAre(2);
      assert.deepEqual(await rowsOf(first.session, 'select current_user()'), [['alice']]);
      assert.deepEqual(await rowsOf(second.session, 'select current_user()'), [['bob']]);
      const {id} = first;
      await first.release();
      const again = await pool.lease(engine, {name: 'bob'});
      assert.notEqual(again.id, id, 'alice has given hers back, but it is still hers');
      await assert.rejects(pool.lease(engine, {name: 'bob'}), {kind: 'too-many-sessions'});
      assert.equal((await pool.lease(engine, alice)).id, id);
      await pool.stop();
      await socketsAre(0);
    });

    it('opens a new session when the server has forgotten the old one', async t => {
      const rules = {close_sessions: false, has_session_pool: false, max_number_of_sessions: 1};
      const {engine, pool, lines} = engineForTests(
        recordFor(server.port, {...spark, ...rules}),
        login,
      );
      t.after(() => pool.stop());
      const lease = await pool.lease(engine, alice);
      const {handle} = lease.session;
      const auth = {mechanism: 'PLAIN', user: 'alice', password: 'x'} as const;
      const other = new HiveClient(
        new Connection(await connectSocket({host: 'localhost', port: server.port, auth})),
      );
      await other.closeSession(fromSessionHandle(handle));
      other.connection.close();

      const statement = await lease.run(session => session.submit('select 1'));
      assert.equal((await finished(statement)).state, 'available');
      assert.notEqual(lease.session.handle.guid, handle.guid);
      assert.equal(
        lines.filter(({message}) =>
          message.startsWith('Retrying with a new session because for alice of Invalid Session'),
        ).length,
        1,
      );
      await lease.release();
      assert.equal(pool.ledger().length, 1);
    });

    // The last ones, as they end the server.
    it('says so when the server is killed during a fetch, and when nobody is there any more', async t => {
      await socketsAre(0);
      const {engine, pool, lines} = engineForTests(recordFor(server.port, spark), login);
      t.after(() => pool.stop());
      const lease = await pool.lease(engine, alice);
      const statement = await lease.session.submit(
        'select id, repeat("x", 1000) from range(200000)',
      );
      await finished(statement);
      await statement.nextPage(100);
      const {port} = server;
      const pages = (async () => {
        for (
          let page = await statement.nextPage(5000);
          page.rowCount > 0;
          page = await statement.nextPage(5000)
        );
      })();
      await Promise.all([
        assert.rejects(pages, {name: 'SqlError', kind: 'connection-lost'}),
        server.kill(),
      ]);
      assert.equal(pool.ledger()[0]?.state, 'lost');
      await lease.release();
      lines.length = 0;

      await assert.rejects(pool.lease(engine, alice), (error: unknown) => {
        assert.ok(error instanceof SqlError);
        assert.equal(error.kind, 'unreachable');
        assert.equal(error.diagnosis?.contacted, `localhost:${port}`);
        assert.match(error.diagnosis.advice[0] ?? '', /^Connection refused by localhost/);
        return true;
      });
      const messages = lines.slice(2).map(({message}) => message.replace(/: No connection.*/, ''));
      assert.deepEqual(messages, [
        'Thrift exception; retrying',
        'Thrift exception; retrying',
        'Thrift saw a transport exception',
      ]);
      assert.deepEqual(pool.ledger(), []);
      await socketsAre(0);

      const next = await start('spark.sh', ['binary'], {port});
      await (await pool.lease(engine, alice)).release();
      await pool.stop();
      await next.stop();
    });
  },
);
