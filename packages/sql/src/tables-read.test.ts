import assert from 'node:assert/strict';
import {test} from 'node:test';
import {dialectOf} from './dialects.ts';
import statements from '../test/statements.json' with {type: 'json'};
import {tablesOf} from './lineage/lineage.ts';
import {tablesRead} from './tables-read.ts';

const cases: readonly (readonly [dialect: string, statement: string, reads: readonly string[]])[] =
  [
    ['hive', 'SELECT * FROM orders', ['orders']],
    [
      'hive',
      'SELECT `o`.`a` FROM `shop`.`orders` `o` JOIN shop.lines l ON o.id = l.id',
      ['shop.orders', 'shop.lines'],
    ],
    [
      'duckdb',
      'CREATE VIEW main.v AS SELECT a FROM x UNION ALL SELECT b FROM s.y WHERE b IN (SELECT c FROM z);',
      ['x', 's.y', 'z'],
    ],
    [
      'duckdb',
      'CREATE OR REPLACE VIEW v (a) AS WITH x AS (SELECT * FROM t) SELECT * FROM x, (SELECT * FROM u) q',
      ['t', 'u'],
    ],
    ['sparksql', 'SELECT * FROM parquet.`/data/a` JOIN shop.b', ['shop.b']],
    ['duckdb', "SELECT * FROM read_csv('f.csv'), range(3)", []],
    [
      'mysql',
      'select `shop`.`o`.`id` AS `id` from (`shop`.`orders` `o` join `shop`.`c` on(`o`.`c` = `shop`.`c`.`id`)) left join `x`.`y` on(1)',
      ['shop.orders', 'shop.c', 'x.y'],
    ],
    ['trino', 'SELECT * FROM "a b"."c.d"."e" CROSS JOIN UNNEST(ARRAY[1]) AS t (n)', ['a b.c.d.e']],
    [
      'hive',
      'INSERT OVERWRITE TABLE target SELECT * FROM source LATERAL VIEW explode(list) l AS one',
      ['source'],
    ],
  ];

test('tables that a statement reads are named in their parts, and nothing else is', () => {
  for (const [dialect, statement, reads] of cases) {
    const found = tablesRead(statement, dialectOf(dialect)).map(path => path.join('.'));
    assert.deepEqual(found.toSorted(), reads.toSorted(), statement);
  }
});

test('statements that PostgreSQL and MySQL accept name the tables that they name there', () => {
  const cases = statements.cases.filter(one => /^(?:postgresql|mysql)$/.test(one.dialect));
  assert.ok(cases.length > 55);
  for (const {dialect: name, sql, src, tgt} of cases) {
    const dialect = dialectOf(name);
    // What DELETE takes rows from is read as well.
    const read = tablesRead(sql, dialect).map(path => path.join('.'));
    const written = tablesOf(sql, dialect).map(path => path.join('.'));
    const isMade = /^create table \w+ \(/i.test(sql);
    assert.deepEqual(
      new Set([...read, ...written]),
      new Set([...src, ...(isMade ? [] : (tgt?.split(',') ?? []))]),
      `${name}: ${sql}`,
    );
  }
});
