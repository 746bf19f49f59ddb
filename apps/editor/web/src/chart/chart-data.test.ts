import assert from 'node:assert/strict';
import {test} from 'node:test';
import {chartOption, type Look, smallSeries} from './chart-data.ts';
import {widened} from './wide-rows.ts';

const look: Look = {colours: [], ink: '#000', line: '#ccc', card: '#fff'};
const two = {
  names: ['month', 'amount', 'orders'],
  yOf: [0, 1],
  rows: [['a', 1_000_000, 10]],
  notes: [],
};
const line = {kind: 'line', x: 'month', y: ['amount', 'orders']} as const;

const axesOf = (option: ReturnType<typeof chartOption>) =>
  option.series.map(one => [one.name, 'yAxisIndex' in one && one.yAxisIndex]);

test('series that would lie along the bottom get an axis of their own', () => {
  assert.deepEqual([...smallSeries([[1_000_000, 900_000], [1036, null], [60_000]])], [1]);
  assert.deepEqual([...smallSeries([[10], [0, null], []])], [], 'nothing is drawn of them anyway');
  assert.deepEqual([...smallSeries([[-1000], [10]])], [1], 'by their size, whatever their sign');
  assert.deepEqual([...smallSeries([[5]])], []);
});

test('the legend says which axis is meant', () => {
  const option = chartOption(line, two, look);
  assert.deepEqual(axesOf(option), [
    ['amount', 0],
    ['orders (right)', 1],
  ]);
});

test('axes are as somebody chose them', () => {
  assert.deepEqual(axesOf(chartOption({...line, right: []}, two, look)), [
    ['amount', 0],
    ['orders', 0],
  ]);
  assert.deepEqual(axesOf(chartOption({...line, right: ['amount']}, two, look)), [
    ['amount (right)', 1],
    ['orders', 0],
  ]);
  const all = chartOption({...line, right: ['amount', 'orders']}, two, look);
  assert.deepEqual(
    axesOf(all),
    [
      ['amount', 0],
      ['orders', 0],
    ],
    'one axis is enough where all are at it',
  );
});

test('bars that stand on each other have one axis, and a value that is missing is no gap', () => {
  const chart = {
    names: ['day', 'DE', 'FR'],
    yOf: [0, 0],
    rows: [
      ['1', 900_000, null],
      ['2', 1, '2'],
    ],
    notes: [],
  };
  const spec = {kind: 'bar', x: 'day', y: ['n'], series: 'country', isStacked: true} as const;
  const {series} = chartOption(spec, chart, look);
  assert.deepEqual(
    series.map(one => [one.name, one.data, 'stack' in one && one.stack]),
    [
      ['DE', [900_000, 1], 'left'],
      ['FR', [0, 2], 'left'],
    ],
  );
});

test('values of a second column become series', () => {
  const long = [
    ['2024', 'b', 1, 10],
    ['2024', null, 2, 20],
    ['2025', 'a10', 3, 30],
    ['2025', 'a9', 4, 40],
  ];
  assert.deepEqual(widened(long, 'year', ['n', 'm']), {
    names: ['year', 'a9 n', 'a9 m', 'a10 n', 'a10 m', 'b n', 'b m', 'NULL n', 'NULL m'],
    yOf: [0, 1, 0, 1, 0, 1, 0, 1],
    rows: [
      ['2024', null, null, null, null, 1, 10, 2, 20],
      ['2025', 4, 40, 3, 30, null, null, null, null],
    ],
  });
  assert.deepEqual(widened(long.slice(2), 'year', ['n']).names, ['year', 'a9', 'a10']);
});

test('NULL and a text of the same letters are two series', () => {
  const long = [
    ['2024', 'NULL', 1],
    ['2024', null, 2],
  ];
  const {names, rows} = widened(long, 'year', ['n']);
  assert.deepEqual(names, ['year', 'NULL', 'NULL (no value)']);
  assert.deepEqual(rows, [['2024', 1, 2]]);
});
