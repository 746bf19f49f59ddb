// What is marked in which statement, as `piece: message`.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {catalog} from '../../test/shop.ts';
import statements from '../../test/statements.json' with {type: 'json'};
import {dialectOf, type NameCatalog, nameMarks} from '../index.ts';

async function marks(text: string, dialect = 'hive'): Promise<string[]> {
  const question = {text, caret: 0, dialect: dialectOf(dialect), database: 'shop'};
  const found = await nameMarks(question, catalog);
  return found.map(({from, to, message}) => `${text.slice(from, to)}: ${message}`);
}

test('arguments of functions that a dialect is known to have', async () => {
  const wrong: readonly (readonly [dialect: string, text: string, ...marks: readonly string[]])[] =
    [
      [
        'postgresql',
        'SELECT date_trunc(1)',
        'date_trunc: date_trunc takes 2 to 3 arguments, not 1.',
      ],
      [
        'postgresql',
        'SELECT now(1), concat()',
        'now: now takes 0 arguments, not 1.',
        'concat: concat takes 1 or more arguments, not 0.',
      ],
      [
        'postgresql',
        'SELECT string_agg(day ORDER BY id, day) AS d FROM orders',
        'string_agg: string_agg takes 2 arguments, not 1.',
      ],
      [
        'postgresql',
        'SELECT o.id FROM orders o JOIN items i ON round(o.id, 1, 2) = i.order_id',
        'round: round takes 1 to 2 arguments, not 3.',
      ],
      ['postgresql', 'SELECT random(1, 2, 3)', 'random: random takes 0 to 2 arguments, not 3.'],
      ['mysql', 'SELECT if(id = 1) FROM orders', 'if: if takes 3 arguments, not 1.'],
      ['mysql', 'SELECT str_to_date(1)', 'str_to_date: str_to_date takes 2 arguments, not 1.'],
      [
        'mysql',
        'SELECT `id`, concat(1, left(day)) AS x FROM orders',
        'left: left takes 2 arguments, not 1.',
      ],
    ];
  for (const [dialect, text, ...expected] of wrong)
    assert.deepEqual(await marks(text, dialect), expected, text);
  const right: readonly (readonly [dialect: string, text: string])[] = [
    [
      'postgresql',
      "SELECT string_agg(status, ',' ORDER BY id, day), percentile_cont(0.5) WITHIN GROUP (ORDER BY id) FROM orders",
    ],
    ['postgresql', 'SELECT rank(1, 2) WITHIN GROUP (ORDER BY id, day) FROM orders'],
    [
      'postgresql',
      "SELECT trim(both ' ' from status), substring(status from 1 for 2), date_trunc('day', now()) FROM orders",
    ],
    ['postgresql', 'CREATE INDEX i ON mode (a, b)'],
    ['postgresql', 'WITH now (a, b) AS (SELECT 1, 2) SELECT a FROM now'],
    ['postgresql', 'SELECT a FROM (VALUES (1, 2)) now(a, b)'],
    ['postgresql', 'SELECT made_by_someone(1, 2, 3), shop.round(1, 2, 3)'],
    ['postgresql', 'SELECT random(), random(1, 6)'],
    [
      'postgresql',
      "SELECT concat_ws(separator, a, b), replace(separator, 'a', 'b') FROM (SELECT 1 AS separator, 2 AS a, 3 AS b) t",
    ],
    ['postgresql', 'DROP FUNCTION format(text, text), left(a, b, c)'],
    ['mysql', 'GRANT INSERT (a, b) ON orders TO ada'],
    ['mysql', 'REVOKE INSERT (a, b) ON orders'],
    ['mysql', 'INSERT IGNORE rank (a, b) VALUES (1, 2)'],
    ['mysql', 'ALTER TABLE orders ADD FULLTEXT quote (a, b)'],
    ['mysql', 'ALTER TABLE orders ADD SPATIAL quote (a, b)'],
    ['mysql', 'CREATE PROCEDURE p(x int) BEGIN IF (x > 1) THEN SELECT x; END IF; END'],
    ['mysql', 'IF (x > 1) THEN SELECT x; END IF'],
    ['mysql', "SELECT group_concat(DISTINCT id, day ORDER BY id, day SEPARATOR ',') FROM orders"],
    ['mysql', 'CREATE TABLE t (a time(3), b timestamp(6), c year(4), KEY date (a, b))'],
    ['mysql', 'CREATE TABLE date (a, b, c); INSERT INTO date (a, b, c) VALUES (1, 2, 3)'],
    [
      'mysql',
      'SELECT if(url = 1, 2, 3), convert(day USING utf8mb4), date_add(at, INTERVAL 1 DAY) FROM orders, web.hits WHERE at = 1',
    ],
  ];
  for (const [dialect, text] of right) assert.deepEqual(await marks(text, dialect), [], text);
});

