import assert from 'node:assert/strict';
import {test} from 'node:test';
import {rowAfter, spacesAround, toggled} from './rows.ts';

test('keys lead along the rows and no further than the first and the last', () => {
  const from = (active: number) =>
    ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map(key =>
      rowAfter(key, active, 40),
    );
  assert.deepEqual(from(20), [19, 21, 5, 35, 0, 39]);
  assert.deepEqual(from(0), [0, 1, 0, 15, 0, 39]);
  assert.deepEqual(from(39), [38, 39, 24, 39, 0, 39]);
  assert.equal(rowAfter('ArrowDown', 0, 0), 0);
  for (const key of ['Enter', ' ', 'a', 'ArrowLeft', 'toString'])
    assert.equal(rowAfter(key, 3, 40), undefined, key);
});

test('rows out of sight keep their room', () => {
  const drawn = [
    {start: 410, end: 451},
    {start: 451, end: 492},
  ];
  assert.deepEqual(spacesAround(drawn, 41_000), [410, 40_508]);
  assert.deepEqual(spacesAround([], 41_000), [0, 41_000]);
});

test('a key is put into a selection or taken out, and the one before stays as it was', () => {
  const before = new Set(['a', 'b']);
  assert.deepEqual([...toggled(before, 'c')], ['a', 'b', 'c']);
  assert.deepEqual([...toggled(before, 'a')], ['b']);
  assert.deepEqual([...before], ['a', 'b']);
});
