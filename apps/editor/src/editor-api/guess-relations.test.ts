import assert from 'node:assert/strict';
import {test} from 'node:test';
import {guessRelations, thingOf} from './guess-relations.ts';

const table = (name: string, ...columns: readonly string[]) => ({
  table: name,
  columns: columns.map(column => {
    const [of = '', type = 'bigint'] = column.split(' ');
    return {name: of, type};
  }),
});
const lines = (...args: Parameters<typeof guessRelations>) =>
  guessRelations(...args).map(
    ({from, to}) => `${from.table}.${from.column} > ${to.table}.${to.column}`,
  );

test('relations are guessed in both directions, by the key or by id', () => {
  const orders = table('orders', 'order_id', 'customer_id', 'countryCode varchar', 'amount');
  const others = [
    table('customers', 'customer_id', 'name varchar'),
    table('countries', 'id varchar'),
    table('country_groups', 'id varchar'),
    table('dim_order', 'id integer'),
    table('order_items', 'item_id', 'order_id int'),
    orders,
  ];
  assert.deepEqual(lines(orders, others), [
    'orders.customer_id > customers.customer_id',
    'orders.countryCode > countries.id',
    'orders.order_id > dim_order.id',
    'order_items.order_id > orders.order_id',
  ]);
});

test('what has other types, or names nothing, is no relation', () => {
  const orders = table('orders', 'customer_id', 'id', '_id', 'paid');
  assert.deepEqual(lines(orders, [table('customers', 'customer_id varchar', 'id varchar')]), []);
  assert.deepEqual(lines(orders, [table('customers', 'name')]), []);
  assert.deepEqual(['id', '_id', 'paid', 'valid', 'fk_user', 'userKey'].map(thingOf), [
    undefined,
    undefined,
    undefined,
    undefined,
    'user',
    'user',
  ]);
});
