// Folders of real stores: a server of S3 and a NameNode with a DataNode.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdir, readFile, rm} from 'node:fs/promises';
import {type IncomingMessage, request} from 'node:http';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {DuckDBInstance} from '@duckdb/node-api';
import {encoded} from '@gazetteer/events/s3';
import {soon} from '@gazetteer/model/testing';
import {AwsClient} from 'aws4fetch';
import {freePort} from '../packages/thrift/test/servers/free-port.ts';
import {needs, start, type RunningServer} from '../packages/thrift/test/servers/start.ts';
import {ask} from './catalog/test/client.ts';
import {IngestWorld} from './ingest-world.ts';

/** Files for a store, by their paths. */
async function made(world: IngestWorld): Promise<ReadonlyMap<string, Buffer>> {
  const folder = join(world.folder, 'made');
  await mkdir(folder);
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const queries = {
    'landing/orders/day=2026-01-01/a.parquet': 'SELECT 1 AS id, 2.5::DECIMAL(10,2) AS amount',
    'landing/orders/day=2026-01-02/b.parquet': `SELECT 1 AS id, 2.5::DECIMAL(10,2) AS amount, 'x' AS note`,
    "landing/a b/it's+é.parquet": 'SELECT range AS n, md5(range::text) AS h FROM range(100000)',
  };
  const found = new Map<string, Buffer>();
  for (const [path, query] of Object.entries(queries)) {
    await connection.run(`COPY (${query}) TO '${folder}/x.parquet'`);
    found.set(path, await readFile(join(folder, 'x.parquet')));
  }
  connection.closeSync();
  instance.closeSync();
  await rm(folder, {recursive: true});
  found.set('landing/people.csv', Buffer.from('name,born\nAda,1815-12-10\nGrace,1906-12-09\n'));
  found.set('landing/_SUCCESS', Buffer.from('x'));
  found.set('elsewhere/x.csv', Buffer.from('a,b\n1,2\n'));
  return found;
}

