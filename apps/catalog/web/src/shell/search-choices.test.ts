import assert from 'node:assert/strict';
import {test} from 'node:test';
import {choicesFor, type Known} from './search-choices.ts';

const known: Known = {
  visits: ['orders', 'customers'].map((name, time) => ({
    guid: name,
    typeName: 'hive_table',
    name,
    time,
  })),
  saved: [
    {guid: 's', name: 'Orders of ann', searchType: 'BASIC', searchParameters: {query: 'orders'}},
  ],
  classifications: ['Reordered', 'ORDER', 'PII'],
  pages: ['Search', 'Administration'].map(label => ({to: `/${label}`, label})),
  inEditor: [],
  linkOfSaved: () => ({}),
};
const asset = (guid: string, columns: readonly string[] = []) => ({
  guid,
  typeName: 'hive_table',
  name: guid,
  ...(columns.length === 0
    ? {}
    : {
        columns: columns.map(name => ({
          guid: name,
          typeName: 'hive_column',
          name,
          qualifiedName: `t.${name}@x`,
        })),
      }),
});
const shown = (text: string, found?: Parameters<typeof choicesFor>[1], all = known) =>
  choicesFor(text, found, all).map(({label, choices}) =>
    [label, ...choices.map(one => one.label)].join(' '),
  );

test('nothing typed offers what was viewed and saved', () => {
  assert.deepEqual(shown(''), ['Recently viewed orders customers', 'Saved searches Orders of ann']);
});

test('what is typed is found in everything, recent ones first and no entity twice', () => {
  const found = {
    assets: [asset('orders'), asset('big_orders', ['order_id'])],
    terms: [],
    owners: ['orderly'],
  };
  assert.deepEqual(shown('ORDER', found), [
    'Recently viewed orders',
    'Assets big_orders order_id',
    'Classifications ORDER Reordered',
    'Owners orderly',
    'Saved searches Orders of ann',
  ]);
});

test('what the editor has comes last, so that nothing moves when it comes late', () => {
  const url = 'http://editor/app/editor/';
  const inEditor = [
    {kind: 'statement', label: 'SELECT 1', place: 'hive', url: `${url}?editor=1`},
    {kind: 'query', label: 'Order book', url: `${url}?document=d`},
  ] as const;
  assert.deepEqual(shown('search', undefined, {...known, inEditor}), [
    'Pages Search',
    'Saved queries Order book',
    'History of queries SELECT 1',
  ]);
  const [, query] = choicesFor('search', undefined, {...known, inEditor});
  assert.deepEqual(query?.choices[0]?.to, {address: `${url}?document=d`});
});

test('a table that was viewed is shown once more above its columns, and ids differ', () => {
  const groups = choicesFor(
    'orders',
    {assets: [asset('orders', ['total'])], terms: [], owners: []},
    known,
  );
  const ids = groups.flatMap(({choices}) => choices.map(one => one.id));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    shown('orders', {assets: [asset('orders', ['total'])], terms: [], owners: []})[1],
    'Assets orders total',
  );
});

test('pages and terms are offered, and terms say their glossary', () => {
  assert.deepEqual(shown('admin'), ['Pages Administration']);
  const terms = [
    {guid: 't', typeName: 'AtlasGlossaryTerm', name: 'order', qualifiedName: 'order@sales'},
  ];
  const [group] = choicesFor('zz', {assets: [], terms, owners: []}, known);
  assert.deepEqual(group?.choices, [
    {id: 'term:t', kind: 'term', label: 'order', place: 'sales', to: {term: 't'}},
  ]);
});
