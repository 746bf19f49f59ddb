import assert from 'node:assert/strict';
import {test} from 'node:test';
import {nextSort} from './sort.ts';

test('clicks on a header sort up, down and not at all, and another header begins anew', () => {
  const up = nextSort(undefined, 'name');
  assert.deepEqual(up, {by: 'name', order: 'ASCENDING'});
  const down = nextSort(up, 'name');
  assert.deepEqual(down, {by: 'name', order: 'DESCENDING'});
  assert.equal(nextSort(down, 'name'), undefined);
  assert.deepEqual(nextSort(down, 'owner'), {by: 'owner', order: 'ASCENDING'});
});
