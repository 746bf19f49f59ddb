import assert from 'node:assert/strict';
import {test} from 'node:test';
import {generateKeyPair, SignJWT, UnsecuredJWT} from 'jose';
import {endShared, LogoutTokens, shareLogout} from './provider-logout.ts';
import {Sessions} from '../session/sessions.ts';

const [provider, stranger] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
const issuer = 'https://login.example';
const from = {issuer, clientId: 'gazetteer', keys: async () => provider.publicKey};
const event = 'http://schemas.openid.net/event/backchannel-logout';
const claims = {
  iss: issuer,
  aud: 'gazetteer',
  sub: 'maria',
  sid: 's1',
  jti: 'first',
  events: {[event]: {}},
};
const seconds = () => Math.floor(Date.now() / 1000);

async function signed(
  more: Readonly<Record<string, unknown>> = {},
  {key = provider.privateKey, age = 0} = {},
): Promise<string> {
  const payload: Record<string, unknown> = {...claims, iat: seconds() - age, ...more};
  return await new SignJWT(payload).setProtectedHeader({alg: 'RS256'}).sign(key);
}

test('a logout token tells whom, once', async () => {
  const tokens = new LogoutTokens();
  assert.deepEqual(await tokens.read(await signed(), from), {subject: 'maria', stay: 's1'});
  await assert.rejects(tokens.read(await signed(), from), /taken before/);
  const person = {jti: 'second', sid: undefined};
  assert.deepEqual(await tokens.read(await signed(person), from), {
    subject: 'maria',
    stay: undefined,
  });
  assert.deepEqual(await tokens.read(await signed({jti: 'third', sub: undefined}), from), {
    subject: undefined,
    stay: 's1',
  });
});

test('what is none is refused, and nobody is told the token', async () => {
  const tokens = new LogoutTokens();
  const wrong: [string, string][] = [
    ['nothing', ''],
    ['no signature', new UnsecuredJWT({...claims, iat: seconds()}).encode()],
    ["a stranger's signature", await signed({}, {key: stranger.privateKey})],
    ['old', await signed({}, {age: 1000})],
    ['from the future', await signed({}, {age: -1000})],
    ['of another provider', await signed({iss: 'https://other.example'})],
    ['for another client', await signed({aud: 'other'})],
    ['an ID token', await signed({nonce: 'n'})],
    ['no event', await signed({events: undefined})],
    ['another event', await signed({events: {other: {}}})],
    ['without an id', await signed({jti: undefined})],
    ['about nobody', await signed({sub: undefined, sid: undefined})],
  ];
  for (const [what, token] of wrong) {
    await assert.rejects(tokens.read(token, from), (error: unknown) => {
      assert.ok(error instanceof Error && error.name === 'LoginError', what);
      assert.ok(token === '' || !error.message.includes(token), what);
      return true;
    });
  }
  assert.deepEqual(
    await tokens.read(await signed(), from),
    {subject: 'maria', stay: 's1'},
    'none of them used it up',
  );
});

test('sessions end by stay where both know it, else by person, in all servers that share', async () => {
  const limits = {idleMs: 1e6, maxAgeMs: 1e6};
  const [catalog, editor, other] = [
    new Sessions(limits),
    new Sessions(limits),
    new Sessions(limits),
  ];
  const leave = [shareLogout('c', catalog), shareLogout('c', editor), shareLogout('d', other)];
  const actor = {userName: 'maria', groups: []};
  const start = (sessions: Sessions, subject: string, stay?: string) => {
    const {id} = sessions.start(actor, undefined, {provider: {client: 'c', subject, stay}});
    return () => sessions.use(id) !== undefined;
  };
  const [one, two, bare] = [
    start(catalog, 'm', 's1'),
    start(editor, 'm', 's2'),
    start(editor, 'm'),
  ];
  const [bob, elsewhere, local] = [
    start(catalog, 'b', 's3'),
    start(other, 'm', 's1'),
    catalog.start(actor),
  ];
  assert.equal((await endShared('c', {subject: 'm', stay: 's1'})).length, 2);
  assert.deepEqual([one(), two(), bare(), bob(), elsewhere()], [false, true, false, true, true]);
  assert.equal((await endShared('c', {subject: undefined, stay: 'unknown'})).length, 0);
  assert.equal((await endShared('c', {subject: 'm', stay: undefined})).length, 1);
  assert.deepEqual([two(), bob(), elsewhere()], [false, true, true]);
  assert.ok(catalog.use(local.id) !== undefined, 'a session that did not come from there stays');
  for (const work of leave) work();
  assert.equal((await endShared('c', {subject: 'b', stay: undefined})).length, 0);
});
