import assert from 'node:assert/strict';
import {test} from 'node:test';
import {spacesAround, toggled} from './rows.ts';

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
