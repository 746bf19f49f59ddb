import assert from 'node:assert/strict';
import {once} from 'node:events';
import {connect, type AddressInfo, type Socket} from 'node:net';
import {test, type TestContext} from 'node:test';
import {createLog} from '../log.ts';
import {clientGone} from './client-gone.ts';
import {createHttp} from './create-http.ts';

const log = createLog({level: 'error', format: 'json'});

/** `/late` answers when the client has ended its side; `/held` has nothing to say before nobody waits any more. */
async function start(t: TestContext) {
  const app = createHttp({log, headers: {server: '', extra: {}}, bodyLimit: {maxBytes: 1000, option: 'x'}});
  app.get('/late', async ({raw: {socket}}) => {
    if (!socket.readableEnded) await once(socket, 'end');
    return {answer: 'late'};
  });
  const [arrived, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/held', async (request, reply) => {
    const signal = clientGone(request, reply, new Error('nobody waits'));
    arrived.resolve();
    if (!signal.aborted) await once(signal, 'abort');
    gone.resolve();
    return {answer: (signal.reason as Error).message};
  });
  await app.listen({host: '127.0.0.1', port: 0});
  t.after(() => app.close());
  return {port: (app.server.address() as AddressInfo).port, arrived: arrived.promise, gone: gone.promise};
}

async function answerAfterEnd(socket: Socket, path: string): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.end(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  await once(socket, 'close');
  return text;
}

test('who ends its side after a request has its answer, also when that takes longer', async t => {
  const {port} = await start(t);
  const dial = () => connect({port, host: '127.0.0.1', allowHalfOpen: true});
  assert.match(await answerAfterEnd(dial(), '/late'), /^HTTP\/1\.1 200 [^]*\{"answer":"late"\}$/);
  assert.match(await answerAfterEnd(dial(), '/held'), /^HTTP\/1\.1 200 [^]*\{"answer":"nobody waits"\}$/);
});

test('a client that breaks off is gone', async t => {
  const {port, arrived, gone} = await start(t);
  const socket = connect({port, host: '127.0.0.1'});
  await once(socket, 'connect');
  socket.write('GET /held HTTP/1.1\r\nhost: a\r\n\r\n');
  await arrived;
  socket.destroy();
  await gone;
});
