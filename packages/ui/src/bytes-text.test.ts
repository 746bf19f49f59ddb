import assert from 'node:assert/strict';
import {test} from 'node:test';
import {bytesText} from './bytes-text.ts';

test('a size has the largest unit of which it has one', () => {
  assert.deepEqual([0, 1, 999, 1000, 1_500_000, 2_000_000_000, 3e12].map(bytesText), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    `${(1.5).toLocaleString()} MB`,
    '2 GB',
    `${(3000).toLocaleString()} GB`,
  ]);
});
