import assert from 'node:assert/strict';
import {test} from 'node:test';
import {DuckDBDateValue, DuckDBDecimalValue, DuckDBTimestampValue} from '@duckdb/node-api';
import {quickText} from './duckdb-texts.ts';

test('decimals, dates and times are written as the engine writes them', () => {
  const values = [
    ...[0n, 5n, -5n, 1250n, -999n, 2n ** 53n - 1n].flatMap(value =>
      [1, 2, 5, 18].map(scale => new DuckDBDecimalValue(value, 18, scale)),
    ),
    ...[0, 1, -1, 19_000, -719_162, 2_932_896].map(days => new DuckDBDateValue(days)),
    ...[0n, 1n, -1n, 1_500_000n, -86_400_000_001n, 1_700_000_000_123_400n, 86_399_999_999n].map(
      micros => new DuckDBTimestampValue(micros),
    ),
  ];
  for (const value of values) assert.equal(quickText(value), String(value));
});

test('what has a way of its own to be written is left to the engine', () => {
  for (const value of [
    new DuckDBDecimalValue(2n ** 53n, 18, 2),
    new DuckDBDecimalValue(12n, 18, 0),
    new DuckDBDateValue(-719_163),
    new DuckDBDateValue(2_932_897),
    DuckDBTimestampValue.PosInf,
    'text',
    null,
  ]) {
    assert.equal(quickText(value), undefined);
  }
});
