import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test} from 'node:test';
import Fastify, {type FastifyInstance} from 'fastify';
import {exportJWK, exportSPKI, generateKeyPair, SignJWT} from 'jose';
import {LoginError} from '../actor.ts';
import {fixedKey, keysAt, tokenAuthenticator, type TokenSettings} from './token-login.ts';

const settings: TokenSettings = {
  issuer: 'https://login.example.com',
  audiences: ['catalog', 'editor'],
  cookie: 'hadoop-jwt',
  userClaim: 'sub',
  groupsClaim: 'groups',
  groupsOf: async userName => [`looked-up-${userName}`],
  loggedOutAt: async () => 0,
};
const {privateKey, publicKey} = await generateKeyPair('RS256', {extractable: true});
const claims = {sub: 'alice', aud: 'catalog', iss: settings.issuer};

function token(
  changes: Record<string, unknown> = {},
  expires = '5 minutes',
  key = privateKey,
): Promise<string> {
  const all = {...claims, ...changes};
  return new SignJWT(all)
    .setProtectedHeader({alg: 'RS256', kid: 'one'})
    .setExpirationTime(expires)
    .sign(key);
}

/** Answers who a request is, or why it is nobody. */
async function serve(
  keys: ReturnType<typeof fixedKey>,
  more: Partial<TokenSettings> = {},
): Promise<FastifyInstance> {
  const authenticate = tokenAuthenticator(keys, {...settings, ...more});
  const app = Fastify();
  app.get('/', async (request, reply) => {
    try {
      return (await authenticate(request, reply)) ?? 'nothing';
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      return error.message;
    }
  });
  return await app;
}

const bearer = (text: string) => ({authorization: `Bearer ${text}`});

test('a signed token says who it is, and for how long', async () => {
  const app = await serve(fixedKey(await exportSPKI(publicKey)));
  const ask = async (headers: Record<string, string>) =>
    (await app.inject({url: '/', headers})).body;
  const {actor, validForMs} = JSON.parse(await ask(bearer(await token()))) as {
    actor: object;
    validForMs: number;
  };
  assert.deepEqual(actor, {userName: 'alice', groups: ['looked-up-alice']});
  assert.ok(validForMs > 0 && validForMs <= 300_000, String(validForMs));
  const inCookie = await ask({cookie: `hadoop-jwt=${await token({groups: ['a', 'b']})}`});
  assert.deepEqual((JSON.parse(inCookie) as {actor: object}).actor, {
    userName: 'alice',
    groups: ['a', 'b'],
  });
  assert.equal(await ask({}), 'nothing');
  assert.equal(await ask({authorization: 'Basic YTpi'}), 'nothing');
});

test('any other token is refused, with the reason', async () => {
  const app = await serve(fixedKey(await exportSPKI(publicKey)));
  const ask = async (text: string) => (await app.inject({url: '/', headers: bearer(text)})).body;
  const other = await generateKeyPair('RS256');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({...claims, exp: 9e9})).toString('base64url')}.`;
  const spki = await exportSPKI(publicKey);
  // Whoever has the public key could make this one, if it were taken for a shared secret.
  const confused = await new SignJWT(claims)
    .setProtectedHeader({alg: 'HS256'})
    .setExpirationTime('5 minutes')
    .sign(Buffer.from(spki));
  assert.match(
    await ask(await token({}, '5 minutes', other.privateKey)),
    /signature verification failed/,
  );
  assert.match(await ask(await token({}, '2 minutes ago')), /"exp" claim timestamp check failed/);
  assert.match(
    await ask(await token({iss: 'https://other.example.com'})),
    /unexpected "iss" claim value/,
  );
  assert.match(await ask(await token({aud: 'other'})), /unexpected "aud" claim value/);
  assert.match(await ask(await token({sub: undefined})), /has no sub/);
  assert.match(await ask(none), /not accepted/);
  assert.match(await ask(confused), /not allowed/);
  assert.match(await ask(''), /not accepted/);
  assert.match(
    await ask(await new SignJWT(claims).setProtectedHeader({alg: 'RS256'}).sign(privateKey)),
    /"exp"/,
  );
});

test('keys are fetched from their publisher', async t => {
  const keys = {keys: [{...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256'}]};
  let fetched = 0;
  const publisher = createServer((_request, response) => {
    fetched++;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(keys));
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => publisher.once('listening', resolve));
  t.after(() => publisher.close());
  const app = await serve(
    keysAt(`http://127.0.0.1:${(publisher.address() as AddressInfo).port}/keys`),
  );
  for (let i = 0; i < 3; i++) {
    const {body} = await app.inject({url: '/', headers: bearer(await token())});
    assert.match(body, /"userName":"alice"/);
  }
  assert.equal(fetched, 1);
});

