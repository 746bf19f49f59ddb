import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  barOf,
  columnAt,
  firstOfBlock,
  maxScrollPx,
  offsetsOf,
  rowPx,
  scaleOf,
  topOf,
} from './grid-geometry.ts';

test('the bar of few rows is as long as they are', () => {
  const scale = scaleOf(1000);
  assert.equal(scale.isScaled, false);
  assert.equal(topOf(123, scale, 500), 123);
  assert.equal(barOf(123, scale, 500), 123);
});

test('the bar of very many rows has an end, and reaches the last row', () => {
  const scale = scaleOf(50_000_000);
  assert.equal(scale.barPx, maxScrollPx);
  assert.equal(topOf(scale.barPx - 500, scale, 500), scale.fullPx - 500);
  assert.equal(topOf(0, scale, 500), 0);
  const top = 31_415_926 * rowPx;
  assert.ok(Math.abs(topOf(barOf(top, scale, 500), scale, 500) - top) < 1);
});

test('the column at a place', () => {
  const offsets = offsetsOf([100, 50, 200]);
  assert.deepEqual(offsets, [0, 100, 150, 350]);
  assert.deepEqual(
    [-5, 0, 99, 100, 149, 150, 349, 400].map(x => columnAt(offsets, x)),
    [0, 0, 0, 1, 1, 2, 2, 2],
  );
  assert.equal(columnAt(offsetsOf([]), 10), 0);
});

test('a row keeps its place in its block while it is in sight, never far down', () => {
  assert.equal(firstOfBlock(0), 0);
  assert.equal(firstOfBlock(100), firstOfBlock(101));
  for (const row of [4095, 4096, 1_999_999]) {
    const place = (row - firstOfBlock(row)) * rowPx;
    assert.ok(place >= 0 && place < 200_000, String(row));
  }
});
