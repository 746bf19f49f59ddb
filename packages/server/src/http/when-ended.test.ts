import assert from 'node:assert/strict';
import {once} from 'node:events';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {Readable} from 'node:stream';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {auditRequests} from '../audit/audit-requests.ts';
import {ServerMetrics} from '../metrics/server-metrics.ts';
import {createHttp} from './create-http.ts';
import {whenEnded} from './when-ended.ts';

/** A server whose operation goes on until it is let go, and all that is known of its requests. */
async function start(t: TestContext) {
  const lines: Record<string, unknown>[] = [];
  const log = {
    debug: () => undefined,
    info: (fields: object, message: string) =>
      void (message === 'request' && lines.push({...fields})),
    warn: () => undefined,
    error: () => undefined,
  };
  const app = createHttp({
    log,
    headers: {server: 'test', extra: {}},
    bodyLimit: {maxBytes: 10_000, option: 'max'},
    isProxy: address => address === '127.0.0.1',
  });
  const records: {status: number; action: string; resource: string; cliIP: string; id: string}[] =
    [];
  const ended: string[] = [];
  const metrics = new ServerMetrics();
  t.after(() => metrics.close());
  metrics.countRequests(app);
  const open = new Map<string, string>();
  auditRequests(app, 'catalog', {
    begin: (id, line) => void open.set(id, line()),
    record: (line, begun = '') => {
      open.delete(begun);
      records.push(JSON.parse(line) as (typeof records)[number]);
    },
  });
  whenEnded(app, ({method, url, status}) => void ended.push(`${method} ${url} ${status}`));
  const work = {isDone: Promise.withResolvers<void>(), begun: 0};
  app.post('/change', async () => {
    work.begun++;
    await work.isDone.promise;
    return {};
  });
  const answer = {pages: 0, isGivenUp: false};
  app.get('/endless', (_request, reply) => {
    async function* pages() {
      try {
        for (;;) {
          answer.pages++;
          yield Buffer.alloc(65_536);
        }
      } finally {
        answer.isGivenUp = true;
      }
    }
    return reply.send(Readable.from(pages()));
  });
  const sockets: Socket[] = [];
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  await app.listen({port: 0, host: '127.0.0.1'});
  t.after(async () => {
    work.isDone.resolve();
    await app.close();
  });
  const {port} = app.server.address() as AddressInfo;
  const send = async (text: string) => {
    const socket = connect(port, '127.0.0.1');
    await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
    socket.on('error', () => undefined);
    await new Promise<void>(resolve => socket.write(text, () => resolve()));
    return socket;
  };
  const counted = () =>
    [...metrics.requests.values()].map(one => `${one.method} ${one.route} ${one.status}`);
  return {app, sockets, open, records, ended, lines, work, answer, send, counted};
}

