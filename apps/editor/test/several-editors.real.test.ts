// Two editors with one PostgreSQL and one place for results, behind a proxy that takes turns.
import assert from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import http from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, describe, it, type TestContext} from 'node:test';
import {AwsClient} from 'aws4fetch';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {needs, start} from '../../../packages/thrift/test/servers/start.ts';
import {interpreter} from './configured-editor.ts';
import {admin, type Body, EditorClient, type QueryStatus} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import {readAll} from './numbered-rows.ts';

const cluster = await postgresForTests();
const skip = 'skip' in cluster ? {skip: cluster.skip} : {};
if ('url' in cluster) after(cluster.stop);
const rowCount = 50_000;
const numbers = `SELECT i AS n, 'row ' || i AS name FROM range(${rowCount}) t(i)`;

const withoutHive = needs(
  '.cache/hive/complete',
  'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)',
);
const hiveNumbers = `select posexplode(split(space(${rowCount - 1}), ' ')) as (n, name)`;
/** Hive takes no reason to leave out what it cannot foretell. */
const slowInsert = (mark: number) =>
  `insert into ran select ${mark} from (select reflect("java.lang.Thread", "sleep", cast(8000 as bigint)) as slept) one` +
  " where coalesce(slept, '') <> 'x'";

/** Options and ini file of a place for results. */
type Place = (t: TestContext) => Promise<{args: readonly string[]; ini: string}>;

const folder: Place = async t => ({args: ['--results', await temporaryFolder(t)], ini: ''});

const s3: Place = async t => {
  const server = await start('s3.sh', ['seaweedfs'], {seconds: 60});
  t.after(async () => await server.stop());
  const key = {accessKeyId: 'labkey', secretAccessKey: 'labsecret', region: 'us-east-1'};
  const client = new AwsClient({...key, service: 's3', retries: 0});
  const host = `http://127.0.0.1:${server.port}`;
  await soon(async () =>
    assert.equal((await client.fetch(`${host}/lake`, {method: 'PUT'})).status, 200),
  );
  const account = `host=${host}\naccess_key_id=labkey\nsecret_access_key=labsecret\n`;
  return {
    args: ['--results', 's3://lake/results'],
    ini: `[aws]\n[[aws_accounts]]\n[[[results]]]\n${account}`,
  };
};

const places: readonly (readonly [string, Place, string | false])[] = [
  ['a folder', folder, false],
  ['S3', s3, needs('.cache/s3/seaweedfs/complete', 'a server of S3 in .cache/s3')],
];

/** A folder, and Hive beside it. */
const withHive: Place = async t => {
  const server = await start('hive.sh', ['none', 'binary']);
  t.after(async () => await server.stop());
  const site = await temporaryFolder(t);
  await writeFile(
    join(site, 'hive-site.xml'),
    '<configuration><property><name>hive.server2.authentication</name><value>NONE</value></property></configuration>',
  );
  const hive = `hive_server_host=localhost\nhive_server_port=${server.port}\nhive_conf_dir=${site}\nmax_number_of_sessions=5\n`;
  const {args} = await folder(t);
  return {args, ini: `[beeswax]\n${hive}${interpreter('hive', 'duckdb')}`};
};

async function twoEditors(t: TestContext, place: Place) {
  if ('skip' in cluster) throw new Error(cluster.skip);
  const own = await temporaryFolder(t);
  const database = await freshDatabase(cluster.url);
  const {args, ini} = await place(t);
  const conf = join(own, 'conf');
  await mkdir(conf);
  await writeFile(join(conf, 'a.ini'), ini);
  const open = async (name: string) => {
    const data = ['--data', join(own, name), '--config-dir', conf];
    const editor = await startEditorProcess([
      'editor',
      '--editor-database',
      database,
      ...data,
      ...args,
    ]);
    t.after(editor.kill);
    return editor;
  };
  const [one, other] = [await open('one'), await open('other')];
  return {one, other, open};
}

