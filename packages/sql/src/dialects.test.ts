import assert from 'node:assert/strict';
import {test} from 'node:test';
import {dialectOf, writtenName} from './dialects.ts';

test('names are quoted where they would be read as something else', () => {
  const [hive, duckdb] = [dialectOf('hive'), dialectOf('duckdb')];
  assert.equal(writtenName('orders', hive), 'orders');
  assert.equal(writtenName('Orders', hive), 'Orders');
  assert.equal(writtenName('orders', dialectOf('mysql')), '`orders`');
  assert.equal(writtenName('orders', dialectOf('postgresql')), 'orders');
  assert.equal(writtenName('Orders', duckdb), '"Orders"');
  assert.equal(writtenName('order', hive), '`order`');
  assert.equal(writtenName('a b`c', hive), '`a b``c`');
  assert.equal(writtenName('2nd "x"', duckdb), '"2nd ""x"""');
  // A keyword, but one that is also a name.
  assert.equal(writtenName('sample', duckdb), 'sample');
});

test('an engine that is not known is taken for the main one', () => {
  assert.equal(dialectOf('whatever'), dialectOf('hive'));
  assert.equal(dialectOf('sqlalt').name, 'spark');
  assert.equal(dialectOf('mariadb').name, 'mysql');
});