test('columns are asked for only where somebody writes', async () => {
  const asked: string[] = [];
  const counted: NameCatalog = {
    ...catalog,
    columns: async (database, table) => {
      asked.push(table);
      return await catalog.columns(database, table);
    },
  };
  const known: NameCatalog = {...catalog, columns: async () => []};
  const text = 'SELECT amont FROM orders; SELECT nam FROM customers; SELECT amont FROM items;';
  const question = {text, caret: 30, dialect: dialectOf('hive'), database: 'shop'};
  const found = await nameMarks(question, counted, known);
  assert.deepEqual(
    found.map(({from, to}) => text.slice(from, to)),
    ['nam'],
  );
  assert.deepEqual([...new Set(asked)], ['customers']);
});

const wrong: readonly (readonly [text: string, ...marks: readonly string[]])[] = [
  ['SELECT * FROM ordres', 'ordres: Unknown table ordres in shop. Did you mean orders?'],
  ['SELECT * FROM nothing_like_it', 'nothing_like_it: Unknown table nothing_like_it in shop.'],
  ['SELECT * FROM wbe.hits', 'wbe: Unknown database wbe. Did you mean web?'],
  ['SELECT * FROM web.hit', 'hit: Unknown table hit in web. Did you mean hits?'],
  ['INSERT INTO ordrs SELECT 1', 'ordrs: Unknown table ordrs in shop. Did you mean orders?'],
  ['SELECT amont FROM orders', 'amont: Unknown column amont. Did you mean amount?'],
  ['SELECT o.amont FROM orders o', 'amont: Unknown column amont of o. Did you mean amount?'],
  ['SELECT x.id FROM orders o', 'x: Unknown table or alias x. Did you mean o?'],
  ['SELECT id FROM orders WHERE statsu = 1', 'statsu: Unknown column statsu. Did you mean status?'],
  ['SELECT id FROM orders ORDER BY dya', 'dya: Unknown column dya. Did you mean day?'],
  ['SELECT t.b FROM (SELECT id AS a FROM orders) t', 'b: Unknown column b of t. Did you mean a?'],
  [
    'WITH w AS (SELECT * FROM orders) SELECT amout FROM w',
    'amout: Unknown column amout. Did you mean amount?',
  ],
  ['SELECT id FROM orders o JOIN customers c ON o.customer_id = c.id', 'id: id is in o and c.'],
  ['SELECT upper(status, 1) FROM orders', 'upper: upper takes 1 argument, not 2.'],
  ['SELECT nullif(status) FROM orders', 'nullif: nullif takes 2 arguments, not 1.'],
  ['SELECT status, sum(amount) FROM orders', 'status: status is neither grouped nor aggregated.'],
  [
    'SELECT day, status, sum(amount) FROM orders GROUP BY day',
    'status: status is neither grouped nor aggregated.',
  ],
  ['WITH w AS (SELECT 1 AS a) SELECT id FROM orders', 'w: w is never used.'],
  ['SELECT constructor FROM orders', 'constructor: Unknown column constructor.'],
  [
    'SELECT o.id FROM orders o, customers c',
    'customers: No join condition: each row is joined with all others.',
  ],
  [
    'SELECT id FROM orders WHERE custmer_id = 1',
    'custmer_id: Unknown column custmer_id. Did you mean customer_id?',
  ],
  ['UPDATE ordes SET amount = 1', 'ordes: Unknown table ordes in shop. Did you mean orders?'],
  ['DELETE FROM itms', 'itms: Unknown table itms in shop. Did you mean items?'],
  [
    'SELECT * FROM orders o JOIN itmes i ON o.id = i.order_id',
    'itmes: Unknown table itmes in shop. Did you mean items?',
  ],
  [
    'SELECT o.id FROM orders o JOIN items i ON o.id = i.ordr_id',
    'ordr_id: Unknown column ordr_id of i. Did you mean order_id?',
  ],
  [
    'SELECT c.nmae FROM (SELECT * FROM customers) c',
    'nmae: Unknown column nmae of c. Did you mean name?',
  ],
  ['SELECT urll FROM web.hits', 'urll: Unknown column urll. Did you mean url?'],
  ['SELECT h.id FROM web.hits h WHERE h.att > 1', 'att: Unknown column att of h. Did you mean at?'],
  ['SELECT sum(amuont) FROM orders', 'amuont: Unknown column amuont. Did you mean amount?'],
  [
    'SELECT CASE WHEN satus = 1 THEN 1 END FROM orders',
    'satus: Unknown column satus. Did you mean status?',
  ],
  [
    'SELECT 1 FROM orders UNION ALL SELECT 2 FROM ites',
    'ites: Unknown table ites in shop. Did you mean items?',
  ],
  [
    'SELECT id FROM orders WHERE id IN (SELECT ordr_id FROM items)',
    'ordr_id: Unknown column ordr_id. Did you mean order_id?',
  ],
  [
    'WITH a AS (SELECT id FROM orders), b AS (SELECT id FROM a) SELECT id FROM a',
    'b: b is never used.',
  ],
  [
    'SELECT o.id FROM orders o JOIN customers c GROUP BY o.id',
    'customers: No join condition: each row is joined with all others.',
  ],
];

