import assert from 'node:assert/strict';
import {test} from 'node:test';
import {readPartitions} from './partitions.ts';

const column = (name: string) => ({name, type: 'string'});

test('Hive and Spark write partitions as paths', () => {
  const rows = [
    ['day=2024-01-01/region=eu%2Fwest%3D1'],
    ['day=__HIVE_DEFAULT_PARTITION__/region='],
  ];
  assert.deepEqual(readPartitions({columns: [column('partition')], rows}), [
    [
      ['day', '2024-01-01'],
      ['region', 'eu/west=1'],
    ],
    [
      ['day', null],
      ['region', ''],
    ],
  ]);
});

test('Impala writes a column for each key, and a sum that is no partition', () => {
  const columns = ['year', 'month', '#Rows', '#Files', 'Size'].map(column);
  const rows = [
    ['2024', '1', 5n, 1n, '3KB'],
    ['Total', '', 5n, 1n, '3KB'],
  ];
  assert.deepEqual(readPartitions({columns, rows}), [
    [
      ['year', '2024'],
      ['month', '1'],
    ],
  ]);
});
