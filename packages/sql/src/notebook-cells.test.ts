import assert from 'node:assert/strict';
import {test} from 'node:test';
import {cellsOfText, textOfCells} from './notebook-cells.ts';

const pairs = (text: string, dialect = 'duckdb') =>
  cellsOfText(text, dialect).map(({kind, text: said}) => [kind, said]);

test('statements are cells, and comments before them are texts', () => {
  const text = `-- Sales
-- of the *shop*

/*
 * By day
 */
SELECT 1 -- one
FROM t;
  select ';' ;
/*+ hint */ select 2;
-- the end`;
  assert.deepEqual(pairs(text), [
    ['text', 'Sales\nof the *shop*'],
    ['text', 'By day'],
    ['sql', 'SELECT 1 -- one\nFROM t'],
    ['sql', "select ';'"],
    ['sql', '/*+ hint */ select 2'],
    ['text', 'the end'],
  ]);
  assert.deepEqual(pairs('  \n'), []);
  assert.deepEqual(pairs('--'), []);
  assert.deepEqual(pairs(';;'), []);
  assert.deepEqual(pairs('# note\nselect 1', 'mysql'), [
    ['text', 'note'],
    ['sql', 'select 1'],
  ]);
  assert.deepEqual(pairs('-- open\r\n/* never closed'), [['text', 'open\nnever closed']]);
});

test('what is cut by other signs than semicolons stays one cell', () => {
  const body = 'DELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; END//';
  assert.deepEqual(pairs(body, 'mysql'), [['sql', body]]);
  assert.deepEqual(pairs('val a = 1; val b = 2', 'spark'), [['sql', 'val a = 1; val b = 2']]);
});

test('cells are one text again, which is the same cells', () => {
  const cells = [
    {kind: 'text', text: '# Title\n\n- one\n  - two'},
    {kind: 'text', text: 'More'},
    {kind: 'sql', text: 'select 1 -- and; this'},
    {kind: 'sql', text: "select 'a;b'"},
    {kind: 'text', text: 'end'},
  ] as const;
  const text = textOfCells(cells, 'duckdb');
  assert.equal(
    text,
    `-- # Title
--
-- - one
--   - two

-- More

select 1 -- and; this
;

select 'a;b';

-- end
`,
  );
  assert.deepEqual(cellsOfText(text, 'duckdb'), cells);
  assert.equal(textOfCells([{kind: 'sql', text: ' select 1 ; '}], 'hive'), 'select 1 ;\n');
  assert.equal(textOfCells([{kind: 'text', text: ' '}], 'hive'), '');
  assert.equal(textOfCells([{kind: 'sql', text: 'a; b'}], 'spark'), 'a; b\n');
});

test('comments are those of the language, and have no variables', () => {
  const written = (dialect: string, sql: string) =>
    textOfCells(
      [
        {kind: 'text', text: 'A ${cost}\n\nmore'},
        {kind: 'sql', text: sql},
      ],
      dialect,
    );
  assert.equal(
    written('mysql', 'select 1 # note'),
    '-- A $ {cost}\n--\n-- more\n\nselect 1 # note\n;\n',
  );
  assert.equal(written('pyspark', 'print(1)'), '# A $ {cost}\n#\n# more\n\nprint(1)\n');
  assert.equal(written('sparkr', 'print(1)'), '# A $ {cost}\n#\n# more\n\nprint(1)\n');
  assert.equal(written('spark', 'val a = 1'), '// A $ {cost}\n//\n// more\n\nval a = 1\n');
});
