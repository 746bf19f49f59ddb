import assert from 'node:assert/strict';
import {test} from 'node:test';
import {complete} from './complete.ts';
import {dialectOf} from '../dialects.ts';
import type {NameCatalog} from '../name-catalog.ts';

const column = (name: string, type = 'int') => ({name, type, comment: ''});
const tables: Readonly<
  Record<string, Readonly<Record<string, readonly ReturnType<typeof column>[]>>>
> = {
  shop: {
    orders: [column('order_id'), column('customer_id'), column('status', 'string')],
    customers: [column('customer_id'), column('name', 'string'), column('order', 'string')],
  },
  web: {hits: [column('id'), column('url', 'string')], visits: [column('hit_id')]},
};
const catalog: NameCatalog = {
  databases: async () => Object.keys(tables),
  tables: async database =>
    Object.keys(tables[database] ?? {}).map(name => ({name, type: 'TABLE', comment: ''})),
  otherTables: async database =>
    Object.entries(tables).flatMap(([other, all]) =>
      other === database
        ? []
        : Object.keys(all).map(name => ({database: other, name, type: 'TABLE', comment: ''})),
    ),
  columns: async (database, table) => {
    const found = tables[database]?.[table];
    if (found === undefined) throw new Error('no such table');
    return found;
  },
  functions: async () => ['abs', 'substr', 'sum'],
};

/** The caret is where the bar is. */
async function labels(marked: string, dialect = 'hive') {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const {from, proposals} = await complete(
    {text, caret, dialect: dialectOf(dialect), database: 'shop'},
    catalog,
  );
  const of = (kind: string) => proposals.filter(one => one.kind === kind).map(one => one.label);
  return {from, proposals, of, all: proposals.map(one => one.label)};
}

test('tables and databases behind FROM and JOIN, with what WITH names first', async () => {
  const {all, of} = await labels('WITH big AS (SELECT 1 AS one) SELECT * FROM |');
  assert.deepEqual(all.slice(0, 3), ['big', 'customers', 'orders']);
  assert.deepEqual(of('database'), ['shop', 'web']);
  assert.deepEqual((await labels('SELECT * FROM web.|')).all, ['hits', 'visits']);
  assert.deepEqual((await labels('SELECT * FROM orders o JOIN cu|')).all[0], 'customers');
});

test('columns of what the query reads, by alias, without one, and in quotes where needed', async () => {
  assert.deepEqual((await labels('SELECT o.| FROM orders o')).all, [
    'customer_id',
    'order_id',
    'status',
  ]);
  assert.deepEqual((await labels('SELECT st| FROM orders')).all[0], 'status');
  assert.deepEqual((await labels('SELECT | FROM web.hits')).of('column'), ['id', 'url']);
  const {proposals} = await labels('SELECT c.ord| FROM customers c');
  assert.equal(proposals[0]?.insert, '`order`');
  assert.deepEqual((await labels('SELECT shop.orders.| FROM shop.orders')).all, [
    'customer_id',
    'order_id',
    'status',
  ]);
});

test('a name that two sources have comes with the source in front', async () => {
  const {of} = await labels('SELECT cust| FROM orders o, customers c');
  assert.deepEqual(of('column'), ['c.customer_id', 'o.customer_id']);
});

test('columns of queries in parentheses and of WITH, and those of the query around', async () => {
  assert.deepEqual(
    (await labels('SELECT x.| FROM (SELECT status, sum(a) AS total FROM orders) x')).all,
    ['status', 'total'],
  );
  assert.deepEqual((await labels('WITH w (p, q) AS (SELECT 1, 2) SELECT w.| FROM w')).all, [
    'p',
    'q',
  ]);
  assert.deepEqual(
    (await labels('SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM web.hits WHERE id = o.|)'))
      .all,
    ['customer_id', 'order_id', 'status'],
  );
  assert.deepEqual(
    (await labels('SELECT 1 FROM web.hits h UNION SELECT | FROM orders')).of('source'),
    ['orders'],
  );
});

test('conditions for joins, from names and keys', async () => {
  assert.equal(
    (await labels('SELECT * FROM orders o JOIN customers c ON |')).all[0],
    'o.customer_id = c.customer_id',
  );
  assert.equal(
    (await labels('SELECT * FROM orders o JOIN customers c |')).all[0],
    'ON o.customer_id = c.customer_id',
  );
  assert.equal(
    (await labels('SELECT * FROM web.hits JOIN web.visits ON |')).all[0],
    'hits.id = visits.hit_id',
  );
});

test('names of the select list behind GROUP BY and ORDER BY', async () => {
  assert.equal(
    (await labels('SELECT upper(status) AS big_status FROM orders ORDER BY big|')).all[0],
    'big_status',
  );
});

test('keywords as somebody writes them, and functions', async () => {
  assert.equal((await labels('sel|')).all[0], 'select');
  assert.equal((await labels('SEL|')).all[0], 'SELECT');
  const {proposals} = await labels('SELECT su| FROM orders');
  assert.deepEqual(
    proposals.slice(0, 2).map(one => one.insert),
    ['sum(', 'substr('],
  );
});

test('only the statement around the caret counts, and texts and comments are left alone', async () => {
  const text = 'SELECT 1 FROM web.hits; SELECT | FROM orders; SELECT 2 FROM web.hits';
  assert.deepEqual((await labels(text)).of('source'), ['orders']);
  assert.deepEqual((await labels("SELECT 'a | b' FROM orders")).all, []);
  assert.deepEqual((await labels('SELECT 1 -- or |')).all, []);
  assert.deepEqual((await labels('SELECT /* | */ 1')).all, []);
  assert.deepEqual((await labels('SELECT 12|')).all, []);
  assert.deepEqual((await labels('SELECT "a|" FROM orders', 'hive')).all, []);
  assert.deepEqual((await labels('SELECT 1 # or|', 'mysql')).all, []);
  assert.deepEqual((await labels('SELECT $$ or| $$', 'postgresql')).all, []);
  const made = 'DELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; END //\nSELECT | FROM orders //';
  assert.deepEqual((await labels(made, 'mysql')).of('source'), ['orders']);
  assert.ok((await labels('DELIMITER //\nSELECT 1 //se|', 'mysql')).all.includes('select'));
});

test('tables that cannot be asked for leave the rest', async () => {
  const {of} = await labels('SELECT a| FROM nowhere');
  assert.deepEqual(of('function'), ['abs']);
});

test('nothing where somebody invents a name, so that Enter does not put in another one', async () => {
  assert.deepEqual((await labels('SELECT status AS su| FROM orders')).all, []);
  assert.deepEqual((await labels('SELECT * FROM orders AS su|')).all, []);
  assert.deepEqual((await labels('WITH x AS (SELECT 1 AS su|')).all, []);
  assert.notDeepEqual((await labels('SELECT CAST(status AS d|')).all, []);
  assert.ok((await labels('CREATE TABLE t AS se|')).all.includes('select'));
  assert.ok((await labels('WITH x AS se|')).all.includes('select'));
});
