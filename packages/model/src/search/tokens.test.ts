import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {array, assert as assertProperty, constantFrom, property} from 'fast-check';
import {tries} from '../tries.fixture.ts';
import {hasSeparator, maxTokenLength, terms, termsWith, tokens} from './tokens.ts';

suite('tokens', () => {
  const cases: [string, string[]][] = [
    ['sales_orders.daily@cl1', ['sales', 'orders', 'daily', 'cl1']],
    ['', []],
    ['-- @ *', []],
    ['Größe Café ÅNGSTRÖM', ['große', 'cafe', 'angstrom']],
    ['Cafe\u0301', ['cafe']],
    ['ﬁle', ['file']],
    ['東京都 data', ['東', '京', '都', 'data']],
    ['ひらカタ', ['ひ', 'ら', 'カ', 'タ']],
    ['한국어 데이터', ['한국어', '데이터']],
    ['हिन्दी शब्द', ['हिन्दी', 'शब्द']],
    ['a1b2', ['a1b2']],
    ['x😀y', ['x', 'y']],
    ['ТАБЛИЦА', ['таблица']],
  ];
  for (const [text, words] of cases)
    test(JSON.stringify(text), () => assert.deepEqual(tokens(text), words));

  test('very long words are cut', () => {
    assert.deepEqual(tokens('x'.repeat(3000)), ['x'.repeat(maxTokenLength)]);
  });

  test('the same text in another normal form is the same words', () => {
    for (const text of ['Größe', 'が', '한국'])
      assert.deepEqual(tokens(text.normalize('NFD')), tokens(text));
  });
});

test('terms stay whole over _ and over a dot between letters', () => {
  assert.deepEqual(terms('S39a9e.t.c@c1'), ['s39a9e.t.c', 'c1']);
  assert.deepEqual(terms("my_table v1.2 o'neil"), ['my_table', 'v1', '2', "o'neil"]);
  assert.deepEqual(terms(''), []);
});

test('terms with a prefix are those of all terms that begin so', () => {
  const parts = constantFrom(
    'a',
    'ab',
    'B',
    '1',
    '_',
    '.',
    ':',
    "'",
    '@',
    ' ',
    'é',
    'e\u0301',
    '東',
    '😀',
    '𝒶',
    '\ud835',
  );
  const texts = array(parts, {maxLength: 12}).map(list => list.join(''));
  assertProperty(
    property(texts, texts, (text, prefix) => {
      const wanted = prefix.toLowerCase();
      const expected = wanted === '' ? [] : terms(text).filter(one => one.startsWith(wanted));
      assert.deepEqual(termsWith(text, wanted), expected);
    }),
    tries(1000),
  );
});

test('a text has a separator when the reference would split it', () => {
  for (const text of ['sales', 'my_table', 'a.b', 'Größe'])
    assert.equal(hasSeparator(text), false, text);
  for (const text of ['a-b', 'a b', 'a@b', 'v1.2', 'a*', '東京', ''])
    assert.equal(hasSeparator(text), true, text);
});
