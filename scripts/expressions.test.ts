import assert from 'node:assert/strict';
import {test} from 'node:test';
import {slowParts} from './expressions.ts';

test('expressions that take long with some texts are told, with the part that does', () => {
  for (const [pattern, why] of [
    ['^(a+)+$', /repeats what repeats/],
    [String.raw`^(\w+\s?)*$`, /repeats what repeats/],
    ['(a|a)*b', /begin alike/],
    ['(?:a|aa)+$', /begin alike/],
    [String.raw`^\s*(.*)\s*=`, /take from each other/],
  ] as const)
    assert.match(slowParts(pattern, '').join(), why, pattern);
});

test('others are not', () => {
  for (const pattern of [
    String.raw`"(?:[^"\\]|\\.)*"`,
    String.raw`^[\w-]+(?:,[\w-]+)*$`,
    '(?:ab|cd)+',
    '(?:a|ab)c',
    String.raw`^\d+-\d+$`,
  ])
    assert.deepEqual(slowParts(pattern, ''), [], pattern);
});
