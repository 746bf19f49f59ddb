import {AppError} from '@gazetteer/model';
import {form} from '@gazetteer/kernel';
import {flag, object, text, textIn, word} from '@gazetteer/kernel/loose-fields';
import type {SqlDialect} from '../engine/sql-dialect.ts';
import {isView} from '../engine/table-description.ts';
import {queryOnce} from '../engine/query-once.ts';
import {describeTable} from './describe-table.ts';
import {status} from '../http/envelope.ts';
import {executeText} from './execute.ts';
import {findEngine} from './find-engine.ts';
import {rowsOf} from '../result/formats/result-format.ts';
import {query} from '../operation.ts';
import {sample} from './table-shapes.ts';

/** Whoever waits for a sample is looking at something else meanwhile. */
const sampleLimits = {maxRows: 100, timeoutMs: 5000};

/** Some rows of a table or values of a column. */
export const sampleData = query('POST /sample/{*names}', {
  summary: 'Some rows of a table, or values of a column',
  description:
    'The path has the names of a database, a table and a column. Views are not read, as one may be a query of any size.',
  body: form({
    snippet: object('Its `type` is the engine'),
    type: text('The engine, in place of `snippet`'),
    operation: word('Of a column: `distinct`, `min` or `max`; `hello` tries the engine', 'default'),
    async: flag('Answers the statement that reads them, to be asked for like any other'),
  }),
  answer: sample,
  run: async (e, {names, snippet, type, operation, async: isAsync}, {actor: {userName}}) => {
    const engine = findEngine(e, textIn(snippet, 'type') || type);
    const [database = '', table = ''] = names;
    const sql = sampleSql(engine.sql, names, operation);
    if (operation !== 'hello') {
      const described = await describeTable(e, userName, engine, database, table);
      if (isView(described)) {
        const why = 'Not getting sample data as this is a view, which may be a query of any size';
        throw new AppError('BAD_REQUEST', [why]);
      }
    }
    if (isAsync) {
      const {handle, history_uuid} = await executeText(e, userName, engine, 'default', sql);
      return {status: status.ok, result: {handle, history_uuid}};
    }
    const {columns, rows} = await e.pool.use(engine, {name: userName}, session =>
      queryOnce(session, sql, sampleLimits),
    );
    const page = {
      columns: columns.map((_, index) => rows.map(row => row[index])),
      rowCount: rows.length,
    };
    return {
      status: status.ok,
      headers: columns.map(({name}) => name.slice(name.lastIndexOf('.') + 1)),
      full_headers: columns.map(({name, type: of, comment = ''}) => ({name, type: of, comment})),
      rows: rowsOf(page, columns, 'html'),
    };
  },
});

function sampleSql(
  {quotedName}: SqlDialect,
  [database = '', table = '', ...column]: readonly string[],
  operation: string,
): string {
  if (operation === 'hello') return "SELECT 'Hello World!'";
  if (database === '' || table === '')
    throw new AppError('BAD_REQUEST', ['A sample needs a database and a table']);
  const from = `${quotedName(database)}.${quotedName(table)}`;
  if (column.length === 0) return `SELECT * FROM ${from} LIMIT ${sampleLimits.maxRows}`;
  // Of nested columns those are read that hold the part asked for.
  const name = quotedName(column[0] ?? '');
  switch (operation) {
    case 'distinct':
      return `SELECT DISTINCT ${name} FROM ${from} LIMIT ${sampleLimits.maxRows}`;
    case 'min':
    case 'max':
      return `SELECT ${operation.toUpperCase()}(${name}) FROM ${from}`;
    default:
      return `SELECT ${name} FROM ${from} LIMIT ${sampleLimits.maxRows}`;
  }
}
