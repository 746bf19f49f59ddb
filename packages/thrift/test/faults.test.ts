import assert from 'node:assert/strict';
import {once} from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, test} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {string, struct} from '../src/codec.ts';
import {
  Connection,
  connectSocket,
  HttpTransport,
  MetastoreClient,
  type SocketAuth,
} from '../src/index.ts';
import {
  faultServer,
  frame,
  letIn,
  nextCall,
  reply,
  saslFrame,
  stopFaultServers,
  type Behaviour,
} from './fault-server.ts';

afterEach(stopFaultServers);

const anybody: SocketAuth = {mechanism: 'PLAIN', user: 'u', password: 'p'};
const names = struct('names', {}, {success: [0, string]});
/** For what comes in time, however busy the machine is. */
const longMs = 60_000;

/** Connects, makes one call, and says how it ended; the server must have no connection left. */
async function callAgainst(
  behave: Behaviour,
  limits: {timeoutMs?: number; maxMessageBytes?: number} = {},
) {
  const server = await faultServer(behave);
  try {
    const {maxMessageBytes = 100_000, timeoutMs = longMs} = limits;
    const options = {
      host: '127.0.0.1',
      port: server.port,
      auth: anybody,
      maxMessageBytes,
      timeoutMs: longMs,
    };
    const connection = new Connection(await connectSocket(options), timeoutMs);
    const client = new MetastoreClient(connection);
    const error = await client.allDatabases().then(
      () => assert.fail('it worked'),
      (failure: unknown) => failure as Error & {reason?: string; status?: number},
    );
    const isOpen = connection.isOpen;
    connection.close();
    return {error, isOpen};
  } finally {
    await server.stop();
  }
}

