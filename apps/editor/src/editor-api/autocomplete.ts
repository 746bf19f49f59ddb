import type {Editor} from '../editor.ts';
import {EditorError} from '../editor-error.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {isView, type TableDescription} from '../engine/table-description.ts';
import {ask} from '../statement/query-once.ts';
import {commentOf, describeTable, linkOf} from './describe-table.ts';
import {ApiError, failureOf, type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';
import {partOf, typeTree} from './sql-type.ts';

/**
 * Names for completion, by `[database, table, column, ...nested]`. Fails inside of an answer that says 200, as clients of
 * this call expect.
 * @param signal nobody waits for the answer any more
 */
export async function autocomplete(
  e: Editor,
  userName: string,
  path: readonly string[],
  fields: Fields,
  signal?: AbortSignal,
): Promise<Json> {
  try {
    const engine = findEngine(e, textIn(fields.object('snippet'), 'type') || fields.text('type'));
    return {status: status.ok, ...(await complete(e, userName, engine, path, fields, signal))};
  } catch (error) {
    const failure = failureOf(error) ?? (error instanceof EditorError ? {message: error.message} : undefined);
    if (failure === undefined) throw error;
    if (signal?.aborted !== true) e.log.warn({error}, 'autocomplete failed');
    return {...failure, status: status.ok, code: 500, error: failure['message']};
  }
}

async function complete(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  path: readonly string[],
  fields: Fields,
  signal: AbortSignal | undefined,
): Promise<Json> {
  const operation = fields.word('operation');
  const user = {name: userName};
  const [database, table, column, ...nested] = path;
  if (operation === 'functions') {
    const names = await e.pool.use(engine, user, session => session.functions(signal), {signal});
    return {functions: names.map(name => ({name}))};
  }
  if (operation === 'function') return await describeFunction(e, userName, engine, database ?? '');
  if (database === undefined)
    return {databases: await e.pool.use(engine, user, session => session.databases(signal), {signal})};
  // Asked for everything of no database, a metastore would read everything of all.
  if (database === '') return table === undefined ? {tables_meta: []} : {columns: [], extended_columns: []};
  if (table === undefined || table === '') {
    return tablesAnswer(await e.pool.use(engine, user, session => session.tables(database, signal), {signal}), fields);
  }
  const described = await describeTable(e, userName, engine, database, table, signal);
  return column === undefined || column === ''
    ? tableAnswer(described)
    : columnAnswer(described, column, nested, `${database}.${table}`);
}

/** All of them; or those with `filter` in their names, `limit` of them from the place `from` on, and how many there are in `total`. */
function tablesAnswer(tables: readonly {readonly name: string}[], fields: Fields): Json {
  const wanted = fields.text('filter').trim().toLowerCase();
  const from = fields.number('from', 0, Number.MAX_SAFE_INTEGER);
  const limit = fields.number('limit', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const found = wanted === '' ? tables : tables.filter(({name}) => name.toLowerCase().includes(wanted));
  return {tables_meta: found.slice(from, from + limit), total: found.length};
}

function tableAnswer(described: TableDescription): Json {
  const columns = [...described.columns, ...described.partitionKeys];
  return {
    columns: columns.map(({name}) => name),
    extended_columns: columns,
    partition_keys: described.partitionKeys.map(({name, type}) => ({name, type})),
    primary_keys: [],
    foreign_keys: [],
    is_view: isView(described),
    hdfs_link: linkOf(described),
    comment: commentOf(described),
    support_updates: described.parameters.get('transactional')?.toLowerCase() === 'true',
  };
}

function columnAnswer(described: TableDescription, name: string, nested: readonly string[], table: string): Json {
  const columns = [...described.columns, ...described.partitionKeys];
  const column = columns.find(one => one.name.toLowerCase() === name.toLowerCase());
  if (column === undefined) throw new ApiError(status.queryFailed, `${table} has no column ${name}`);
  const part = partOf(typeTree(column.type), nested);
  if (part === undefined) throw new ApiError(status.queryFailed, `${name} has no part ${nested.join('.')}`);
  return {name: nested.at(-1) ?? column.name, comment: column.comment, ...part};
}

async function describeFunction(e: Editor, userName: string, engine: SqlEngine, name: string): Promise<Json> {
  if (!/^[\w.]+$/.test(name)) throw new ApiError(status.queryFailed, `${name} is no name of a function`);
  const described = await e.pool.use(engine, {name: userName}, session =>
    ask(session, engine.sql.describeFunction(name)),
  );
  return {function: {name, ...described}};
}
