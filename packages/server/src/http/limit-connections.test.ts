import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {limitConnections} from './limit-connections.ts';

async function serving(t: TestContext, isProxy?: (address: string) => boolean): Promise<number> {
  const server = createServer((_request, response) => response.end('there'));
  limitConnections(server, 2, isProxy);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A connection and all that comes over it: the answer, or nothing where it was closed at once. */
async function dial(t: TestContext, port: number, localAddress: string) {
  const socket = connect({port, host: '127.0.0.1', localAddress}).setEncoding('utf8');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  const answer = new Promise<string>(resolve => {
    socket.once('data', text => resolve(String(text)));
    socket.once('close', () => resolve(''));
  });
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  return {socket, answer: await answer};
}

test('an address has so many connections and gets them back, and others have theirs', async t => {
  const port = await serving(t);
  const first = await dial(t, port, '127.0.0.1');
  const second = await dial(t, port, '127.0.0.1');
  for (const {answer} of [first, second]) assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.equal((await dial(t, port, '127.0.0.1')).answer, '');
  assert.match((await dial(t, port, '127.0.0.2')).answer, /^HTTP\/1\.1 200 /);
  first.socket.destroy();
  await soon(async () =>
    assert.match((await dial(t, port, '127.0.0.1')).answer, /^HTTP\/1\.1 200 /),
  );
});

test('a trusted proxy may have all', async t => {
  const port = await serving(t, address => address === '127.0.0.1');
  for (let i = 0; i < 5; i += 1)
    assert.match((await dial(t, port, '127.0.0.1')).answer, /^HTTP\/1\.1 200 /);
});
