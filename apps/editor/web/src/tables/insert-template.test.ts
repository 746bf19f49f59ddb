import assert from 'node:assert/strict';
import {test} from 'node:test';
import {insertTemplate} from './insert-template.ts';

test('a template has each column once, with its type behind its place', () => {
  const column = (name: string, type: string) => ({name, type, comment: ''});
  assert.equal(
    insertTemplate('duckdb', 'main.t', {
      cols: [column('n', 'integer'), column('a\nb', 'varchar')],
      partition_keys: [column('day', 'date')],
    }),
    'INSERT INTO main.t\n  (n, "a\nb", day)\nVALUES (\n  NULL, -- n integer\n  NULL, -- a b varchar\n  NULL -- day date\n);\n',
  );
});
