// Statements of each dialect with the tables and columns that they read and write, in
// lineage-cases.txt: dialect, statement, tables, and a line for each column. `~` stands before what
// only decides about rows, `incomplete` where columns cannot be worked out.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {dialectOf} from '../dialects.ts';
import {lineageOf, tablesOf} from './lineage.ts';
import type {Lineage, TablePath} from './lineage-parts.ts';

const schema: Readonly<Record<string, readonly string[]>> = {
  orders: ['id', 'cust', 'amount', 'day', 'region'],
  cust: ['id', 'name', 'email', 'region'],
  ev: ['id', 'cust', 'ts', 'payload'],
  tot: ['cust', 'total'],
};
const columnsOf = (path: TablePath) => schema[(path.at(-1) ?? '').toLowerCase()];

const text = readFileSync(join(import.meta.dirname, 'lineage-cases.txt'), 'utf8');
const cases = text
  .trim()
  .split('\n\n')
  .map(block => {
    const [dialect = '', statement = '', ...expected] = block.split('\n');
    return {dialect, statement, expected};
  });

/** As the cases write it. */
function told(found: Lineage | undefined): string[] {
  if (found === undefined) return ['nothing'];
  const written = found.writes.map(({path}) => path.join('.')).join(', ');
  const read = found.reads
    .map(path => path.join('.'))
    .toSorted()
    .join(', ');
  const files = found.readPaths.map(path => ` file ${path}`).join('');
  const out = found.writtenPaths.map(path => ` file-out ${path}`).join('');
  const head = `${found.isTemporary ? 'temporary ' : ''}writes ${written} reads ${read}${files}${out}`;
  const isOne = found.writes.length === 1;
  const lines = found.writes.flatMap(({path, columns, isComplete}) =>
    isComplete
      ? columns.map(({name, sources}) => {
          const from = sources.map(
            one => `${one.isIndirect ? '~' : ''}${[...one.table, one.column].join('.')}`,
          );
          return `${isOne ? '' : `${path.join('.')}.`}${name}: ${from.join(', ')}`.trimEnd();
        })
      : ['incomplete'],
  );
  return [head.replaceAll(/ +/g, ' ').trimEnd(), ...lines];
}

/** The order of tables and columns means nothing. */
function sorted(line: string): string {
  const [, before, names = ''] = /^(.* reads )([^ ,]+(?:, [^ ,]+)*)/.exec(line) ?? [];
  if (before === undefined) return line.trimEnd();
  return `${before}${names.split(', ').toSorted().join(', ')}${line.slice(before.length + names.length)}`;
}

test('there are 120 statements, of seven dialects', () => {
  assert.ok(cases.length >= 120, `${cases.length}`);
  assert.equal(new Set(cases.map(({dialect}) => dialect)).size, 7);
});

for (const {dialect, statement, expected} of cases) {
  test(`${dialect}: ${statement}`, () => {
    const found = lineageOf(statement, dialectOf(dialect), columnsOf);
    assert.deepEqual(told(found).toSorted(), expected.map(sorted).toSorted());
  });
}

test('what a statement names can be asked for before its columns are known', () => {
  assert.deepEqual(
    tablesOf('INSERT INTO a.t SELECT * FROM b.o JOIN (SELECT 1 FROM c) x', dialectOf('hive')),
    [['a', 't'], ['b', 'o'], ['c']],
  );
});

test('what gives other columns than those of the table that it reads has none of them', () => {
  for (const query of [
    'SUMMARIZE orders',
    'PIVOT orders ON day',
    'UNPIVOT orders ON id INTO VALUE v',
  ]) {
    const found = lineageOf(`CREATE TABLE x AS ${query}`, dialectOf('duckdb'), columnsOf);
    assert.deepEqual(told(found), ['writes x reads orders', 'incomplete']);
    assert.deepEqual(found?.writes[0]?.columns, [], query);
  }
});

test('texts of any kind are read without failing, and long ones in time', () => {
  const odd = [
    '',
    ')',
    'INSERT INTO',
    'CREATE TABLE',
    'CREATE VIEW v AS',
    'MERGE INTO t USING',
    'WITH a AS (WITH',
    'CREATE TABLE t AS SELECT (((',
    'UPDATE t SET a = , = b',
    'COPY',
  ];
  for (const one of odd)
    for (const dialect of ['hive', 'duckdb']) lineageOf(one, dialectOf(dialect), columnsOf);
  const deep = `CREATE TABLE t AS ${'SELECT * FROM ('.repeat(300)}SELECT id FROM orders${') x'.repeat(300)}`;
  assert.deepEqual(
    lineageOf(deep, dialectOf('spark'), columnsOf)?.writes[0]?.columns[0]?.sources[0]?.column,
    'id',
  );
  const wide = `CREATE TABLE t AS ${Array.from({length: 2000}, (_, n) => `SELECT id + ${n} AS id FROM orders`).join(' UNION ALL ')}`;
  assert.equal(lineageOf(wide, dialectOf('spark'), columnsOf)?.writes[0]?.columns.length, 1);
  assert.equal(
    lineageOf(`CREATE TABLE t AS SELECT '${'x'.repeat(1_000_001)}'`, dialectOf('hive'), columnsOf),
    undefined,
  );
});
