import assert from 'node:assert/strict';
import {test} from 'node:test';
import {columnKind} from './column-kind.ts';
import {daysOf, microsOf, typedValues, unscaled} from './typed-value.ts';

for (const [type, kind] of Object.entries({
  int: {kind: 'int32'},
  BIGINT: {kind: 'int64'},
  'decimal(12,2)': {kind: 'decimal', precision: 12, scale: 2},
  'decimal( 5 )': {kind: 'decimal', precision: 5, scale: 0},
  decimal: {kind: 'decimal', precision: 10, scale: 0},
  'decimal(39,2)': {kind: 'text'},
  hugeint: {kind: 'decimal', precision: 38, scale: 0},
  uhugeint: {kind: 'text'},
  'varchar(20)': {kind: 'text'},
  'array<int>': {kind: 'text'},
  'double precision': {kind: 'float'},
  timestamp: {kind: 'timestamp', isUtc: false},
  'timestamp with time zone': {kind: 'timestamp', isUtc: true},
  binary: {kind: 'binary'},
})) {
  test(`${type} is ${kind.kind}`, () => assert.deepEqual(columnKind(type), kind));
}

test('dates are days, of years before and behind the usual ones, too', () => {
  assert.deepEqual(
    ['1970-01-01', '1969-12-31', '2024-02-29', '0001-01-01', '12024-01-01'].map(daysOf),
    [0, -1, 19_782, -719_162, 3_672_148],
  );
  assert.deepEqual(['2023-02-29', '2024-13-01', 'infinity', ''].map(daysOf), [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('timestamps are microseconds; an offset is taken off', () => {
  assert.equal(microsOf('1970-01-01 00:00:01.5'), 1_500_000n);
  assert.equal(microsOf('1969-12-31 23:59:59.999999'), -1n);
  assert.equal(microsOf('2024-01-01 00:00:00.123456789'), 1_704_067_200_123_456n);
  assert.equal(microsOf('2024-01-01 02:00:00+02'), microsOf('2024-01-01T00:00:00Z'));
  assert.equal(microsOf('2024-01-01 00:00:00-05:30'), microsOf('2024-01-01 05:30:00'));
  assert.equal(microsOf('2024-01-01'), undefined);
  // Of the usual form, which is read in a way of its own.
  assert.equal(microsOf('1969-12-31 23:59:58'), -2_000_000n);
  assert.equal(microsOf('2024-02-29 01:02:03'), microsOf('2024-02-29T01:02:03Z'));
  assert.deepEqual(
    [
      '2023-02-29 00:00:00',
      '2024-01-01 25:00:00',
      '2024-01-01 1a:00:00',
      '2024-01-01 00:61:00',
    ].map(microsOf),
    Array.from({length: 4}),
  );
});

test('decimals are their digits, or nothing when digits would be lost', () => {
  assert.deepEqual(
    [
      unscaled('1.50', 2),
      unscaled('-0.5', 2),
      unscaled('7', 3),
      unscaled('.25', 2),
      unscaled('1.500', 2),
    ],
    [150n, -50n, 7000n, 25n, 150n],
  );
  assert.deepEqual(
    [unscaled('-12.50', 2), unscaled('-0.05', 2), unscaled('123456789012345678.90', 2)],
    [-1250n, -5n, 12_345_678_901_234_567_890n],
  );
  assert.deepEqual(
    ['1.234', 'NaN', '', '1-2.50', '.-1', '--1.50', '1.5a'].map(text => unscaled(text, 2)),
    Array.from({length: 7}),
  );
});

test('a value that its type does not allow is told with its column, not written as something else', () => {
  assert.throws(
    () => typedValues({kind: 'date'}, ['2024-02-29', 'infinity'], 'due'),
    /column due holds "infinity", which is no date/,
  );
  assert.throws(() => typedValues({kind: 'int64'}, [2 ** 60], 'n'), /which is no int64/);
  assert.deepEqual(typedValues({kind: 'date'}, [null, undefined, '1970-01-02'], 'due'), [
    null,
    null,
    1,
  ]);
});
