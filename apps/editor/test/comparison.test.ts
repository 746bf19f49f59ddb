// What the comparison with other editors says of this one is what tests of these names show. A line
// without one, or whose test is gone, fails.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

const root = new URL('../../../', import.meta.url);
const pages = 'apps/editor/test/';
const sql = 'packages/sql/src/';

/** For each line the files and names of tests, as they are written there. */
const shown: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  'proposals open by themselves': [
    [`${pages}sql-page.test.ts`, 'proposals open by themselves, with tables of all databases'],
  ],
  'columns in scope through WITH, stars, queries in parentheses': [
    [
      `${sql}complete/complete.test.ts`,
      'columns of queries in parentheses and of WITH, and those of the query around',
    ],
  ],
  'tables of all databases in one list': [
    [`${pages}sql-page.test.ts`, 'proposals open by themselves, with tables of all databases'],
  ],
  'values of a column in conditions': [
    [
      `${pages}sql-page.test.ts`,
      'values of a column with few are proposed for conditions, and stand on its card',
    ],
    [
      `${sql}complete/values.test.ts`,
      'a value takes the place of the whole text that it is chosen in',
    ],
  ],
  'what a function takes, while its parenthesis is open': [
    [`${pages}sql-page.test.ts`, 'tells what a function takes while its parenthesis is open'],
  ],
  'unknown and ambiguous names marked': [
    [`${pages}sql-page.test.ts`, 'marks names that there are not, and puts them right'],
    [`${sql}semantic/semantic-marks.test.ts`, 'quick fixes make it right'],
  ],
  'misplaced words marked by the grammar of the dialect': [
    [`${pages}sql-page.test.ts`, 'marks a word that the dialect does not allow'],
  ],
  'ungrouped columns marked': [
    [`${sql}semantic/semantic-marks.test.ts`, 'status is neither grouped nor aggregated.'],
  ],
  'unused WITH': [
    [`${sql}semantic/semantic-marks.test.ts`, 'a fix removes a query of WITH that is never used'],
  ],
  'joins without condition, all partitions read': [
    [
      `${sql}semantic/semantic-marks.test.ts`,
      'a fix writes the condition of a join, and the columns of a wide table',
    ],
    [
      `${sql}semantic/semantic-marks.test.ts`,
      'a fix begins the condition on a partition, where it does not change what is meant',
    ],
  ],
  'rename an alias everywhere': [
    [`${pages}sql-page.test.ts`, 'tells what a name is under the mouse, goes to it and renames it'],
  ],
  'plan as a picture': [
    [`${pages}sql-page.test.ts`, 'draws the plan of a statement beside its text'],
    ...['duckdb', 'hive', 'spark', 'impala', 'trino', 'postgres', 'mysql'].map(
      name => [`${sql}plan/${name}-plan.test.ts`, ''] as const,
    ),
  ],
  'times of each step': [
    [`${sql}plan/duckdb-plan.test.ts`, 'steps that DuckDB has run, with their rows and times'],
    [`${sql}plan/trino-plan.test.ts`, 'rows and times of a run'],
    [`${sql}plan/postgres-plan.test.ts`, 'rows and times of a run'],
    [`${sql}plan/mysql-plan.test.ts`, 'rows and times of a run'],
  ],
  variables: [
    [
      `${pages}editor-page.test.ts`,
      'variables have fields, and a value is wanted before the statement runs',
    ],
    [`${sql}variables.test.ts`, 'variables are found with their defaults and choices, once each'],
  ],
  dashboards: [
    [
      `${pages}dashboards-page.test.ts`,
      'a refresh runs them all, and one that fails leaves the others',
    ],
    [`${pages}dashboards-page.test.ts`, 'filters are in the address'],
  ],
  notebooks: [
    [
      `${pages}notebooks-page.test.ts`,
      'it is downloaded as HTML that runs nothing, and as Markdown',
    ],
  ],
  sharing: [
    [
      `${pages}documents.test.ts`,
      'a query is saved, shared, changed by somebody else, and its versions compared',
    ],
    [
      `${pages}shares.test.ts`,
      'a shared result is looked at by whom it is shared with, and by nobody else, until it is taken back',
    ],
    [
      `${pages}dashboards-page.test.ts`,
      'another user sees what is shared alone, and a saving in between is no loss',
    ],
    [
      `${pages}notebooks-page.test.ts`,
      'another user runs it for themselves, and a saving in between is no loss',
    ],
  ],
  'page of a table': [
    [
      `${pages}tables-page.test.ts`,
      'show figures of columns when somebody asks for them, and stop when they do not',
    ],
    [
      `${pages}tables-page.test.ts`,
      'show rows, relations, statements, details and how it was made, each with an address',
    ],
    [`${pages}many-tables-page.test.ts`, 'the partitions of a table are listed, found and queried'],
  ],
  'rename, drop, analyze a table in pages': [
    [`${pages}tables-page.test.ts`, 'query, describe, rename and drop a table, after a question'],
  ],
  'tables of files': [
    [
      `${pages}file-imports.real.test.ts`,
      'JSON and Parquet have types of their own, which can be changed',
    ],
    [`${pages}import-page.test.ts`, 'imports the rows of a workbook'],
    [
      `${pages}import-page.test.ts`,
      'imports what is pasted, and replaces a file only when asked to',
    ],
  ],
  'into which engines': [
    [`${pages}cluster-imports.real.test.ts`, 'are typed, appended to and replaced, in ${into}'],
  ],
  'rows that don’t fit are listed': [
    [
      `${pages}file-imports.real.test.ts`,
      'tells its bad rows by line, and comes without them or not at all',
    ],
  ],
  'files in pages': [
    [
      `${pages}files-servers-page.real.test.ts`,
      '${name}: tables, texts, JSON and Parquet are shown a part at a time',
    ],
  ],
  'a dashboard as it was, with its time': [
    [`${pages}snapshots-page.test.ts`, 'it is listed, and opens as a page that stays as it is'],
  ],
  'code of Spark': [
    [
      `${pages}livy-engine.test.ts`,
      'code stays whole, puts out lines or tables, and variables live on in one session',
    ],
  ],
  'a query by cron': [
    [
      `${pages}schedules.test.ts`,
      'a saved query is scheduled, runs with its values, and its result is there to be read',
    ],
    [`${pages}kept-results.test.ts`, ''],
  ],
  'a message when a condition holds': [
    [
      `${pages}schedules.test.ts`,
      'who is told when it is done, when it fails, and when the condition holds',
    ],
    ['apps/editor/src/schedule/condition.test.ts', ''],
  ],
  'ways of messages': [
    [`${pages}schedules.test.ts`, 'a webhook gets what happened, signed'],
    [
      `${pages}schedule-mail.real.test.ts`,
      'a mail is sent over STARTTLS with a login, to whom the schedule names',
    ],
    [
      `${pages}schedule-kafka.real.test.ts`,
      'a run is one record of the topic, keyed by its schedule',
    ],
  ],
  embedding: [
    [
      `${pages}snapshots.test.ts`,
      'previews and links are off until the administrator turns them on',
    ],
    [
      `${pages}snapshots.test.ts`,
      'a link shows a snapshot without a login, in frames of the named pages alone',
    ],
  ],
  'preview of a link in chats': [
    [
      `${pages}snapshots.test.ts`,
      'a preview shows name, description and picture to chats, and no result',
    ],
  ],
  comments: [
    [
      `${pages}document-comments.test.ts`,
      'whoever may read a query reads and writes comments on it',
    ],
    [
      `${pages}document-comments.test.ts`,
      'a shared result has comments of all who may see it, until it is taken back',
    ],
  ],
  engines: [
    [`${pages}hive.real.test.ts`, ''],
    [`${pages}spark.real.test.ts`, ''],
    [`${pages}embedded-engine.test.ts`, ''],
  ],
  'clients of Hue’s API': [
    [`${pages}cluster-files.real.test.ts`, 'hueclientrest'],
    [`${pages}hue-bookmarks.test.ts`, 'bookmarks of pages of Hue lead to pages of the editor'],
    [
      `${pages}documents.test.ts`,
      'an export of the documents of Hue comes in as queries in folders, from a file and from a zip',
    ],
  ],
  'find a table of a database that is not open, and see its details': [
    [`${pages}analyst-page.real.test.ts`, '{keys: 7, clicks: 0}'],
  ],
  'write a join of two tables with its condition (85 letters), and run it': [
    [`${pages}analyst-page.real.test.ts`, '[38, 0]'],
  ],
  'put a misspelt column right': [[`${pages}analyst-page.real.test.ts`, '{keys: 0, clicks: 1}']],
  'give an alias another name of three letters, everywhere': [
    [`${pages}analyst-page.real.test.ts`, '{keys: 4, clicks: 0}'],
  ],
  'see where a statement spends its time': [
    [`${pages}analyst-page.real.test.ts`, '{keys: 1, clicks: 1}'],
  ],
};

test('each line about the editor in the comparison is shown by a test', async () => {
  const page = await readFile(new URL('docs/editor-comparison.md', root), 'utf8');
  const lines = page
    .split('\n')
    .filter(
      line => /^\| [^|]+\|/.test(line) && !line.startsWith('| |') && !line.startsWith('| task |'),
    )
    .map(line => line.split('|').map(cell => cell.trim()))
    // What it does not do is nothing that a test shows.
    .filter(([, , own = '']) => !/^no\b/.test(own))
    .map(([, name = '']) => name.replaceAll("'", '’'));
  assert.ok(lines.length > 35);
  assert.deepEqual(
    lines.filter(name => shown[name] === undefined),
    [],
    'lines without a test',
  );
  assert.deepEqual(
    Object.keys(shown).filter(name => !lines.includes(name)),
    [],
    'tests without a line',
  );
  const missing: string[] = [];
  for (const [name, tests] of Object.entries(shown))
    for (const [file, title] of tests) {
      const text = await readFile(new URL(file, root), 'utf8').catch(() => undefined);
      if (text?.includes(title) !== true) missing.push(`${name}: ${file} has no “${title}”`);
    }
  assert.deepEqual(missing, []);
});
