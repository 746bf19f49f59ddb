// What names mean at `|`, and where else they are written.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {catalog} from '../../test/shop.ts';
import {dialectOf} from '../dialects.ts';
import {meaningAt} from './meaning.ts';
import {placesOf} from './same-name.ts';

function looked(marked: string, dialect: string) {
  const text = marked.replace('|', '');
  return {text, caret: marked.indexOf('|'), dialect: dialectOf(dialect), database: 'shop'};
}

async function meaning(marked: string, dialect = 'hive'): Promise<string> {
  const where = looked(marked, dialect);
  const found = await meaningAt(where, catalog);
  if (found === undefined) return '';
  const name = where.text.slice(found.from, found.to);
  switch (found.kind) {
    case 'table':
      return `${name}: table ${found.path.join('.')}`;
    case 'column': {
      const {column, of, table, definition} = found;
      const at =
        definition && ` by ${where.text.slice(definition.from, definition.to)}@${definition.from}`;
      return `${name}: ${column.type} of ${of}${table ? ` in ${table.join('.')}` : (at ?? '')}`;
    }
    case 'query': {
      const {definition, columns, made = 'query'} = found;
      const defined = where.text.slice(definition.from, definition.to);
      return `${name}: ${made} ${defined}@${definition.from} ${columns.map(one => one.name).join()}`.trim();
    }
    default:
      return `${name}: ${found.kind} ${found.name}`;
  }
}

const meanings: readonly (readonly [marked: string, means: string])[] = [
  ['SELECT * FROM ord|ers', 'orders: table shop.orders'],
  ['SELECT * FROM web.hits|', 'hits: table web.hits'],
  ['SELECT * FROM w|eb.hits', 'web: database web'],
  ['SELECT o|.id FROM orders o', 'o: table shop.orders'],
  ['SELECT o.id FROM orders |o', 'o: table shop.orders'],
  ['SELECT o.am|ount FROM orders o', 'amount: decimal(10,2) of o in shop.orders'],
  ['SELECT am|ount FROM orders', 'amount: decimal(10,2) of orders in shop.orders'],
  [
    'SELECT o.id FROM orders o JOIN web.hits h ON h.u|rl = o.status',
    'url: string of h in web.hits',
  ],
  ['SELECT sub|str(status, 1) FROM orders', 'substr: function substr'],
  ['SELECT nothing|(1)', ''],
  ['WITH w AS (SELECT id, day FROM orders) SELECT day FROM |w', 'w: query w@5 id,day'],
  ['WITH w AS (SELECT id, day FROM orders) SELECT d|ay FROM w', 'day: string of w in shop.orders'],
  ['SELECT t.a FROM (SELECT id a FROM orders) |t', 't: query t@42 a'],
  ['SELECT t|.a FROM (SELECT id a FROM orders) t', 't: query t@42 a'],
  [
    'SELECT 1 FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE c.id = o.cust|omer_id)',
    'customer_id: bigint of o in shop.orders',
  ],
  ['SELECT amount * 2 AS twice FROM orders ORDER BY tw|ice', 'twice: query twice@21'],
  ['DESCRIBE ord|ers', 'orders: table shop.orders'],
  ['DROP TABLE web.hi|ts', 'hits: table web.hits'],
  ['USE w|eb', 'web: database web'],
  ['INSERT INTO or|ders SELECT 1', 'orders: table shop.orders'],
  ["SELECT '${coun|try=DE}' FROM orders", ''],
  ['SELECT ${coun|try=DE} FROM orders', '${country=DE}: variable country'],
  ['SELECT 1; SELECT id FROM ord|ers; SELECT 2', 'orders: table shop.orders'],
  ['SEL|ECT 1', ''],
  // Tables and views that the text makes.
  ['CREATE TABLE t AS SELECT id, day FROM orders; SELECT * FROM |t', 't: table t@13 id,day'],
  [
    'CREATE TABLE t AS SELECT id, day FROM orders; SELECT x.d|ay FROM t x',
    'day: string of x by t@13',
  ],
  [
    'CREATE TABLE t AS SELECT id FROM orders; CREATE VIEW v AS SELECT i|d FROM t',
    'id: bigint of t by t@13',
  ],
  ['CREATE VIEW v AS SELECT id FROM orders; SELECT v|.id FROM v', 'v: view v@12 id'],
  ['CREATE VIEW |v AS SELECT id FROM orders', 'v: view v@12 id'],
  ['CREATE TEMPORARY VIEW v AS SELECT id FROM orders; DESCRIBE |v', 'v: view v@22 id'],
  ['CREATE TABLE web.t (a int, b string); INSERT INTO web.|t SELECT 1', 't: table t@17 a,b'],
  ['CREATE TABLE t (a int); ALTER TABLE t RENAME TO u; SELECT |a FROM u', 'a: int of u by u@48'],
  ['CREATE TABLE t (a int); DROP TABLE |t', 't: table t@13 a'],
  ['CREATE TABLE t (a int); ALTER TABLE |t RENAME TO u', 't: table t@13 a'],
  ['CREATE TABLE web.t (a int); ALTER TABLE web.t RENAME TO |u', 'u: table u@56 a'],
  ['CREATE TABLE web.t (a int); ALTER TABLE web.t RENAME TO w|eb.u', 'web: database web'],
  ['CREATE TABLE t (a int); DROP TABLE t; DROP TABLE |t', ''],
  ['CREATE TABLE t (a int); DROP TABLE t; SELECT * FROM |t', 't: table shop.t'],
  ['SELECT * FROM |t; CREATE TABLE t (a int)', 't: table shop.t'],
  ['CREATE TABLE orders AS SELECT 1 x; SELECT * FROM ord|ers', 'orders: table shop.orders'],
  ['WITH w AS (SELECT id FROM orders) SELECT 1; SELECT * FROM |w', 'w: table shop.w'],
  [
    'CREATE TABLE t AS SELECT id FROM orders; WITH w AS (SELECT * FROM t) SELECT |w.id FROM w',
    'w: query w@46 id',
  ],
];