test('a public key of each kind is taken', async () => {
  for (const alg of ['ES256', 'ES384', 'EdDSA', 'PS256']) {
    const pair = await generateKeyPair(alg, {extractable: true});
    const app = await serve(fixedKey(await exportSPKI(pair.publicKey)));
    const signed = await new SignJWT(claims)
      .setProtectedHeader({alg})
      .setExpirationTime('5 minutes')
      .sign(pair.privateKey);
    const answer = await app.inject({url: '/', headers: bearer(signed)});
    assert.equal(
      (JSON.parse(answer.body) as {actor: {userName: string}}).actor.userName,
      'alice',
      alg,
    );
  }
});

test('what a provider tells other programs is no login, also where no audience is asked for', async () => {
  const app = await serve(fixedKey(await exportSPKI(publicKey)), {audiences: []});
  const ask = async (changes: Record<string, unknown>) =>
    (await app.inject({url: '/', headers: bearer(await token(changes))})).body;
  assert.match(await ask({aud: 'other'}), /"alice"/);
  assert.match(await ask({aud: 'other', nonce: 'n'}), /it is an ID token for another program/);
  const events = {'http://schemas.openid.net/event/backchannel-logout': {}};
  assert.match(await ask({aud: 'other', events}), /it is a message about a logout/);
  const strict = await serve(fixedKey(await exportSPKI(publicKey)));
  const ours = await strict.inject({url: '/', headers: bearer(await token({nonce: 'n'}))});
  assert.match(ours.body, /"alice"/);
});

test('who has logged out everywhere gets in with no token from before', async () => {
  const loggedOutAt = Date.now();
  const app = await serve(fixedKey(await exportSPKI(publicKey)), {
    loggedOutAt: async userName => (userName === 'alice' ? loggedOutAt : 0),
  });
  const ask = async (changes: object) => {
    const {body} = await app.inject({url: '/', headers: bearer(await token({...changes}))});
    return body.startsWith('{') ? 'in' : body;
  };
  const second = Math.floor(loggedOutAt / 1000);
  const refused = 'The token is not accepted: alice has logged out everywhere since it was issued';
  assert.equal(await ask({iat: second}), refused);
  assert.equal(await ask({}), refused, 'one that does not say when it was issued');
  assert.equal(await ask({iat: second + 1}), 'in');
  assert.equal(await ask({sub: 'bob', iat: second - 60}), 'in');
});

test('a new key of the publisher is taken, and one that it has taken back is not', async t => {
  t.mock.timers.enable({apis: ['Date'], now: Date.now()});
  const next = await generateKeyPair('RS256', {extractable: true});
  const entry = async (kid: string, key: Parameters<typeof exportJWK>[0]) => ({
    ...(await exportJWK(key)),
    kid,
    alg: 'RS256',
  });
  let published = [await entry('one', publicKey)];
  const publisher = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({keys: published}));
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => publisher.once('listening', resolve));
  t.after(() => publisher.close());
  const app = await serve(
    keysAt(`http://127.0.0.1:${(publisher.address() as AddressInfo).port}/keys`),
  );
  const ask = async (kid: string, key: typeof privateKey) => {
    const header = {alg: 'RS256', kid};
    const exp = Math.floor(Date.now() / 1000) + 60;
    const text = await new SignJWT(claims)
      .setProtectedHeader(header)
      .setExpirationTime(exp)
      .sign(key);
    const {body} = await app.inject({url: '/', headers: bearer(text)});
    return body.startsWith('{') ? 'in' : body;
  };
  const unknown = /no applicable key found/;
  assert.equal(await ask('one', privateKey), 'in');
  assert.match(await ask('two', next.privateKey), unknown);
  published = [await entry('two', next.publicKey)];
  assert.match(
    await ask('two', next.privateKey),
    unknown,
    'so that nobody makes it ask again and again',
  );
  t.mock.timers.tick(31_000);
  assert.equal(await ask('two', next.privateKey), 'in');
  assert.match(await ask('one', privateKey), unknown);
  published = [await entry('three', publicKey)];
  assert.equal(await ask('two', next.privateKey), 'in');
  t.mock.timers.tick(10 * 60_000);
  assert.match(await ask('two', next.privateKey), unknown, 'keys are asked for again in the end');
});

test('keys are asked for where nobody can answer in place of their issuer', () => {
  for (const url of [
    'http://keys.example/jwks',
    'http://10.0.0.5/jwks',
    'ftp://keys.example/jwks',
    'jwks',
  ]) {
    assert.throws(() => keysAt(url), /have to be asked for over https/, url);
  }
  for (const url of [
    'https://keys.example/jwks',
    'http://127.0.0.1:8080/jwks',
    'http://localhost/jwks',
  ])
    keysAt(url);
});
