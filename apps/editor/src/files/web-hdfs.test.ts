import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test, type TestContext} from 'node:test';
import {WebHdfs} from './web-hdfs.ts';

type Answer = {readonly status: number; readonly body: object};

const thrown = (status: number, exception: string): Answer => ({
  status,
  body: {RemoteException: {exception, message: `why\n\tat some.Class`}},
});

/** A NameNode that gives an answer to everything; what it was asked is kept. */
async function nameNode(t: TestContext, answer: (request: IncomingMessage) => Answer) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://nn'));
    const {status, body} = answer(request);
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhdfs/v1`, asked};
}

const clientOf = (...urls: readonly string[]) =>
  new WebHdfs({urls, isKerberised: false, serviceUser: 'hue', timeoutMs: 10_000});

test('the NameNode that is active is found, asked as the person, and asked first from then on', async t => {
  const standby = await nameNode(t, () => thrown(403, 'StandbyException'));
  const active = await nameNode(t, () => ({status: 200, body: {FileStatus: {length: 7}}}));
  const files = clientOf(`${standby.url}/`, active.url);
  assert.equal((await files.status('ann', '/a b/ü#1')).length, 7);
  await files.status('hue', '/');
  assert.equal(standby.asked.length, 1);
  const [first, second] = active.asked;
  assert.equal(first?.pathname, '/webhdfs/v1/a%20b/%C3%BC%231');
  assert.deepEqual(Object.fromEntries(first?.searchParams ?? []), {
    op: 'GETFILESTATUS',
    'user.name': 'hue',
    doas: 'ann',
  });
  assert.equal(second?.searchParams.has('doas'), false, 'who asks for nobody else');
});

test('what a NameNode refuses is the answer, with the first line of why', async t => {
  const first = await nameNode(t, () => thrown(404, 'FileNotFoundException'));
  const other = await nameNode(t, () => ({status: 200, body: {}}));
  await assert.rejects(clientOf(first.url, other.url).status('ann', '/none'), {
    kind: 'NOT_FOUND',
    message: /why$/,
  });
  assert.equal(other.asked.length, 0);
});

test('without a NameNode that answers it is said whose fault it is', async t => {
  const standby = await nameNode(t, () => thrown(403, 'StandbyException'));
  await assert.rejects(clientOf('http://127.0.0.1:9/webhdfs/v1', standby.url).status('ann', '/'), {
    kind: 'STATEMENT_FAILED',
  });
  await assert.rejects(clientOf().status('ann', '/'), /no webhdfs_url is configured/);
});

test('a name that is taken is not renamed to, nor a folder into itself', async t => {
  const taken = new Set(['/to']);
  const {url, asked} = await nameNode(t, request => {
    const at = new URL(request.url ?? '', 'http://nn');
    if (request.method === 'PUT') return {status: 200, body: {boolean: true}};
    const isThere = taken.has(at.pathname.slice('/webhdfs/v1'.length));
    return isThere
      ? {status: 200, body: {FileStatus: {type: 'DIRECTORY'}}}
      : thrown(404, 'FileNotFoundException');
  });
  const files = clientOf(url);
  await assert.rejects(files.rename('ann', '/from', '/to'), {kind: 'CONFLICT'});
  await assert.rejects(files.rename('ann', '/from', '/from/in'), {kind: 'CONFLICT'});
  assert.ok(asked.every(one => one.searchParams.get('op') !== 'RENAME'));
  await files.rename('ann', '/from', '/free');
  assert.equal(asked.at(-1)?.searchParams.get('renameoptions'), 'NONE');
});
