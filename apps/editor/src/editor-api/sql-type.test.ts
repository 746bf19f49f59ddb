import assert from 'node:assert/strict';
import {test} from 'node:test';
import {partOf, typeTree} from './sql-type.ts';

test('reads nested types', () => {
  assert.deepEqual(typeTree('decimal(10,2)'), {type: 'decimal(10,2)'});
  assert.deepEqual(typeTree('array<decimal(10,2)>'), {
    type: 'array',
    item: {type: 'decimal(10,2)'},
  });
  assert.deepEqual(typeTree('map<string,array<int>>'), {
    type: 'map',
    key: {type: 'string'},
    value: {type: 'array', item: {type: 'int'}},
  });
  assert.deepEqual(typeTree('struct<a:int,`b:c`:struct<d:map<int,string>>>').fields?.[1], {
    name: 'b:c',
    type: 'struct',
    fields: [{name: 'd', type: 'map', key: {type: 'int'}, value: {type: 'string'}}],
  });
});

test('follows a path into a type', () => {
  const tree = typeTree('array<struct<a:map<string,int>,key:string>>');
  assert.deepEqual(partOf(tree, ['item', 'A', 'value']), {type: 'int'});
  assert.equal(
    partOf(tree, ['item', 'key'])?.type,
    'string',
    'a field may have the name of a step',
  );
  assert.equal(partOf(tree, ['item', 'nothing', 'value']), undefined);
});
