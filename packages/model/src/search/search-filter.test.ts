import assert from 'node:assert/strict';
import {test} from 'node:test';
import {fits} from './search-filter.ts';

test('a pattern stands for whole names, with `*` for any text and `?` for one character', () => {
  for (const [pattern, fitting, others] of [
    ['', [''], ['a']],
    ['PII', ['PII'], ['PI', 'PII2', 'pii']],
    ['PI*', ['PI', 'PII', 'PI*'], ['P', 'API']],
    ['*I', ['I', 'PII'], ['IP', '']],
    ['?', ['a', '*', '😀', '\n'], ['', 'ab']],
    ['*?', ['a', 'ab'], ['']],
    ['a*b*c', ['abc', 'a_b_b_c_c', 'abbcc'], ['acb', 'abcd', 'ab']],
    ['*ab*ab*', ['abab', 'xabyabz', 'aabab'], ['aba', 'ab']],
    ['a.c', ['a.c'], ['abc']],
    ['a\\*', ['a\\', 'a\\b'], ['a*']],
  ] as const) {
    for (const name of fitting) assert.equal(fits(name, pattern), true, `${pattern} ${name}`);
    for (const name of others) assert.equal(fits(name, pattern), false, `${pattern} ${name}`);
  }
});

test('a pattern of many `*` takes no longer for that: names could be shared among them in endless ways', () => {
  const name = 'a'.repeat(1000);
  assert.equal(fits(name, `${'*a'.repeat(500)}!`), false);
  assert.equal(fits(name, `${'*?'.repeat(500)}!`), false);
  assert.equal(fits(name, '*a'.repeat(500)), true);
});
