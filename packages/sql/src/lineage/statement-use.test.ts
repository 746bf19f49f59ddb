import assert from 'node:assert/strict';
import {test} from 'node:test';
import {dialectOf} from '../dialects.ts';
import type {TablePath} from './lineage-parts.ts';
import {statementUse, tablesUsed} from './statement-use.ts';

const schema: Readonly<Record<string, readonly string[]>> = {
  orders: ['id', 'cust', 'amount', 'day'],
  cust: ['id', 'name', 'region'],
  region: ['region', 'title'],
};
const columnsOf = (path: TablePath) => schema[(path.at(-1) ?? '').toLowerCase()];

/** `orders(amount, id); writes t; cust.id=orders.cust` */
function told(sql: string, dialect = 'hive'): string {
  const use = statementUse(sql, dialectOf(dialect), columnsOf);
  if (use === undefined) return 'nothing';
  const reads = use.reads.map(
    ({path, columns}) => `${path.join('.')}(${columns.toSorted().join(', ')})`,
  );
  const joins = use.joins.map(({left, right, columns}) =>
    columns
      .map(pair => `${left.join('.')}.${pair.left}=${right.join('.')}.${pair.right}`)
      .join(' & '),
  );
  const writes = use.writes.map(path => `writes ${path.join('.')}`);
  return [...reads, ...writes, ...joins].join('; ');
}

const cases: readonly (readonly [sql: string, expected: string, dialect?: string])[] = [
  ['SELECT id, sum(amount) FROM orders WHERE day > 1 GROUP BY id', 'orders(amount, day, id)'],
  ['SELECT * FROM orders', 'orders()'],
  ['select count(*) from shop.orders o', 'shop.orders()'],
  [
    'SELECT o.id FROM orders o JOIN cust c ON o.cust = c.id AND o.amount > 3',
    'orders(amount, cust, id); cust(id); cust.id=orders.cust',
  ],
  [
    'SELECT name FROM orders o, cust c WHERE c.id = o.cust AND o.id = 7',
    'orders(cust, id); cust(id, name); cust.id=orders.cust',
  ],
  [
    'SELECT title FROM cust JOIN region USING (region)',
    'cust(region); region(region, title); cust.region=region.region',
  ],
  // Through names of queries down to the tables.
  [
    'WITH o AS (SELECT cust AS who, amount FROM orders) SELECT c.name FROM o JOIN cust c ON o.who = c.id',
    'cust(id, name); orders(amount, cust); cust.id=orders.cust',
  ],
  ['SELECT a FROM (SELECT amount AS a FROM orders) x', 'orders(amount)'],
  [
    'SELECT 1 FROM orders o JOIN cust c ON o.cust = c.id AND o.day = c.region',
    'orders(cust, day); cust(id, region); cust.id=orders.cust & cust.region=orders.day',
  ],
  // What is calculated, or of one table, joins nothing.
  ['SELECT 1 FROM orders o JOIN cust c ON o.cust + 1 = c.id', 'orders(cust); cust(id)'],
  ['SELECT 1 FROM orders o JOIN cust c ON o.cust = c.id - 1', 'orders(cust); cust(id)'],
  ['SELECT 1 FROM orders a JOIN orders b ON a.id = b.cust', 'orders(cust, id)'],
  ['SELECT id FROM orders UNION ALL SELECT id FROM cust', 'orders(id); cust(id)'],
  ['SELECT name FROM cust WHERE id IN (SELECT cust FROM orders)', 'cust(id, name); orders(cust)'],
  ['CREATE TABLE t AS SELECT id FROM orders', 'orders(id); writes t'],
  ['CREATE TEMPORARY TABLE t AS SELECT id FROM orders', 'orders(id)'],
  ['INSERT INTO cust SELECT id, day FROM orders', 'orders(day, id); writes cust'],
  ["INSERT INTO cust VALUES (1, 'a')", 'writes cust'],
  ['FROM orders SELECT amount', 'orders(amount)', 'duckdb'],
  ['EXPLAIN SELECT id FROM orders', 'nothing'],
  ['DESCRIBE orders', 'nothing'],
  ['SHOW TABLES FROM shop', 'nothing'],
  ['DROP TABLE orders', 'nothing'],
  ['CREATE TABLE t (id INT)', 'nothing'],
  ['SET a = 1', 'nothing'],
  ['', 'nothing'],
  ['SELECT', ''],
  ['SELECT 1', ''],
];

for (const [sql, expected, dialect] of cases)
  test(`what is used by ${sql}`, () => assert.equal(told(sql, dialect), expected));

test('tables are known before their columns are', () => {
  const hive = dialectOf('hive');
  assert.deepEqual(tablesUsed('INSERT INTO t SELECT a FROM s.x JOIN y', hive), [
    ['s', 'x'],
    ['y'],
    ['t'],
  ]);
  assert.deepEqual(tablesUsed('EXPLAIN SELECT 1 FROM x', hive), []);
});
