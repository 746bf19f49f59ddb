import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Timing} from './timing.ts';

test('durations have a count, bounds, an average, a spread and buckets', () => {
  const timing = new Timing();
  for (const ms of [2, 4, 4, 4, 5, 5, 7, 9]) timing.add(ms);
  assert.equal(timing.count, 8);
  assert.deepEqual([timing.minMs, timing.maxMs, timing.totalMs, timing.averageMs], [2, 9, 40, 5]);
  assert.ok(Math.abs(timing.deviationMs - 2) < 1e-9);
  assert.deepEqual(timing.buckets.slice(0, 4), [0, 6, 2, 0]);
});

test('nothing measured is zero, and a duration beyond the last bucket is counted all the same', () => {
  const timing = new Timing();
  assert.deepEqual([timing.averageMs, timing.deviationMs], [0, 0]);
  timing.add(120_000);
  assert.equal(timing.count, 1);
  assert.ok(timing.buckets.every(n => n === 0));
});
