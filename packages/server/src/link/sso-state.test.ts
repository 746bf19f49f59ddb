import assert from 'node:assert/strict';
import {test} from 'node:test';
import {signature} from './link-token.ts';
import {isOfBrowser, newState, readState} from './sso-state.ts';

const signer = (secret: string) => ({sign: (text: string) => signature(secret, text)});
const link = signer('s'.repeat(32));
const now = 1_800_000_000_000;
const begun = {from: 'editor', next: '/app/jobs', browser: 'b1', until: now + 1000} as const;

test('a state says where a login was begun, where it leads, and by which browser', () => {
  const state = readState(link, newState(link, begun), now);
  assert.deepEqual([state?.from, state?.next, state?.until], ['editor', '/app/jobs', now + 1000]);
  assert.ok(state !== undefined && isOfBrowser(state, 'b1'));
  assert.ok(!isOfBrowser(state, 'b2') && !isOfBrowser(state, undefined) && !isOfBrowser(state, ''));
  assert.notEqual(newState(link, begun), newState(link, begun), 'each begins anew');
});

test('a state that is late, changed or of another secret is none', () => {
  const good = newState(link, begun);
  const [text = '', signed = ''] = good.split('.');
  const other = Buffer.from(JSON.stringify({...begun, next: '/elsewhere'})).toString('base64url');
  assert.equal(readState(link, good, now + 1001), undefined);
  assert.equal(readState(signer('x'.repeat(32)), good, now), undefined);
  for (const one of [
    `${other}.${signed}`,
    text,
    `${text}.`,
    `${good}.x`,
    `${good}x`,
    '',
    '.',
    undefined,
    null,
    7,
    [good],
    {},
  ])
    assert.equal(readState(link, one, now), undefined, JSON.stringify(one));
  assert.equal(readState({sign: () => undefined}, good, now), undefined, 'without a secret');
});

test('what says who asks for a server is no state, nor the other way round', () => {
  const text = Buffer.from(JSON.stringify(begun)).toString('base64url');
  assert.equal(readState(link, `${text}.${signature('s'.repeat(32), text)}`, now), undefined);
});
