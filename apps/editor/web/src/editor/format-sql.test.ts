// Statements of every dialect are formatted without becoming others.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {suite, test} from 'node:test';
import {dialects, readings} from '../../../../../packages/sql/test/readings.ts';
import {formatSql} from './format-sql.ts';

/** Blocks between empty lines: `# dialect` of those that follow. */
const cases = readFileSync(
  new URL('../../../../../packages/sql/test/format-cases.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split(/\n\n+/);
const shrunk = (text: string) => text.replace(/\s+/g, '');

/** @returns how many statements are left as they are */
function checked(text: string, dialect: string): number {
  const once = formatSql(text, dialect);
  assert.equal(shrunk(once.text), shrunk(text), text);
  assert.equal(formatSql(once.text, dialect).text, once.text, text);
  return once.left;
}

suite('formatting', () => {
  for (const dialect of dialects)
    test(`keeps statements of ${dialect}`, () => {
      const own = readings().filter(one => one.dialects.includes(dialect));
      const left = own.map(({marked}) => checked(marked.replace('¦', ''), dialect));
      const all = left.reduce((sum, n) => sum + n, 0);
      assert.equal(all, 0, `${all} of ${own.length} are left as they are`);
    });

  test('keeps what dialects have of their own', () => {
    let dialect = '';
    for (const block of cases) {
      if (block.startsWith('# ')) {
        dialect = block.slice(2);
        continue;
      }
      assert.equal(checked(block, dialect), 0, `${dialect}: ${block}`);
    }
  });

  test('comments and client commands stay where they are', () => {
    const text = 'set a=b  c;\n-- first\nselect 1; -- of it\nselect 2;\nselect a:b.c from t';
    assert.deepEqual(formatSql(text, 'spark'), {
      text: 'set a=b  c;\n\n-- first\nselect\n  1; -- of it\n\nselect\n  2;\n\nselect\n  a:b.c\nfrom\n  t',
      left: 0,
    });
    assert.equal(
      formatSql('DELIMITER $$\nselect a,b$$\ndelimiter ;\nselect 1', 'mysql').text,
      'DELIMITER $$\n\nselect\n  a,\n  b$$\ndelimiter ;\n\nselect\n  1',
    );
  });

  test('a sign that ends statements stays behind comments and names', () => {
    for (const comment of ['-- c', '# c'])
      assert.equal(
        formatSql(`DELIMITER $$\nselect 1 ${comment}\n$$\nselect 2$$`, 'mysql').text,
        `DELIMITER $$\n\nselect\n  1 ${comment}\n$$\n\nselect\n  2$$`,
      );
    assert.equal(
      formatSql('DELIMITER $$\nset @a = 1 -- c\n$$\nDELIMITER ;', 'mysql').text,
      'DELIMITER $$\n\nset @a = 1 -- c\n$$\nDELIMITER ;',
    );
    assert.equal(
      formatSql('delimiter go\nselect a from t\ngo', 'mysql').text,
      'delimiter go\n\nselect\n  a\nfrom\n  t\ngo',
    );
  });

  test('a path that is refreshed stays as it is', () => {
    const text = 'refresh /data/x-y/part=1';
    assert.deepEqual(formatSql(text, 'spark'), {text, left: 0});
  });

  test('a command of a shell stays as it is', () => {
    const text = '!sh ls  -l a, b from c';
    assert.deepEqual(formatSql(`${text};select 1`, 'hive'), {
      text: `${text};\n\nselect\n  1`,
      left: 0,
    });
  });

  test('a semicolon that ends nothing keeps no statement from being formatted', () => {
    const own = 'select\n  1;';
    const next = 'select\n  a,\n  b\nfrom\n  t';
    for (const [text, expected] of [
      ['select 1;; select a,b from t', `${own};\n\n${next}`],
      ['select 1; -- c\n; ;select a,b from t;;', `${own} -- c\n\n; ;\n\n${next};;`],
      ['; /* c; */ ; -- d\nselect a,b from t', `; /* c; */ ;\n\n-- d\n${next}`],
    ] as const) {
      assert.deepEqual(formatSql(text, 'hive'), {text: expected, left: 0});
      assert.deepEqual(formatSql(expected, 'hive'), {text: expected, left: 0});
    }
  });

  test('white space around a text stays, as there is more around a selection', () => {
    for (const [text, expected] of [
      ['select 1; -- one\n', 'select\n  1; -- one\n'],
      ['\n select 1', '\n select\n  1'],
      [' \n ', ' \n '],
    ] as const)
      assert.equal(formatSql(text, 'hive').text, expected);
  });

  test('types, fields and texts that stand together stay so', () => {
    for (const [dialect, text, expected] of [
      [
        'hive',
        'create table t (m map<string, struct<a:int>>)',
        'create table t (m map<string, struct<a:int>>)',
      ],
      ['spark', 'select a:b[0]::int, c from t', 'select\n  a:b[0]::int,\n  c\nfrom\n  t'],
      [
        'duckdb',
        'select n: sum(a) from t limit 10%',
        'select\n  n: sum(a)\nfrom\n  t\nlimit\n  10%',
      ],
      ['mysql', "select _utf8'a', @b", "select\n  _utf8'a',\n  @b"],
      ['hive', "select 'it''s', a:b", "select\n  'it''s',\n  a:b"],
      ['postgresql', "select 'a'\n'b', 1", "select\n  'a'\n'b',\n  1"],
    ] as const)
      assert.deepEqual(formatSql(text, dialect), {text: expected, left: 0});
  });

  test('a variable stays a part of the name or number beside it', () => {
    for (const [dialect, text, expected] of [
      ['hive', 'select * from ${t}_x', 'select\n  *\nfrom\n  ${t}_x'],
      ['duckdb', 'select * from t_${x}', 'select\n  *\nfrom\n  t_${x}'],
      [
        'hive',
        'select a from t where x=1${y} and y=${z}',
        'select\n  a\nfrom\n  t\nwhere\n  x=1${y}\n  and y = ${z}',
      ],
      ['spark', 'select a:b, ${a}b from t', 'select\n  a:b,\n  ${a}b\nfrom\n  t'],
      [
        'trino',
        'select * from ${a}${b} where x in (${a},${b}) limit ${n}',
        'select\n  *\nfrom\n  ${a}${b}\nwhere\n  x in (${a}, ${b})\nlimit\n  ${n}',
      ],
    ] as const)
      assert.deepEqual(formatSql(text, dialect), {text: expected, left: 0});
  });

  test('what can’t be read stays as it is', () => {
    const text = 'select ((a:b from t';
    assert.deepEqual(formatSql(text, 'spark'), {text, left: 1});
  });

  test('a text of an unknown dialect is formatted as standard SQL', () => {
    assert.equal(formatSql('select a,b from t', 'other').text, 'select\n  a,\n  b\nfrom\n  t');
  });
});