/** Each request to the next one, whoever sends it. */
async function inTurns(t: TestContext, urls: readonly string[]): Promise<string> {
  let count = 0;
  const proxy = http.createServer((request, response) => {
    const {method, headers, url} = request;
    const to = urls[count++ % urls.length];
    const forwarded = http.request(`${to}${url}`, {method, headers}, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', error => response.destroy(error));
    request.pipe(forwarded);
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function call(url: string, method: string, path: string, body?: object): Promise<Response> {
  return await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: {authorization: admin, ...(body && {'content-type': 'application/json'})},
    ...(body && {body: JSON.stringify(body)}),
  });
}

async function told(answer: Response): Promise<Body> {
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return JSON.parse(text) as Body;
}

/** Everything that can be done with the rows of `numbers`. */
async function isThere(url: string, uuid: string): Promise<void> {
  const client = new EditorClient(url);
  assert.equal(await readAll(client, uuid), rowCount);
  const last = await client.result<Body>(`${uuid}/rows?from=${rowCount - 1}&count=5`);
  assert.deepEqual(last['rows'], [[rowCount - 1, `row ${rowCount - 1}`]]);
  const question = {sort: [{column: 0, descending: true}], count: 1};
  await soon(async () => {
    const sorted = await told(await call(url, 'POST', `results/${uuid}/query`, question));
    assert.deepEqual(sorted['rows'], [[rowCount - 1, `row ${rowCount - 1}`]]);
  });
  const csv = await (await call(url, 'GET', `results/${uuid}/download?format=csv`)).text();
  assert.equal(csv.trimEnd().split('\r\n').length, rowCount + 1);
  const grants = [{kind: 'link'}];
  const shared = await told(
    await call(url, 'POST', `results/${uuid}/shares`, {title: 'N', grants}),
  );
  const seen = await told(await call(url, 'GET', `results/${String(shared['uuid'])}/rows?count=1`));
  assert.deepEqual(seen['rows'], [[0, 'row 0']]);
}

describe('two editors share results', skip, () => {
  for (const [name, place, without] of places)
    it(`in ${name}, also of one that was killed`, {skip: without}, async t => {
      const {one, other, open} = await twoEditors(t, place);
      const proxy = await inTurns(t, [one.url, other.url]);
      const client = new EditorClient(proxy);
      for (let turn = 0; turn < 3; turn++) {
        const run = await client.execute('duckdb', numbers, 'main');
        assert.deepEqual(await client.ended(run), {status: 'available', has_result_set: true});
        await isThere(proxy, run);
      }
      const uuid = await new EditorClient(one.url).execute('duckdb', numbers, 'main');
      await client.ended(uuid);
      await isThere(other.url, uuid);
      await one.kill();
      await isThere(other.url, uuid);
      const third = await open('one');
      await isThere(third.url, uuid);
      await third.stop();
      await new EditorClient(other.url).post('close_statement', {operationId: uuid});
      assert.equal((await call(other.url, 'GET', `results/${uuid}`)).status, 410);
    });

  it('see, cancel and close statements of each other, and tell that one was lost', async t => {
    const {one, other} = await twoEditors(t, folder);
    const [client, elsewhere] = [new EditorClient(one.url), new EditorClient(other.url)];
    const long = 'SELECT sum(a.i * b.i) FROM range(100000000) a(i), range(1000) b(i)';
    const [canceled, closed, lost] = [
      await client.execute('duckdb', long, 'main'),
      await client.execute('duckdb', long, 'main'),
      await client.execute('duckdb', long, 'main'),
    ];
    for (const operationId of [canceled, closed, lost])
      assert.match((await elsewhere.status(operationId)).status, /^(?:starting|running)$/);
    const rows = await call(other.url, 'GET', `results/${lost}/rows`);
    assert.deepEqual([rows.status, /runs at another node/.test(await rows.text())], [409, true]);
    await elsewhere.post('cancel_statement', {operationId: canceled});
    assert.equal((await elsewhere.ended(canceled)).status, 'canceled');
    await elsewhere.post('close_statement', {operationId: closed});
    await soon(async () => {
      const {query_status} = await elsewhere.post('check_status', {operationId: closed});
      assert.match((query_status as QueryStatus).status, /^(?:canceled|expired)$/);
    });
    assert.match((await client.status(lost)).status, /^(?:starting|running)$/);
    await one.kill();
    const {status, message} = await soon(async () => {
      const body = await elsewhere.post('check_status', {operationId: lost});
      assert.notEqual(body['status'], 0);
      return body;
    });
    assert.equal(status, -3);
    assert.match(String(message), /node .* has stopped/);
  });

  it(
    'go on with what runs in Hive and read its rows, where a node was killed or is stopped',
    {skip: withoutHive},
    async t => {
      const {one, other, open} = await twoEditors(t, withHive);
      const client = new EditorClient(one.url);
      await client.query('hive', 'create table ran (mark int)');
      const run = async (at: EditorClient, mark: number) => ({
        inserted: await at.execute('hive', slowInsert(mark)),
        read: await at.execute('hive', hiveNumbers),
      });
      const marksOf = async (at: EditorClient) =>
        (await at.query('hive', 'select mark from ran order by mark')).flat();
      const isDone = async (
        at: EditorClient,
        {inserted, read}: Awaited<ReturnType<typeof run>>,
      ) => {
        assert.equal((await at.ended(inserted)).status, 'available');
        assert.equal((await at.ended(read)).status, 'available');
        assert.equal(await readAll(at, read), rowCount);
      };
      const second = new EditorClient(other.url);
      const first = await run(client, 1);
      assert.match(
        (await second.status(first.inserted)).status,
        /^(?:starting|running|available)$/,
      );
      await soon(async () => {
        const {logs} = await second.post('get_logs', {operationId: first.inserted});
        assert.match(String(logs), /insert into ran select 1/);
      });
      await one.kill();
      await isDone(second, first);
      assert.deepEqual(await marksOf(second), [1]);
      const next = await run(second, 2);
      const third = new EditorClient((await open('three')).url);
      assert.equal(await other.stop(), 0);
      await isDone(third, next);
      assert.deepEqual(await marksOf(third), [1, 2]);
    },
  );
});
