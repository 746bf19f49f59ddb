import {sqlName, sqlText} from '@gazetteer/model/sql';
import type {DatabaseColumn, DatabaseTable} from '../database-assets.ts';
import {viewReads} from '../view-reads.ts';
import type {Row, TrinoStatements} from './statements.ts';

const kinds: Readonly<Record<string, string>> = {'BASE TABLE': 'table', VIEW: 'view'};

/** All catalogs but that of the server itself. */
export async function catalogsOf(server: TrinoStatements): Promise<string[]> {
  const rows = await server.rows('SELECT catalog_name FROM system.metadata.catalogs');
  return rows
    .map(([name]) => String(name))
    .filter(name => name !== 'system')
    .toSorted();
}

export async function schemasOf(server: TrinoStatements, catalog: string): Promise<string[]> {
  const rows = await server.rows(
    `SELECT schema_name FROM ${sqlName(catalog)}.information_schema.schemata`,
  );
  return rows
    .map(([name]) => String(name))
    .filter(name => name !== 'information_schema')
    .toSorted();
}

/**
 * The tables and views of a schema. Columns come as a stream; what is said of tables is there as a
 * whole. Tables are read though their comments or materialized views cannot be.
 * @param unreadable is told what could not be read, and why
 */
export async function* readTables(
  server: TrinoStatements,
  [catalog, schema]: readonly [string, string],
  isWanted: (table: string) => boolean,
  unreadable: (what: string, error: unknown) => void,
): AsyncGenerator<DatabaseTable> {
  const of = `FROM ${sqlName(catalog)}.information_schema`;
  const here = `table_schema = ${sqlText(schema)}`;
  const there = `catalog_name = ${sqlText(catalog)} AND schema_name = ${sqlText(schema)}`;
  const kindsByName = await pairs(
    server,
    `SELECT table_name, table_type ${of}.tables WHERE ${here}`,
  );
  const waiting = new Set([...kindsByName.keys()].filter(isWanted));
  if (waiting.size === 0) return;
  const views = await pairs(server, `SELECT table_name, view_definition ${of}.views WHERE ${here}`);
  const pairsOf = async (what: string, sql: string) => {
    try {
      return await pairs(server, sql);
    } catch (error) {
      unreadable(`${what} of ${catalog}.${schema}`, error);
      return undefined;
    }
  };
  const materialized = await pairsOf(
    'Materialized views',
    `SELECT name, definition FROM system.metadata.materialized_views WHERE ${there}`,
  );
  const comments = await pairsOf(
    'Comments of tables',
    `SELECT table_name, comment FROM system.metadata.table_comments WHERE ${there}`,
  );
  const made = (name: string, columns: readonly Row[]): DatabaseTable => {
    const sql = materialized?.get(name) ?? views.get(name) ?? '';
    const comment = comments?.get(name) ?? '';
    const kind = kindsByName.get(name) ?? '';
    return {
      path: [catalog, schema, name],
      kind: materialized?.has(name) ? 'materialized view' : (kinds[kind] ?? kind.toLowerCase()),
      ...(comment === '' ? {} : {comment}),
      isCommentKnown: comments !== undefined,
      columns: columns.map(columnOf),
      indexes: [],
      foreignKeys: [],
      ...(sql === '' ? {} : {view: viewOf(sql, [catalog, schema])}),
    };
  };
  const columnsSql = `SELECT table_name, column_name, data_type, is_nullable, column_default, comment
    ${of}.columns WHERE ${here} ORDER BY table_name, ordinal_position`;
  for await (const [name, columns] of byTable(server.stream(columnsSql))) {
    if (waiting.delete(name)) yield made(name, columns);
  }
  for (const name of waiting) yield made(name, []);
}

/** Two columns of an answer. */
async function pairs(server: TrinoStatements, sql: string): Promise<Map<string, string>> {
  const rows = await server.rows(sql);
  return new Map(rows.map(([name, value]) => [String(name), value === null ? '' : String(value)]));
}

async function* byTable(rows: AsyncIterable<Row>): AsyncGenerator<readonly [string, Row[]]> {
  let [name, some]: [string | undefined, Row[]] = [undefined, []];
  for await (const row of rows) {
    const table = String(row[0]);
    if (name !== undefined && table !== name) {
      yield [name, some];
      some = [];
    }
    name = table;
    some.push(row);
  }
  if (name !== undefined) yield [name, some];
}

function columnOf([, name, type, nullable, fallback, comment]: Row): DatabaseColumn {
  const textOf = (value: Row[number] | undefined) =>
    value === null || value === undefined || value === '' ? null : String(value);
  return {
    name: String(name),
    type: String(type),
    isNullable: nullable === 'YES',
    isPrimaryKey: false,
    default: textOf(fallback),
    comment: textOf(comment),
  };
}

function viewOf(sql: string, within: readonly string[]) {
  return {sql, reads: viewReads({sql, dialect: 'trino', within}, () => true)};
}
