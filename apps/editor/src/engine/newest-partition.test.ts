import assert from 'node:assert/strict';
import {test} from 'node:test';
import {newestPartition} from './newest-partition.ts';
import {readPartitions} from './partitions.ts';

const newest = (...paths: string[]) =>
  newestPartition(readPartitions({columns: [], rows: paths.map(path => [path])}))
    ?.map(pair => pair.join('='))
    .join('/');

test('the newest partition is the one with the latest time', () => {
  assert.equal(newest('dt=2026-11-26', 'dt=2026-11-27', 'dt=2026-10-31'), 'dt=2026-11-27');
  assert.equal(newest('y=2026/m=9/d=30', 'y=2026/m=10/d=1'), 'y=2026/m=10/d=1');
  assert.equal(newest('c=ZA/day=20260101', 'c=AT/day=20261231'), 'c=AT/day=20261231');
  assert.equal(newest('ym=202612', 'ym=202611'), 'ym=202612');
  assert.equal(newest('y=2025', 'y=__HIVE_DEFAULT_PARTITION__'), 'y=2025');
});

test('where no key is a time there is no newest partition', () => {
  assert.equal(newest('country=AT', 'country=ZA'), undefined);
  assert.equal(newest('bucket=1', 'bucket=20'), undefined);
  assert.equal(newest('dt=2026-11-27', 'dt=latest'), undefined);
  assert.equal(newest(), undefined);
});