const right: readonly (readonly [text: string, dialect?: string])[] = [
  ['SELECT id, o.amount, count(*) OVER (PARTITION BY day) FROM orders o'],
  [
    'SELECT day d, sum(amount) AS total FROM orders GROUP BY day HAVING sum(amount) > 1 ORDER BY total DESC',
  ],
  ['SELECT day, sum(amount) FROM orders GROUP BY 1'],
  ['SELECT upper(status) AS s, count(*) FROM orders GROUP BY upper(status)'],
  [
    'SELECT CASE WHEN amount > 1 THEN status ELSE day END AS x FROM orders WHERE day BETWEEN 1 AND 2',
  ],
  [
    'SELECT o.id FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id AND amount > 1)',
  ],
  ['WITH a AS (SELECT id FROM orders), b AS (SELECT id FROM a) SELECT id FROM b'],
  ['WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT n FROM t', 'trino'],
  ['CREATE TABLE fresh AS SELECT id FROM orders; SELECT id FROM fresh'],
  ['SELECT part FROM orders LATERAL VIEW explode(split(day, 1)) e AS part'],
  ['SELECT anything FROM read_csv(1)', 'duckdb'],
  ["SELECT anything FROM 'file.csv'", 'duckdb'],
  ['SELECT COLUMNS(amont) FROM orders', 'duckdb'],
  ['FROM orders SELECT id WHERE day = 1', 'duckdb'],
  ['SELECT list_transform([1], v -> v + id) FROM orders', 'duckdb'],
  ['SELECT id::varchar, {x: id} FROM orders', 'duckdb'],
  ['SELECT id FROM orders JOIN customers USING (id)'],
  ['SELECT extract(year FROM at), date_diff(day, at, at) FROM web.hits', 'trino'],
  ['SELECT address.city, c.address.zip FROM customers c'],
  ['SELECT v.visitor.home.city FROM web.visits v'],
  [
    'SELECT id FROM orders o CROSS JOIN customers c WHERE o.id = 1 LIMIT 5'.replace(
      'SELECT id',
      'SELECT o.id',
    ),
  ],
  ['SELECT `order`, Mixed FROM odd'],
  ['SELECT sum(amount) OVER w FROM orders WINDOW w AS (ORDER BY day)'],
  ['UPDATE orders SET amount = 1 WHERE id = 3'],
  ['DELETE FROM orders WHERE id = 3'],
  [
    'MERGE INTO orders o USING items i ON o.id = i.order_id WHEN MATCHED THEN UPDATE SET amount = i.price',
    'spark',
  ],
  ['SELECT interval 3 day + at FROM web.hits'],
  [
    "SELECT date '2026-01-01', id AS d FROM orders WHERE id IN (1, 2) AND status LIKE 'x' ESCAPE '\\\\'",
  ],
  ['SELECT * FROM ${table} WHERE ${column} = 1'],
  ['SELECT id FROM orders UNION ALL SELECT order_id FROM items ORDER BY id'],
  ['SHOW TABLES IN web'],
  ['SHOW TABLES FROM web'],
  ['SHOW SCHEMAS FROM hive'],
  ['SHOW COLUMNS FROM orders FROM shop'],
  ['FETCH NEXT FROM c'],
  ['REVOKE SELECT ON orders FROM ada'],
  ['REVOKE SELECT (id) ON TABLE orders FROM USER ada'],
  ['REVOKE ALL PRIVILEGES ON DATABASE shop FROM ROLE analyst'],
  ['GRANT SELECT ON orders TO ada'],
  ['IF (a) AND (b) THEN SELECT 1; END IF'],
  ['IF (a > 1) THEN IF (b) OR (c) THEN INSERT INTO orders SELECT * FROM orders; END IF; END IF'],
  ['WHILE (a) AND (b) DO SELECT 1; END WHILE'],
  ['SELECT constructor(id), __proto__(1) FROM orders'],
  ['SELECT id, amount FROM orders TABLESAMPLE (10 PERCENT)'],
  ['SELECT 1 FROM sys.anything, information_schema.tables WHERE a = b'],
  ['SELECT o.id FROM orders o ASOF JOIN items i ON o.id = i.order_id', 'duckdb'],
];

