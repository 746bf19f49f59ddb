import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {promisify} from 'node:util';
import {Connection, connectSocket, MetastoreClient, type Table} from '@gazetteer/thrift';
import {bool, string, struct} from '../packages/thrift/src/codec.ts';
import {database, table} from '../packages/thrift/src/metastore-types.ts';
import {needs, start, type RunningServer} from '../packages/thrift/test/servers/start.ts';
import {IngestWorld} from './ingest-world.ts';

const skip = needs('.cache/hive/complete', 'Hive (packages/thrift/test/prepare-servers.sh)');
const nothing = struct('nothing', {});

/** Makes and drops what is in a metastore. */
class Metastore {
  readonly client: MetastoreClient;
  readonly folder: string;

  constructor(client: MetastoreClient, folder: string) {
    [this.client, this.folder] = [client, folder];
  }

  static async connect(server: RunningServer): Promise<Metastore> {
    const auth = {mechanism: 'NOSASL'} as const;
    const carrier = await connectSocket({host: 'localhost', port: server.port, auth});
    return new Metastore(new MetastoreClient(new Connection(carrier)), server.folder);
  }

  async createDatabase(name: string): Promise<void> {
    const args = struct('create_database_args', {database: [1, database]});
    const body = {name, description: `All of ${name}`, locationUri: join(this.folder, name)};
    await this.client.connection.call('create_database', args, {database: body}, nothing);
  }

  async create(dbName: string, tableName: string, more: Partial<Table> = {}): Promise<void> {
    const args = struct('create_table_args', {table: [1, table]});
    const serdeInfo = {
      serializationLib: 'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe',
      parameters: new Map(),
    };
    const cols = [{name: 'id', type: 'bigint', comment: 'Key'}];
    const body: Table = {
      dbName,
      tableName,
      owner: 'ada',
      tableType: 'EXTERNAL_TABLE',
      partitionKeys: [],
      ...more,
      sd: {cols, location: join(this.folder, dbName, tableName), serdeInfo, ...more.sd},
      parameters: new Map([['EXTERNAL', 'TRUE'], ...(more.parameters ?? [])]),
    };
    await this.client.connection.call('create_table', args, {table: body}, nothing);
  }

  async drop(dbName: string, name: string): Promise<void> {
    const args = struct('drop_table_args', {
      dbName: [1, string],
      name: [2, string],
      deleteData: [3, bool],
    });
    const values = {dbName, name, deleteData: false};
    await this.client.connection.call('drop_table', args, values, nothing);
  }
}

