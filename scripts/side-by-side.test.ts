import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Level, sideBySide, type Spare} from './side-by-side.ts';

const enough = 8 * 2 ** 30;

/** Of a machine that is as the test says. */
function spareOf(state: {idle: number; memory: number}): Spare {
  return {idle: () => state.idle, memory: () => state.memory};
}

test('one more runs while processors are idle, one less while they are not, within the limits', () => {
  const state = {idle: 0.5, memory: enough};
  const level = new Level({least: 2, most: 4, bytesOfOne: 2 ** 30}, spareOf(state));
  const after = (isFull = true) => {
    level.look(isFull);
    return level.now;
  };
  // What has begun needs some time until it is seen what it takes.
  const levels = Array.from({length: 10}, () => after());
  assert.deepEqual(levels, [3, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
  state.idle = 0.05;
  assert.equal(after(), 4);
  state.idle = 0;
  assert.deepEqual([after(), after(), after()], [3, 2, 2]);
  // Nothing waits for a place.
  state.idle = 0.5;
  assert.equal(after(false), 2);
});

test('where memory is short fewer run, however idle the processors are', () => {
  const state = {idle: 0.5, memory: enough};
  const level = new Level({least: 2, most: 4, bytesOfOne: 2 ** 30}, spareOf(state));
  level.look(true);
  state.memory = 2 ** 30 - 1;
  level.look(true);
  assert.equal(level.now, 2);
});

test('each begins in its turn, never more at once than may', async () => {
  const level = new Level({least: 2, most: 2, bytesOfOne: 0});
  const begun: number[] = [];
  const open = new Map<number, () => void>();
  let highest = 0;
  const all = sideBySide([0, 1, 2, 3, 4], level, async n => {
    begun.push(n);
    await new Promise<void>(resolve => open.set(n, resolve));
    open.delete(n);
  });
  while (begun.length < 5 || open.size > 0) {
    highest = Math.max(highest, open.size);
    [...open.values()].at(-1)?.();
    await new Promise(resolve => setImmediate(resolve));
  }
  await all;
  assert.deepEqual([begun, highest], [[0, 1, 2, 3, 4], 2]);
});

test('after a failure nothing begins, and what had begun is waited for', async () => {
  const level = new Level({least: 2, most: 2, bytesOfOne: 0});
  const ended: string[] = [];
  const beside = Promise.withResolvers<void>();
  const all = sideBySide(['fails', 'beside', 'later'], level, async name => {
    if (name === 'fails') throw new Error('it failed');
    await beside.promise;
    ended.push(name);
  });
  setImmediate(beside.resolve);
  await assert.rejects(all, /it failed/);
  assert.deepEqual(ended, ['beside']);
});
