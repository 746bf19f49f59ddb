import assert from 'node:assert/strict';
import {test} from 'node:test';
import {PackedPage} from './packed-page.ts';

const columns: readonly (readonly unknown[])[] = [
  [2n ** 63n - 1n, -(2n ** 63n), null, 0n],
  [2n ** 64n, -1n, null, 3n],
  [Number.NaN, -0, null, -Infinity],
  [1, 2, 3, 4],
  [true, false, null, true],
  ['plain', '', null, 'é\u0000ÿ'],
  ['😀', '\uD800', '', null],
  [new Uint8Array([0, 255]), null, new Uint8Array(), null],
  ['a', 1, null, 2n],
  [null, null, null, null],
];

test('every value comes back as it was, from wherever in a message', () => {
  const {bytes} = PackedPage.of({columns, rowCount: 4});
  for (let offset = 0; offset < 9; offset++) {
    const message = new Uint8Array(offset + bytes.length + 3);
    message.set(bytes, offset);
    const page = PackedPage.from(message.subarray(offset, offset + bytes.length));
    assert.equal(page.rowCount, 4);
    assert.deepEqual(page.columns, columns);
  }
});

test('pages without rows or columns, and missing values', () => {
  const again = (values: readonly (readonly unknown[])[], rowCount: number) =>
    PackedPage.from(PackedPage.of({columns: values, rowCount}).bytes);
  assert.deepEqual(again([], 0).columns, []);
  assert.deepEqual(again([[], []], 0).columns, [[], []]);
  assert.deepEqual(again([[undefined, 'a']], 2).columns, [[null, 'a']]);
});

test('a packed page is not packed again', () => {
  const page = PackedPage.of({columns: [[1]], rowCount: 1});
  assert.equal(PackedPage.of(page), page);
});