/** By `node:http`: a DataNode says unasked that it goes on, which `fetch` takes for no answer. */
async function sent(url: string, content: Buffer): Promise<number | undefined> {
  const sending = request(url, {method: 'PUT'});
  sending.end(content);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

type Store = {
  readonly world: IngestWorld;
  readonly keys: Readonly<Record<string, string>>;
  readonly typeName: string;
  /** What names of data sets begin with. */
  readonly root: string;
  put(path: string, content: Buffer): Promise<void>;
  remove(path: string): Promise<void>;
};

/** What is expected of each kind of store. */
function tests(store: () => Store): void {
  const columnsOf = async (path: string) => {
    const {world, root} = store();
    return (await world.names('path_column'))
      .filter(name => name.startsWith(`${root}${path}@cm#`))
      .map(name => name.slice(name.lastIndexOf('#') + 1));
  };

  test('folders of partitions and files come in with columns, and a second reading changes nothing', async () => {
    const {world, keys, typeName, root, put} = store();
    for (const [path, content] of await made(world)) await put(path, content);
    const {printed: answer, complained: none} = await world.ingest(keys, ['--test']);
    assert.deepEqual(none, []);
    assert.match(answer.join(), /: 2 files and 1 folders of partitions to read, with DuckDB/);
    const rehearsal = await world.ingest(keys, ['--dry-run']);
    assert.deepEqual(rehearsal.complained, []);
    assert.deepEqual(rehearsal.printed, [
      'shop: 3 assets read; 3 would be created, 0 would be changed, 0 would be deleted',
    ]);
    const {printed, complained} = await world.ingest(keys);
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 3 assets read; 3 created, 0 changed, 0 deleted']);
    assert.deepEqual(await world.names(typeName), [
      `${root}/a b/it's+é.parquet@cm`,
      `${root}/orders@cm`,
      `${root}/people.csv@cm`,
    ]);
    assert.deepEqual(await columnsOf('/orders'), ['amount', 'day', 'id', 'note']);
    assert.deepEqual(await columnsOf('/people.csv'), ['born', 'name']);
    const large = await world.entity(typeName, `${root}/a b/it's+é.parquet@cm`);
    assert.deepEqual(large['customAttributes'], {
      format: 'parquet',
      rows: '100000',
      source: 'shop',
    });
    assert.equal((large.relationshipAttributes as {columns: object[]}).columns.length, 2);
    assert.deepEqual((await world.ingest(keys)).printed, [
      'shop: 3 assets read; 0 created, 0 changed, 0 deleted',
    ]);
  });

  test('events of OpenLineage tell of the same entities', async () => {
    const {world, root, typeName} = store();
    const [, namespace = '', name = ''] = /^([a-z0-9]+:\/\/[^/]+)\/(.*)$/.exec(root) ?? [];
    const event = {
      eventType: 'COMPLETE',
      eventTime: '2026-01-01T02:00:00Z',
      producer: 'https://example.org/x',
      run: {runId: '01939a1c-0000-7000-8000-000000000001'},
      job: {namespace: 'etl', name: 'orders'},
      inputs: [{namespace, name: `${typeName === 'hdfs_path' ? '/' : ''}${name}/people.csv`}],
      outputs: [{namespace, name: `${typeName === 'hdfs_path' ? '/' : ''}${name}/orders`}],
    };
    const {status} = await ask(`${world.catalog.url}/api/v1/lineage`, {body: event});
    assert.equal(status, 201);
    const orders = await world.entity(typeName, `${root}/orders@cm`);
    await soon(async () =>
      assert.deepEqual(await world.lineage(orders, typeName), ['orders', 'people.csv']),
    );
    assert.equal((await world.names(typeName)).length, 3);
  });

  test('what is half written keeps its columns and lets nothing be deleted; what is gone goes', async () => {
    const {world, keys, typeName, put, remove} = store();
    const path = "landing/a b/it's+é.parquet";
    await remove(path);
    await put(path, Buffer.from('PAR1 and no more as yet'));
    await remove('landing/people.csv');
    const half = await world.ingest(keys);
    assert.equal(half.code, 1);
    assert.match(half.complained.join(), /it's\+é\.parquet cannot be read: it is no whole Parquet/);
    assert.match(half.printed.join(), / 0 deleted$/);
    assert.deepEqual(await columnsOf("/a b/it's+é.parquet"), ['h', 'n']);
    await remove(path);
    const {printed, complained} = await world.ingest(keys);
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 1 asset read; 0 created, 0 changed, 2 deleted']);
    assert.equal((await world.names(typeName)).length, 1);
  });

  test('a folder that is not there deletes nothing, and says where to look', async () => {
    const {world, keys} = store();
    const missing = await world.ingest({...keys, path: `${keys['path']}-none`});
    assert.equal(missing.code, 1);
    assert.match(missing.complained.join(), /Check path\./);
  });
}

suite(
  'reading a bucket of S3 into the catalog',
  {skip: needs('.cache/s3/complete', 'a server of S3 in .cache/s3 (prepare-servers.sh)')},
  () => {
    let server: RunningServer;
    let store: Store;
    before(async () => {
      const [world, started] = await Promise.all([
        IngestWorld.start({args: ['--lineage-cluster', 'cm']}),
        start('s3.sh', ['s3proxy'], {seconds: 60}),
      ]);
      server = started;
      const endpoint = `http://127.0.0.1:${server.port}`;
      const client = new AwsClient({
        accessKeyId: 'labkey',
        secretAccessKey: 'labsecret',
        region: 'us-east-1',
        service: 's3',
        retries: 0,
      });
      const send = async (method: string, path: string, body?: Buffer) => {
        const url = `${endpoint}/lake/${path.split('/').map(encoded).join('/')}`;
        const init = {method, ...(body !== undefined && {body: new Uint8Array(body)})};
        return (await client.fetch(url, init)).status;
      };
      await soon(async () => assert.equal(await send('PUT', ''), 200));
      store = {
        world,
        typeName: 'aws_s3_v2_object',
        root: 's3://lake/landing',
        keys: {
          type: 'files',
          path: 's3a://lake/landing/',
          endpoint,
          'access-key': 'labkey',
          'secret-key': 'labsecret',
          cluster: 'cm',
        },
        put: async (path, content) => assert.equal(await send('PUT', path, content), 200, path),
        remove: async path => assert.equal(await send('DELETE', path), 204, path),
      };
    });
    after(async () => await Promise.all([store?.world.stop(), server?.stop()]));
    tests(() => store);

    test('a key that the store refuses, and a store that is not there, are told of', async () => {
      const {world, keys} = store;
      const wrong = await world.ingest({...keys, 'secret-key': 'other'}, ['--test']);
      assert.match(
        wrong.complained.join(),
        /Forbidden\. Check endpoint, region, access-key and secret-key\./,
      );
      const nowhere = `http://127.0.0.1:${await freePort()}`;
      const away = await world.ingest({...keys, endpoint: nowhere}, ['--test']);
      assert.match(away.complained.join(), /No answer from http:.*ECONNREFUSED/);
      const bare = await world.ingest({type: 'files', path: 's3://lake'}, ['--test']);
      assert.match(bare.complained.join(), /access-key or secret-key is missing/);
    });
  },
);

suite(
  'reading a folder of HDFS into the catalog',
  {skip: needs('.cache/hive/complete', "Hive's jars in .cache/hive (prepare-servers.sh)")},
  () => {
    let server: RunningServer;
    let store: Store;
    before(async () => {
      const [world, started] = await Promise.all([
        IngestWorld.start({args: ['--lineage-cluster', 'cm']}),
        start('hdfs.sh', [], {seconds: 120}),
      ]);
      server = started;
      const base = `http://localhost:${server.port}`;
      await soon(async () => {
        const url = `${base}/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState`;
        const {beans} = (await (await fetch(url)).json()) as {
          beans: {NumLiveDataNodes: number; FSState: string}[];
        };
        assert.deepEqual([beans[0]?.NumLiveDataNodes, beans[0]?.FSState], [1, 'Operational']);
      });
      const address = (path: string, op: string) =>
        `${base}/webhdfs/v1/${path.split('/').map(encodeURIComponent).join('/')}?user.name=root&op=${op}`;
      store = {
        world,
        typeName: 'hdfs_path',
        root: 'hdfs://namenode.example:8020/landing',
        keys: {
          type: 'files',
          path: 'hdfs://namenode.example:8020/landing',
          webhdfs: `["http://localhost:${await freePort()}", "${base}"]`,
          user: 'root',
          cluster: 'cm',
        },
        put: async (path, content) => {
          const url = address(path, 'CREATE&overwrite=true&noredirect=true');
          const {Location} = (await (await fetch(url, {method: 'PUT'})).json()) as {
            Location: string;
          };
          assert.equal(await sent(Location, content), 201, path);
        },
        remove: async path => {
          const answer = await fetch(address(path, 'DELETE'), {method: 'DELETE'});
          assert.deepEqual(await answer.json(), {boolean: true}, path);
        },
      };
    });
    after(async () => await Promise.all([store?.world.stop(), server?.stop()]));
    tests(() => store);

    test('owners come from the file system', async () => {
      const {world, keys, root, put} = store;
      await put('landing/people.csv', Buffer.from('name,born\nAda,1815-12-10\n'));
      await world.ingest(keys);
      const people = await world.entity('hdfs_path', `${root}/people.csv@cm`);
      const {owner, fileSize, clusterName} = people.attributes;
      assert.deepEqual([owner, fileSize, clusterName], ['root', 25, 'cm']);
    });

    test('a NameNode that is not there is told of', async () => {
      const {world, keys} = store;
      const webhdfs = `["http://localhost:${await freePort()}"]`;
      const {complained} = await world.ingest({...keys, webhdfs}, ['--test']);
      assert.match(complained.join(), /no NameNode answers at .*ECONNREFUSED.* Check webhdfs\./);
    });
  },
);
