// Half-written text: at every caret of many statements, with what is behind it and without.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {proposed} from '../../test/shop.ts';
import statements from '../../test/statements.json' with {type: 'json'};

const more: readonly (readonly [dialect: string, sql: string])[] = [
  [
    'duckdb',
    'FROM orders o JOIN items USING (id) SELECT o.* EXCLUDE (day), sum(price) OVER w WINDOW w AS (ORDER BY id)',
  ],
  [
    'duckdb',
    "SELECT \"Mixed\", {'a': id, 'b': [x * 2 for x in tags]} FROM odd, read_csv('a.csv') WHERE id IN (1, 2)",
  ],
  [
    'hive',
    'WITH a AS (SELECT id FROM orders WHERE (day = ${day=1}), b AS (SELECT * FROM a) SELECT * FROM b /* c */ -- d',
  ],
  [
    'spark',
    'SELECT `odd name`.x[0].y, transform(tags, t -> t.key) FROM people p LATERAL VIEW OUTER explode(tags) e AS t',
  ],
  [
    'trino',
    "SELECT extract(day FROM at), CAST(id AS row(a int)) FROM web.hits h WHERE url LIKE '%a''b' ORDER BY 1",
  ],
  [
    'impala',
    'INSERT INTO orders (id, amount) [SHUFFLE] SELECT id, sum(price) FROM items GROUP BY 1 HAVING count(*) > 1',
  ],
  [
    'hive',
    'CREATE TABLE t (a int, b map<string, array<int>>) PARTITIONED BY (d string) STORED AS ORC',
  ],
  [
    'spark',
    'MERGE INTO orders o USING (SELECT * FROM items) i ON o.id = i.order_id WHEN MATCHED THEN UPDATE SET o.amount = i.price',
  ],
];

test('proposals at every place of many statements', async () => {
  const all = [...statements.cases.map(({dialect, sql}) => [dialect, sql] as const), ...more];
  assert.ok(all.length >= 50);
  for (const [dialect, sql] of all) {
    for (let caret = 0; caret <= sql.length; caret++) {
      const [before, after] = [sql.slice(0, caret), sql.slice(caret)];
      for (const text of [`${before}|`, `${before}|${after}`]) {
        const found = await proposed(dialect, text);
        assert.ok(found.length <= 120, text);
        assert.ok(
          found.every(({label, insert}) => label !== '' && insert !== ''),
          text,
        );
      }
    }
    const tables = await proposed(dialect, `${sql};\nSELECT * FROM |`);
    assert.ok(
      tables.some(({label}) => label === 'orders'),
      sql,
    );
  }
});
