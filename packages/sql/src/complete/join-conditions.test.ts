import assert from 'node:assert/strict';
import {test} from 'node:test';
import {catalog} from '../../test/shop.ts';
import {complete, dialectOf, type NameCatalog} from '../index.ts';

const columns: Readonly<Record<string, readonly string[]>> = {
  orders: ['note', 'ID', 'customers_id', 'customer_id', 'part_no', 'id'],
  customers: ['part_no', 'Id', 'Note', 'order_id', 'orders_id', 'CUSTOMER_ID'],
};
const shop: NameCatalog = {
  ...catalog,
  columns: async (_, table) =>
    (columns[table] ?? []).map(name => ({name, type: 'int', comment: ''})),
};

test('names tell how tables are joined, in any letters: ids of each other, keys, then the rest', async () => {
  const text = 'SELECT 1 FROM orders o JOIN customers c ON ';
  const question = {text, caret: text.length, dialect: dialectOf('duckdb'), database: 'shop'};
  const {proposals} = await complete(question, shop);
  const joins = proposals.filter(({kind}) => kind === 'join').map(({insert}) => insert);
  assert.deepEqual(joins, [
    'o."ID" = c.order_id',
    'o.customer_id = c."Id"',
    'o.id = c.order_id',
    'o."ID" = c."Id"',
    'o.customer_id = c."CUSTOMER_ID"',
    'o.part_no = c.part_no',
    'o.id = c."Id"',
    'o.note = c."Note"',
  ]);
});
