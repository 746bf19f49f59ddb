import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import {
  Connection,
  connectSocket,
  HiveClient,
  HttpTransport,
  MetastoreClient,
  type SocketAuth,
  type Table,
} from '../src/index.ts';
import {string, struct} from '../src/codec.ts';
import {table} from '../src/metastore-types.ts';
import {conversation, finished, query, tableOf} from './conversation.ts';
import {expectedRows, expectedTypes} from './expected.ts';
import {needs, root, start, type RunningServer} from './servers/start.ts';

const skip = needs(
  '.cache/hive/complete',
  'Hive 4.0.1 in .cache/hive (packages/thrift/test/servers/fetch-hive.sh)',
);
const plain: SocketAuth = {mechanism: 'PLAIN', user: 'hue', password: 'any'};

async function hiveAt(port: number, auth: SocketAuth): Promise<HiveClient> {
  return new HiveClient(new Connection(await connectSocket({host: 'localhost', port, auth})));
}

async function current(
  client: HiveClient,
  options: {user?: string; proxyUser?: string},
): Promise<unknown> {
  const session = await client.openSession(options);
  try {
    return (await query(client, session.handle, 'select current_user()')).rows[0]?.[0];
  } finally {
    await client.closeSession(session.handle);
  }
}

describe('HiveServer2 without authentication, binary', {skip}, () => {
  let server: RunningServer;
  let client: HiveClient;
  before(async () => {
    server = await start('hive.sh', ['none', 'binary']);
    client = await hiveAt(server.port, plain);
  });
  after(async () => {
    client?.connection.close();
    await server?.stop();
  });

  test('all types, DDL, errors and metadata', async () => {
    const {types, ddl, schemas, missing} = await conversation(client, 'hive');
    assert.deepEqual(
      types.columns.map(column => column.type),
      expectedTypes.hive,
    );
    assert.deepEqual(types.rows, expectedRows.hive);
    assert.deepEqual(ddl, {columns: [], rows: []});
    assert.deepEqual(schemas.rows[0]?.[0], 'recorded');
    assert.deepEqual(
      [(missing as {sqlState: string}).sqlState, (missing as {errorCode: number}).errorCode],
      ['42S02', 10001],
    );
  });

  test('a session is for the user it was opened for', async () => {
    assert.equal(await current(client, {user: 'hue', proxyUser: 'alice'}), 'alice');
  });

  test('a statement has a log, a query id and, when it is done, its times; its handle works on another connection', async () => {
    const session = await client.openSession({user: 'hue'});
    await query(client, session.handle, 'create table logged (a int)');
    await query(client, session.handle, 'insert into logged values (1), (2)');
    const operation = await client.execute(session.handle, 'select sum(a) from logged');
    await finished(client, operation);
    assert.match(await client.queryId(operation), /^root|^\w+_/);
    // The server writes its log in its own time.
    for (let log = ''; !log.includes('Completed executing command'); await sleep(20)) {
      log += (await client.fetchLog(operation)).join('\n');
    }
    const status = await client.operationStatus(operation);
    assert.ok((status.completedAt ?? 0) >= (status.startedAt ?? Infinity));
    const other = await hiveAt(server.port, plain);
    assert.deepEqual((await tableOf(other, structuredClone(operation))).rows, [[3n]]);
    other.connection.close();
    await client.closeOperation(operation);
    await assert.rejects(client.operationStatus(operation), {name: 'ServerError'});
    await client.closeSession(session.handle);
  });
});

describe('HiveServer2 over HTTP', {skip}, () => {
  let server: RunningServer;
  before(async () => (server = await start('hive.sh', ['none', 'http'])));
  after(async () => await server?.stop());

  test('all types, and no credentials at all are a 401', async () => {
    const url = `http://localhost:${server.port}/cliservice`;
    const auth = {mechanism: 'BASIC', user: 'hue', password: 'any'} as const;
    const client = new HiveClient(new Connection(new HttpTransport({url, auth})));
    assert.deepEqual((await conversation(client, 'hive')).types.rows, expectedRows.hive);
    client.connection.close();
    const nobody = new HiveClient(
      new Connection(new HttpTransport({url, auth: {mechanism: 'NONE'}})),
    );
    await assert.rejects(nobody.openSession(), {reason: 'http', httpStatus: 401});
    nobody.connection.close();
  });
});

