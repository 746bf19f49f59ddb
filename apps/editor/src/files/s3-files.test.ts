import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test, type TestContext} from 'node:test';
import {gzipSync} from 'node:zlib';
import {type ClosedPlace, S3Files} from './s3-files.ts';

type Asked = {readonly method: string; readonly url: URL; readonly body: string};
type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** A store that answers as a test says; what it was asked is kept. */
async function store(t: TestContext, answer: (asked: Asked) => Answer, closed?: ClosedPlace) {
  const all: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const {method = '', url = ''} = request;
    const asked = {method, url: new URL(url, 'http://store'), body};
    all.push(asked);
    const {status = 200, headers = {}, body: bytes = ''} = answer(asked);
    response.writeHead(status, headers).end(method === 'HEAD' ? undefined : bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = {region: 'r', accessKeyId: 'id', secretAccessKey: 'secret', timeoutMs: 10_000};
  const files = new S3Files({endpoint, ...keys}, closed);
  return {files, all, told: () => all.map(({method, url}) => `${method} ${url.pathname}`)};
}

const listOf = (keys: Iterable<string>) =>
  `<ListBucketResult>${[...keys]
    .map(key => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    .join('')}</ListBucketResult>`;

/** A folder `from` with these keys, to be renamed to one that is free. */
function folderOf(keys: Set<string>, copied: () => void) {
  return ({method, url, body}: Asked): Answer => {
    const key = decodeURIComponent(url.pathname.slice('/b/'.length));
    if (method === 'HEAD') return {status: 404};
    if (method === 'GET') {
      const prefix = url.searchParams.get('prefix') ?? '';
      return {body: listOf([...keys].filter(one => one.startsWith(prefix)))};
    }
    if (method === 'PUT') {
      keys.add(key);
      copied();
      return {body: '<CopyObjectResult/>'};
    }
    for (const [, one = ''] of body.matchAll(/<Key>([^<]*)/g)) keys.delete(one);
    return {body: '<DeleteResult/>'};
  };
}

test('what comes into a folder while it is renamed is not deleted', async t => {
  const keys = new Set(['from/a', 'from/in/b']);
  const {files} = await store(
    t,
    folderOf(keys, () => keys.add('from/late')),
  );
  await files.rename('ada', 's3a://b/from', 's3a://b/to');
  assert.deepEqual([...keys].sort(), ['from/late', 'to/a', 'to/in/b']);
});

test('a folder with keys that no address leads to is not renamed, and nothing of it copied', async t => {
  const keys = new Set(['from/a', 'from/../../other/c']);
  const {files, told} = await store(
    t,
    folderOf(keys, () => undefined),
  );
  await assert.rejects(files.rename('ada', 's3a://b/from', 's3a://b/to'), {kind: 'BAD_REQUEST'});
  assert.deepEqual([...keys].sort(), ['from/../../other/c', 'from/a']);
  assert.ok(!told().some(one => /^(PUT|POST|DELETE)/.test(one)), told().join('\n'));
});

test('bytes that are kept compressed come as they are', async t => {
  const bytes = gzipSync('x'.repeat(100_000));
  const {files} = await store(t, () => ({
    status: 206,
    headers: {'content-encoding': 'gzip'},
    body: bytes,
  }));
  const part = await files.read('ada', 's3a://b/k.gz', {offset: 0, length: bytes.byteLength});
  assert.ok(bytes.equals(Buffer.from(await new Response(part).arrayBuffer())));
});

const large = () => ReadableStream.from([Buffer.alloc(9 * 2 ** 20)]);

test('an upload that fails tells why, and what is left where it could not be removed', async t => {
  const {files} = await store(t, ({method, url}) => {
    if (method === 'HEAD') return {status: 404};
    if (method === 'GET') return {body: listOf([])};
    if (method === 'POST')
      return {
        body: '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
      };
    const message =
      method === 'PUT' ? `disk is full at ${url.searchParams.get('partNumber')}` : 'gone';
    return {status: 500, body: `<Error><Code>X</Code><Message>${message}</Message></Error>`};
  });
  await assert.rejects(files.write('ada', 's3a://b/k', large()), /disk is full at 1.*gone/);
});

test('a store that names no upload gets no bytes', async t => {
  const {files, told} = await store(t, ({method}) =>
    method === 'HEAD' ? {status: 404} : {body: listOf([])},
  );
  await assert.rejects(files.write('ada', 's3a://b/k', large()), /no UploadId/);
  assert.ok(!told().some(one => /^(PUT|DELETE)/.test(one)), told().join('\n'));
});

test('rows of results are no files', async t => {
  const closed = {bucket: 'b', prefix: 'a/results/'};
  const {files, told} = await store(t, () => ({body: listOf([])}), closed);
  const refused = {kind: 'NOT_ALLOWED'};
  for (const path of ['s3a://b/a/results', 's3a://b/a/results/', 's3a://b/a/results/used/x']) {
    await assert.rejects(files.list('u', path), refused);
    await assert.rejects(files.status('u', path), refused);
    await assert.rejects(files.read('u', path), refused);
    await assert.rejects(files.write('u', path), refused);
    await assert.rejects(files.makeFolder('u', path), refused);
    await assert.rejects(files.rename('u', path, 's3a://b/c'), refused);
    await assert.rejects(files.rename('u', 's3a://b/c', path), refused);
    await assert.rejects(files.delete('u', path), refused);
  }
  await assert.rejects(files.rename('u', 's3a://b/a', 's3a://b/c'), refused);
  await assert.rejects(files.delete('u', 's3a://b/a'), refused);
  assert.deepEqual(told(), []);
  await files.list('u', 's3a://b');
  await files.read('u', 's3a://c/a/results');
  await files.read('u', 's3a://b/a/results-of-2025');
});
