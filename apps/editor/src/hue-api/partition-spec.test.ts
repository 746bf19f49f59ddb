import assert from 'node:assert/strict';
import {test} from 'node:test';
import {hiveText} from '../engine/table-statements.ts';
import {partitionOf} from './partition-spec.ts';

test('partitions are named with and without quotes', () => {
  assert.deepEqual(partitionOf("day='2024-01-01', hour = 3"), {day: '2024-01-01', hour: '3'});
  assert.deepEqual(partitionOf("`a day` = 'it\\'s, so=it' ,b="), {'a day': "it's, so=it", b: ''});
  for (const spec of ['', 'day', '=1', '``=1', '`a=1', "day='2024", "day='a'b", ' =1'])
    assert.throws(() => partitionOf(spec), {kind: 'BAD_REQUEST'}, spec);
});

test('values are read as they are written, whatever is in them', () => {
  for (const value of ["it's", String.raw`a\b`, 'ends with \\', "a,b='c'", ''])
    assert.deepEqual(partitionOf(`day=${hiveText(value)}`), {day: value});
});

test('what could be read in very many ways is refused', () => {
  const spaces = ' '.repeat(1_000_000);
  for (const spec of [
    `${spaces}=${spaces}=`,
    `a${spaces}`,
    `a=${spaces}'`,
    `a='${'\\'.repeat(1_000_001)}'`,
  ])
    assert.throws(() => partitionOf(spec), {kind: 'BAD_REQUEST'});
});
