import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {type ClientRequest, type IncomingMessage, request as send} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {test, type TestContext} from 'node:test';
import {gzipSync} from 'node:zlib';
import {soon} from '@gazetteer/model/testing';
import type {FastifyRequest} from 'fastify';
import {createLog} from '../log.ts';
import {createHttp} from './create-http.ts';
import {limitPerUser, whileLoggingIn} from './limit-requests.ts';
import {unpackBodies} from './unpack-body.ts';

const limits = {
  maxUrlLength: 1000,
  maxHeaderBytes: 16_384,
  headerTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  slowClientTimeoutMs: 60_000,
  maxRequestsPerUser: 100,
  maxBodyBytesPerUser: 2000,
  maxRequests: 100,
  maxBodyBytesOfAll: 1e6,
  maxConnectionsPerAddress: 100,
  maxConnections: 100,
};

/**
 * A server on which each may have two kilobytes of bodies in work, and whose requests end when they
 * are told to.
 * @param login what requests wait for whose `x-login` is `slow`
 */
async function limited(
  t: TestContext,
  changed: Partial<typeof limits> = {},
  login = async () => {},
) {
  const chosen = {...limits, ...changed};
  const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});
  const app = createHttp({
    log,
    headers: {server: '', extra: {}},
    bodyLimit: {maxBytes: 10_000, option: 'x'},
    limits: chosen,
    isProxy: () => true,
  });
  app.addHook('onRequest', async request => {
    if (request.headers['x-login'] === 'slow') await whileLoggingIn(request, login);
  });
  app.decorateRequest('actor', {
    getter(this: FastifyRequest) {
      return {userName: String(this.headers['x-user']), groups: []};
    },
  });
  limitPerUser(app, chosen);
  unpackBodies(app);
  app.post('/', async request => ({length: (request.body as string).length}));
  await app.listen({port: 0, host: '127.0.0.1'});
  t.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const {port} = app.server.address() as AddressInfo;
  return (user: string, headers: Readonly<Record<string, string | number>>) => {
    const request = send({
      port,
      method: 'POST',
      headers: {'content-type': 'application/json', 'x-user': user, ...headers},
    });
    t.after(() => request.destroy());
    request.on('error', () => undefined);
    return {request, answer: answerOf(request)};
  };
}

async function answerOf(
  request: ClientRequest,
): Promise<{status: number; text: string; again: string | undefined}> {
  const answer = await new Promise<IncomingMessage>(resolve => request.once('response', resolve));
  return {
    status: answer.statusCode ?? 0,
    text: await text(answer),
    again: answer.headers['retry-after'],
  };
}

const json = (length: number) => JSON.stringify('x'.repeat(length - 2));

test('bodies of one user have so much memory together, however they are announced, and others have theirs', async t => {
  const ask = await limited(t);
  const whole = async (user: string, length: number) => {
    const {request, answer} = ask(user, {'content-length': length});
    request.end(json(length));
    return await answer;
  };
  const held = ask('mallory', {'content-length': 1500});
  held.request.write('"');
  // It counts from when it is announced; nothing of it has to arrive.
  const refused = await soonRefused(() => whole('mallory', 1000));
  assert.match(
    refused.text,
    /GAZETTEER-429-00-003.*mallory has requests with bodies of almost 2000 bytes/,
  );
  assert.equal(refused.again, '1');
  assert.equal((await whole('mallory', 500)).status, 200);
  assert.equal((await whole('ann', 1900)).status, 200);

  const pieces = ask('mallory', {'transfer-encoding': 'chunked'});
  pieces.request.write(json(1000));
  assert.equal((await pieces.answer).status, 429);

  held.request.end(json(1500).slice(1));
  assert.deepEqual(await held.answer.then(({status, text: body}) => [status, body]), [
    200,
    '{"length":1500}',
  ]);
  const unannounced = ask('mallory', {'transfer-encoding': 'chunked'});
  unannounced.request.end(json(1900));
  assert.equal((await unannounced.answer).text, '{"length":1900}');
  assert.equal((await whole('mallory', 5000)).status, 200, 'one by itself may be larger');
});

test('what was counted is given back when a client goes away', async t => {
  const ask = await limited(t);
  const held = ask('mallory', {'content-length': 1500});
  held.request.write('"');
  const again = () => {
    const {request, answer} = ask('mallory', {'content-length': 1000});
    request.end(json(1000));
    return answer;
  };
  await soonRefused(again);
  held.request.destroy();
  await soon(async () => assert.equal((await again()).status, 200));
});

