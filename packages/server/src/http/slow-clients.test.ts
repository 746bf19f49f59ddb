import assert from 'node:assert/strict';
import {once} from 'node:events';
import {type AddressInfo, connect} from 'node:net';
import {test, type TestContext} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';
import {createLog} from '../log.ts';
import {createHttp} from './create-http.ts';
import {cutSlowClients} from './slow-clients.ts';

const timeoutMs = 1500;

async function serving(t: TestContext) {
  const lines: string[] = [];
  const log = createLog({
    level: 'warn',
    format: 'json',
    destination: {write: line => void lines.push(line)},
  });
  const app = createHttp({
    log,
    headers: {server: '', extra: {}},
    bodyLimit: {maxBytes: 1000, option: 'x'},
  });
  app.get('/large', () => Buffer.alloc(64 * 2 ** 20));
  app.get('/long', async () => {
    await pause(2.5 * timeoutMs);
    return {done: true};
  });
  cutSlowClients(app.server, timeoutMs, log);
  await app.listen({port: 0, host: '127.0.0.1'});
  t.after(() => app.close());
  const {port} = app.server.address() as AddressInfo;
  return {url: `http://127.0.0.1:${port}`, port, lines};
}

test('a client that takes nothing of its answer is cut off', {timeout: 240_000}, async t => {
  const {port, lines} = await serving(t);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  // Never read; what is cut off then is noticed by the error of the connection, or its end.
  socket.on('error', () => undefined);
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  while (lines.length === 0) await pause(50);
  assert.match(
    lines[0] ?? '',
    /"method":"GET","address":"127.0.0.1".*a client that neither sends nor takes was cut off/,
  );
});

test(
  'a client that waits for an operation is not, and a connection that nobody uses is closed',
  {timeout: 240_000},
  async t => {
    const {url, port, lines} = await serving(t);
    assert.deepEqual(await (await fetch(`${url}/long`)).json(), {done: true});
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await once(socket.resume(), 'close');
    assert.deepEqual(lines, []);
  },
);
