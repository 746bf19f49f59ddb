import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {DashboardTile} from '../api/wire.ts';
import {freeArea, inGrid, inReadingOrder, withArea} from './layout.ts';

const tile = (id: string, x: number, y: number, w = 6, h = 4): DashboardTile => ({
  id,
  x,
  y,
  w,
  h,
  kind: 'text',
  title: '',
  chart: 0,
  column: '',
  rows: 10,
  text: '',
});
const areas = (tiles: readonly DashboardTile[]) =>
  tiles.map(({id, x, y, w, h}) => [id, x, y, w, h]);

test('a tile stays inside of the grid', () => {
  assert.deepEqual(areas([inGrid(tile('a', 9, -2, 6, 0))]), [['a', 6, 0, 6, 1]]);
  assert.deepEqual(areas([inGrid(tile('a', -1, 3000, 40, 100))]), [['a', 0, 2000, 12, 60]]);
});

test('what a moved tile lies over gets below it, and so on', () => {
  const tiles = [tile('a', 0, 0), tile('b', 6, 0), tile('c', 0, 4, 12)];
  assert.deepEqual(areas(withArea(tiles, tile('b', 0, 2))), [
    ['a', 0, 6, 6, 4],
    ['b', 0, 2, 6, 4],
    ['c', 0, 10, 12, 4],
  ]);
  // Beside others nothing is moved.
  assert.deepEqual(areas(withArea(tiles, tile('b', 6, 0, 3))), [
    ['a', 0, 0, 6, 4],
    ['b', 6, 0, 3, 4],
    ['c', 0, 4, 12, 4],
  ]);
});

test('tiles are read row by row', () => {
  const tiles = [tile('c', 0, 4), tile('b', 6, 0), tile('a', 0, 0)];
  assert.deepEqual(
    inReadingOrder(tiles).map(({id}) => id),
    ['a', 'b', 'c'],
  );
});

test('a new tile gets the first place with room', () => {
  const size = {w: 6, h: 2};
  assert.deepEqual(freeArea([], size), {...size, x: 0, y: 0});
  assert.deepEqual(freeArea([tile('a', 0, 0)], size), {...size, x: 6, y: 0});
  assert.deepEqual(freeArea([tile('a', 2, 0, 8, 3)], size), {...size, x: 0, y: 3});
});
