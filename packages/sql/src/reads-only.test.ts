import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isCondition, readsOnly} from './reads-only.ts';

const reads = [
  'SELECT 1',
  'select 1;',
  '-- why\nselect 1 /* and what */ ;',
  '(SELECT 1) UNION ALL (SELECT 2)',
  'WITH a AS (SELECT 1) SELECT * FROM a',
  'FROM orders SELECT count(*)',
  "SELECT 'insert into t; drop table t'",
  'SELECT "update", `delete` FROM t',
  'SELECT t.update, last_update FROM t',
  'SHOW CREATE TABLE orders',
  'DESCRIBE FORMATTED orders',
  'EXPLAIN SELECT 1',
  'EXPLAIN ANALYZE SELECT 1',
  'EXPLAIN (ANALYZE, FORMAT json) SELECT 1',
  'EXPLAIN (SELECT 1)',
  'EXPLAIN FORMATTED WITH a AS (SELECT 1) SELECT * FROM a',
  'EXPLAIN PLAN FOR SELECT 1',
  'VALUES (1), (2)',
  'SELECT * FROM a JOIN b USING (id)',
  "SELECT '\\\\', 1.5e3 /* why */ -- and how\r\n, 2",
];
const writes = [
  '',
  ';',
  '-- nothing',
  'INSERT INTO t VALUES (1)',
  'SELECT 1; DROP TABLE t',
  'SELECT * INTO t FROM u',
  'WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone',
  'WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a',
  'FROM orders INSERT OVERWRITE TABLE t SELECT *',
  'EXPLAIN ANALYZE DELETE FROM t',
  'EXPLAIN ANALYZE DROP TABLE t',
  'EXPLAIN (ANALYZE) DROP TABLE t',
  'EXPLAIN (ANALYZE) EXECUTE it',
  "EXPLAIN ANALYZE COPY t TO 'file'",
  'DESC ANALYZE TABLE t',
  'EXPLAIN',
  'EXPLAIN (ANALYZE DROP TABLE t',
  '(EXPLAIN ANALYZE DROP TABLE t)',
  'EXPLAIN (EXPLAIN ANALYZE DROP TABLE t)',
  'EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1',
  "SELECT 'open",
  // In one way to read them, the second statement is outside of the quotes.
  "SELECT 'a\\'; DROP TABLE t --'",
  "SELECT 'a\\'; DROP TABLE t; SELECT '",
  'SET hive.execution.engine=mr',
  'USE sales',
  "COPY t TO 'file'",
  'CALL run()',
  'ANALYZE TABLE t COMPUTE STATISTICS',
  'PRAGMA database_list',
  // Filled in when it is run.
  'WITH a AS (SELECT 1) ${x=INSERT INTO t} SELECT 1',
  "SELECT '${x=a'; DROP TABLE t; --}'",
  // One text with a backslash in it and one without an escape: neither way to read all of them.
  "SELECT E'\\'', '\\'; DROP TABLE t; --'",
  "SELECT $$ ' $$; DROP TABLE t; SELECT $$ ' $$",
  "SELECT $a$ ' $a$; DROP TABLE t; SELECT $a$ ' $a$",
  "SELECT 1 /* /* */ ' */; DROP TABLE t --'",
  "FROM orders -- \\\n'\nINSERT OVERWRITE TABLE t SELECT * --'",
  'SELECT 1 --\r; DROP TABLE t',
  "SELECT 1 /*!50000 INTO OUTFILE 'file' */",
  'FROM orders ıNSERT ıNTO TABLE t SELECT *',
  'FROM orders INſERT ıNTO TABLE t SELECT *',
  'SELECT 1.5INTO t FROM u',
  "SELECT TRANSFORM (a) USING 'program' AS (b) FROM t",
  'FROM orders MAP a USING "program" AS b',
];

test('statements that only read are told from those that write', () => {
  for (const text of reads) assert.equal(readsOnly(text, 'hive'), true, text);
  for (const text of writes) assert.equal(readsOnly(text, 'hive'), false, text);
});

test('of what is no SQL nothing is known', () => {
  for (const dialect of ['spark', 'pyspark', 'sparkr', 'hplsql'])
    assert.equal(readsOnly('show("SELECT 1")', dialect), false, dialect);
  assert.equal(readsOnly('SELECT 1', 'sparksql'), true);
});

test('a condition stays between its parentheses', () => {
  const inside = ["code <> '--'", "path = '/*.csv'", '(a = 1) OR (b = 2)', "a = ')'", 'a IN (1)'];
  const outside = [
    '1=1) --',
    '1=1 -- all',
    '1=1 /* all */',
    '1=1) OR (1=1',
    'a=1) UNION ALL SELECT (2',
    '(1=1',
    '1=1)',
    '1=1; SELECT 2',
  ];
  for (const text of inside) assert.equal(isCondition(text, 'hive'), true, text);
  for (const text of outside) assert.equal(isCondition(text, 'hive'), false, text);
});
