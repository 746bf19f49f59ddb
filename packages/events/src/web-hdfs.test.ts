import assert from 'node:assert/strict';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test, type TestContext} from 'node:test';
import {WebHdfs, WebHdfsError} from './web-hdfs.ts';

/**
 * Answers as a NameNode does: an active one knows a file of 7 bytes, another says that it is on
 * standby.
 */
async function nameNode(t: TestContext, isActive: () => boolean) {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    asked.push(
      `${request.method} ${url.pathname} ${url.searchParams.get('op')} ${url.searchParams.get('user.name')}`,
    );
    const answer = (status: number, body: object) =>
      response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
    const failure = (status: number, exception: string, message: string) =>
      answer(status, {
        RemoteException: {exception, javaClassName: `org.apache.${exception}`, message},
      });
    if (!isActive())
      failure(403, 'StandbyException', 'Operation category READ is not supported in state standby');
    else if (url.pathname.endsWith('/there')) answer(200, {FileStatus: {length: 7}});
    else if (url.pathname.endsWith('/forbidden'))
      failure(403, 'AccessControlException', 'Permission denied');
    else failure(404, 'FileNotFoundException', 'File does not exist');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked};
}

test('of several NameNodes the active one is found, kept, and found anew when another one takes over', async t => {
  let active = 'second';
  const first = await nameNode(t, () => active === 'first');
  const second = await nameNode(t, () => active === 'second');
  // Port 9 is nobody's here: a machine that is down.
  const hdfs = new WebHdfs({
    urls: ['http://127.0.0.1:9', first.url, second.url],
    user: 'atlas',
    kerberos: false,
  });
  assert.equal(await hdfs.length('/audit/there'), 7);
  assert.deepEqual(second.asked, ['GET /webhdfs/v1/audit/there GETFILESTATUS atlas']);
  assert.equal(first.asked.length, 1);
  // The next call goes there at once.
  assert.equal(await hdfs.length('/audit/missing'), undefined);
  assert.equal(first.asked.length, 1);
  active = 'first';
  assert.equal(await hdfs.length('/audit/there'), 7);
  assert.equal(first.asked.length, 2);
  assert.equal(await hdfs.length('/audit/there'), 7);
  assert.equal(second.asked.length, 3);
});

test('what an active one refuses is not asked of another', async t => {
  const [first, second] = [await nameNode(t, () => true), await nameNode(t, () => true)];
  const hdfs = new WebHdfs({urls: [first.url, second.url], user: 'atlas', kerberos: false});
  await assert.rejects(hdfs.length('/audit/forbidden'), {
    name: 'WebHdfsError',
    exception: 'AccessControlException',
  });
  assert.deepEqual(second.asked, []);
});

test('when none is active the last one says why', async t => {
  const only = await nameNode(t, () => false);
  const hdfs = new WebHdfs({urls: [only.url], user: 'atlas', kerberos: false});
  await assert.rejects(
    hdfs.length('/audit/there'),
    (error: unknown) => error instanceof WebHdfsError && error.exception === 'StandbyException',
  );
});
