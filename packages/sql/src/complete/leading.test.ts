import assert from 'node:assert/strict';
import {test} from 'node:test';
import {leading} from './leading.ts';

test('the first ones are those that sorting everything would give', () => {
  // A sequence without any order, the same in every run.
  const numbers = Array.from({length: 500}, (_, n) => ({key: (n * 7919) % 101, n}));
  const byKey = (a: {key: number}, b: {key: number}) => a.key - b.key;
  for (const count of [0, 1, 40, 500, 900]) {
    assert.deepEqual(leading(numbers, count, byKey), numbers.toSorted(byKey).slice(0, count));
  }
  assert.deepEqual(leading([], 3, byKey), []);
});
