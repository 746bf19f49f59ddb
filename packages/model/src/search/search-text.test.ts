import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {parseTextQuery, wildcardsOf, type TextQuery} from './search-text.ts';

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
  for (const [text, expected] of cases) test(text, () => assert.equal(print(parseTextQuery(text)), expected));
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
  for (const [text, expected] of cases) test(text, () => assert.equal(print(parseTextQuery(text)), expected));
});

test('nothing that can be typed is an error', () => {
  const pieces = ['a', 'b*', '*c', '"', '(', ')', 'AND', 'OR', 'NOT', '+', '-', '\\', '~', '^', ':', ' ', '東', '?'];
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

test('wildcards are told as they were typed', () => {
  assert.deepEqual(wildcardsOf(parseTextQuery('a* (b OR *Mer*) -c?d')), ['*Mer*', 'c?d']);
});

test('a row of stars is read from its end, not from each of them', () => {
  assert.deepEqual(parseTextQuery(`${'*'.repeat(400_000)}!`), {kind: 'all'});
  assert.deepEqual(parseTextQuery(`a${'*'.repeat(400_000)}`), {kind: 'phrase', words: ['a'], prefix: true});
});
