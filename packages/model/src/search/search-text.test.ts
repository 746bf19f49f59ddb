import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {checkTextQuery, parseTextQuery, wildcardsOf, type TextQuery} from './search-text.ts';

/** `sales orders*`, `(a & b)`, `(a | b)`, `!a`, `~term~`: one line for what was understood. */
function print(query: TextQuery): string {
  switch (query.kind) {
    case 'phrase':
      return query.words.join(' ') + (query.prefix ? '*' : '');
    case 'wildcard':
      return `~${query.pattern}~`;
    case 'not':
      return `!${print(query.part)}`;
    case 'and':
    case 'or':
      return `(${query.parts.map(print).join(query.kind === 'and' ? ' & ' : ' | ')})`;
    default:
      return query.kind.toUpperCase();
  }
}

suite('a query text is understood', () => {
  const cases: [string, string][] = [
    ['orders', 'orders'],
    ['Sales Orders', '(sales & orders)'],
    ['a AND b OR c', '((a & b) | c)'],
    ['a && b || c', '((a & b) | c)'],
    ['a (b OR c)', '(a & (b | c))'],
    ['+a -b !c NOT d', '(a & !b & !c & !d)'],
    ['a AND NOT b', '(a & !b)'],
    ['-a', '!a'],
    ['--a', 'a'],
    ['NOT NOT a b', '(a & b)'],
    ['a* a* (b a*)', '(a* & b)'],
    ['a OR (b OR (c OR a))', '(a | b | c)'],
    ['a-b', 'a b'],
    ['"a b" c', '(a b & c)'],
    ['"a \\" b"', 'a b'],
    ['sales.orders@cl1', 'sales orders cl1'],
    ['my_tab*', 'my tab*'],
    ['ord*', 'ord*'],
    ['ord**', 'ord*'],
    ['*', 'ALL'],
    ['* a', 'a'],
    ['a OR *', '(a | ALL)'],
    ['*mer*', '~*mer*~'],
    ['a?C', '~a?c~'],
    ['ord\\*', 'ord'],
    ['a\\ b', 'a b'],
    ['ord~2 name^3', '(ord & name)'],
    ['and or not', '(and & or & not)'],
    ['', 'NONE'],
    ['   ', 'NONE'],
    ['@@', 'NONE'],
    ['a @@', 'a'],
    ['-@@ a', 'a'],
    ['""', 'NONE'],
  ];
  for (const [text, expected] of cases)
    test(text, () => assert.equal(print(parseTextQuery(text)), expected));
});

suite('a malformed query is read as plain words', () => {
  const cases: [string, string][] = [
    ['"red apple', '(red & apple)'],
    ['red (apple', '(red & apple)'],
    ['red) apple', '(red & apple)'],
    ['red AND', 'red'],
    ['OR red', 'red'],
    ['red AND OR apple', '(red & apple)'],
    ['( ) red', 'red'],
    ['red -', 'red'],
    ['"app*', 'app*'],
    ['a\\', 'a'],
    ['AND', 'NONE'],
  ];
  for (const [text, expected] of cases)
    test(text, () => assert.equal(print(parseTextQuery(text)), expected));
});

test('nothing that can be typed is an error', () => {
  const pieces = [
    'a',
    'b*',
    '*c',
    '"',
    '(',
    ')',
    'AND',
    'OR',
    'NOT',
    '+',
    '-',
    '\\',
    '~',
    '^',
    ':',
    ' ',
    '東',
    '?',
  ];
  let seed = 7;
  for (let i = 0; i < 20_000; i++) {
    let text = '';
    for (let n = 0; n < 8; n++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      text += pieces[Math.floor((seed / 2 ** 32) * pieces.length)];
    }
    assert.doesNotThrow(() => parseTextQuery(text), text);
  }
});

suite('a query that would take long is refused', () => {
  const words = (count: number, word: (n: number) => string) =>
    Array.from({length: count}, (_, n) => word(n)).join(' ');
  const nested = (depth: number) => `${'(a OR (b '.repeat(depth / 2)}c${'))'.repeat(depth / 2)}`;
  const check = (text: string) => checkTextQuery(parseTextQuery(text));
  const cases: [string, string, string][] = [
    ['prefixes', words(128, n => `a${n}*`), words(129, n => `a${n}*`)],
    ['wildcards', words(16, n => `*a${n}*`), words(17, n => `*a${n}*`)],
    ['depth', nested(12), nested(14)],
    ['parentheses', `${'('.repeat(500)}a${')'.repeat(500)}`, '('.repeat(100_000)],
  ];
  for (const [what, taken, refused] of cases) {
    test(what, () => {
      check(taken);
      assert.throws(() => check(refused), {code: 'ATLAS-400-00-029'});
    });
  }
  test('what is said a thousand times counts once', () => check('a* '.repeat(1300)));
});

test('wildcards are told as they were typed', () => {
  assert.deepEqual(wildcardsOf(parseTextQuery('a* (b OR *Mer*) -c?d')), ['*Mer*', 'c?d']);
});

test('a row of stars is read from its end, not from each of them', () => {
  assert.deepEqual(parseTextQuery(`${'*'.repeat(400_000)}!`), {kind: 'all'});
  assert.deepEqual(parseTextQuery(`a${'*'.repeat(400_000)}`), {
    kind: 'phrase',
    words: ['a'],
    prefix: true,
  });
});
