import assert from 'node:assert/strict';
import {test} from 'node:test';
import {ResultRows} from './result-rows.ts';

/** A result whose rows come at a speed, and what it was asked for. */
function counted(total: number, rowsPerMs: number) {
  const asked: number[] = [];
  let here = 0;
  let ms = 0;
  const rows = new ResultRows(
    async (from, count, signal) => {
      signal?.throwIfAborted();
      asked.push(from);
      const before = here;
      here = Math.max(here, Math.min(total, from + count));
      ms += (here - before) / rowsPerMs;
      const there = Array.from({length: Math.max(0, Math.min(count, here - from))}, () => [1]);
      return {from, rows: there, rowCount: here, isComplete: here === total};
    },
    1,
    {rowCount: 0, isComplete: false},
    false,
    () => ms,
  );
  return {rows, asked};
}

test('2,000,000 rows are counted with a few requests where they come quickly', async () => {
  const {rows, asked} = counted(2_000_000, 500);
  await rows.count();
  assert.equal(rows.get().rowCount, 2_000_000);
  assert.equal(rows.get().isComplete, true);
  assert.equal(rows.get().isCounting, false);
  assert.ok(asked.length < 10, String(asked.length));
});

test('rows that come slowly are counted in steps that leave a chance to stop', async () => {
  const {rows, asked} = counted(400_000, 10);
  await rows.count();
  assert.equal(rows.get().rowCount, 400_000);
  const steps = asked.map((from, n) => from - (asked[n - 1] ?? -1));
  // At ten rows a millisecond, four seconds.
  assert.ok(Math.max(...steps) <= 40_000, String(steps));
});

test('counting stops when it is told to, with what was counted so far', async () => {
  const {rows} = counted(2_000_000, 500);
  rows.subscribe(() => {
    if (rows.get().rowCount > 100_000) rows.stopCounting();
  });
  await rows.count();
  const {rowCount, isCounting, isComplete, error} = rows.get();
  assert.ok(rowCount > 100_000 && rowCount < 400_000, String(rowCount));
  assert.deepEqual(
    {isCounting, isComplete, error},
    {isCounting: false, isComplete: false, error: undefined},
  );
});
