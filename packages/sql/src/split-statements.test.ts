import assert from 'node:assert/strict';
import {test} from 'node:test';
import {splitStatements} from './split-statements.ts';

const texts = (text: string, dialect?: string) =>
  splitStatements(text, dialect).map(one => one.statement);

const cases: readonly {name: string; text: string; statements: readonly string[]}[] = [
  {name: 'one without semicolon', text: 'SELECT 1', statements: ['SELECT 1']},
  {name: 'one with semicolon and white space', text: ' SELECT 1 ; \n', statements: ['SELECT 1']},
  {name: 'two', text: 'SELECT 1;SELECT 2', statements: ['SELECT 1', 'SELECT 2']},
  {name: 'short ones', text: '1;2;', statements: ['1', '2']},
  {name: 'empty ones', text: ';; SELECT 1;;', statements: ['SELECT 1']},
  {name: 'nothing', text: ' \n ', statements: []},
  {name: 'single quotes', text: `SELECT ';';SELECT 2`, statements: [`SELECT ';'`, 'SELECT 2']},
  {
    name: 'double quotes',
    text: `SELECT "a;'b";SELECT 2`,
    statements: [`SELECT "a;'b"`, 'SELECT 2'],
  },
  {name: 'backticks', text: 'SELECT `a;b`;SELECT 2', statements: ['SELECT `a;b`', 'SELECT 2']},
  {
    name: 'backslash in backticks',
    text: 'SELECT `a\\`;SELECT 2',
    statements: ['SELECT `a\\`', 'SELECT 2'],
  },
  {
    name: 'escaped quote',
    text: `SELECT 'a\\';b';SELECT 2`,
    statements: [`SELECT 'a\\';b'`, 'SELECT 2'],
  },
  {
    name: 'escaped backslash',
    text: `SELECT '\\\\';SELECT 2`,
    statements: [`SELECT '\\\\'`, 'SELECT 2'],
  },
  {
    name: 'doubled quote',
    text: `SELECT 'it''s;';SELECT 2`,
    statements: [`SELECT 'it''s;'`, 'SELECT 2'],
  },
  {name: 'unclosed quote', text: `SELECT 'a;b`, statements: [`SELECT 'a;b`]},
  {
    name: 'line comment',
    text: 'SELECT 1 -- a;b\n;SELECT 2',
    statements: ['SELECT 1 -- a;b', 'SELECT 2'],
  },
  {
    name: 'quote in line comment',
    text: "SELECT 1 -- don't\n;SELECT 2",
    statements: ["SELECT 1 -- don't", 'SELECT 2'],
  },
  {
    name: 'block comment',
    text: 'SELECT /* a;b */ 1;SELECT 2',
    statements: ['SELECT /* a;b */ 1', 'SELECT 2'],
  },
  {
    name: 'hint',
    text: 'SELECT /*+ a */ 1; /*+ b */',
    statements: ['SELECT /*+ a */ 1', '/*+ b */'],
  },
  {name: 'unclosed block comment', text: 'SELECT 1; /* a;', statements: ['SELECT 1']},
  {name: 'comment only', text: 'SELECT 1; -- the end', statements: ['SELECT 1']},
  {
    name: 'comment before',
    text: '-- first\nSELECT 1; SELECT 2',
    statements: ['-- first\nSELECT 1', 'SELECT 2'],
  },
  {name: 'dashes in quotes', text: `SELECT '--';SELECT 2`, statements: [`SELECT '--'`, 'SELECT 2']},
  {name: 'minus minus', text: 'SELECT 1 - -1; SELECT 2', statements: ['SELECT 1 - -1', 'SELECT 2']},
];

for (const {name, text, statements} of cases) {
  test(`splits: ${name}`, () => assert.deepEqual(texts(text), statements));
}

const own: readonly (readonly [dialect: string, text: string, ...statements: string[]])[] = [
  ['postgresql', 'SELECT $$a;b$$; SELECT 2', 'SELECT $$a;b$$', 'SELECT 2'],
  ['postgresql', "SELECT $a$'; $$ $a $a$; SELECT 2", "SELECT $a$'; $$ $a $a$", 'SELECT 2'],
  ['postgresql', 'SELECT a$b$c; SELECT $1;$2', 'SELECT a$b$c', 'SELECT $1', '$2'],
  ['postgresql', 'SELECT $$a; b', 'SELECT $$a; b'],
  ['postgresql', `SELECT '\\'; SELECT "a\\"; SELECT 3`, `SELECT '\\'`, `SELECT "a\\"`, 'SELECT 3'],
  ['postgresql', `SELECT E'\\'; a'; SELECT e'\\';'`, `SELECT E'\\'; a'`, `SELECT e'\\';'`],
  ['postgresql', `SELECT type'\\'; SELECT 2`, `SELECT type'\\'`, 'SELECT 2'],
  ['postgresql', "SELECT a # b; SELECT '# c'", 'SELECT a # b', "SELECT '# c'"],
  ['duckdb', `SELECT '\\', $$;$$; SELECT 2`, `SELECT '\\', $$;$$`, 'SELECT 2'],
  ['trino', `SELECT '\\'; SELECT 2`, `SELECT '\\'`, 'SELECT 2'],
  ['mysql', "SELECT 1 # it's; so\n; SELECT 2", "SELECT 1 # it's; so", 'SELECT 2'],
  ['mysql', "SELECT 5--1, 'a;'; --\tb;\nSELECT 2 --", "SELECT 5--1, 'a;'", '--\tb;\nSELECT 2 --'],
  ['mysql', "SELECT 'a\\';', $$;$$", "SELECT 'a\\';', $$", '$$'],
  [
    'mysql',
    'SELECT 1;\nDELIMITER $$\nBEGIN; END$$\nSELECT 2; SELECT 3 $$\ndelimiter ;\nSELECT 4; SELECT 5',
    'SELECT 1',
    'BEGIN; END',
    'SELECT 2; SELECT 3',
    'SELECT 4',
    'SELECT 5',
  ],
  ['mysql', '-- why\nDELIMITER //\n'],
  ['mysql', 'SELECT delimiter ; SELECT 2', 'SELECT delimiter', 'SELECT 2'],
  ['hive', 'DELIMITER //', 'DELIMITER //'],
];

for (const [dialect, text, ...statements] of own) {
  test(`splits ${dialect}: ${text}`, () => assert.deepEqual(texts(text, dialect), statements));
}

test('procedural texts stay whole', () => {
  const block = 'CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END;';
  assert.deepEqual(texts(block, 'hplsql'), [block.slice(0, -1)]);
  assert.deepEqual(texts(' ', 'hplsql'), []);
});

test('tells where each statement begins and ends', () => {
  const found = splitStatements('\n  SELECT 1;\nSELECT\n 2 ; SELECT 3');
  assert.deepEqual(
    found.map(({start, end}) => [start.row, start.column, end.row, end.column]),
    [
      [1, 2, 1, 11],
      [2, 0, 3, 4],
      [3, 5, 3, 13],
    ],
  );
});

test('a text of 1,000,000 characters is split in one go', () => {
  const text = `SELECT '${'x;'.repeat(10)}';\n`.repeat(30_000);
  assert.equal(splitStatements(text).length, 30_000);
});

test('a row of many statements is read once, not once for each', () => {
  const statements = splitStatements('a;'.repeat(500_000));
  assert.deepEqual(statements.at(-1), {
    start: {row: 0, column: 999_998},
    end: {row: 0, column: 1_000_000},
    statement: 'a',
  });
});
