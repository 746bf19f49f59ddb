import {sqlName, sqlText} from '@gazetteer/model/sql';
import type {Answer, SqlDialect, TableKeys} from '../sql-dialect.ts';
import {duckDbStatements} from '../table-statements.ts';
import type {TableDescription} from '../table-description.ts';

/** The database of each person, by the name of its file. */
export const ownDatabase = 'warehouse';
/** Databases that everybody reads, and nobody writes. */
export const sharedDatabases = ['sample', 'shared'] as const;

/**
 * How DuckDB is asked. What others call a database is a schema of the person's own one, or another
 * one that is attached.
 */
export const duckDbDialect: SqlDialect = {
  quotedName: sqlName,
  // What is in no schema is looked for in the sample data, so that examples work wherever one is.
  useDatabase: database => `SET search_path = ${sqlText(searchPath(schemaOf(database)))}`,
  describeTable: (database, table) => ({
    sql: `SELECT column_name, lower(data_type), coalesce(comment, ''), NULL, NULL FROM duckdb_columns() WHERE ${at(database, table)}
          UNION ALL SELECT NULL, 'TABLE', coalesce(comment, ''), sql, estimated_size::varchar FROM duckdb_tables() WHERE ${at(database, table)}
          UNION ALL SELECT NULL, 'VIEW', coalesce(comment, ''), sql, NULL FROM duckdb_views()
            WHERE ${inDatabase(database)} AND view_name = ${sqlText(table)}`,
    read: ({rows}) => readTable(rows),
  }),
  keys: (database, table) => ({
    sql: `SELECT table_name, to_json(constraint_column_names)::varchar, referenced_table, to_json(referenced_column_names)::varchar
          FROM duckdb_constraints() WHERE ${inDatabase(database)}
            AND (constraint_type = 'PRIMARY KEY' AND table_name = ${sqlText(table)} OR constraint_type = 'FOREIGN KEY'
              AND ${sqlText(table)} IN (table_name, referenced_table))`,
    read: ({rows}) => readKeys(rows),
  }),
  describeDatabase: database => ({
    sql: `SELECT ${sqlText(schemaOf(database))}, coalesce(comment, '') FROM duckdb_schemas() WHERE ${inDatabase(database)}`,
    read: ({rows}) => ({
      name: String(rows[0]?.[0] ?? database),
      comment: String(rows[0]?.[1] ?? ''),
      location: '',
      ownerName: '',
      ownerType: '',
      parameters: '',
    }),
  }),
  columnStats: (database, table, column) => ({
    sql: `SELECT min(${sqlName(column)})::varchar, max(${sqlName(column)})::varchar, count(*) - count(${sqlName(column)}),
            approx_count_distinct(${sqlName(column)}) FROM ${sqlName(schemaOf(database))}.${sqlName(table)}`,
    read: ({rows}) =>
      ['min', 'max', 'num_nulls', 'distinct_count'].map((name, i) => [
        name,
        String(rows[0]?.[i] ?? ''),
      ]),
  }),
  explainAsData: statement => ({sql: `EXPLAIN (FORMAT JSON) ${statement}`, read: readPlan}),
  explainMeasured: statement => ({
    sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
    // Of what it answers without running, such as the number of rows of a table, it tells no steps.
    read: answer => (readPlan(answer).includes('"operator_timing"') ? readPlan(answer) : ''),
  }),
  tableStatements: () => duckDbStatements(sqlName, schemaOf),
  describeFunction: name => ({
    sql: `SELECT concat_ws(', ', nullif(list_transform(list_zip(parameters, parameter_types), x -> concat_ws(' ', x[1], x[2]))
              .array_to_string(', '), ''), varargs || '...'),
            return_type, coalesce(description, ''), coalesce(examples[1], '') FROM duckdb_functions()
          WHERE function_name = ${sqlText(name)} ORDER BY len(parameters)`,
    read: ({rows}) => {
      const signatures = rows.map(([parameters, type]) => {
        const call = `${name}(${String(parameters)})`;
        return type === null ? call : `${call} → ${String(type)}`;
      });
      const text = String(rows.find(row => row[2] !== '')?.[2] ?? '');
      const examples = [...new Set(rows.map(row => String(row[3])))].filter(
        example => example !== '',
      );
      return {
        signature: signatures[0] ?? '',
        description: [...new Set(signatures), text, ...examples].join('\n'),
      };
    },
  }),
};

/** Clients call `default` whatever is there when nobody has chosen. */
export function schemaOf(database: string): string {
  return database === '' || database === 'default' ? 'main' : database;
}

/**
 * Condition on the tables of metadata: a schema of one's own, or the `main` of another database.
 */
export function inDatabase(database: string): string {
  const name = sqlText(schemaOf(database));
  return `(database_name = '${ownDatabase}' AND schema_name = ${name}
    OR database_name = ${name} AND database_name <> '${ownDatabase}' AND schema_name = 'main')`;
}

function searchPath(schema: string): string {
  return [...new Set([schema, 'main', 'sample'])].map(part => sqlName(part)).join(',');
}

function at(database: string, table: string): string {
  return `${inDatabase(database)} AND table_name = ${sqlText(table)}`;
}

/** A row for each key; it means no other table where it is the primary one. */
function readKeys(rows: readonly (readonly unknown[])[]): TableKeys {
  const names = (value: unknown) => JSON.parse(String(value ?? '[]')) as readonly string[];
  const isForeign = (row: readonly unknown[]) => names(row[3]).length > 0;
  return {
    primaryKey: names(rows.find(row => !isForeign(row))?.[1]),
    foreign: rows.filter(isForeign).flatMap(row =>
      names(row[1]).map((column, n) => ({
        from: {table: String(row[0]), column},
        to: {table: String(row[2]), column: names(row[3])[n] ?? ''},
      })),
    ),
  };
}

function readPlan({columns, rows}: Answer): string {
  const plan = columns.findIndex(({name}) => name === 'explain_value');
  return String(rows[0]?.[plan] ?? '');
}

/** Rows of columns, and one without a column's name that is of the table itself. */
function readTable(rows: readonly (readonly unknown[])[]): TableDescription {
  const texts = rows.map(([name, type, comment, sql, size]) => ({
    name: name === null ? undefined : String(name),
    type: String(type),
    comment: String(comment),
    sql: sql === null ? undefined : String(sql),
    size: size === null ? undefined : String(size),
  }));
  const table = texts.find(row => row.name === undefined);
  const details = new Map([['Table Type', table?.type ?? '']]);
  if (table?.sql !== undefined) details.set('Create Statement', table.sql);
  if (table !== undefined && table.comment !== '') details.set('Comment', table.comment);
  return {
    columns: texts.flatMap(({name, type, comment}) =>
      name === undefined ? [] : [{name, type, comment}],
    ),
    partitionKeys: [],
    details,
    parameters: new Map(table?.size === undefined ? [] : [['numRows', table.size]]),
  };
}
