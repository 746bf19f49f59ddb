import assert from 'node:assert/strict';
import {test} from 'node:test';
import {tableAddress, tableLinkOf} from './table-link.ts';

test('an address of a table has its names, whatever characters they have', () => {
  const link = {engine: 'duckdb', database: 'main', table: 'a/b %2F "c"'};
  assert.deepEqual(tableLinkOf(tableAddress(link)), link);
  assert.equal(tableAddress({engine: 'hive', database: 'sales'}), '/app/tables/hive/sales');
  assert.deepEqual(tableLinkOf('/app/tables'), {engine: '', database: '', table: ''});
  assert.deepEqual(tableLinkOf('/app/tables/-/sales/t'), {
    engine: '',
    database: 'sales',
    table: 't',
  });
  assert.equal(tableLinkOf('/app/tables/hive/50%').database, '50%');
});
