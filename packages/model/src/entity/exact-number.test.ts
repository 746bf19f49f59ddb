import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  compareDigits,
  exactly,
  isExact,
  nearest,
  parseExactly,
  plainDigits,
} from './exact-number.ts';

test('a JSON text comes back with all its digits', () => {
  for (const text of [
    '{"a":9223372036854775807,"b":[-9007199254740993],"c":"1234567890123456789"}',
    '{"amount":12345678901234567890.123456789}',
    '{"plain":1,"half":0.5,"safe":9007199254740991}',
  ]) {
    assert.equal(JSON.stringify(parseExactly(text)), text);
  }
});

test('halves of characters become what databases make of them, and nothing else does', () => {
  const cases: [text: string, value: string][] = [
    [String.raw`"a\ud800"`, 'a\uFFFD'],
    [String.raw`"\uDC00b"`, '\uFFFDb'],
    [String.raw`"\ud83d\ude00\ud83d"`, '😀\uFFFD'],
    [String.raw`"\\ud800"`, String.raw`\ud800`],
    [String.raw`"\\\ud800\""`, '\\\uFFFD"'],
    ['"\uFFFD"', '\uFFFD'],
  ];
  for (const [text, value] of cases) assert.equal(parseExactly(text), value, text);
  assert.deepEqual(parseExactly(String.raw`{"\ud800":9223372036854775807}`), {
    '\uFFFD': parseExactly('9223372036854775807'),
  });
});

test('numbers that a double holds stay numbers', () => {
  const {a, b, c} = parseExactly(
    '{"a":1234567890123456,"b":1.50,"c":1e20, "d":9223372036854775807}',
  ) as Record<string, unknown>;
  assert.deepEqual([a, b, c], [1234567890123456, 1.5, 1e20]);
});

test('an exact number tells its nearest double', () => {
  const number = exactly('9223372036854775807');
  assert.ok(isExact(number));
  assert.equal(nearest(number), 2 ** 63);
  assert.ok(!isExact(exactly('42')));
});

test('numbers as digits are equal texts when they are equal, and compared by all of them', () => {
  for (const [text, digits] of [
    ['007', '7'],
    ['+1.50', '1.5'],
    ['-0.0', '0'],
    ['1.5e3', '1500'],
    ['-12e-4', '-0.0012'],
    [' .5 ', '0.5'],
    ['9007199254740993', '9007199254740993'],
    ['1e99999', undefined],
    ['1,5', undefined],
    ['', undefined],
    ['-', undefined],
  ] as const) {
    assert.equal(plainDigits(text), digits, text);
  }
  const inOrder = [
    '-12.1',
    '-12',
    '-1.5',
    '0',
    '0.001',
    '0.01',
    '2',
    '12',
    '9007199254740992.5',
    '9007199254740993',
  ];
  assert.deepEqual(inOrder.toReversed().sort(compareDigits), inOrder);
});
