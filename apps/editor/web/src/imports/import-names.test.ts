import assert from 'node:assert/strict';
import {test} from 'node:test';
import {fileNameFor, formatOf, pastedFile, tableNameFor} from './import-names.ts';

test('a format is told by the ending, also of what is compressed', () => {
  assert.deepEqual(
    ['A.CSV', 'b.tsv.gz', 'c.ndjson', 'd.parquet', 'e.xlsx', 'constructor', 'f.constructor'].map(
      formatOf,
    ),
    ['csv', 'csv', 'json', 'parquet', 'xlsx', undefined, undefined],
  );
});

test('names are such that the server and statements take them', () => {
  assert.deepEqual(['a[1].csv', '.hidden.csv', '../x*.csv', ''].map(fileNameFor), [
    'a_1_.csv',
    'hidden.csv',
    '_x_.csv',
    'file',
  ]);
  assert.equal(fileNameFor(`${'ab'.repeat(60)}.csv`), `${'ab'.repeat(48)}.csv`);
  assert.equal(fileNameFor(`a${'.'.repeat(96)}xlsx`), 'xlsx', 'no dot comes first by the cut');
  // Of 200 bytes, four are for the ending of a workbook's CSV.
  const wide = fileNameFor(`${'表'.repeat(150)}.xlsx`);
  assert.equal(wide, `${'表'.repeat(63)}.xlsx`);
  const emoji = fileNameFor(`${'😀'.repeat(150)}\ud83d.csv`);
  assert.equal(emoji, `${'😀'.repeat(47)}_.csv`, 'no character is halved');
  assert.deepEqual(['sales 2024 (1).csv', '2024.csv', 'Größe.json', '.csv'].map(tableNameFor), [
    'sales_2024_1',
    '_2024',
    'Größe',
    'imported',
  ]);
});

test('what is pasted is a CSV, a TSV or JSON', async () => {
  assert.deepEqual(
    ['a,b\n1,2', 'a\tb\n1\t2\n', ' [{"a": 1}]'].map(text => pastedFile(text).name),
    ['pasted.csv', 'pasted.tsv', 'pasted.json'],
  );
  assert.equal(await pastedFile('a,b\n1,2').text(), 'a,b\n1,2\n');
});
