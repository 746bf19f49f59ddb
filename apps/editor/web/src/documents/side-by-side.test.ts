import assert from 'node:assert/strict';
import {test} from 'node:test';
import {diffLines} from '@gazetteer/formats/text-diff';
import {type DiffRow, sideBySide} from './side-by-side.ts';

const text = (row: DiffRow) =>
  row.kind === 'gap'
    ? `… ${row.count}`
    : `${row.left?.number ?? ''}${row.left?.text ?? ''}|${row.right?.number ?? ''}${row.right?.text ?? ''}`;

test('what went stands beside what came, and what is alike far from both is left out', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].join('\n');
  const after = ['a', 'B', 'B2', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].join('\n');
  const lines = diffLines(before, after);
  assert.deepEqual(sideBySide(lines, false).map(text), [
    '1a|1a',
    '2b|2B',
    '|3B2',
    '3c|4c',
    '4d|5d',
    '5e|6e',
    '… 4',
  ]);
  assert.equal(sideBySide(lines, true).length, 10);
  assert.deepEqual(sideBySide(diffLines('a', 'a'), false).map(text), ['1a|1a']);
  assert.deepEqual(sideBySide(diffLines('', 'x'), false).map(text), ['|1x']);
});
