// What is proposed at the bar, statement by statement: the first ones, and behind `not` what is
// not.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {proposed} from '../../test/shop.ts';

type Case = readonly [marked: string, first: string, not?: string];

const everywhere: readonly Case[] = [
  // Tables
  ['SELECT * FROM |', 'customers items odd orders people shop web customers hits visits'],
  ['SELECT * FROM ord|', 'orders'],
  ['SELECT * FROM hi|', 'hits'],
  ['SELECT * FROM orders o JOIN |', 'customers items odd orders people', 'WHERE'],
  ['SELECT * FROM orders o LEFT JOIN cust|', 'customers'],
  ['SELECT * FROM orders, |', 'customers items odd', 'amount'],
  ['SELECT * FROM web.|', 'customers hits visits', 'orders'],
  ['SELECT * FROM web.h|', 'hits'],
  ['WITH big AS (SELECT 1 AS one) SELECT * FROM |', 'big customers'],
  ['WITH a AS (SELECT 1 x), b AS (SELECT x FROM |) SELECT 1', 'a customers', 'b'],
  ['SELECT * FROM (SELECT id FROM |) t', 'customers'],
  ['SELECT * FROM orders WHERE id IN (SELECT order_id FROM it|)', 'items'],
  ['INSERT INTO |', 'customers items', 'SELECT'],
  ['UPDATE |', 'customers items'],
  ['DROP TABLE IF EXISTS |', 'customers items'],
  ['DESCRIBE |', 'customers items'],
  // Columns of a table
  ['SELECT | FROM orders', 'amount customer_id day id status', 'country'],
  ['SELECT st| FROM orders', 'status'],
  ['SELECT o.| FROM orders o', 'amount customer_id day id status', 'name'],
  ['SELECT o.am| FROM orders o', 'amount'],
  ['SELECT o.\n FROM orders o WHERE o.|', 'amount customer_id'],
  ['SELECT id, | FROM web.hits', 'at id url'],
  ['SELECT web.hits.| FROM web.hits', 'at id url'],
  ['SELECT orders.| FROM orders', 'amount'],
  ['SELECT * FROM orders WHERE |', 'amount customer_id day', 'orders.amount'],
  ['SELECT * FROM orders WHERE status = 1 AND |', 'amount'],
  ['SELECT * FROM orders WHERE amount > 5 OR (|', 'amount'],
  ['SELECT count( | FROM orders', 'amount'],
  ['SELECT count(|) FROM orders', 'amount'],
  ['SELECT sum(amount) FROM orders GROUP BY |', 'amount'],
  ['SELECT sum(amount) FROM orders GROUP BY day HAVING |', 'amount'],
  ['SELECT sum(amount) AS total FROM orders ORDER BY tot|', 'total'],
  ['SELECT upper(status) AS big FROM orders ORDER BY |', 'big amount'],
  ['SELECT CASE WHEN | FROM orders', 'amount'],
  ['SELECT CASE WHEN id = 1 THEN | END FROM orders', 'amount'],
  ['SELECT sum(amount) OVER (PARTITION BY |) FROM orders', 'amount'],
  ['SELECT * FROM orders WHERE id BETWEEN | AND 3', 'amount'],
  ['SELECT * FROM orders WHERE day = (SELECT max(|) FROM web.hits)', 'at id url'],
  // Several tables
  ['SELECT cust| FROM orders o, web.customers c', 'customer_id customer_key'],
  ['SELECT | FROM orders o JOIN customers c ON o.customer_id = c.id', 'address amount c.id'],
  ['SELECT * FROM orders o JOIN items i ON |', 'o.id = i.order_id'],
  ['SELECT * FROM orders o JOIN customers c ON |', 'o.customer_id = c.id'],
  ['SELECT * FROM orders o JOIN items i |', 'ON o.id = i.order_id'],
  ['SELECT * FROM orders o JOIN customers c USING (|', 'id', 'name'],
  ['SELECT c.| FROM orders o JOIN customers c ON o.id = c.id', 'address country id name', 'amount'],
  ['SELECT a.| FROM (orders a JOIN customers b ON a.id = b.id)', 'amount'],
  // Queries in parentheses and WITH, through stars
  ['SELECT x.| FROM (SELECT status, sum(amount) AS total FROM orders) x', 'status total', 'amount'],
  ['SELECT x.| FROM (SELECT * FROM orders) x', 'amount customer_id day id status'],
  ['SELECT x.| FROM (SELECT o.* FROM orders o, customers c) x', 'amount', 'country'],
  ['SELECT x.| FROM (SELECT *, 1 AS one FROM web.hits) x', 'at id one url'],
  ['WITH w AS (SELECT * FROM orders) SELECT | FROM w', 'amount customer_id day'],
  ['WITH w AS (SELECT * FROM orders), v AS (SELECT * FROM w) SELECT v.| FROM v', 'amount'],
  ['WITH w (p, q) AS (SELECT 1, 2) SELECT w.| FROM w', 'p q'],
  ['WITH w AS (SELECT id AS a UNION SELECT 2 AS b) SELECT w.| FROM w', 'a', 'b'],
  ['SELECT 1 FROM web.hits h UNION ALL SELECT | FROM orders', 'amount', 'url'],
  ['SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM web.hits WHERE id = o.|)', 'amount'],
  ['SELECT * FROM orders WHERE EXISTS (SELECT 1 FROM web.hits WHERE |)', 'at id url amount'],
  ['SELECT (SELECT max(|) FROM web.hits) FROM orders', 'at id url'],
  ['WITH w AS (SELECT | FROM orders) SELECT 1', 'amount'],
  ['CREATE TABLE t AS SELECT | FROM orders', 'amount'],
  // Writing
  ['INSERT INTO orders (|', 'id customer_id amount status day'],
  ['INSERT INTO orders (id, |) SELECT 1', 'customer_id amount status day', 'id'],
  ['INSERT INTO orders (id) SELECT | FROM web.hits', 'at id url', 'amount'],
  ['INSERT INTO orders SELECT | FROM customers', 'address country id name', 'amount'],
  ['UPDATE orders SET |', 'amount customer_id'],
  ['UPDATE orders SET amount = 1 WHERE |', 'amount customer_id'],
  ['DELETE FROM orders WHERE |', 'amount customer_id'],
  ['MERGE INTO orders o USING items i ON o.|', 'amount'],
  ['MERGE INTO orders o USING items i ON o.id = i.|', 'order_id'],
  // Values of columns that have few
  ['SELECT * FROM orders WHERE status = |', "new paid won't amount"],
  ["SELECT * FROM orders WHERE status = '|", "new paid won't", 'amount'],
  ["SELECT * FROM orders WHERE status = 'p|'", 'paid', 'new'],
  ['SELECT * FROM orders o WHERE o.status <> |', "new paid won't"],
  ["SELECT * FROM orders WHERE status IN ('new', |)", "new paid won't"],
  ["SELECT * FROM orders WHERE status NOT IN ('|", "new paid won't"],
  ['WITH w AS (SELECT * FROM orders) SELECT * FROM w WHERE status = |', "new paid won't"],
  ['SELECT * FROM orders o JOIN customers c ON c.id = o.id AND c.country = |', 'AT DE'],
  ['SELECT CASE WHEN status = | THEN 1 END FROM orders', "new paid won't"],
  ["SELECT * FROM orders WHERE id = '|", ''],
  ["SELECT concat('|') FROM orders", ''],
  // Structs
  ['SELECT address.| FROM customers', 'city zip'],
  ['SELECT c.address.| FROM customers c', 'city zip'],
  ['SELECT v.visitor.home.| FROM web.visits v', 'city street'],
  ['SELECT tags[0].| FROM people', 'key value'],
  ["SELECT p.facts['x'].| FROM people p", 'a'],
  // Types, variables, settings
  ['SELECT CAST(amount AS big|) FROM orders', 'bigint'],
  ['CREATE TABLE t (a big|', 'bigint'],
  ['ALTER TABLE orders ADD COLUMN note big|', 'bigint'],
  ["SELECT * FROM orders WHERE day = '${d|' AND '${day}' = '${month}'", 'day'],
  ['SELECT ${one}, ${|}', 'one'],
  // Words
  ['sel|', 'select'],
  ['SELECT * FROM orders |', 'AS CROSS_JOIN'],
  ['SELECT * FROM orders o wh|', 'where'],
  ['SELECT * FROM orders o|', ''],
  ['SELECT * FROM orders whe|', 'where'],
  ['SELECT * FROM orders WHERE id = 1 |', 'AND', 'amount'],
  ['SELECT * FROM orders GROUP|', 'GROUP_BY'],
  ['SELECT * FROM orders ORDER BY id |', 'ASC DESC', 'amount'],
  ['SELECT id |', 'AND AS', 'TINYINT'],
  ['SELECT su| FROM orders', 'sum substr'],
  // Only the statement around the caret
  ['SELECT 1 FROM web.hits; SELECT | FROM orders; SELECT 2 FROM web.hits', 'amount', 'url'],
  ['SELECT (1; SELECT a, | FROM orders', 'amount'],
  ["SELECT 'a | b' FROM orders", ''],
  ['SELECT 1 -- or |', ''],
  ['SELECT id AS n|', ''],
];
const byDialect: Readonly<Record<string, readonly Case[]>> = {
  hive: [
    ['SHOW PARTITIONS |', 'customers'],
    ['SHOW COLUMNS IN |', 'customers'],
    ['MSCK REPAIR TABLE |', 'customers'],
    ['SELECT * FROM orders DISTRIBUTE BY |', 'amount customer_id'],
    ['SELECT CAST(id AS str|) FROM orders', 'string struct'],
    ['LOAD DATA INPATH 1 INTO TABLE |', 'customers'],
    ['SET hive.exec.par|', 'hive.exec.parallel'],
    ['SELECT ex.| FROM orders LATERAL VIEW explode(split(day, 1)) ex AS part', 'part'],
    ['SELECT pa| FROM orders LATERAL VIEW explode(split(day, 1)) ex AS part', 'part'],
    ['FROM orders INSERT OVERWRITE TABLE items SELECT |', 'amount', 'quantity'],
    ['SELECT o.ord| FROM odd o', 'order'],
    ['INSERT OVERWRITE TABLE |', 'customers'],
  ],
  spark: [
    ['MERGE INTO |', 'customers'],
    ['REFRESH TABLE |', 'customers'],
    ['SELECT transform(tags, x -> |) FROM people', 'facts id tags'],
    ['SET spark.sql.shuf|', 'spark.sql.shuffle.partitions'],
    ['SELECT * EXCEPT (amount), | FROM orders', 'amount'],
    ['SELECT x.| FROM (SELECT * EXCEPT (amount, day) FROM orders) x', 'customer_id id status'],
    ['SELECT * FROM orders LEFT SEMI JOIN |', 'customers'],
  ],
  impala: [
    ['COMPUTE STATS |', 'customers'],
    ['INVALIDATE METADATA |', 'customers'],
    ['REFRESH |', 'customers'],
    ['SHOW TABLE STATS |', 'customers'],
    ['SET MEM|', 'MEM_LIMIT'],
    ['UPSERT INTO |', 'customers'],
    ['SELECT STRAIGHT_JOIN | FROM orders', 'amount'],
  ],
  duckdb: [
    ['SUMMARIZE |', 'customers'],
    ['SELECT * FROM orders QUALIFY |', 'amount customer_id'],
    ['SELECT * REPLACE (| AS id) FROM orders', 'amount'],
    ['FROM orders GROUP BY |', 'amount'],
    ['SELECT id FROM orders EXCEPT SELECT | FROM items', 'order_id price'],
    ['SELECT * FROM orders o, LATERAL (SELECT o.|) x', 'amount'],
    ['FROM orders SELECT |', 'amount customer_id'],
    ['FROM orders WHERE |', 'amount'],
    ['FROM |', 'customers'],
    ['SELECT x.| FROM (FROM orders) x', 'amount customer_id'],
    ['SELECT x.| FROM (SELECT * EXCLUDE (amount) FROM orders) x', 'customer_id day id status'],
    ['SELECT amount::|', 'BIGINT'],
    ['SET mem|', 'memory_limit'],
    ['SELECT "Mi| FROM odd', 'Mixed'],
    ['SELECT * FROM orders ASOF JOIN |', 'customers'],
    ['SELECT t.| FROM (VALUES (1, 2)) t(a, b)', 'a b'],
  ],
  postgresql: [
    ['SELECT date_t| FROM orders', 'date_trunc'],
    ['SELECT su| FROM orders', 'sum substr substring'],
  ],
  mysql: [
    ['SELECT timestampd| FROM orders', 'timestampdiff'],
    ['SELECT group_c| FROM orders', 'group_concat'],
  ],
  trino: [
    ['SHOW STATS FOR |', 'customers'],
    ['SET SESSION query_max_r|', 'query_max_run_time'],
    ['SELECT count(*) FILTER (WHERE |) FROM orders', 'amount'],
    ['SELECT CAST(id AS varc|) FROM orders', 'varchar'],
    ['SELECT t.| FROM people CROSS JOIN UNNEST(tags) AS t (k, v)', 'k v'],
    ['SELECT extract(day FROM |) FROM web.hits', 'at id url'],
  ],
};

for (const dialect of ['hive', 'spark', 'impala', 'duckdb', 'trino', 'postgresql', 'mysql']) {
  suite(`proposals: ${dialect}`, () => {
    for (const [marked, first, not] of [...everywhere, ...(byDialect[dialect] ?? [])]) {
      test(marked, async () => {
        // Names of MySQL are in quotes.
        const labels = (await proposed(dialect, marked)).map(({label}) =>
          label.replaceAll('`', ''),
        );
        const wanted =
          first.startsWith('o.') || first.startsWith('ON ') ? [first] : first.split(' ');
        if (first === '') return assert.deepEqual(labels, []);
        const expected = wanted.map(one =>
          /^[A-Z]+_(?:BY|JOIN)$/.test(one) ? one.replace('_', ' ') : one,
        );
        assert.deepEqual(labels.slice(0, expected.length), expected);
        if (not !== undefined) assert.ok(!labels.includes(not), `${not} among ${labels.join(' ')}`);
        return undefined;
      });
    }
  });
}
