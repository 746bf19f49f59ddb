import assert from 'node:assert/strict';
import {test} from 'node:test';
import {usesTable} from './names-table.ts';

const uses = (statement: string, table = 'orders') => usesTable(statement, 'hive', ['shop', table]);

test('a statement uses the tables that it reads and writes', () => {
  for (const text of [
    'SELECT * FROM Orders',
    'select n from shop.`orders` o join x on o.id = x.id',
    'insert into orders select 1',
    'create table other as select * from (select * from orders) t',
    'with a as (select * from orders) select * from a',
  ])
    assert.ok(uses(text), text);
  for (const text of [
    'SELECT * FROM old_orders',
    'select sum(orders) as orders from daily_sales',
    "select 'orders' from x",
    'select * from other.orders',
    '',
  ])
    assert.ok(!uses(text), text);
  assert.ok(uses('select * from `a b`', 'a b'));
});

test('of what neither reads nor writes the text is searched', () => {
  assert.ok(uses('describe orders'));
  assert.ok(uses('alter table shop.orders rename to x'));
  assert.ok(!uses('describe orders_2'));
});
