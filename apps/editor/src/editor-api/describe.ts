import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {queryOnce, quotedName} from '../statement/query-once.ts';
import {commentOf, describeTable, linkOf, linkTo, metadataLimits} from './describe-table.ts';
import {ApiError, type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';
import {isView} from './table-description.ts';

/** All that is known of a database, or of a table. */
export async function describe(e: Editor, userName: string, path: readonly string[], fields: Fields): Promise<Json> {
  const connector = fields.object('connector');
  const type = textIn(connector, 'type') || fields.word('source_type') || textIn(fields.object('snippet'), 'type');
  const engine = findEngine(e, type);
  const [database = '', table = '', part, column] = path;
  if (database === '') throw new ApiError(status.failed, 'There is no database to describe');
  if (table === '') return await describeDatabase(e, userName, engine, database);
  const described = await describeTable(e, userName, engine, database, table);
  if (part === 'stats' && column !== undefined)
    return await columnStats(e, userName, engine, [database, table, column]);
  const properties = Object.fromEntries(described.details);
  const stats = Object.fromEntries(described.parameters);
  return {
    status: status.ok,
    name: table,
    partition_keys: described.partitionKeys,
    primary_keys: [],
    cols: described.columns,
    path_location: described.details.get('Location') ?? '',
    hdfs_link: linkOf(described),
    comment: commentOf(described),
    is_view: isView(described),
    properties: [...described.details].map(([name, value]) => ({col_name: name, data_type: value, comment: null})),
    details: {properties, stats},
    stats: [...described.parameters].map(([name, value]) => ({data_type: name, comment: value, col_name: ''})),
  };
}

async function describeDatabase(e: Editor, userName: string, engine: SqlEngine, database: string): Promise<Json> {
  const sql = `DESCRIBE DATABASE EXTENDED ${quotedName(database)}`;
  const {columns, rows} = await e.pool.use(engine, {name: userName}, session =>
    queryOnce(session, sql, metadataLimits),
  );
  // Hive answers one row with a column each, Spark a row each.
  const isOneRow = columns.some(({name}) => name === 'db_name');
  const pairs = isOneRow ? columns.map(({name}, index) => [name, rows[0]?.[index]]) : rows;
  const found = new Map(pairs.map(([name, value]) => [String(name).toLowerCase(), String(value ?? '')]));
  const first = (...names: string[]) => names.map(name => found.get(name)).find(value => value !== undefined) ?? '';
  return {
    status: status.ok,
    db_name: first('db_name', 'namespace name', 'database name') || database,
    comment: first('comment'),
    location: first('location'),
    owner_name: first('owner_name', 'owner'),
    owner_type: first('owner_type'),
    parameters: first('parameters', 'properties'),
    hdfs_link: linkTo(first('location')),
    message: '',
  };
}

async function columnStats(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  [database = '', table = '', column = '']: readonly string[],
): Promise<Json> {
  const sql = `DESCRIBE FORMATTED ${quotedName(database)}.${quotedName(table)} ${quotedName(column)}`;
  const {columns, rows} = await e.pool.use(engine, {name: userName}, session =>
    queryOnce(session, sql, metadataLimits),
  );
  // One row under its headings, or a row for each figure.
  const isList = rows.length > 1;
  const pairs = isList ? rows.map(row => [row[0], row[1]]) : columns.map(({name}, index) => [name, rows[0]?.[index]]);
  return {
    status: status.ok,
    stats: pairs
      .filter(([name]) => String(name ?? '') !== '' && !String(name).startsWith('#'))
      .map(([name, value]) => ({[String(name).trim()]: String(value ?? '').trim()})),
  };
}
