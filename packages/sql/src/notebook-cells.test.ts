import assert from 'node:assert/strict';
import {test} from 'node:test';
import {textOfCells} from './notebook-cells.ts';

test('cells are one text', () => {
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
  assert.equal(textOfCells([{kind: 'sql', text: ' select 1 ; '}], 'hive'), 'select 1 ;\n');
  assert.equal(textOfCells([{kind: 'text', text: ' '}], 'hive'), '');
  assert.equal(textOfCells([{kind: 'sql', text: 'a; b'}], 'spark'), 'a; b\n');
});
