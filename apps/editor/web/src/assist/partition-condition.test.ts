import assert from 'node:assert/strict';
import {test} from 'node:test';
import {partitionCondition} from './partition-condition.ts';

test('the rows of a partition, whatever its values have in them', () => {
  assert.equal(
    partitionCondition(['day', '`a b`'], ['2024-01-01', null]),
    "day = '2024-01-01' AND `a b` IS NULL",
  );
  assert.equal(partitionCondition(['x'], [String.raw`it's a \ `]), String.raw`x = 'it\'s a \\ '`);
});
