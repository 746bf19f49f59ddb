import assert from 'node:assert/strict';
import {once} from 'node:events';
import {connect, type AddressInfo, type Socket} from 'node:net';
import {test, type TestContext} from 'node:test';
import {createLog} from '../log.ts';
import {clientGone, type Leaving} from './client-gone.ts';
import {createHttp} from './create-http.ts';

const log = createLog({level: 'error', format: 'json'});

/**
 * `/late` answers when the client has ended its side; `/held` has nothing to say before nobody
 * waits any more, and with `?after=closed` asks only when the connection is closed.
 */
async function start(t: TestContext, leaving: Leaving = {}) {
  const app = createHttp({
    log,
    headers: {server: '', extra: {}},
    bodyLimit: {maxBytes: 1000, option: 'x'},
  });
  app.get('/late', async ({raw: {socket}}) => {
    if (!socket.readableEnded) await once(socket, 'end');
    return {answer: 'late'};
  });
  const [arrived, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = Promise.withResolvers<AbortSignal>();
  app.get('/never', () => new Promise(() => undefined));
  app.get<{Querystring: {after?: string}}>('/held', async (request, reply) => {
    arrived.resolve();
    const {socket} = request.raw;
    // Not by `once`, which fails with what broke the connection.
    if (request.query.after === 'closed' && !socket.destroyed)
      await new Promise(resolve => socket.once('close', resolve));
    const signal = clientGone(request, reply, {
      reason: () => new Error('nobody waits'),
      ...leaving,
    });
    asked.resolve(signal);
    if (!signal.aborted) await once(signal, 'abort');
    gone.resolve();
    return {answer: (signal.reason as Error).message};
  });
  await app.listen({host: '127.0.0.1', port: 0});
  t.after(() => app.close());
  const {port} = app.server.address() as AddressInfo;
  return {port, arrived: arrived.promise, asked: asked.promise, gone: gone.promise};
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
  assert.match(
    await answerAfterEnd(dial(), '/held'),
    /^HTTP\/1\.1 200 [^]*\{"answer":"nobody waits"\}$/,
  );
});

/** Requests sent one behind the other over a connection of their own. */
async function send(port: number, ...paths: string[]): Promise<Socket> {
  const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
  await once(socket, 'connect');
  socket.write(paths.map(path => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''));
  return socket;
}

test('a client that breaks off is gone, also for who asks afterwards and behind another answer', async t => {
  for (const paths of [
    ['/held'],
    ['/held?after=closed'],
    ['/never', '/held'],
    ['/never', '/held?after=closed'],
  ]) {
    const {port, arrived, gone} = await start(t);
    const socket = await send(port, ...paths);
    await arrived;
    socket.resetAndDestroy();
    await gone;
  }
});

test('who may still take an answer is given the time for it, and who breaks off meanwhile is gone at once', async t => {
  const whenGone = async (graceMs: number, leave: (socket: Socket) => void) => {
    const {port, asked, gone} = await start(t, {graceMs});
    const socket = await send(port, '/held');
    await asked;
    leave(socket);
    await gone;
    socket.destroy();
  };
  await whenGone(1, socket => socket.end());
  // Longer than any test lasts.
  await whenGone(2 ** 31 - 1, socket => socket.resetAndDestroy());
});

test('who was answered is not gone when the connection closes', async t => {
  const app = createHttp({
    log,
    headers: {server: '', extra: {}},
    bodyLimit: {maxBytes: 1000, option: 'x'},
  });
  let signal: AbortSignal | undefined;
  app.get('/', async (request, reply) => {
    signal = clientGone(request, reply);
    return {};
  });
  await app.listen({host: '127.0.0.1', port: 0});
  t.after(() => app.close());
  const connection = once(app.server, 'connection');
  const socket = await send((app.server.address() as AddressInfo).port, '/');
  const [served] = (await connection) as [Socket];
  await once(socket, 'data');
  const closed = once(served, 'close');
  socket.destroy();
  await closed;
  assert.equal(signal?.aborted, false);
});
