import assert from 'node:assert/strict';
import {test} from 'node:test';
import {countTicks, nearestIndex, timeTicks} from './scale.ts';

test('counts stand on round whole numbers that reach the highest', () => {
  assert.deepEqual(countTicks(0), [0, 1]);
  assert.deepEqual(countTicks(3), [0, 1, 2, 3]);
  assert.deepEqual(countTicks(7), [0, 2, 4, 6, 8]);
  assert.deepEqual(countTicks(100), [0, 50, 100]);
  assert.deepEqual(countTicks(1234), [0, 500, 1000, 1500]);
  for (const max of [1, 9, 10, 11, 99, 12_345, 999_999])
    assert.ok((countTicks(max).at(-1) ?? 0) >= max, String(max));
});

test('times stand on round places of the clock, no more than there is room for', () => {
  const hour = 3_600_000;
  const at = (n: number) => 1_700_006_400_000 + n * hour; // a full hour, 00:00 UTC
  assert.deepEqual(timeTicks(at(0.5), at(3.5), 4, 0), [at(1), at(2), at(3)]);
  assert.deepEqual(timeTicks(at(0), at(48), 4, 0).length, 5);
  assert.deepEqual(timeTicks(at(0), at(72), 3, (at(0) % (24 * hour)) + 2 * hour), [
    at(2),
    at(26),
    at(50),
  ]);
  assert.ok(timeTicks(0, at(0), 5, 0).length <= 6);
});

test('the nearest point is found on both sides', () => {
  assert.equal(nearestIndex([10, 20, 30], 14), 0);
  assert.equal(nearestIndex([10, 20, 30], 26), 2);
  assert.equal(nearestIndex([10], 99), 0);
});
