import assert from 'node:assert/strict';
import {test} from 'node:test';
import {PeopleTokens} from './people-tokens.ts';

const token = (name: string, exp?: number) =>
  `h.${Buffer.from(JSON.stringify({name, ...(exp !== undefined && {exp})})).toString('base64url')}.s`;

test('of a person the token that came last is used, and the one before it when that has ended', () => {
  let now = 0;
  const tokens = new PeopleTokens(() => now);
  const [old, short, other] = [token('old', 100), token('short', 10), token('other', 50)];
  tokens.note('ann', old);
  tokens.note('ann', short);
  tokens.note('bob', other);
  assert.deepEqual(
    [tokens.of('ann'), tokens.of('bob'), tokens.of('eve')],
    [short, other, undefined],
  );
  tokens.note('ann', old);
  assert.equal(
    tokens.of('ann'),
    short,
    'an older login that goes on does not come before it again',
  );
  now = 10_000;
  assert.equal(tokens.of('ann'), old);
  now = 100_000;
  assert.equal(tokens.of('ann'), undefined);
  tokens.note('ann', old);
  assert.equal(tokens.of('ann'), undefined);
});

test('what is no token is not kept, and one that does not end is', () => {
  const tokens = new PeopleTokens();
  for (const text of ['', 'a', 'a.b.c', 'a.bnVsbA.c', token('ended', 1), token('x'.repeat(20_000))])
    tokens.note('ann', text);
  assert.equal(tokens.of('ann'), undefined);
  tokens.note('ann', token('endless'));
  assert.equal(tokens.of('ann'), token('endless'));
});

test('however many tokens and people there are, the newest are known', () => {
  const tokens = new PeopleTokens();
  for (let n = 0; n < 100; n++) tokens.note('ann', token(`${n}`));
  assert.equal(tokens.of('ann'), token('99'));
  for (let n = 0; n < 10_000; n++) tokens.note(`user ${n}`, token('x'));
  assert.equal(tokens.of('ann'), undefined);
  assert.equal(tokens.of('user 9999'), token('x'));
});