describe('HiveServer2 without SASL', {skip}, () => {
  test('all types, over a bare socket', async () => {
    const server = await start('hive.sh', ['nosasl', 'binary']);
    try {
      const client = await hiveAt(server.port, {mechanism: 'NOSASL'});
      assert.deepEqual((await conversation(client, 'hive')).types.rows, expectedRows.hive);
      client.connection.close();
    } finally {
      await server.stop();
    }
  });
});

describe('the metastore', {skip}, () => {
  let server: RunningServer;
  let client: MetastoreClient;
  before(async () => {
    server = await start('hive.sh', ['none', 'metastore']);
    const auth = {mechanism: 'NOSASL'} as const;
    client = new MetastoreClient(
      new Connection(await connectSocket({host: 'localhost', port: server.port, auth})),
    );
  });
  after(async () => {
    client?.connection.close();
    await server?.stop();
  });

  test('lists databases, tables and functions', async () => {
    await client.setUser('hue', []);
    assert.deepEqual(await client.allDatabases(), ['default']);
    assert.deepEqual(await client.databases('def*'), ['default']);
    assert.equal((await client.database('default')).name, 'default');
    assert.deepEqual(await client.allTables('default'), []);
    assert.deepEqual(await client.tables('default', '*'), []);
    assert.deepEqual(await client.tableMeta('*', '*'), []);
    assert.deepEqual(await client.functions('default', '*'), []);
  });

  test('tells all of a table with partitions', async () => {
    const columns = [
      {name: 'a', type: 'int', comment: 'first'},
      {name: 'b', type: 'decimal(10,2)'},
    ];
    const keys = [{name: 'day', type: 'string'}];
    const lazy = 'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe';
    const created: Table = {
      tableName: 'sales',
      dbName: 'default',
      owner: 'hue',
      sd: {
        cols: columns,
        location: join(server.folder, 'sales'),
        serdeInfo: {serializationLib: lazy, parameters: new Map()},
      },
      partitionKeys: keys,
      // The type alone is not believed.
      parameters: new Map([
        ['comment', 'what was sold'],
        ['EXTERNAL', 'TRUE'],
      ]),
      tableType: 'EXTERNAL_TABLE',
    };
    const nothing = struct('nothing', {});
    const args = struct('create_table_args', {table: [1, table]});
    await client.connection.call('create_table', args, {table: created}, nothing);
    await client.connection.call(
      'append_partition_by_name',
      struct('append_partition_by_name_args', {
        db: [1, string],
        table: [2, string],
        part: [3, string],
      }),
      {db: 'default', table: 'sales', part: 'day=2024-02-29'},
      nothing,
    );

    const read = await client.table('default', 'sales');
    assert.deepEqual(read.sd?.cols, columns);
    assert.deepEqual(read.partitionKeys, keys);
    assert.equal(read.sd?.serdeInfo?.serializationLib, lazy);
    assert.equal(read.parameters?.get('comment'), 'what was sold');
    assert.deepEqual(await client.fields('default', 'sales'), columns);
    assert.deepEqual(await client.schema('default', 'sales'), [...columns, ...keys]);
    assert.deepEqual(await client.partitionNames('default', 'sales'), ['day=2024-02-29']);
    assert.deepEqual((await client.partitions('default', 'sales'))[0]?.values, ['2024-02-29']);
    const [meta] = await client.tableMeta('def*', 'sal*', ['EXTERNAL_TABLE']);
    assert.deepEqual(
      [meta?.dbName, meta?.tableName, meta?.tableType, meta?.comments],
      ['default', 'sales', 'EXTERNAL_TABLE', 'what was sold'],
    );
    assert.deepEqual(await client.tables('default', 's*|t*'), ['sales']);
  });

  test('names the exception for what is not there, and goes on', async () => {
    const gone = {name: 'ServerError', exception: 'NoSuchObjectException'};
    await assert.rejects(client.table('default', 'nowhere'), gone);
    await assert.rejects(client.database('nowhere'), gone);
    await assert.rejects(client.fields('default', 'nowhere'), {name: 'ServerError'});
    assert.equal(client.connection.isOpen, true);
  });
});

