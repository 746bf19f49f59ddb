import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isView, tableDescription} from './table-description.ts';

const hive = [
  ['# col_name            ', 'data_type           ', 'comment             '],
  ['id', 'bigint', 'the key'],
  ['name', 'string', ''],
  ['', null, null],
  ['# Partition Information', null, null],
  ['# col_name            ', 'data_type           ', 'comment             '],
  ['day', 'string', ''],
  ['', null, null],
  ['# Detailed Table Information', null, null],
  ['Database:           ', 'sales               ', null],
  ['Location:           ', 'hdfs://nn/warehouse/t', null],
  ['Table Type:         ', 'MANAGED_TABLE       ', null],
  ['Table Parameters:', null, null],
  ['', 'comment             ', 'all orders          '],
  ['', 'numRows             ', '7                   '],
  ['', null, null],
  ['# Storage Information', null, null],
  ['SerDe Library:      ', 'org.apache.Orc', null],
];

const spark = [
  ['id', 'bigint', 'the key'],
  ['name', 'string', null],
  ['day', 'string', null],
  ['# Partition Information', '', ''],
  ['# col_name', 'data_type', 'comment'],
  ['day', 'string', null],
  ['', '', ''],
  ['# Detailed Table Information', '', ''],
  ['Database', 'sales', ''],
  ['Type', 'MANAGED', ''],
  ['Comment', 'all orders', ''],
  ['Table Properties', '[comment=all orders, transient_lastDdlTime=17]', ''],
  ['Location', 'file:/warehouse/t', ''],
];

for (const [server, rows, location] of [
  ['Hive', hive, 'hdfs://nn/warehouse/t'],
  ['Spark', spark, 'file:/warehouse/t'],
] as const) {
  test(`reads the description of a table by ${server}`, () => {
    const table = tableDescription(rows);
    assert.deepEqual(
      table.columns.map(({name, type, comment}) => [name, type, comment]),
      [
        ['id', 'bigint', 'the key'],
        ['name', 'string', ''],
      ],
    );
    assert.deepEqual(
      table.partitionKeys.map(key => key.name),
      ['day'],
    );
    assert.equal(table.details.get('Location'), location);
    assert.equal(table.parameters.get('comment'), 'all orders');
    assert.equal(isView(table), false);
  });
}

test('knows views', () => {
  assert.ok(
    isView(tableDescription([['# Detailed Table Information'], ['Table Type:', 'VIRTUAL_VIEW']])),
  );
  assert.ok(isView(tableDescription([['# Detailed Table Information'], ['Type', 'VIEW']])));
});