suite("reading Hive's metastore into the catalog", {skip}, () => {
  let world: IngestWorld;
  let server: RunningServer;
  let metastore: Metastore;
  before(async () => {
    [world, server] = await Promise.all([
      IngestWorld.start(),
      start('hive.sh', ['none', 'metastore']),
    ]);
    metastore = await Metastore.connect(server);
    await metastore.createDatabase('shop');
    await metastore.create('shop', 'orders', {
      partitionKeys: [{name: 'day', type: 'date'}],
      parameters: new Map([
        ['comment', 'What was bought'],
        ['numRows', '120'],
      ]),
    });
    const fields = [
      {name: 'id', type: 'long', metadata: {comment: 'Key'}},
      {name: 'total', type: 'decimal(10,2)', metadata: {}},
    ];
    await metastore.create('shop', 'spark_totals', {
      sd: {cols: [{name: 'col', type: 'array<string>'}]},
      parameters: new Map([['spark.sql.sources.schema', JSON.stringify({type: 'struct', fields})]]),
    });
    await metastore.create('default', 'best', {
      tableType: 'VIRTUAL_VIEW',
      viewOriginalText: 'select id from shop.orders o',
      viewExpandedText: 'select `o`.`id` from `shop`.`orders` `o` join `shop`.`spark_totals` t',
    });
  });
  after(async () => {
    metastore?.client.connection.close();
    await Promise.all([world?.stop(), server?.stop()]);
  });
  const keys = () => ({
    type: 'hive-metastore',
    host: 'localhost',
    port: String(server.port),
    cluster: 'cm',
  });

  test('tables, columns, partition keys, storage and the lineage of views come in, and a second reading changes nothing', async () => {
    const {printed: answer} = await world.ingest(keys(), ['--test']);
    assert.match(answer.join(), /^shop: Hive metastore at .*; databases to read: default, shop$/);
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 3 assets read; 3 created, 0 changed, 0 deleted']);
    const orders = await world.entity('hive_table', 'shop.orders@cm');
    const {owner, comment, tableType, parameters} = orders.attributes;
    assert.deepEqual([owner, comment, tableType], ['ada', 'What was bought', 'EXTERNAL_TABLE']);
    assert.equal((parameters as Record<string, string>)['numRows'], '120');
    const {columns, partitionKeys, sd} = orders.relationshipAttributes as Record<
      string,
      {displayText: string}[]
    >;
    assert.deepEqual(
      columns?.map(one => one.displayText),
      ['id'],
    );
    assert.deepEqual(
      partitionKeys?.map(one => one.displayText),
      ['day'],
    );
    assert.ok(sd);
    const storage = await world.entity('hive_storagedesc', 'shop.orders@cm_storage');
    assert.equal(storage.attributes['location'], `file:${join(server.folder, 'shop', 'orders')}`);
    const total = await world.entity('hive_column', 'shop.spark_totals.total@cm');
    assert.equal(total.attributes['type'], 'decimal(10,2)');
    const best = await world.entity('hive_table', 'default.best@cm');
    assert.deepEqual(await world.lineage(best, 'hive_table'), ['best', 'orders', 'spark_totals']);
    const id = await world.entity('hive_column', 'default.best.id@cm');
    assert.deepEqual(await world.lineage(id, 'hive_column'), ['id', 'id']);
    const shop = await world.entity('hive_db', 'shop@cm');
    assert.equal(shop.attributes['description'], 'All of shop');
    assert.deepEqual((await world.ingest(keys())).printed, [
      'shop: 3 assets read; 0 created, 0 changed, 0 deleted',
    ]);
  });

  test('what is dropped goes, and what is made comes', async () => {
    await metastore.drop('default', 'best');
    await metastore.create('shop', 'lines');
    const {printed, complained} = await world.ingest(keys(), ['--names']);
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, [
      'shop: 3 assets read; 1 created, 0 changed, 1 deleted',
      '  + shop.lines@cm',
      '  - default.best@cm',
    ]);
    assert.deepEqual(await world.names('sql_view_definition'), []);
  });

  test('a metastore that ends deletes nothing', async () => {
    await server.kill();
    const {code, complained} = await world.ingest(keys());
    assert.equal(code, 1);
    assert.match(complained.join(), /nothing listens there\. Check host and port/);
    assert.equal((await world.names('hive_table')).length, 3);
  });
});

const noKerberos =
  skip ||
  (!existsSync('/usr/sbin/krb5kdc') &&
    'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)');

suite("reading Hive's metastore with Kerberos", {skip: noKerberos}, () => {
  let world: IngestWorld;
  let kdc: RunningServer;
  let server: RunningServer;
  before(async () => {
    [world, kdc] = await Promise.all([IngestWorld.start(), start('kdc.sh', [])]);
    Object.assign(process.env, {
      KRB5_CONFIG: join(kdc.folder, 'krb5.conf'),
      KRB5CCNAME: join(kdc.folder, 'tickets'),
    });
    const keytab = join(kdc.folder, 'hue.keytab');
    await promisify(execFile)('kinit', ['-k', '-t', keytab, 'hue/localhost']);
    server = await start('hive.sh', ['kerberos', 'metastore'], {env: {KEYTABS: kdc.folder}});
  });
  after(async () => await Promise.all([world?.stop(), kdc?.stop(), server?.stop()]));

  test('a ticket lets in, and without principal the answer says what may be missing', async () => {
    const keys = {type: 'hive-metastore', port: String(server.port)};
    const principal = 'hive/localhost@EXAMPLE.COM';
    const known = await world.ingest({...keys, principal}, ['--test']);
    assert.deepEqual(known.complained, []);
    assert.match(known.printed.join(), /databases to read: default$/);
    const plain = await world.ingest(keys, ['--test']);
    assert.equal(plain.code, 1);
    assert.match(plain.complained.join(), /it may want Kerberos \(principal\)/);
    const other = await world.ingest({...keys, principal: 'sqlalt/localhost@EXAMPLE.COM'}, [
      '--test',
    ]);
    assert.match(other.complained.join(), /Kerberos: .*GSS initiate failed/);
  });
});
