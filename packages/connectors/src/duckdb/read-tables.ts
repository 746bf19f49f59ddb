import {dialectOf, tablesRead} from '@gazetteer/sql';
import type {
  DatabaseColumn,
  DatabaseIndex,
  DatabaseTable,
  ForeignKey,
  TablePath,
} from '../database-assets.ts';
import {viewReads} from '../view-reads.ts';
import type {Ask} from './open-file.ts';

type Row = {readonly table: string};
type TableRow = Row & {
  readonly database: string;
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  readonly view: string | null;
};
type ColumnRow = Row & Omit<DatabaseColumn, 'isPrimaryKey'>;
type KeyRow = Row & {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  readonly columns: readonly string[];
  readonly toColumns: readonly string[];
};
type IndexRow = Row & {
  readonly name: string;
  readonly unique: boolean;
  readonly expressions: string;
};

/** All tables and views of the file. */
export async function readTables(
  ask: Ask,
  isWanted: (schema: string, table: string) => boolean,
  signal: AbortSignal,
): Promise<DatabaseTable[]> {
  const tables = (await ask(tablesSql)) as readonly TableRow[];
  const columns = await byTable<ColumnRow>(ask, columnsSql);
  const keys = await byTable<KeyRow>(ask, keysSql);
  const indexes = await byTable<IndexRow>(ask, indexesSql);
  signal.throwIfAborted();
  const names = new Set(tables.map(one => nameOf(pathOf(one))));
  const isThere = (path: TablePath) => names.has(nameOf(path));
  return tables
    .filter(one => isWanted(one.schema, one.name))
    .map(one => {
      const own = keys.get(one.table) ?? [];
      const primary = own.find(key => key.kind === 'PRIMARY KEY')?.columns ?? [];
      const all = (columns.get(one.table) ?? []).map((column): DatabaseColumn => ({
        ...column,
        isPrimaryKey: primary.includes(column.name),
      }));
      return {
        path: pathOf(one),
        kind: one.view === null ? 'table' : 'view',
        ...(one.comment === null ? {} : {comment: one.comment}),
        columns: all,
        indexes: (indexes.get(one.table) ?? []).map(index => indexOf(index, all)),
        foreignKeys: own
          .filter(key => key.kind === 'FOREIGN KEY')
          .map(key => foreignKeyOf(key, one)),
        ...(one.view === null
          ? {}
          : {view: {sql: one.view, reads: readsOf(one, isThere), within: placesOf(one)}}),
      };
    });
}

async function byTable<One extends Row>(ask: Ask, sql: string): Promise<Map<string, One[]>> {
  return Map.groupBy((await ask(sql)) as readonly One[], one => one.table);
}

function pathOf({database, schema, name}: TableRow): TablePath {
  return [database, schema, name];
}

/** A name alone is in the schema of the view or in the main one. */
function placesOf({database, schema}: TableRow): TablePath[] {
  return [
    [database, schema],
    [database, 'main'],
  ];
}

function readsOf(row: TableRow, isThere: (path: TablePath) => boolean): TablePath[] {
  const given = {sql: row.view ?? '', dialect: 'duckdb'};
  const found = placesOf(row).flatMap(within => viewReads({...given, within}, isThere));
  return [...new Map(found.map(path => [nameOf(path), path])).values()];
}

/** Case does not matter in names. */
function nameOf(path: TablePath): string {
  return path.join('.').toLowerCase();
}

/** Expressions are no columns. */
function indexOf(
  {name, unique, expressions}: IndexRow,
  columns: readonly DatabaseColumn[],
): DatabaseIndex {
  const known = new Set(columns.map(one => one.name));
  const listed = expressions
    .replaceAll(/^\[|\]$/g, '')
    .split(', ')
    .map(one => one.replaceAll(/^['"]+|['"]+$/g, ''));
  return {name, type: 'art', isUnique: unique, columns: listed.filter(one => known.has(one))};
}

function foreignKeyOf({name, text, columns, toColumns}: KeyRow, table: TableRow): ForeignKey {
  const [, target = ''] = /\bREFERENCES (.+)\(/s.exec(text) ?? [];
  const [path = []] = tablesRead(`SELECT * FROM ${target}`, dialectOf('duckdb'));
  const toTable = [table.database, ...(path.length === 1 ? [table.schema] : []), ...path];
  return {name, columns, toTable, toColumns};
}

const tablesSql = `
SELECT table_oid::text AS table, database_name AS database, schema_name AS schema, table_name AS name, comment, NULL AS view
  FROM duckdb_tables() WHERE NOT internal AND NOT temporary
UNION ALL
SELECT view_oid::text, database_name, schema_name, view_name, comment, sql FROM duckdb_views() WHERE NOT internal AND NOT temporary
 ORDER BY 3, 4`;

const columnsSql = `
SELECT table_oid::text AS table, column_name AS name, data_type AS type, is_nullable AS "isNullable", column_default AS "default", comment
  FROM duckdb_columns() WHERE NOT internal ORDER BY table_oid, column_index`;

const keysSql = `
SELECT table_oid::text AS table, constraint_type AS kind, constraint_name AS name, constraint_text AS text,
       constraint_column_names AS columns, referenced_column_names AS "toColumns"
  FROM duckdb_constraints() WHERE constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY') ORDER BY table_oid, constraint_name`;

const indexesSql = `
SELECT table_oid::text AS table, index_name AS name, is_unique AS "unique", expressions FROM duckdb_indexes() ORDER BY table_oid, index_name`;
