import assert from 'node:assert/strict';
import {test} from 'node:test';
import {completeDsl, type DslNames, hasLimit} from './dsl-completion.ts';

const names: DslNames = {
  types: ['hive_db', 'hive_table', 'kafka_topic'],
  classifications: ['PII', 'Private'],
  attributesOf: type => (type === 'hive_table' ? ['name', 'owner', 'db', 'description'] : ['name']),
};
/** `|` is the caret. */
const options = (text: string) =>
  completeDsl(text.replace('|', ''), text.indexOf('|'), names).options;

test('a query begins with a type', () => {
  assert.deepEqual(options('hi|'), ['hive_db', 'hive_table']);
  assert.deepEqual(options('from |'), names.types);
  assert.deepEqual(options('fr|'), ['from']);
  assert.deepEqual(options('|'), []);
});

test('then come clauses and attributes of its type', () => {
  assert.deepEqual(options('from hive_table wh|'), ['where']);
  assert.deepEqual(options('hive_table where o|'), ['owner', 'or']);
  assert.deepEqual(options('hive_table where owner = "ann" o|'), [
    'orderby',
    'offset',
    'or',
    'owner',
  ]);
  assert.deepEqual(options('hive_table select name, d|'), ['db', 'description', 'desc']);
  assert.deepEqual(options('hive_db where de|'), ['desc']);
  assert.deepEqual(options('hive_table isa P|'), ['PII', 'Private']);
});

test('nothing is completed in texts, in whole words and where nothing is typed', () => {
  for (const text of [
    'hive_table where name = "o|',
    "hive_table where name = 'it o|",
    'from hive_table |',
    'kafka_topic|',
  ])
    assert.deepEqual(options(text), [], text);
  assert.deepEqual(options('hive_table where name = "a" and ow|'), ['owner']);
});

test('the word at the caret is what is replaced', () => {
  const {from, to} = completeDsl('from hive_t where', 11, names);
  assert.deepEqual([from, to], [5, 11]);
});

test('a limit is a clause, not a name or a text', () => {
  assert.equal(hasLimit('hive_table where owner = "etl" LIMIT 5'), true);
  assert.equal(hasLimit('hive_table limit 5 offset 10'), true);
  for (const query of ['hive_table', 'hive_table where limit = 5', 'kafka_topic name = "limit 5"'])
    assert.equal(hasLimit(query), false, query);
});
