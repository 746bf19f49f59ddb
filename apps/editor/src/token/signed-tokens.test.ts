import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SignedTokens} from './signed-tokens.ts';

const dayMs = 86_400_000;

test('a token is good for its kind, its time, its secret and the password that it was got by', async () => {
  let now = 1_700_000_000_000;
  const tokens = new SignedTokens(Buffer.alloc(32, 1), () => now);
  const lines = new Map([['ada', 'hash']]);
  const lineOf = async (name: string) => lines.get(name);
  const [access, refresh] = [
    tokens.issue('access', 'ada', 'hash'),
    tokens.issue('refresh', 'ada', 'hash'),
  ];
  assert.equal(await tokens.check(access, 'access', lineOf), 'ada');
  assert.equal(await tokens.check(access, 'refresh', lineOf), undefined);
  assert.equal(await tokens.check(refresh, undefined, lineOf), 'ada');
  assert.equal(
    await new SignedTokens(Buffer.alloc(32, 2), () => now).check(access, 'access', lineOf),
    undefined,
  );
  now += dayMs;
  assert.equal(await tokens.check(access, 'access', lineOf), undefined);
  assert.equal(await tokens.check(refresh, 'refresh', lineOf), 'ada');
  lines.set('ada', 'another');
  assert.equal(await tokens.check(refresh, 'refresh', lineOf), undefined);
});

test('what somebody made of a token is none', async () => {
  const tokens = new SignedTokens(Buffer.alloc(32, 1));
  const [head = '', body = '', signature = ''] = tokens.issue('access', 'ada', 'hash').split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({...claims, sub: 'root'})).toString('base64url');
  const none = Buffer.from('{"typ":"JWT","alg":"none"}').toString('base64url');
  for (const token of [
    '',
    'a.b.c',
    `${head}.${forged}.${signature}`,
    `${none}.${body}.`,
    `${head}.${body}.${signature}.x`,
  ]) {
    assert.equal(await tokens.check(token, 'access', async () => 'hash'), undefined, token);
  }
});
