import assert from 'node:assert/strict';
import {test} from 'node:test';
import {headNames} from './cell-text.ts';
import {dialectOf} from '@gazetteer/sql';
import type {ResultColumn} from '../api/wire.ts';
import {copyText} from './copy-formats.ts';

const column = (name: string, kind: ResultColumn['kind']): ResultColumn => ({
  name,
  kind,
  type: kind,
  comment: '',
});
const columns = [column('t.id', 'int64'), column('order', 'text')];
const rows = [
  ['9223372036854775807', 'a|b\\'],
  [2, 'it\'s\t"x"'],
  [null, null],
];
const hive = dialectOf('hive');

test('texts with tabs quote what would begin another cell', () => {
  assert.equal(
    copyText('tsv', columns, rows, hive),
    'id\torder\n9223372036854775807\ta|b\\\n2\t"it\'s\t""x"""\n\t',
  );
  assert.equal(copyText('tsv', columns, rows.slice(2), hive, false), '\t');
});

test('INSERT writes texts and names as the dialect wants them', () => {
  assert.equal(
    copyText('insert', columns, rows, hive),
    "INSERT INTO my_table (id, `order`) VALUES\n  (9223372036854775807, 'a|b\\\\'),\n  (2, 'it\\'s\t\"x\"'),\n  (NULL, NULL);",
  );
  assert.match(
    copyText('insert', columns, rows, dialectOf('duckdb')),
    /\(id, "order"\)[^]*'a\|b\\'[^]*'it''s\t"x"'/,
  );
});

test('Markdown and JSON', () => {
  assert.equal(
    copyText('markdown', columns, rows.slice(0, 1), hive),
    '| id | order |\n| ---: | --- |\n| 9223372036854775807 | a\\|b\\\\ |',
  );
  assert.deepEqual(JSON.parse(copyText('json', columns, rows.slice(2), hive)), [
    {id: null, order: null},
  ]);
});

test('CSV guards what a spreadsheet would run', () => {
  assert.equal(copyText('csv', columns, [[1, '=1+1']], hive), "id,order\r\n1,'=1+1\r\n");
  // A number is no formula, whatever its sign; a text that has the apostrophe itself gets another
  // one, so that reading takes off ours.
  assert.equal(copyText('csv', columns, [[-1, '-5']], hive, false), '-1,-5\r\n');
  assert.equal(copyText('csv', columns, [[1, "'=1+1"]], hive, false), "1,''=1+1\r\n");
  assert.equal(copyText('csv', columns, [[1, 'a;b']], hive, false), '1,"a;b"\r\n');
});

test('no column is lost where names are the same, and expressions keep their whole names', () => {
  const sums = [
    'a.id',
    'b.id',
    'sum((e.amount * 1.10))',
    'sum((e.amount * 0.10))',
    '1.10',
    'id',
  ].map(name => column(name, 'float'));
  const names = ['id', 'id_2', 'sum((e.amount * 1.10))', 'sum((e.amount * 0.10))', '1.10', 'id_3'];
  const values = [[1, 2, 3, 4, 5, 6]];
  assert.deepEqual(JSON.parse(copyText('json', sums, values, hive)), [
    Object.fromEntries(names.map((name, n) => [name, n + 1])),
  ]);
  assert.equal(copyText('tsv', sums, values, hive).split('\n')[0], names.join('\t'));
});

test('columns of two tables with one name keep their tables', () => {
  const names = ['orders.id', 'customers.id', 'customers.city', 'sum(o.amount * 1.10)'];
  assert.deepEqual(headNames(names.map(name => ({name}))), [
    'orders.id',
    'customers.id',
    'city',
    'sum(o.amount * 1.10)',
  ]);
});
