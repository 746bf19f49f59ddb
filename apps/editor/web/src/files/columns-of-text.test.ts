import assert from 'node:assert/strict';
import {test} from 'node:test';
import {csvFacts, jsonColumns} from './columns-of-text.ts';

test('columns of a text are told by its first line', () => {
  assert.deepEqual(csvFacts('id;name\n1;x', true), {
    columns: [
      {name: 'id', type: 'string'},
      {name: 'name', type: 'string'},
    ],
    separator: ';',
    hasHead: true,
  });
  const {columns, hasHead} = csvFacts('1,2\n', false);
  assert.deepEqual([columns.map(one => one.name), hasHead], [['c1', 'c2'], false]);
  assert.deepEqual(csvFacts('', true).columns, [{name: 'c1', type: 'string'}]);
});

test('fields of the first object of JSON have types of Hive', () => {
  assert.deepEqual(jsonColumns('{"a":1,"b":1.5,"c":true,"d":null,"e":{"f":1}}\n{"z":1}'), [
    {name: 'a', type: 'bigint'},
    {name: 'b', type: 'double'},
    {name: 'c', type: 'boolean'},
    {name: 'd', type: 'string'},
    {name: 'e', type: 'string'},
  ]);
  for (const text of ['[1]', 'x', '', 'null'])
    assert.deepEqual(jsonColumns(text), [{name: 'line', type: 'string'}]);
});
