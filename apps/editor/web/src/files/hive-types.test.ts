import assert from 'node:assert/strict';
import {test} from 'node:test';
import {hiveTypeOf} from './hive-types.ts';

test('names of fields may have any sign', () => {
  const leaf = {
    element: {name: 'a`b', type: 'INT32' as const},
    children: [],
    count: 1,
    path: [],
  };
  const tree = {element: {name: 's'}, children: [leaf], count: 1, path: []};
  assert.equal(hiveTypeOf(tree), 'struct<`a``b`:int>');
});
