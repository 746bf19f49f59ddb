import assert from 'node:assert/strict';
import {test} from 'node:test';
import {editDistance} from './edit-distance.ts';

test('letters that are wrong, missing, too many or exchanged', () => {
  for (const [a, b, distance] of [
    ['customer', 'customer', 0],
    ['custmer', 'customer', 1],
    ['customerr', 'customer', 1],
    ['costumer', 'customer', 2],
    ['ordres', 'orders', 1],
    ['benefisiary', 'beneficiary', 1],
    ['', 'ab', 2],
    ['abc', 'ca', 3],
  ] as const) {
    assert.equal(editDistance(a, b, 3), distance, `${a} ${b}`);
    assert.equal(editDistance(b, a, 3), distance, `${b} ${a}`);
  }
});

test('more than asked for is not counted', () => {
  assert.equal(editDistance('abcdef', 'uvwxyz', 2), undefined);
  assert.equal(editDistance('abc', 'abcdef', 2), undefined);
  assert.equal(editDistance('costumer', 'customer', 1), undefined);
});