/** Those that all statements without a dialect of their own are read in. */
const dialects = ['hive', 'spark', 'impala', 'trino', 'duckdb', 'postgresql', 'mysql'];

suite('marks from names', () => {
  for (const [text, ...expected] of wrong)
    for (const dialect of dialects)
      test(`${dialect}: ${text}`, async () =>
        assert.deepEqual(await marks(text, dialect), expected));
  for (const [text, own] of right)
    for (const dialect of own === undefined ? dialects : [own])
      test(`${dialect}, nothing: ${text}`, async () =>
        assert.deepEqual(await marks(text, dialect), []));

  test('all columns of a wide table, and all partitions', async () => {
    const wide = Array.from({length: 51}, (_, n) => ({
      name: `c${n}`,
      type: 'int',
      comment: '',
      isPartition: n === 50,
    }));
    const marked = async (text: string) => {
      const question = {text, caret: 0, dialect: dialectOf('hive'), database: 'shop'};
      const found = await nameMarks(question, {...catalog, columns: async () => wide});
      return found.map(({message}) => message);
    };
    const unfiltered = 'All partitions are read: no condition on c50.';
    assert.deepEqual(await marked('SELECT * FROM orders'), [
      'All 51 columns of orders.',
      unfiltered,
    ]);
    assert.deepEqual(await marked('SELECT c1 FROM orders WHERE c2 = 1'), [unfiltered]);
    assert.deepEqual(await marked('SELECT c1 FROM orders WHERE c50 = 1'), []);
  });

  test('a fix writes the condition of a join, and the columns of a wide table', async () => {
    const names = ['order', ...Array.from({length: 50}, (_, n) => `c${n}`)];
    const wide = names.map(name => ({name, type: 'int', comment: ''}));
    const fixed = async (text: string, columns = catalog.columns) => {
      const question = {text, caret: 0, dialect: dialectOf('hive'), database: 'shop'};
      const found = await nameMarks(question, {...catalog, columns});
      const [fix] = found.flatMap(one => one.fix ?? []);
      return fix && text.slice(0, fix.from) + fix.insert + text.slice(fix.to);
    };
    assert.equal(
      await fixed('SELECT o.id FROM orders o JOIN customers c GROUP BY o.id'),
      'SELECT o.id FROM orders o JOIN customers c ON o.customer_id = c.id GROUP BY o.id',
    );
    assert.equal(
      await fixed('SELECT orders.id FROM orders JOIN items LIMIT 5'),
      'SELECT orders.id FROM orders JOIN items ON orders.id = items.order_id LIMIT 5',
    );
    const free = [
      'SELECT o.id FROM orders o, customers c',
      'SELECT o.day FROM orders o JOIN odd LIMIT 1',
    ];
    for (const text of free) assert.equal(await fixed(text), undefined, text);
    const list = ['`order`', ...names.slice(1)];
    const all = async () => wide;
    assert.equal(await fixed('SELECT * FROM orders', all), `SELECT ${list.join(', ')} FROM orders`);
    assert.equal(
      await fixed('SELECT o.*, 1 FROM orders o', all),
      `SELECT ${list.map(name => `o.${name}`).join(', ')}, 1 FROM orders o`,
    );
    const mixed = 'SELECT * FROM orders o CROSS JOIN items i';
    assert.equal(await fixed(mixed, all), undefined, 'columns of the other one would be lost');
  });

  test('a fix removes a query of WITH that is never used', async () => {
    const fixed = async (text: string, dialect = 'postgresql') => {
      const question = {text, caret: 0, dialect: dialectOf(dialect), database: 'shop'};
      const found = await nameMarks(question, catalog);
      return found.map(({fix}) => fix && text.slice(0, fix.from) + fix.insert + text.slice(fix.to));
    };
    const a = 'a AS (SELECT id FROM orders)';
    const b = 'b (x) AS NOT MATERIALIZED (SELECT (id) FROM items)';
    const cases: readonly (readonly [text: string, ...fixed: readonly (string | undefined)[]])[] = [
      [`WITH ${a}\n-- all\nSELECT 1`, '-- all\nSELECT 1'],
      [`WITH RECURSIVE ${a} SELECT 1`, 'SELECT 1'],
      [
        'WITH a AS (SELECT id FROM orders), c AS (SELECT 1 AS y) SELECT y FROM c',
        'WITH c AS (SELECT 1 AS y) SELECT y FROM c',
      ],
      [`WITH ${a}, b (x) AS (SELECT 1) SELECT id FROM a`, `WITH ${a} SELECT id FROM a`],
      [
        `WITH ${a},\n  c AS (SELECT 1 AS y), -- kept\n  d AS (SELECT 2 AS z)\nSELECT id, z FROM a, d WHERE z = id`,
        `WITH ${a}, -- kept\n  d AS (SELECT 2 AS z)\nSELECT id, z FROM a, d WHERE z = id`,
      ],
      [
        `WITH ${a}, ${b.replace('items', 'orders')} SELECT 1`,
        `WITH ${b.replace('items', 'orders')} SELECT 1`,
        `WITH ${a} SELECT 1`,
      ],
      [
        'INSERT INTO items WITH a AS (SELECT 1) SELECT 1, 2, 3, 4',
        'INSERT INTO items SELECT 1, 2, 3, 4',
      ],
      // PostgreSQL runs what writes though nothing reads it.
      ['WITH gone AS (DELETE FROM orders WHERE id = 1 RETURNING id) SELECT 1'],
      ['WITH a AS (SELECT 1 AS x) SEARCH DEPTH FIRST BY x SET o SELECT 1', undefined],
    ];
    for (const [text, ...expected] of cases) assert.deepEqual(await fixed(text), expected, text);
  });

  test('a fix begins the condition on a partition, where it does not change what is meant', async () => {
    const columns = async () => [
      {name: 'id', type: 'int', comment: ''},
      {name: 'day', type: 'string', comment: '', isPartition: true},
    ];
    const fixed = async (text: string) => {
      const question = {text, caret: 0, dialect: dialectOf('hive'), database: 'shop'};
      const found = await nameMarks(question, {...catalog, columns});
      const fixes = found.filter(({message}) => message.startsWith('All partitions'));
      return fixes.map(({fix}) => {
        if (fix === undefined) return undefined;
        const inserted = `${fix.insert.slice(0, fix.caret)}|${fix.insert.slice(fix.caret)}`;
        return text.slice(0, fix.from) + inserted + text.slice(fix.to);
      });
    };
    const cases: readonly (readonly [text: string, ...fixed: readonly (string | undefined)[]])[] = [
      ['SELECT id FROM orders', 'SELECT id FROM orders WHERE day = |'],
      ['SELECT id FROM orders -- all\n;', 'SELECT id FROM orders WHERE day = | -- all\n;'],
      [
        'SELECT id, count(*) FROM orders GROUP BY id',
        'SELECT id, count(*) FROM orders WHERE day = | GROUP BY id',
      ],
      [
        'SELECT id FROM orders WHERE id IN (1)',
        'SELECT id FROM orders WHERE day = | AND id IN (1)',
      ],
      ['SELECT id FROM orders WHERE id = 1 OR id = 2', undefined],
      [
        'SELECT id FROM orders WHERE (id = 1 OR id = 2)',
        'SELECT id FROM orders WHERE day = | AND (id = 1 OR id = 2)',
      ],
      [
        'SELECT x.id FROM (SELECT id FROM orders LIMIT 5) x',
        'SELECT x.id FROM (SELECT id FROM orders WHERE day = | LIMIT 5) x',
      ],
      [
        'SELECT id FROM orders UNION ALL SELECT id FROM items WHERE day = 1',
        'SELECT id FROM orders WHERE day = | UNION ALL SELECT id FROM items WHERE day = 1',
      ],
      // Behind an outer join WHERE would leave out rows of the other side.
      [
        'SELECT o.id FROM orders o LEFT JOIN items i ON o.id = i.id',
        'SELECT o.id FROM orders o LEFT JOIN items i ON o.id = i.id WHERE o.day = |',
        undefined,
      ],
      ['FROM orders SELECT id', undefined],
      ["SELECT id FROM orders WHERE day > '2024-01-01'"],
    ];
    for (const [text, ...expected] of cases) assert.deepEqual(await fixed(text), expected, text);
  });

  test('quick fixes make it right', async () => {
    const text = 'SELECT amont FROM ordres';
    const question = {text, caret: 0, dialect: dialectOf('hive'), database: 'shop'};
    const [fix] = (await nameMarks(question, catalog)).flatMap(one => one.fix ?? []);
    assert.equal(fix?.label, 'Change to orders');
    assert.equal(
      text.slice(0, fix?.from) + fix?.insert + text.slice(fix?.to),
      'SELECT amont FROM orders',
    );
  });

  test('statements over tables that nobody knows have no marks but for what is written in them', async () => {
    const unknown = {
      ...catalog,
      databases: async () => [],
      columns: async () => [],
      tables: async () => [],
    };
    for (const {dialect, sql, name} of statements.cases) {
      const question = {text: sql, caret: 0, dialect: dialectOf(dialect), database: 'shop'};
      assert.deepEqual(await nameMarks(question, unknown), [], `${dialect} ${name}`);
    }
  });

  test('all statements over their own tables have none either', async () => {
    const tables = statements.schema as Readonly<Record<string, readonly string[]>>;
    const own = {
      ...catalog,
      databases: async () => ['shop'],
      tables: async () => Object.keys(tables).map(name => ({name, type: 'TABLE', comment: ''})),
      columns: async (_: string, table: string) =>
        (tables[table] ?? []).map(name => ({name, type: 'int', comment: ''})),
    };
    const found: string[] = [];
    for (const {dialect, sql, name} of statements.cases) {
      const question = {text: sql, caret: 0, dialect: dialectOf(dialect), database: 'shop'};
      for (const {message} of await nameMarks(question, own))
        found.push(`${dialect} ${name}: ${message}`);
    }
    assert.deepEqual(found, []);
  });
});
