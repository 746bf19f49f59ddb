import type {Editor} from '../editor.ts';
import type {SqlDialect} from '../engine/sql-dialect.ts';
import {isView} from '../engine/table-description.ts';
import {queryOnce} from '../statement/query-once.ts';
import {describeTable} from './describe-table.ts';
import {ApiError, type Json, status} from './envelope.ts';
import {executeText} from './execute.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';
import {rowsOf} from './result-format.ts';

/** Whoever waits for a sample is looking at something else meanwhile. */
const sampleLimits = {maxRows: 100, timeoutMs: 5000};

/** Some rows of a table or values of a column. */
export async function sampleData(e: Editor, userName: string, path: readonly string[], fields: Fields): Promise<Json> {
  const snippet = fields.object('snippet');
  const engine = findEngine(e, textIn(snippet, 'type') || fields.text('type'));
  const operation = fields.word('operation', 'default');
  const [database = '', table = ''] = path;
  const sql = sampleSql(engine.sql, path, operation);
  if (operation !== 'hello') {
    const described = await describeTable(e, userName, engine, database, table);
    if (isView(described))
      throw new ApiError(status.failed, 'Not getting sample data as this is a view, which may be a query of any size');
  }
  if (fields.flag('async')) {
    const {handle, history_uuid} = await executeText(e, userName, engine, 'default', sql);
    return {status: status.ok, result: {handle, history_uuid}};
  }
  const {columns, rows} = await e.pool.use(engine, {name: userName}, session => queryOnce(session, sql, sampleLimits));
  const page = {columns: columns.map((_, index) => rows.map(row => row[index])), rowCount: rows.length};
  return {
    status: status.ok,
    headers: columns.map(({name}) => name.slice(name.lastIndexOf('.') + 1)),
    full_headers: columns.map(({name, type, comment = ''}) => ({name, type, comment})),
    rows: rowsOf(page, columns, 'html'),
  };
}

function sampleSql(
  {quotedName}: SqlDialect,
  [database = '', table = '', ...column]: readonly string[],
  operation: string,
): string {
  if (operation === 'hello') return "SELECT 'Hello World!'";
  if (database === '' || table === '') throw new ApiError(status.failed, 'A sample needs a database and a table');
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
