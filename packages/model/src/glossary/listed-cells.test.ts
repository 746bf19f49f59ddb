import assert from 'node:assert/strict';
import {test} from 'node:test';
import {array, assert as always, constantFrom, property, string} from 'fast-check';
import {tries} from '../tries.fixture.ts';
import {joinCell, splitCell} from './listed-cells.ts';

test('what is joined is split into the same', () => {
  const piece = string({unit: constantFrom('|', ':', '\\', 'a')});
  always(
    property(
      array(piece, {minLength: 1}),
      constantFrom('|' as const, ':' as const),
      (pieces, separator) => {
        assert.deepEqual(splitCell(joinCell(pieces, separator), separator), pieces);
      },
    ),
    tries(100),
  );
});

test('a backslash means something in front of a separator only', () => {
  assert.deepEqual(splitCell(String.raw`\\host\share|C:\dir`, '|'), [
    String.raw`\\host\share`,
    String.raw`C:\dir`,
  ]);
  assert.deepEqual(splitCell(String.raw`a\|b|c\\|d`, '|'), ['a|b', 'c\\', 'd']);
});

test('behind the last piece that is asked for everything stays as it is', () => {
  assert.deepEqual(splitCell(String.raw`k\:ey:va\:l:ue`, ':', 2), ['k:ey', String.raw`va\:l:ue`]);
});