const request = (path: string, body = '{}', more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;

test('who goes away after a change was sent is recorded, counted and logged when the change is done', async t => {
  const {sockets, records, ended, lines, work, send, counted} = await start(t);
  const socket = await send(request('/change?by=leaver'));
  await soon(() => assert.equal(work.begun, 1));
  socket.resetAndDestroy();
  await soon(() => assert.ok(sockets.every(one => one.destroyed)));
  assert.equal(records.length, 0);
  work.isDone.resolve();
  await soon(() => assert.deepEqual(ended, ['POST /change?by=leaver 499']));
  assert.deepEqual(
    records.map(one => `${one.action} ${one.resource} ${one.status}`),
    ['POST /change?by=leaver 499'],
  );
  assert.deepEqual([counted(), lines[0]?.['status']], [['POST /change 499'], 499]);
});

test('who goes away while the answer is on its way has it recorded, and what makes the answer is given up', async t => {
  const {open, records, ended, lines, answer, send, counted} = await start(t);
  const socket = await send('GET /endless?by=leaver HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  // It takes nothing more: the server waits with the rest.
  socket.pause();
  assert.ok(answer.pages > 0 && !answer.isGivenUp);
  assert.deepEqual(
    records.map(one => `${one.action} ${one.resource} ${one.status}`),
    ['GET /endless?by=leaver 200'],
    'before the first byte of the answer',
  );
  socket.resetAndDestroy();
  await soon(() => assert.deepEqual(ended, ['GET /endless?by=leaver 499']));
  await soon(() => assert.ok(answer.isGivenUp));
  assert.equal(records.length, 1);
  assert.equal(open.size, 0);
  assert.deepEqual([counted(), lines[0]?.['status']], [['GET /endless 499'], 499]);
});

test('of several requests sent ahead on one connection all are recorded', async t => {
  const {sockets, records, ended, work, send} = await start(t);
  const socket = await send(
    request('/change?n=1') + request('/change?n=2') + request('/change?n=3'),
  );
  await soon(() => assert.equal(work.begun, 3));
  socket.resetAndDestroy();
  await soon(() => assert.ok(sockets.every(one => one.destroyed)));
  work.isDone.resolve();
  await soon(() => assert.equal(ended.length, 3));
  assert.deepEqual(
    records.map(one => `${one.resource} ${one.status}`).sort(),
    [1, 2, 3].map(n => `/change?n=${n} 499`),
  );
});

test('a body that never ends, an address that cannot be read and what is no HTTP are recorded', async t => {
  const {records, ended, send, counted} = await start(t);
  const half = await send(request('/change', '{}').replace('Length: 2', 'Length: 200'));
  half.resetAndDestroy();
  await soon(() => assert.equal(records.length, 1));
  await send('GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n');
  await soon(() => assert.equal(records.length, 2));
  await send('GET /x?token=abc HTTP/1.1\r\nHost x y\r\n\r\n');
  await soon(() => assert.equal(records.length, 3));
  await send(`GET /large HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`);
  await soon(() => assert.equal(records.length, 4));
  assert.deepEqual(
    records.map(({action, resource, status}) => [action, resource, status]),
    [
      ['POST', '/change', 499],
      ['GET', '/%zz', 400],
      ['GET', '/x?token=***', 400],
      ['GET', '/large', 431],
    ],
  );
  assert.ok(records.every(one => one.cliIP.endsWith('127.0.0.1') && one.id !== ''));
  await soon(() => assert.equal(ended.length, 4));
  assert.deepEqual(counted(), ['POST /change 499', 'GET none 400', 'GET none 431']);
});

test('a request is known from its head on, whatever becomes of its client, until it is recorded', async t => {
  const {open, records, sockets, work, send} = await start(t);
  const known = () =>
    [...open.values()].map(
      line => JSON.parse(line) as {resource: string; status: number; result: number},
    );
  // Before its head is whole nothing is asked for.
  const early = await send('POST /change?at=head HTTP/1.1\r\nHost');
  early.resetAndDestroy();
  await soon(() => assert.ok(sockets[0]?.destroyed));
  const half = await send(request('/change?at=body').replace('Length: 2', 'Length: 200'));
  await soon(() =>
    assert.deepEqual(
      known().map(one => [one.resource, one.status, one.result]),
      [['/change?at=body', 0, 0]],
    ),
  );
  half.resetAndDestroy();
  await soon(() =>
    assert.deepEqual(
      records.map(one => `${one.resource} ${one.status}`),
      ['/change?at=body 499'],
    ),
  );
  const waiting = await send(request('/change?at=work'));
  await soon(() => assert.equal(work.begun, 1));
  assert.deepEqual(
    known().map(one => one.resource),
    ['/change?at=work'],
  );
  waiting.resetAndDestroy();
  await soon(() => assert.ok(sockets[2]?.destroyed));
  work.isDone.resolve();
  await soon(() => assert.equal(records.length, 2));
  assert.deepEqual([records[1]?.status, open.size], [499, 0]);
});

test('nothing is done for a request before it is written down with whoever asks', async t => {
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const app = createHttp({
    log,
    headers: {server: 'test', extra: {}},
    bodyLimit: {maxBytes: 10, option: 'max'},
  });
  t.after(() => app.close());
  const steps: string[] = [];
  const begin = async (_id: string, line: () => string) => {
    await new Promise(resolve => setImmediate(resolve));
    steps.push(`known ${(JSON.parse(line()) as {reqUser: string}).reqUser}`);
  };
  auditRequests(app, 'catalog', {begin, record: () => void steps.push('recorded')});
  app.addHook('onRequest', async asked => {
    const actor = {userName: 'ann', groups: []};
    asked.session = {id: 'x', actor, usedAt: 0, startedAt: 0, endsAt: 0, csrfToken: 'y'};
  });
  app.get('/x', () => {
    steps.push('done');
    return {};
  });
  await app.inject('/x');
  assert.deepEqual(steps.slice(-3), ['known ann', 'done', 'recorded']);
});

test('the answer waits for its record', async t => {
  const kept = Promise.withResolvers<void>();
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const app = createHttp({
    log,
    headers: {server: 'test', extra: {}},
    bodyLimit: {maxBytes: 10, option: 'max'},
  });
  t.after(() => app.close());
  let isRecorded = false;
  const record = async () => {
    await kept.promise;
    isRecorded = true;
  };
  auditRequests(app, 'catalog', {begin: () => undefined, record});
  app.get('/x', () => 'done');
  const answer = app.inject('/x').then(() => isRecorded);
  setImmediate(() => kept.resolve());
  assert.equal(await answer, true);
});

test('whom a proxy asks for is believed of proxies alone, and never of what is no address', async t => {
  const {app, records} = await start(t);
  const from = async (forwarded: string, remoteAddress = '127.0.0.1') => {
    await app.inject({url: '/x', remoteAddress, headers: {'x-forwarded-for': forwarded}});
    return records.pop()?.cliIP;
  };
  assert.equal(await from('10.1.2.3'), '10.1.2.3');
  assert.equal(
    await from('9.9.9.9, 10.1.2.3, 127.0.0.1'),
    '10.1.2.3',
    'what the client itself said comes first',
  );
  assert.equal(await from('somebody, 10.1.2.3'), '10.1.2.3');
  assert.equal(await from('10.1.2.3, somebody "'), '127.0.0.1');
  assert.equal(await from('10.1.2.3', '192.0.2.9'), '192.0.2.9');
});
