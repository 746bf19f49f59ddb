import assert from 'node:assert/strict';
import {test} from 'node:test';
import {countRows} from './count-rows.ts';

/** Counts a result whose rows come at a speed. Returns up to where it asked, each time. */
async function asked(total: number, rowsPerMs: number): Promise<number[]> {
  const places: number[] = [];
  let rowCount = 0;
  let ms = 0;
  await countRows(
    {rowCount, isComplete: false},
    async from => {
      places.push(from + 1);
      const before = rowCount;
      rowCount = Math.min(total, from + 1);
      ms += (rowCount - before) / rowsPerMs;
      // The last row is known as such when nothing comes behind it.
      return {rowCount, isComplete: from + 1 > total};
    },
    () => ms,
  );
  return places;
}

test('2,000,000 rows are counted with a few requests where they come quickly', async () => {
  const places = await asked(2_000_000, 500);
  assert.ok(places.length < 10, String(places));
  assert.ok((places.at(-1) ?? 0) > 2_000_000);
});

test('rows that come slowly are counted in steps that leave a chance to stop', async () => {
  const places = await asked(400_000, 15);
  const steps = places.map((place, n) => place - (places[n - 1] ?? 0));
  assert.ok(places.length > 10);
  // At 15 rows a millisecond, less than three seconds.
  assert.ok(Math.max(...steps) <= 40_000, String(steps));
});

test('nothing is asked of a result that is known', async () => {
  await countRows({rowCount: 3, isComplete: true}, () => assert.fail());
});

test('counting ends with what refuses to answer', async () => {
  const stopped = new Error('stopped');
  await assert.rejects(
    countRows({rowCount: 0, isComplete: false}, () => Promise.reject(stopped)),
    stopped,
  );
});