test('what a packed body becomes counts for its user', async t => {
  const ask = await limited(t);
  const packed = gzipSync(json(9000));
  const {request, answer} = ask('mallory', {
    'content-encoding': 'gzip',
    'content-length': packed.length,
  });
  request.end(packed);
  assert.equal((await answer).status, 429);
  const small = gzipSync(json(1000));
  const other = ask('mallory', {'content-encoding': 'gzip', 'content-length': small.length});
  other.request.end(small);
  assert.equal((await other.answer).text, '{"length":1000}');
});

test('bodies of all together have so much memory, and nobody gets more of it than is left for others', async t => {
  const ask = await limited(t, {maxBodyBytesOfAll: 2500});
  const whole = async (user: string, length: number) => {
    const {request, answer} = ask(user, {'content-length': length});
    request.end(json(length));
    return await answer;
  };
  const held = ask('mallory', {'content-length': 1000, expect: '100-continue'});
  held.request.write('"');
  await once(held.request, 'continue');
  assert.equal((await whole('mallory', 900)).status, 429);
  assert.equal((await whole('ann', 1400)).status, 200, 'others may have more of what is left');
  const full = await whole('ann', 1600);
  assert.deepEqual([full.status, full.again], [503, '1']);
  assert.match(full.text, /GAZETTEER-503-00-002.*bodies of almost 2500 bytes in work already/);
  held.request.end(json(1000).slice(1));
  assert.equal((await held.answer).status, 200);
});

test('nobody gets more places than are left for others', async t => {
  const ask = await limited(t, {maxRequests: 7});
  const hold = async (user: string) => {
    const {request} = ask(user, {'content-length': 10, expect: '100-continue'});
    request.write('"');
    await once(request, 'continue');
  };
  const whole = async (user: string) => {
    const {request, answer} = ask(user, {'content-length': 10});
    request.end(json(10));
    return await answer;
  };
  for (let i = 0; i < 4; i += 1) await hold('mallory');
  const refused = await whole('mallory');
  assert.equal(refused.status, 429);
  assert.match(refused.text, /mallory has 4 requests in work already/);
  for (let i = 0; i < 2; i += 1) await hold('eve');
  assert.equal((await whole('eve')).status, 429);
  assert.equal((await whole('ann')).status, 200);
});

test('those who wait for their login have places of their own, of which no address gets more than are left free', async t => {
  const waiting: (() => void)[] = [];
  const login = () => new Promise<void>(resolve => waiting.push(resolve));
  const ask = await limited(t, {maxRequests: 7}, login);
  const slow = (address: string) => {
    // Each of them is somebody else, once it is known who.
    const {request, answer} = ask(randomUUID(), {
      'content-length': 10,
      'x-forwarded-for': address,
      'x-login': 'slow',
    });
    request.end(json(10));
    return answer;
  };
  const quick = async () => {
    const {request, answer} = ask('ann', {'content-length': 10});
    request.end(json(10));
    return (await answer).status;
  };
  const held: Promise<{status: number}>[] = [];
  for (const [address, count] of [
    ['10.0.0.1', 4],
    ['10.0.0.2', 2],
    ['10.0.0.3', 1],
  ] as const) {
    for (let i = 0; i < count; i += 1) {
      held.push(slow(address));
      await soon(() => assert.equal(waiting.length, held.length));
    }
    if (count > 1) assert.equal((await slow(address)).status, 429, address);
  }
  const full = await slow('10.0.0.4');
  assert.deepEqual([full.status, full.again], [503, '1']);
  assert.match(full.text, /The server has 7 logins in work already/);
  assert.equal(await quick(), 200, 'who is logged in goes on');
  for (const one of waiting) one();
  for (const {status} of await Promise.all(held)) assert.equal(status, 200);
  // A new one finds all places free again, those of logins and those of requests.
  const after = [slow('10.0.0.1'), slow('10.0.0.1')];
  await soon(() => assert.equal(waiting.length, 9));
  for (const one of waiting) one();
  assert.deepEqual(await Promise.all(after.map(async one => (await one).status)), [200, 200]);
});

/** The first answer of 429: the request that is held has to have arrived. */
async function soonRefused(
  again: () => Promise<{status: number; text: string; again: string | undefined}>,
) {
  return await soon(async () => {
    const answer = await again();
    assert.equal(answer.status, 429);
    return answer;
  });
}
