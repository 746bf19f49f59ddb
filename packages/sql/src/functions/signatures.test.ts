import assert from 'node:assert/strict';
import {test} from 'node:test';
import {parameterOf, signaturesOf} from './signatures.ts';

const read = (name: string, described: string) =>
  signaturesOf(name, described).map(({text, parameters}) => [
    text,
    ...parameters.map(({from, to}) => text.slice(from, to)),
  ]);

test('ways to call a function as Hive describes them, without its examples', () => {
  const described =
    'substr(str, pos[, len]) - returns the substring of str that starts at pos and is of length len or' +
    'substr(bin, pos[, len]) - returns the slice of byte array\nSynonyms: substring\nExample:\n' +
    " > SELECT substr('Facebook', 5) FROM src LIMIT 1;\n  'book'";
  assert.deepEqual(read('substr', described), [
    ['substr(str, pos[, len])', 'str', 'pos', 'len'],
    ['substr(bin, pos[, len])', 'bin', 'pos', 'len'],
  ]);
});

test('ways to call a function with types and results', () => {
  const described = 'list_sort(list ANY[], o VARCHAR) → ANY[]\nround(x DECIMAL(18,3)) → DOUBLE';
  assert.deepEqual(read('list_sort', described), [
    ['list_sort(list ANY[], o VARCHAR) → ANY[]', 'list ANY[]', 'o VARCHAR'],
  ]);
  assert.deepEqual(read('round', described), [
    ['round(x DECIMAL(18,3)) → DOUBLE', 'x DECIMAL(18,3)'],
  ]);
  assert.deepEqual(read('pi', 'pi() → DOUBLE'), [['pi() → DOUBLE']]);
  assert.deepEqual(read('f', 'no description'), []);
});

test('the parameter of an argument', () => {
  const [two, any] = [...signaturesOf('f', 'f(a, b)'), ...signaturesOf('g', 'g(a, b...)')];
  assert.deepEqual(
    [0, 1, 2].map(n => two && parameterOf(two, n)),
    [0, 1, undefined],
  );
  assert.equal(any && parameterOf(any, 7), 1);
});
