import assert from 'node:assert/strict';
import {test} from 'node:test';
import {LoginError} from '../auth/actor.ts';
import {linkToken, readLinkToken} from './link-token.ts';

const secret = 's'.repeat(32);
const ann = {userName: 'ann', groups: ['SALES'], scope: 'read', isServer: undefined};
const now = 1_800_000_000_000;

test('the other server learns who asks, and with what their token allows', () => {
  const token = linkToken(secret, 'catalog', ann, now);
  assert.deepEqual(readLinkToken(secret, 'catalog', token, now + 1000), ann);
});

test('a token that somebody else made, changed, kept or sent elsewhere is refused', () => {
  const token = linkToken(secret, 'catalog', ann, now);
  const refused = (given: string, to: 'catalog' | 'editor' = 'catalog', at = now, key = secret) =>
    assert.throws(() => readLinkToken(key, to, given, at), LoginError, given);
  refused(token, 'catalog', now, 'x'.repeat(32));
  refused(token, 'editor');
  refused(token, 'catalog', now + 300_000);
  refused(token, 'catalog', now - 300_000);
  const [head = '', signature = ''] = token.split('.');
  const claims = {...ann, userName: 'admin', to: 'catalog', until: now + 60_000};
  const other = Buffer.from(JSON.stringify(claims)).toString('base64url');
  refused(`gzl_${other}.${signature}`);
  refused(`${head}.`);
  refused(head);
  refused(`${token}x`);
  refused('gzl_');
});
