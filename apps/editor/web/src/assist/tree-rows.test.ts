import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {TableAnswer} from '../api/wire.ts';
import {databaseKey, functionsKey, type Names, tableKey, treeRows} from './tree-rows.ts';

const described: TableAnswer = {
  extended_columns: [
    {name: 'id', type: 'int', comment: ''},
    {name: 'day', type: 'date', comment: ''},
  ],
  partition_keys: [{name: 'day', type: 'date'}],
  is_view: false,
  comment: '',
};
const names: Names = {
  databases: ['sales', 'web'],
  tables: database =>
    database === 'sales'
      ? [
          {name: 'orders', type: 'TABLE', comment: ''},
          {name: 'daily', type: 'VIRTUAL_VIEW', comment: 'by day'},
        ]
      : undefined,
  table: (_database, table) => (table === 'orders' ? described : undefined),
  functions: ['abs', 'ceil'],
  failures: new Map(),
};
const lines = (open: readonly string[], filter = '', of = names) =>
  treeRows(of, new Set(open), filter).map(({level, kind, label, detail}) =>
    `${'  '.repeat(level - 1)}${kind} ${label} ${detail}`.trimEnd(),
  );

test('the tree as far as it is open', () => {
  assert.deepEqual(lines([]), ['database sales', 'database web', 'functions Functions']);
  assert.deepEqual(lines([databaseKey('sales'), databaseKey('web'), tableKey('sales', 'orders')]), [
    'database sales 2',
    '  table orders',
    '    column id int',
    '    partition day date',
    '  view daily',
    'database web',
    '  note Loading tables…',
    'functions Functions',
  ]);
});

test('a filter looks at the names that are here', () => {
  assert.deepEqual(lines([databaseKey('sales'), functionsKey], 'AI'), [
    'database sales 1',
    '  view daily',
    'functions Functions 0',
  ]);
  assert.deepEqual(lines([], 'we'), ['database web', 'functions Functions']);
  assert.deepEqual(
    lines([], 'dai'),
    ['database sales 1', '  view daily', 'functions Functions'],
    'one that is closed, too',
  );
  assert.deepEqual(lines([], 'x', {...names, searched: {pending: 1, left: 150}}), [
    'note Looking into 1 database…',
    'note Not searched: 150 databases. Open one to search it.',
    'functions Functions',
  ]);
});

test('a filter that found more than it shows says so', () => {
  assert.deepEqual(lines([], 'x', {...names, searched: {pending: 0, left: 0, more: 1200}}), [
    'note 1,200 more tables. Write more of the name to see them.',
    'functions Functions',
  ]);
});

test('what did not come says why', () => {
  const failures = new Map([[databaseKey('web'), 'refused']]);
  assert.deepEqual(lines([databaseKey('web')], '', {...names, failures}).slice(1, 3), [
    'database web',
    '  failure refused',
  ]);
});