test('what a name means', async () => {
  for (const [marked, means] of meanings) assert.equal(await meaning(marked), means, marked);
});

test('a function that the dialect is known to have means the ways to call it', async () => {
  const means = async (dialect: string) =>
    await meaningAt(looked('SELECT LP|AD(status, 1) FROM orders', dialect), catalog);
  const found = await means('postgresql');
  assert.ok(found?.kind === 'function');
  assert.deepEqual([found.name, found.described], ['lpad', 'lpad(text, length[, fill]) → text']);
  assert.equal(await means('hive'), undefined, 'the engine does not list it');
});

/** The text with brackets around the places. */
function places(marked: string, dialect = 'hive'): string {
  const where = looked(marked, dialect);
  let {text} = where;
  for (const {from, to} of placesOf(where).toReversed())
    text = `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
  return text;
}

test('where a name is written that the statement gives', () => {
  assert.equal(
    places('WITH |w AS (SELECT 1 a) SELECT w.a, x.a FROM w JOIN w x ON w.a = x.a'),
    'WITH [w] AS (SELECT 1 a) SELECT [w].a, x.a FROM [w] JOIN [w] x ON [w].a = x.a',
  );
  assert.equal(
    places(
      'SELECT o.id, o.* FROM orders o WHERE |o.id IN (SELECT i.id FROM items i WHERE o.x = i.x)',
    ),
    'SELECT [o].id, [o].* FROM orders [o] WHERE [o].id IN (SELECT i.id FROM items i WHERE [o].x = i.x)',
  );
  assert.equal(
    places('SELECT t.a FROM (SELECT t.a FROM x t) t|'),
    'SELECT [t].a FROM (SELECT t.a FROM x t) [t]',
    'another one of the same name within',
  );
  assert.equal(
    places('SELECT "O o".a FROM orders "O |o"', 'duckdb'),
    'SELECT "[O o]".a FROM orders "[O o]"',
  );
  assert.equal(
    places(
      'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT n.i + 1 FROM |n) SELECT i FROM n',
      'duckdb',
    ),
    'WITH RECURSIVE [n] AS (SELECT 1 AS i UNION ALL SELECT [n].i + 1 FROM [n]) SELECT i FROM [n]',
  );
  assert.equal(
    places('SELECT o.id, x.v FROM |o LATERAL VIEW explode(o.list) x AS v'),
    'SELECT o.id, x.v FROM o LATERAL VIEW explode(o.list) x AS v',
    'the name of a table is not given here',
  );
  assert.equal(
    places('SELECT o.id, x.v FROM orders o LATERAL VIEW explode(|o.list) x AS v'),
    'SELECT [o].id, x.v FROM orders [o] LATERAL VIEW explode([o].list) x AS v',
  );
});
