import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type RequestListener, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test, type TestContext} from 'node:test';
import {exchange} from './exchange.ts';

async function server(t: TestContext, answer: RequestListener): Promise<Request> {
  const listening = createServer(answer).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.after(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return new Request(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/`, {
    method: 'PUT',
  });
}

test('an answer that breaks off fails, and one that is not wanted any more ends', async t => {
  const begun: ServerResponse[] = [];
  const request = await server(t, (_request, response) => {
    begun.push(response);
    response.writeHead(200).write('some');
  });
  const {signal} = new AbortController();
  const broken = (await exchange(request, undefined, signal)).text();
  begun[0]?.socket?.destroy();
  await assert.rejects(broken);

  const stop = new AbortController();
  const stopped = (await exchange(request, undefined, stop.signal)).text();
  const closed = once(begun[1] ?? assert.fail(), 'close');
  stop.abort();
  await assert.rejects(stopped, {name: 'AbortError'});
  await closed;
});

test('what is refused before it has all come is told, and a redirect is an answer', async t => {
  const request = await server(t, (_request, response) => {
    response.writeHead(307, {location: 'http://127.0.0.1:1/', 'content-length': '2'}).end('no');
  });
  const answer = await exchange(request, new Uint8Array(2 ** 20), AbortSignal.timeout(10_000));
  assert.equal(answer.status, 307);
  assert.equal(await answer.text(), 'no');
});
