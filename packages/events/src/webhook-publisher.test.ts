import assert from 'node:assert/strict';
import {createServer, type IncomingHttpHeaders, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test, type TestContext} from 'node:test';
import {isPrivate} from './private-addresses.ts';
import {signatureOf} from './signed-post.ts';
import {WebhookPublisher} from './webhook-publisher.ts';

type Got = {headers: IncomingHttpHeaders; body: string};

async function receiver(
  t: TestContext,
  answer: (response: ServerResponse) => void,
): Promise<{port: number; got: Got[]}> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      got.push({headers: request.headers, body});
      answer(response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return {port: (server.address() as AddressInfo).port, got};
}

const publisher = (url: string, allowPrivate = true, timeoutMs = 10_000) =>
  new WebhookPublisher({
    name: 'w',
    url: new URL(url),
    secret: 'a secret',
    allowPrivate,
    timeoutMs,
    now: () => 1_700_000_000_000,
  });
const messages = [
  {id: '1.0', key: 'a', body: '{"id":"1.0"}'},
  {id: '1.1', key: 'b', body: '{"id":"1.1"}'},
];

test('messages are posted together, signed, with who posts them', async t => {
  const {port, got} = await receiver(t, response => response.writeHead(204).end());
  await publisher(`http://ann:s%40@127.0.0.1:${port}/hook?x=1`).publish(messages);
  const [{headers, body} = {headers: {}, body: ''}] = got;
  assert.deepEqual(JSON.parse(body), {changes: [{id: '1.0'}, {id: '1.1'}]});
  assert.equal(headers['x-gazetteer-timestamp'], '1700000000');
  assert.equal(
    headers['x-gazetteer-signature'],
    `sha256=${signatureOf('a secret', '1700000000', body)}`,
  );
  assert.equal(headers['x-gazetteer-delivery'], '1.0 1.1');
  assert.equal(headers.authorization, `Basic ${Buffer.from('ann:s@').toString('base64')}`);
});

test('an error and a redirect are failures, and the redirect is not followed', async t => {
  const other = await receiver(t, response => response.writeHead(204).end());
  for (const status of [500, 302, 307]) {
    const {port} = await receiver(t, response =>
      response.writeHead(status, {location: `http://127.0.0.1:${other.port}/`}).end(),
    );
    await assert.rejects(
      publisher(`http://127.0.0.1:${port}/`).publish(messages),
      new RegExp(String(status)),
    );
  }
  assert.equal(other.got.length, 0);
});

test('closing gives up a post that is not answered', async t => {
  const arrived = Promise.withResolvers<void>();
  const {port} = await receiver(t, () => arrived.resolve());
  const closing = publisher(`http://127.0.0.1:${port}/`, true, 3_600_000);
  const posting = closing.publish(messages);
  await arrived.promise;
  await closing.close();
  await assert.rejects(posting, /abort/);
});

test('addresses of this machine and of private networks are refused unless they are allowed, by number and by name', async t => {
  const {port, got} = await receiver(t, response => response.writeHead(204).end());
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
  ]) {
    await assert.rejects(
      publisher(`http://${host}:${port}/`, false).publish(messages),
      /private network/,
      host,
    );
  }
  assert.equal(got.length, 0);
});

test('which addresses are private', () => {
  for (const address of [
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    'fd00::1',
    'fe80::1',
    '::',
    '::ffff:10.0.0.1',
    '224.0.0.1',
  ]) {
    assert.ok(isPrivate(address), address);
  }
  for (const address of ['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', '193.0.0.1'])
    assert.ok(!isPrivate(address), address);
});
