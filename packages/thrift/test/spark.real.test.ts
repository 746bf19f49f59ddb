import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {
  Connection,
  connectSocket,
  HiveClient,
  HttpTransport,
  openResult,
  type Session,
  type SocketAuth,
  type Transport,
} from '../src/index.ts';
import {conversation, finished, query, tableOf} from './conversation.ts';
import {expectedRows, expectedTypes} from './expected.ts';
import {needs, start, type RunningServer} from './servers/start.ts';

const skip = needs(
  '.cache/spark/bin/spark-submit',
  'PySpark 3.5.6 in .cache/spark (see packages/thrift/test/servers/spark.sh)',
);
const auth: SocketAuth = {mechanism: 'PLAIN', user: 'hue', password: 'any'};

for (const mode of ['binary', 'http'] as const) {
  describe(`Spark Thrift Server, ${mode}`, {skip}, () => {
    let server: RunningServer;
    let client: HiveClient;
    let session: Session;
    const connect = async (): Promise<Transport> =>
      mode === 'binary'
        ? await connectSocket({host: '127.0.0.1', port: server.port, auth})
        : new HttpTransport({
            url: `http://127.0.0.1:${server.port}/cliservice`,
            auth: {mechanism: 'BASIC', user: 'hue', password: 'any'},
          });

    before(async () => {
      server = await start('spark.sh', [mode]);
      client = new HiveClient(new Connection(await connect()));
      session = await client.openSession({user: 'hue'});
    });
    after(async () => {
      client?.connection.close();
      await server?.stop();
    });

    test('all types, DDL, errors and metadata, on a connection of its own', async () => {
      const other = new HiveClient(new Connection(await connect()));
      const {types, ddl, schemas, product, missing} = await conversation(other, 'spark');
      other.connection.close();
      assert.deepEqual(product, ['Spark SQL', '3.5.6']);
      assert.deepEqual(
        types.columns.map(column => column.type),
        expectedTypes.spark,
      );
      assert.deepEqual(types.rows, expectedRows.spark);
      assert.deepEqual(ddl.rows, []);
      assert.deepEqual(schemas.rows[0]?.[0], 'recorded');
      assert.match(String(missing), /nowhere/);
    });

    test('a million rows come whole and in order, in batches of the size asked for', async () => {
      const operation = await client.execute(
        session.handle,
        'select id, cast(id as string) from range(1000000)',
      );
      await finished(client, operation);
      const sizes: number[] = [];
      let expected = 0n;
      for await (const {rowCount, columns} of (await openResult(client, operation)).batches) {
        sizes.push(rowCount);
        const [ids, texts] = columns;
        assert.ok(ids?.kind === 'i64' && texts?.kind === 'string');
        const names = texts.values.texts();
        for (let row = 0; row < rowCount; row++, expected++) {
          if (ids.values[row] !== expected || names[row] !== String(expected))
            assert.fail(`row ${expected}`);
        }
      }
      await client.closeOperation(operation);
      assert.equal(expected, 1000000n);
      assert.deepEqual(sizes.slice(0, 2), [1000, 10000]);
    });

    test('texts of every length come whole, also around the place where the decoder changes its way', async () => {
      const {rows} = await query(
        client,
        session.handle,
        "select id, repeat('x', cast(id as int)) from range(300) order by id",
      );
      for (const [id, text] of rows) assert.equal(text, 'x'.repeat(Number(id)));
      const mixed = await query(
        client,
        session.handle,
        "select id, if(id % 50 = 7, 'ä', 'a') from range(1000) order by id",
      );
      for (const [id, text] of mixed.rows) assert.equal(text, Number(id) % 50 === 7 ? 'ä' : 'a');
    });

    test('NULLs are where they belong in a long column', async () => {
      const {rows} = await query(
        client,
        session.handle,
        'select id, if(id % 3 = 0, null, id) from range(5000) order by id',
      );
      for (const [id, value] of rows) assert.equal(value, Number(id) % 3 === 0 ? null : id);
    });

    test('a running statement is canceled from another connection, by its handle alone', async () => {
      const sql =
        'select count(*) from range(100000) a cross join range(10000000) b where a.id * b.id % 7 = 3';
      const operation = await client.execute(session.handle, sql);
      const other = new HiveClient(new Connection(await connect()));
      await other.cancelOperation(structuredClone(operation));
      other.connection.close();
      const {state} = await client.operationStatus(operation);
      assert.equal(state, 'CANCELED');
      await client.closeOperation(operation);
    });

    test('a closed session is an invalid handle, and the connection stays usable', async () => {
      const closed = await client.openSession();
      await client.closeSession(closed.handle);
      await assert.rejects(client.execute(closed.handle, 'select 1'), {
        name: 'ServerError',
        message: /Invalid SessionHandle/,
      });
      assert.deepEqual((await query(client, session.handle, 'select 1')).rows, [[1]]);
    });

    test('tables, columns, functions and types are listed', async () => {
      await query(
        client,
        session.handle,
        'create table if not exists listed (a int comment "first", b string)',
      );
      const tables = await tableOf(
        client,
        await client.tables(session.handle, {schema: 'default', table: 'listed'}),
      );
      assert.deepEqual(tables.rows[0]?.slice(1, 4), ['default', 'listed', 'TABLE']);
      const columns = await tableOf(
        client,
        await client.columns(session.handle, {schema: 'default', table: 'listed'}),
      );
      assert.deepEqual(
        columns.rows.map(row => row[3]),
        ['a', 'b'],
      );
      const functions = await tableOf(
        client,
        await client.functions(session.handle, {name: 'concat%'}),
      );
      assert.ok(functions.rows.some(row => row[2] === 'concat_ws'));
      assert.ok((await tableOf(client, await client.typeInfo(session.handle))).rows.length > 10);
      assert.ok((await tableOf(client, await client.tableTypes(session.handle))).rows.length > 0);
    });
  });
}

describe('a Spark Thrift Server that is killed during a fetch', {skip}, () => {
  test('ends the fetch with an error at once, and the socket is gone', async () => {
    const server = await start('spark.sh', ['binary']);
    try {
      const transport = await connectSocket({host: '127.0.0.1', port: server.port, auth});
      const client = new HiveClient(new Connection(transport));
      const session = await client.openSession();
      const operation = await client.execute(session.handle, 'select id from range(1000000)');
      await finished(client, operation);
      const {batches} = await openResult(client, operation, {firstRows: 10, rows: 10});
      await assert.rejects(
        async () => {
          let count = 0;
          for await (const _ of batches) if (++count === 3) await server.kill();
        },
        {name: 'TransportError', reason: 'closed'},
      );
      assert.equal(transport.isOpen, false);
    } finally {
      await server.stop();
    }
  });
});
