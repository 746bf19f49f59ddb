import assert from 'node:assert/strict';
import {test} from 'node:test';
import {chartOption, smallSeries} from './chart-data.ts';

test('series that would lie along the bottom get an axis of their own', () => {
  assert.deepEqual([...smallSeries([[1_000_000, 900_000], [1036, null], [60_000]])], [1]);
  assert.deepEqual([...smallSeries([[10], [0, null], []])], [], 'nothing is drawn of them anyway');
  assert.deepEqual([...smallSeries([[-1000], [10]])], [1], 'by their size, whatever their sign');
  assert.deepEqual([...smallSeries([[5]])], []);
});

test('the legend says which axis is meant', () => {
  const spec = {kind: 'line', x: 0, y: [1, 2], aggregate: 'sum', unit: 'month'} as const;
  const option = chartOption(
    spec,
    {names: ['month', 'amount', 'orders'], rows: [['a', 1_000_000, 10]], isTruncated: false},
    [],
    '#000',
    '#ccc',
  );
  assert.deepEqual(
    option.series.map(one => [one.name, 'yAxisIndex' in one && one.yAxisIndex]),
    [
      ['amount', 0],
      ['orders (right)', 1],
    ],
  );
});
