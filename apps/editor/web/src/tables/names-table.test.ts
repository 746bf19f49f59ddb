import assert from 'node:assert/strict';
import {test} from 'node:test';
import {namesTable} from './names-table.ts';

test('a table is named where its name is a word', () => {
  for (const text of ['SELECT * FROM Orders', 'select "orders".n', 'from main.orders;', 'orders'])
    assert.ok(namesTable(text, 'orders'), text);
  for (const text of ['SELECT * FROM old_orders', 'orders_2', 'from reorders', ''])
    assert.ok(!namesTable(text, 'orders'), text);
  assert.ok(namesTable('from `a b`', 'a b'));
});
