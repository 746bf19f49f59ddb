import type {Connection as StreamingConnection} from 'mysql2';
import type {Connection, RowDataPacket} from 'mysql2/promise';
import type {
  DatabaseColumn,
  DatabaseIndex,
  DatabaseTable,
  ForeignKey,
  TablePath,
} from '../database-assets.ts';
import {viewReads} from '../view-reads.ts';

type TableRow = {
  readonly name: string;
  readonly kind: string;
  readonly comment: string;
  readonly sql: string | null;
  readonly definer: string | null;
};
type Row = {readonly table: string};
type ColumnRow = Row & {
  readonly name: string;
  readonly type: string;
  readonly nullable: string;
  readonly fallback: string | null;
  readonly indexed: string;
  readonly comment: string;
};
type IndexRow = Row & {
  readonly name: string;
  readonly kind: string;
  readonly repeats: number;
  readonly column: string | null;
};
type KeyRow = Row & {
  readonly name: string;
  readonly column: string;
  readonly toDatabase: string;
  readonly toTable: string;
  readonly toColumn: string;
};

const kinds: Readonly<Record<string, string>> = {
  'BASE TABLE': 'table',
  'SYSTEM VERSIONED': 'table',
  VIEW: 'view',
};

/**
 * The tables and views of a database. Columns come as a stream, so that those of one table are in
 * memory at a time; names, keys and indexes are there as a whole.
 */
export async function* readTables(
  connection: Connection,
  database: string,
  isWanted: (table: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<DatabaseTable> {
  const rows = await ask<TableRow>(connection, tablesSql, database);
  const waiting = new Map(
    rows.filter(one => one.kind in kinds && isWanted(one.name)).map(one => [one.name, one]),
  );
  const indexes = Map.groupBy(await ask<IndexRow>(connection, indexesSql, database), tableOf);
  const keys = Map.groupBy(await ask<KeyRow>(connection, keysSql, database), tableOf);
  const made = (row: TableRow, columns: readonly ColumnRow[]): DatabaseTable => ({
    path: [database, row.name],
    kind: kinds[row.kind] ?? row.kind,
    ...(row.definer === null ? {} : {owner: row.definer}),
    ...(row.comment === '' || row.kind === 'VIEW' ? {} : {comment: row.comment}),
    columns: columns.map(columnOf),
    indexes: indexesOf(indexes.get(row.name) ?? []),
    foreignKeys: foreignKeysOf(keys.get(row.name) ?? []),
    ...(row.sql === null || row.sql === '' ? {} : {view: viewOf(row.sql, [database])}),
  });
  for await (const columns of columnsByTable(connection, database)) {
    signal.throwIfAborted();
    const row = waiting.get(columns[0]?.table ?? '');
    if (row === undefined) continue;
    waiting.delete(row.name);
    yield made(row, columns);
  }
  // A view whose tables are gone has no columns.
  for (const row of waiting.values()) yield made(row, []);
}

async function ask<One>(
  connection: Connection,
  sql: string,
  database: string,
): Promise<readonly One[]> {
  const [rows] = await connection.query<RowDataPacket[]>(sql, [database]);
  return rows as One[];
}

async function* columnsByTable(
  connection: Connection,
  database: string,
): AsyncGenerator<ColumnRow[]> {
  const {connection: streaming} = connection as unknown as {connection: StreamingConnection};
  const stream = streaming.query(columnsSql, [database]).stream();
  // A connection that breaks says so to whoever listens there, and to nobody who reads the rows.
  const broken = (error: Error) => void stream.destroy(error);
  streaming.once('error', broken);
  let some: ColumnRow[] = [];
  try {
    for await (const row of stream as AsyncIterable<ColumnRow>) {
      if (some.length > 0 && some[0]?.table !== row.table) {
        yield some;
        some = [];
      }
      some.push(row);
    }
  } finally {
    streaming.off('error', broken);
  }
  if (some.length > 0) yield some;
}

function tableOf({table}: Row): string {
  return table;
}

function columnOf({name, type, nullable, fallback, indexed, comment}: ColumnRow): DatabaseColumn {
  return {
    name,
    type,
    isNullable: nullable === 'YES',
    isPrimaryKey: indexed === 'PRI',
    // MariaDB writes so of a column without one.
    default: fallback === 'NULL' ? null : fallback,
    comment: comment === '' ? null : comment,
  };
}

/** Expressions are no columns. */
function indexesOf(rows: readonly IndexRow[]): DatabaseIndex[] {
  return [...Map.groupBy(rows, one => one.name)].map(([name, parts]) => ({
    name,
    type: parts[0]?.kind.toLowerCase() ?? '',
    isUnique: Number(parts[0]?.repeats) === 0,
    columns: parts.flatMap(one => one.column ?? []),
  }));
}

function foreignKeysOf(rows: readonly KeyRow[]): ForeignKey[] {
  return [...Map.groupBy(rows, one => one.name)].map(([name, parts]) => ({
    name,
    columns: parts.map(one => one.column),
    toTable: [parts[0]?.toDatabase ?? '', parts[0]?.toTable ?? ''],
    toColumns: parts.map(one => one.toColumn),
  }));
}

function viewOf(sql: string, within: TablePath): {sql: string; reads: TablePath[]} {
  return {sql, reads: viewReads({sql, dialect: 'mysql', within}, () => true)};
}

// Without a database in the condition MySQL opens every table of the server.
const tablesSql = `
SELECT t.table_name AS name, t.table_type AS kind, t.table_comment AS comment, v.view_definition AS \`sql\`, v.definer AS definer
  FROM information_schema.tables t
  LEFT JOIN information_schema.views v ON v.table_schema = t.table_schema AND v.table_name = t.table_name
 WHERE t.table_schema = ? ORDER BY t.table_name`;

const columnsSql = `
SELECT table_name AS \`table\`, column_name AS name, column_type AS type, is_nullable AS nullable, column_default AS fallback,
       column_key AS indexed, column_comment AS comment
  FROM information_schema.columns WHERE table_schema = ? ORDER BY table_name, ordinal_position`;

const indexesSql = `
SELECT table_name AS \`table\`, index_name AS name, index_type AS kind, non_unique AS repeats, column_name AS \`column\`
  FROM information_schema.statistics WHERE table_schema = ? ORDER BY table_name, index_name, seq_in_index`;

const keysSql = `
SELECT table_name AS \`table\`, constraint_name AS name, column_name AS \`column\`, referenced_table_schema AS toDatabase,
       referenced_table_name AS toTable, referenced_column_name AS toColumn
  FROM information_schema.key_column_usage WHERE table_schema = ? AND referenced_table_name IS NOT NULL
 ORDER BY table_name, constraint_name, ordinal_position`;