const noKerberos =
  skip ||
  (!existsSync('/usr/sbin/krb5kdc') &&
    'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)');

describe('HiveServer2 with Kerberos', {skip: noKerberos}, () => {
  let kdc: RunningServer;
  let server: RunningServer;
  const hive = 'hive/localhost@EXAMPLE.COM';
  before(async () => {
    kdc = await start('kdc.sh', []);
    process.env['KRB5_CONFIG'] = join(kdc.folder, 'krb5.conf');
    process.env['KRB5CCNAME'] = join(kdc.folder, 'tickets');
    await promisify(execFile)(
      'kinit',
      ['-k', '-t', join(kdc.folder, 'hue.keytab'), 'hue/localhost'],
      {cwd: root},
    );
    server = await start('hive.sh', ['kerberos', 'binary'], {env: {KEYTABS: kdc.folder}});
  });
  after(async () => {
    await server?.stop();
    await kdc?.stop();
  });

  test('a session for the logged-in user, opened under the ticket of the service', async () => {
    const client = await hiveAt(server.port, {mechanism: 'GSSAPI', principal: hive});
    assert.equal(await current(client, {proxyUser: 'alice'}), 'alice');
    assert.equal(await current(client, {}), 'hue');
    client.connection.close();
  });

  test('service and host come from the principal and not from the address', async () => {
    const auth = {mechanism: 'GSSAPI', principal: hive} as const;
    const client = new HiveClient(
      new Connection(await connectSocket({host: '127.0.0.1', port: server.port, auth})),
    );
    assert.equal(await current(client, {proxyUser: 'alice'}), 'alice');
    client.connection.close();
  });

  test('the principal of another service is refused in the words that are known', async () => {
    await assert.rejects(
      hiveAt(server.port, {mechanism: 'GSSAPI', principal: 'sqlalt/localhost@EXAMPLE.COM'}),
      {
        name: 'SaslError',
        message: 'Bad status: 3 (GSS initiate failed)',
      },
    );
    const client = await hiveAt(server.port, {mechanism: 'GSSAPI', principal: hive});
    client.connection.close();
  });

  test('a principal that nobody knows, and no ticket, fail here and say so', async () => {
    const unknown = {mechanism: 'GSSAPI', principal: 'nosuch/localhost@EXAMPLE.COM'} as const;
    await assert.rejects(hiveAt(server.port, unknown), {
      name: 'SaslError',
      message: /nosuch.*not found in Kerberos database/s,
    });
    process.env['KRB5CCNAME'] = join(kdc.folder, 'nothing');
    await assert.rejects(hiveAt(server.port, {mechanism: 'GSSAPI', principal: hive}), {
      name: 'SaslError',
      message: /No credentials were supplied/,
    });
  });

  test('over HTTP by Negotiate, and then by the cookie', async () => {
    process.env['KRB5CCNAME'] = join(kdc.folder, 'tickets');
    // One server at a time, for the sake of small machines.
    await server.stop();
    const web = await start('hive.sh', ['kerberos', 'http'], {env: {KEYTABS: kdc.folder}});
    try {
      const url = `http://localhost:${web.port}/cliservice`;
      const auth = {mechanism: 'NEGOTIATE', principal: 'HTTP/localhost@EXAMPLE.COM'} as const;
      const client = new HiveClient(new Connection(new HttpTransport({url, auth})));
      const session = await client.openSession({proxyUser: 'alice'});
      // Without a ticket nothing but the cookie can be what lets us in.
      process.env['KRB5CCNAME'] = join(kdc.folder, 'nothing');
      assert.deepEqual((await query(client, session.handle, 'select current_user()')).rows, [
        ['alice'],
      ]);
      client.connection.close();
    } finally {
      await web.stop();
    }
  });
});