describe('a server that answers with', () => {
  const answers: readonly [what: string, bytes: Buffer, reason: string][] = [
    ['a frame of negative size', Buffer.from('ffffffff', 'hex'), 'protocol'],
    ['a frame beyond the limit', Buffer.from('7fffffff', 'hex'), 'too-large'],
    ['a web page', frame(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')), 'protocol'],
    [
      'a text of two gigabytes',
      frame(Buffer.from('8001000200000001610000000f0b00007fffffff', 'hex')),
      'too-large',
    ],
    [
      'a list of two billion',
      frame(Buffer.from('8001000200000001610000000f0f00000c7fffffff', 'hex')),
      'protocol',
    ],
    ['an unknown type', frame(Buffer.from('8001000200000001610000000f630000', 'hex')), 'protocol'],
    [
      'another call’s answer',
      frame(reply({name: 'get_tables', sequence: 1}, 2, names, {})),
      'protocol',
    ],
    [
      'an answer to a later call',
      frame(reply({name: 'get_all_databases', sequence: 2}, 2, names, {})),
      'protocol',
    ],
  ];
  for (const [what, bytes, reason] of answers) {
    test(`${what} is refused, and the connection is closed`, async () => {
      const {error, isOpen} = await callAgainst(async (socket, next) => {
        await letIn(socket, next);
        await nextCall(next);
        socket.write(bytes);
      });
      assert.equal(error.name, 'TransportError');
      assert.equal(error.reason, reason);
      assert.equal(isOpen, false);
    });
  }

  test('an answer in many small frames is understood', async () => {
    const server = await faultServer(async (socket, next) => {
      await letIn(socket, next);
      const call = await nextCall(next);
      const message = reply(call, 3, struct('x', {message: [1, string]}), {
        message: 'no such method',
      });
      for (let at = 0; at < message.length; at += 3)
        socket.write(frame(message.subarray(at, at + 3)));
    });
    const transport = await connectSocket({host: '127.0.0.1', port: server.port, auth: anybody});
    const client = new MetastoreClient(new Connection(transport));
    await assert.rejects(client.allDatabases(), {
      name: 'ApplicationError',
      message: 'no such method',
    });
    assert.equal(client.connection.isOpen, true);
    client.connection.close();
    await server.stop();
  });
});

describe('a server that', () => {
  test('never answers ends in a timeout', async () => {
    const {error, isOpen} = await callAgainst(
      async (socket, next) => {
        await letIn(socket, next);
        await nextCall(next);
      },
      {timeoutMs: 2000},
    );
    assert.equal(error.reason, 'timeout');
    assert.match(error.message, /did not answer get_all_databases within 2000 ms/);
    assert.equal(isOpen, false);
  });

  test('ends in the middle of an answer is an error at once', async () => {
    const {error} = await callAgainst(async (socket, next) => {
      await letIn(socket, next);
      socket.end(frame(reply(await nextCall(next), 2, names, {success: 'x'})).subarray(0, 20));
    });
    assert.equal(error.reason, 'closed');
  });

  test('says no in the handshake is quoted', async () => {
    const behave: Behaviour = async socket =>
      void socket.write(saslFrame(3, 'GSS initiate failed'));
    const server = await faultServer(behave);
    const attempt = connectSocket({host: '127.0.0.1', port: server.port, auth: anybody});
    await assert.rejects(attempt, {
      name: 'SaslError',
      message: 'Bad status: 3 (GSS initiate failed)',
      status: 3,
    });
    await waitUntil(() => server.connections() === 0);
    await server.stop();
  });

  test('never ends the handshake is given up, and so is one with an endless token', async () => {
    const silent = await faultServer(async () => undefined);
    const options = {host: '127.0.0.1', port: silent.port, auth: anybody, timeoutMs: 100};
    await assert.rejects(connectSocket(options), {name: 'TransportError', reason: 'timeout'});
    await waitUntil(() => silent.connections() === 0);
    await silent.stop();
    const endless = await faultServer(
      async socket => void socket.write(Buffer.from('02ffffffff', 'hex')),
    );
    const patient = {...options, port: endless.port, timeoutMs: longMs};
    await assert.rejects(connectSocket(patient), {reason: 'protocol'});
    await endless.stop();
  });

  test('is not there is an error that names the address', async () => {
    const server = await faultServer(async () => undefined);
    await server.stop();
    const attempt = connectSocket({host: '127.0.0.1', port: server.port, auth: anybody});
    await assert.rejects(attempt, {
      reason: 'connect',
      message: new RegExp(`127.0.0.1:${server.port}: .*ECONNREFUSED`),
    });
  });

  test('talks unasked is not used again', async () => {
    const server = await faultServer(async (socket, next) => {
      await letIn(socket, next);
      socket.write(Buffer.of(1));
    });
    const transport = await connectSocket({host: '127.0.0.1', port: server.port, auth: anybody});
    await waitUntil(() => !transport.isOpen);
    await assert.rejects(new MetastoreClient(new Connection(transport)).allDatabases(), {
      reason: 'protocol',
    });
    await server.stop();
  });

  test('goes away while idle is noticed, and the next call fails without being sent', async () => {
    const server = await faultServer(async (socket, next) => {
      await letIn(socket, next);
      socket.end();
    });
    const transport = await connectSocket({host: '127.0.0.1', port: server.port, auth: anybody});
    await waitUntil(() => !transport.isOpen);
    await assert.rejects(new MetastoreClient(new Connection(transport)).allDatabases(), {
      reason: 'closed',
    });
    await server.stop();
  });

  test('is slow can be given up: the late answer is dropped and the next call gets its own', async () => {
    let release = (): void => undefined;
    let arrived = (): void => undefined;
    const arrival = new Promise<void>(resolve => (arrived = resolve));
    const released = new Promise<void>(resolve => (release = resolve));
    const text = struct('x', {message: [1, string]});
    const server = await faultServer(async (socket, next) => {
      await letIn(socket, next);
      const first = await nextCall(next);
      arrived();
      await released;
      socket.write(frame(reply(first, 3, text, {message: 'first'})));
      socket.write(frame(reply(await nextCall(next), 3, text, {message: 'second'})));
    });
    const transport = await connectSocket({host: '127.0.0.1', port: server.port, auth: anybody});
    const client = new MetastoreClient(new Connection(transport));
    const stop = new AbortController();
    const first = client.allDatabases({signal: stop.signal});
    const second = client.allDatabases();
    await arrival;
    stop.abort(new Error('enough'));
    await assert.rejects(first, {message: 'enough'});
    release();
    await assert.rejects(second, {message: 'second'});
    assert.equal(transport.isOpen, true);
    transport.close();
    await server.stop();
  });
});

describe('over HTTP', () => {
  type Handle = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;
  async function against(
    handle: Handle,
    work: (client: MetastoreClient) => Promise<void>,
    timeoutMs = longMs,
  ): Promise<void> {
    const server = createHttpServer((request, response) => {
      request.toArray().then(
        chunks => handle(request, response, Buffer.concat(chunks as Buffer[])),
        () => undefined,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cliservice`;
    const auth = {mechanism: 'BASIC', user: 'é', password: 'p:w'} as const;
    const connection = new Connection(
      new HttpTransport({url, auth, maxMessageBytes: 10_000}),
      timeoutMs,
    );
    try {
      await work(new MetastoreClient(connection));
    } finally {
      connection.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }
  const text = struct('x', {message: [1, string]});
  const callOf = (body: Buffer) => {
    const length = body.readInt32BE(4);
    return {name: body.toString('utf8', 8, 8 + length), sequence: body.readInt32BE(8 + length)};
  };

  test('name, password and cookies are sent, and a cookie taken back is not', async () => {
    const seen: (string | undefined)[] = [];
    const given = [['a=1; Path=/', 'b=2; HttpOnly'], ['a=; Max-Age=0'], []];
    const handle: Handle = (request, response, body) => {
      seen.push(request.headers.cookie);
      assert.equal(
        Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString(),
        'é:p:w',
      );
      response.setHeader('Set-Cookie', given[seen.length - 1] ?? []);
      response.end(reply(callOf(body), 3, text, {message: 'fine'}));
    };
    await against(handle, async client => {
      for (let i = 0; i < 3; i++) await assert.rejects(client.allDatabases(), {message: 'fine'});
    });
    assert.deepEqual(seen, [undefined, 'a=1; b=2', 'b=2']);
  });

  /**
   * A server that was started anew and says 500 to the login of the one before it, or to one call
   * however it comes.
   */
  async function restarted(hears: (name: string, cookie: string) => number) {
    const seen: string[] = [];
    const handle: Handle = (request, response, body) => {
      const call = callOf(body);
      const {cookie = ''} = request.headers;
      seen.push(`${call.name} ${cookie}`);
      const status = seen.length === 1 ? 200 : hears(call.name, cookie);
      const login = seen.length === 1 ? 'old' : 'new';
      if (status === 200)
        response.setHeader('Set-Cookie', [`hive.server2.auth=${login}`, 'route=one']);
      response.writeHead(status).end(status === 200 ? reply(call, 3, text, {message: 'fine'}) : '');
    };
    return {seen, handle};
  }

  test('a login that the server cannot read, as it was started anew, is replaced, and the call is carried out once', async () => {
    const {seen, handle} = await restarted((_, cookie) => (cookie.includes('=old') ? 500 : 200));
    await against(handle, async client => {
      for (let i = 0; i < 3; i++) await assert.rejects(client.allDatabases(), {message: 'fine'});
    });
    assert.deepEqual(seen, [
      'get_all_databases ',
      'get_all_databases hive.server2.auth=old; route=one',
      'NoSuchMethod hive.server2.auth=old; route=one',
      'NoSuchMethod route=one',
      'get_all_databases route=one; hive.server2.auth=new',
      'get_all_databases route=one; hive.server2.auth=new',
    ]);
  });

  test('a call that fails with 500 by itself is not sent again, nor is one to a server that says nothing else', async () => {
    for (const [hears, calls] of [
      [(name: string) => (name === 'NoSuchMethod' ? 200 : 500), 2],
      [() => 500, 3],
    ] as const) {
      const {seen, handle} = await restarted(hears);
      await against(handle, async client => {
        await assert.rejects(client.allDatabases(), {message: 'fine'});
        await assert.rejects(client.allDatabases(), {reason: 'http', httpStatus: 500});
      });
      assert.equal(seen.length, calls + 1);
      assert.equal(seen.filter(call => call.startsWith('get_all_databases')).length, 2);
    }
  });

  test('a refusal carries status and text, and the next call may work', async () => {
    let count = 0;
    const handle: Handle = (_, response, body) => {
      if (count++ === 0) response.writeHead(401).end('<html><b>Who</b> are you?</html>');
      else response.end(reply(callOf(body), 3, text, {message: 'fine'}));
    };
    await against(handle, async client => {
      await assert.rejects(client.allDatabases(), {
        reason: 'http',
        httpStatus: 401,
        message: /: Who are you\?$/,
      });
      await assert.rejects(client.allDatabases(), {message: 'fine'});
    });
  });

  test('an answer too long, cut off or missing is an error, never a hang', async () => {
    await against(
      (_, response) => void response.end(Buffer.alloc(20_000)),
      async client => await assert.rejects(client.allDatabases(), {reason: 'too-large'}),
    );
    await against(
      (_, response) => {
        response.writeHead(200, {'Content-Length': 100}).write('abc');
        setImmediate(() => response.destroy());
      },
      async client => await assert.rejects(client.allDatabases(), {reason: 'closed'}),
    );
    await against(
      () => undefined,
      async client => await assert.rejects(client.allDatabases(), {reason: 'timeout'}),
      300,
    );
    await against(
      (_, response, body) => void response.end(reply(callOf(body), 2, names, {}).subarray(0, 10)),
      async client => await assert.rejects(client.allDatabases(), {reason: 'protocol'}),
    );
  });
});

test('a principal that is none is told before anything is sent', async () => {
  for (const principal of [
    'hive',
    'hive@EXAMPLE.COM',
    'hive/_HOST@EXAMPLE.COM',
    '/h@R',
    'hive/a b@R',
  ]) {
    const server = await faultServer(async () => undefined);
    const auth = {mechanism: 'GSSAPI', principal} as const;
    await assert.rejects(
      connectSocket({host: '127.0.0.1', port: server.port, auth}),
      /no Kerberos service principal/,
    );
    await server.stop();
  }
});

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}
