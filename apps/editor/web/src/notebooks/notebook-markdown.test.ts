import assert from 'node:assert/strict';
import {test} from 'node:test';
import {newCell} from './cells.ts';
import {markdownOf} from './notebook-markdown.ts';

const cell = (id: string, kind: 'sql' | 'text', text: string, more: object = {}) => ({
  ...newCell(kind),
  id,
  text,
  ...more,
});
const result = (id: string, more: object = {}) => ({
  cell: id,
  isKept: true,
  hasResultSet: true,
  isCurrent: true,
  finishedAt: Date.UTC(2026, 10, 26, 12),
  ...more,
});

test('texts stay as they are, statements are code, results are tables', () => {
  const cells = [
    cell('t', 'text', '## Sales\n\nof *all* shops'),
    cell('a', 'sql', 'select `a`, ```b``` from t'),
    cell('b', 'sql', 'select 2', {isFolded: true}),
    cell('c', 'sql', ' '),
    cell('d', 'sql', 'create table t (n int)'),
  ];
  const table = {head: ['a|b', 'n'], rows: [['<b>x</b>\nnext', '-1']], isCut: true};
  const tables = new Map(['a', 'b'].map(id => [id, table]));
  const results = new Map(['a', 'b'].map(id => [id, result(id)]));
  const text = markdownOf({name: 'A *note*', cells, results, tables});
  const at = new Date(Date.UTC(2026, 10, 26, 12)).toLocaleString();
  assert.equal(
    text,
    `# A \\*note\\*

## Sales

of *all* shops

\`\`\`\`sql
select \`a\`, \`\`\`b\`\`\` from t
\`\`\`\`

| a\\|b | n |
| --- | --- |
| \\<b\\>x\\</b\\> next | -1 |

The first 1 rows.

*Result of ${at}*

\`\`\`sql
select 2
\`\`\`

\`\`\`sql
create table t (n int)
\`\`\`
`,
  );
});

test('a result of something else says so', () => {
  const text = markdownOf({
    name: 'N',
    cells: [cell('a', 'sql', 'select 1')],
    results: new Map([['a', result('a', {isCurrent: false})]]),
    tables: new Map([['a', {head: ['n'], rows: [], isCut: false}]]),
  });
  assert.match(
    text,
    /\| n \|\n\| --- \|\n\n\*Result of .*, of an earlier statement or other values\*/,
  );
});
