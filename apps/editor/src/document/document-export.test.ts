import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isDocumentExport, readDocumentExport} from './document-export.ts';

type Given = Readonly<Record<string, unknown>>;

const row = (fields: Given) => ({
  pk: 1,
  model: 'desktop.document2',
  fields: {
    owner: ['ada'],
    description: '',
    is_history: false,
    is_trashed: false,
    dependencies: [],
    ...fields,
  },
});
const directory = (uuid: string, name: string, parent: string | undefined) =>
  row({
    type: 'directory',
    uuid,
    name,
    data: '{}',
    parent_directory: parent === undefined ? null : [parent, 1, false],
  });
const query = (name: string, snippets: readonly Given[], parent = 'home', more: Given = {}) =>
  row({
    type: 'query-hive',
    name,
    uuid: name,
    data: JSON.stringify({type: 'query-hive', snippets}),
    parent_directory: [parent, 1, false],
    ...more,
  });
const sales = {
  type: 'hive',
  statement_raw: 'select * from sales where day = "${day}"',
  statement: 'select * from sales where day = "2024-01-01"',
  database: 'shop',
  variables: [
    {name: 'day', value: '2024-01-01'},
    {name: 'unset', value: ''},
  ],
};
const home = directory('home', '', undefined);

function read(rows: readonly object[]) {
  return readDocumentExport('all.json', JSON.stringify(rows));
}

test('queries keep their name, engine, database, text as written, values of variables, and folders', () => {
  const {queries, passedOver} = read([
    query('Sales', [sales], 'inner', {description: 'of a day'}),
    directory('inner', 'Daily', 'outer'),
    directory('outer', 'Team', 'home'),
    home,
  ]);
  assert.deepEqual(queries, [
    {
      names: ['Team', 'Daily'],
      query: {
        name: 'Sales',
        description: 'of a day',
        content: {
          engine: 'hive',
          database: 'shop',
          text: sales.statement_raw,
          state: {variables: {day: '2024-01-01'}},
        },
      },
    },
  ]);
  assert.equal(passedOver, 0);
});

test('a notebook is a folder of its snippets, without what nothing runs', () => {
  const snippets = [
    {type: 'hive', statement: 'select 1', name: 'One'},
    {type: 'markdown', statement_raw: '# Title'},
    {type: 'pyspark', statement_raw: 'print(2)', name: ''},
  ];
  const {queries} = read([home, query('Book', snippets, 'home', {type: 'notebook'})]);
  assert.deepEqual(
    queries.map(({names, query: {name, content}}) => [
      ...names,
      name,
      content.engine,
      content.text,
    ]),
    [
      ['Book', 'One', 'hive', 'select 1'],
      ['Book', 'Book 2', 'pyspark', 'print(2)'],
    ],
  );
});

test('history and trash stay behind; what there is not here is counted', () => {
  const {queries, passedOver} = read([
    home,
    directory('bin', '.Trash', 'home'),
    query('Old', [sales], 'home', {is_history: true}),
    query('Away', [sales], 'bin'),
    query('Gone', [sales], 'home', {is_trashed: true}),
    query('Empty', []),
    query('Broken', [], 'home', {data: '{'}),
    query('Flow', [], 'home', {type: 'oozie-workflow2'}),
  ]);
  assert.deepEqual([queries.length, passedOver], [0, 3]);
});

test('documents of several people come in a folder each; folders that hold each other end somewhere', () => {
  const {queries} = read([
    query('A', [sales], 'x'),
    query('B', [sales], 'home', {owner: ['bob']}),
    directory('x', 'X', 'y'),
    directory('y', 'Y', 'x'),
  ]);
  assert.deepEqual(queries[1]?.names, ['bob']);
  assert.equal(queries[0]?.names[0], 'ada');
  assert.equal(queries[0]?.names.length, 41);
});

test('an export is known by its beginning, and may be a text in JSON', () => {
  const text = JSON.stringify([home, query('Sales', [sales])], undefined, 2);
  assert.ok(isDocumentExport(text));
  assert.ok(isDocumentExport(JSON.stringify(text)));
  assert.ok(!isDocumentExport('{"name": "desktop.document2"}'));
  assert.equal(readDocumentExport('all.json', JSON.stringify(text)).queries.length, 1);
  for (const wrong of ['', '{}', 'select 1']) {
    assert.throws(() => readDocumentExport('all.json', wrong), {
      message: 'all.json is no export of documents.',
    });
  }
});
