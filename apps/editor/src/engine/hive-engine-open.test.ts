import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type AddressInfo, type Socket} from 'node:net';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {engineForTests, recordFor, socketsAre} from '../../test/sql-fixture.ts';
import {SqlError} from './sql-engine.ts';

const alice = {name: 'alice'};

/** A server that answers each connection in one way, which no real one can be made to do. */
async function answering(t: TestContext, answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function opening(
  t: TestContext,
  port: number,
  timeoutMs = 60_000,
): Promise<{error: SqlError; messages: string[]}> {
  const {engine, pool, lines} = engineForTests(
    recordFor(port, {server_host: '127.0.0.1'}),
    {},
    {timeoutMs},
  );
  t.after(() => pool.stop());
  const error = await pool.lease(engine, alice).then(
    () => assert.fail('it opened'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof SqlError, String(error));
  assert.deepEqual(pool.ledger(), []);
  return {error, messages: lines.slice(2).map(({level, message}) => `${level} ${message}`)};
}

function refusal(text: string): (socket: Socket) => void {
  const payload = Buffer.from(text);
  const header = Buffer.from([3, 0, 0, 0, payload.length]);
  return socket => void socket.once('data', () => socket.write(Buffer.concat([header, payload])));
}

test('a time-out is not tried again', async t => {
  let connections = 0;
  const port = await answering(t, () => connections++);
  const {error, messages} = await opening(t, port, 50);
  assert.equal(error.kind, 'timeout');
  // The server's end is in this process, too, and may hear of it later.
  await soon(() => assert.equal(connections, 1));
  assert.deepEqual(messages, [
    'warn Not retrying thrift call OpenSession due to socket timeout',
    `info Thrift saw a socket error: No connection to 127.0.0.1:${port} within 50 ms`,
  ]);
});

test('a refused password is not tried again, as three wrong ones lock accounts', async t => {
  let connections = 0;
  const refuse = refusal('Error validating the login');
  const port = await answering(t, socket => {
    connections++;
    refuse(socket);
  });
  const {error, messages} = await opening(t, port);
  assert.equal(error.kind, 'login');
  assert.equal(connections, 1);
  assert.deepEqual(messages, [
    'info Thrift saw a transport exception: Bad status: 3 (Error validating the login)',
  ]);
});

test('a handshake that the server hangs up in is tried three times, over connections that are all closed', async t => {
  let connections = 0;
  const port = await answering(t, socket => {
    connections++;
    socket.once('data', () => socket.destroy());
  });
  const {error, messages} = await opening(t, port);
  assert.equal(error.kind, 'unreachable');
  assert.equal(connections, 3);
  assert.deepEqual(
    messages.map(message => message.replace(/: .*/, '')),
    [
      'info Thrift exception; retrying',
      'info Thrift exception; retrying',
      'info Thrift saw a transport exception',
    ],
  );
});

test('a server of another kind of login is named in the advice', async t => {
  const port = await answering(t, refusal('Unsupported mechanism type PLAIN'));
  const {error} = await opening(t, port);
  assert.match(error.diagnosis?.advice[0] ?? '', /wants Kerberos/);
});

test('who gives up while a session is opened leaves no connection behind', async t => {
  const port = await answering(t, socket => void socket.resume());
  const {engine, pool} = engineForTests(recordFor(port, {server_host: '127.0.0.1'}));
  t.after(() => pool.stop());
  const impatient = new AbortController();
  const lease = pool.lease(engine, alice, {signal: impatient.signal});
  setTimeout(() => impatient.abort(new Error('gone')), 20);
  await assert.rejects(lease, /gone/);
  // The server's end of it is in this process too.
  await socketsAre(0);
  assert.deepEqual(pool.ledger(), []);
});
