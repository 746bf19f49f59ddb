import assert from 'node:assert/strict';
import {test} from 'node:test';
import {tableAddress, tablePlaceOf} from './table-place.ts';

test('an address of a table has its names, whatever characters they have', () => {
  const place = {engine: 'duckdb', database: 'main', table: 'a/b %2F "c"'};
  assert.deepEqual(tablePlaceOf(tableAddress(place)), place);
  assert.equal(tableAddress({engine: 'hive', database: 'sales'}), '/app/tables/hive/sales');
  assert.deepEqual(tablePlaceOf('/app/tables'), {engine: '', database: '', table: ''});
  assert.deepEqual(tablePlaceOf('/app/tables/-/sales/t'), {
    engine: '',
    database: 'sales',
    table: 't',
  });
  assert.equal(tablePlaceOf('/app/tables/hive/50%').database, '50%');
});
