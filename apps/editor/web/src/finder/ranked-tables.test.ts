import assert from 'node:assert/strict';
import {test} from 'node:test';
import {rankedTables} from './ranked-tables.ts';

const table = (path: string) => {
  const [database = '', name = ''] = path.split('.');
  return {database, name, type: 'TABLE', comment: ''};
};
const all = [
  'web.orders_old',
  'web.orders',
  'shop.orders',
  'shop.web_orders',
  'shop.reorders',
  'shop.items',
].map(table);
const found = (text: string, own = '') =>
  rankedTables(all, text, own).map(({database, name}) => `${database}.${name}`);

test('names that are the text come first, then those that begin with it, then parts', () => {
  assert.deepEqual(found('ORDERS'), [
    'shop.orders',
    'web.orders',
    'web.orders_old',
    'shop.web_orders',
    'shop.reorders',
  ]);
  assert.deepEqual(found('orders', 'web').slice(0, 2), ['web.orders', 'shop.orders']);
});

test('words may be of the database, and all of them have to be there', () => {
  assert.deepEqual(found('web.ord'), ['web.orders', 'web.orders_old', 'shop.web_orders']);
  assert.deepEqual(found('old ord'), ['web.orders_old']);
  assert.deepEqual(found('ord nothing'), []);
  assert.deepEqual(found(' '), []);
});

test('the first of many thousand', () => {
  const many = Array.from({length: 30_000}, (_, n) => table(`db.events_${n}`));
  const ranked = rankedTables(many, 'events_2999', '');
  assert.deepEqual([ranked.length, ranked[0]?.name], [11, 'events_2999']);
  assert.equal(rankedTables(many, 'events', '').length, 100);
});
