import {also, form} from '@gazetteer/kernel';
import {object, number, text, textIn, word} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {isView, type TableDescription} from '../engine/table-description.ts';
import {ask} from '../engine/query-once.ts';
import {type Json, status} from '../http/envelope.ts';
import {query} from '../operation.ts';
import {commentOf, describeTable, linkOf} from './describe-table.ts';
import {findEngine} from './find-engine.ts';
import {names} from './table-shapes.ts';
import {partOf, typeTree} from './sql-type.ts';

const fields = {
  snippet: object('Its `type` is the engine'),
  type: text('The engine, in place of `snippet`'),
  operation: word(
    '`functions` for the names of all functions, `function` for the one that the path names',
  ),
  filter: text('Of tables: a part of their names'),
  from: number('Of tables: the place of the first', 0),
  limit: number('Of tables: how many at most', Number.MAX_SAFE_INTEGER),
};

type Wanted = {
  readonly names: readonly string[];
  readonly operation: string;
  readonly filter: string;
  readonly from: number;
  readonly limit: number;
};

/** Names for completion, by `[database, table, column, ...nested]`. */
export const autocomplete = query('POST /autocomplete/{*names}', {
  summary: 'Tables of a database, columns of a table, parts of a column, or a function',
  description:
    'The path has the names of a database, a table, a column and parts of its type. What fails is told in an answer of ' +
    'status 0, with `code` 500, as clients of this call expect. The server stops looking when the client disconnects.',
  body: form(fields),
  answer: names,
  run: async (e, {snippet, type, ...wanted}, {actor, signal}): Promise<Json> => {
    const engine = findEngine(e, textIn(snippet, 'type') || type);
    return {status: status.ok, ...(await complete(e, actor.userName, engine, wanted, signal()))};
  },
});

export const databases = also(
  'POST /autocomplete',
  autocomplete,
  {
    summary: 'Databases of an engine, or its functions',
    description: 'As the call with a path.',
    body: form(fields),
    answer: names,
  },
  input => ({...input, names: []}),
);

async function complete(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Json> {
  const {operation} = wanted;
  const user = {name: userName};
  const [database, table, column, ...nested] = wanted.names;
  if (operation === 'functions') {
    const names = await e.pool.use(engine, user, session => session.functions(signal), {signal});
    return {functions: names.map(name => ({name}))};
  }
  if (operation === 'function') return await describeFunction(e, userName, engine, database ?? '');
  if (database === undefined)
    return {
      databases: await e.pool.use(engine, user, session => session.databases(signal), {signal}),
    };
  // Asked for everything of no database, a metastore would read everything of all.
  if (database === '')
    return table === undefined ? {tables_meta: []} : {columns: [], extended_columns: []};
  if (table === undefined || table === '') {
    return tablesAnswer(
      await e.pool.use(engine, user, session => session.tables(database, signal), {signal}),
      wanted,
    );
  }
  const described = await describeTable(e, userName, engine, database, table, signal);
  return column === undefined || column === ''
    ? tableAnswer(described)
    : columnAnswer(described, column, nested, `${database}.${table}`);
}

/**
 * All of them; or those with `filter` in their names, `limit` of them from the place `from` on, and
 * how many there are in `total`.
 */
function tablesAnswer(
  tables: readonly {readonly name: string}[],
  {filter, from, limit}: Wanted,
): Json {
  const part = filter.trim().toLowerCase();
  const found = part === '' ? tables : tables.filter(({name}) => name.toLowerCase().includes(part));
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

function columnAnswer(
  described: TableDescription,
  name: string,
  nested: readonly string[],
  table: string,
): Json {
  const columns = [...described.columns, ...described.partitionKeys];
  const column = columns.find(one => one.name.toLowerCase() === name.toLowerCase());
  if (column === undefined)
    throw new AppError('STATEMENT_FAILED', [`${table} has no column ${name}`]);
  const part = partOf(typeTree(column.type), nested);
  if (part === undefined)
    throw new AppError('STATEMENT_FAILED', [`${name} has no part ${nested.join('.')}`]);
  return {name: nested.at(-1) ?? column.name, comment: column.comment, ...part};
}

async function describeFunction(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  name: string,
): Promise<Json> {
  if (!/^[\w.]+$/.test(name))
    throw new AppError('STATEMENT_FAILED', [`${name} is no name of a function`]);
  const described = await e.pool.use(engine, {name: userName}, session =>
    ask(session, engine.sql.describeFunction(name)),
  );
  return {function: {name, ...described}};
}
