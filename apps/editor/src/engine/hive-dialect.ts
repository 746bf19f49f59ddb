import {sqlName} from '@gazetteer/model/sql';
import {dialectName} from '@gazetteer/sql';
import type {DatabaseDescription, Question, SqlDialect} from './sql-dialect.ts';
import {readPartitions} from './partitions.ts';
import {stagedImportOf} from './staged-import.ts';
import {hiveStatements, hiveText} from './table-statements.ts';
import {tableDescription} from './table-description.ts';

/**
 * What tells more of a plan than its text, by dialect: JSON, or sizes that Spark expects. The text
 * of Trino has all of it.
 */
const explaining: ReadonlyMap<string, string> = new Map([
  ['hive', 'EXPLAIN FORMATTED'],
  ['spark', 'EXPLAIN COST'],
  ['postgresql', 'EXPLAIN (FORMAT JSON)'],
  ['mysql', 'EXPLAIN FORMAT=JSON'],
]);
/** What runs a statement and tells rows and times of its steps, by the name of the engine. */
const measuring: ReadonlyMap<string, string> = new Map([
  ['trino', 'EXPLAIN ANALYZE'],
  ['presto', 'EXPLAIN ANALYZE'],
  ['postgresql', 'EXPLAIN (ANALYZE, FORMAT JSON)'],
  ['postgres', 'EXPLAIN (ANALYZE, FORMAT JSON)'],
  ['mariadb', 'ANALYZE FORMAT=JSON'],
]);

/** How Hive, Spark and Impala are asked. */
export const hiveDialect = {
  quotedName,
  useDatabase: database => `USE ${quotedName(database)}`,
  // The database is part of the name, so that the session's own one does not matter.
  describeTable: (database, table) => ({
    sql: `DESCRIBE FORMATTED ${quotedName(database)}.${quotedName(table)}`,
    read: ({rows}) => tableDescription(rows),
  }),
  partitions: (database, table) => ({
    sql: `SHOW PARTITIONS ${quotedName(database)}.${quotedName(table)}`,
    read: readPartitions,
  }),
  describePartition: (database, table, partition) => ({
    sql: `DESCRIBE FORMATTED ${quotedName(database)}.${quotedName(table)} PARTITION (${partition
      .map(([key, value]) => `${quotedName(key)}=${hiveText(value ?? '')}`)
      .join(', ')})`,
    read: ({rows}) => tableDescription(rows),
  }),
  describeDatabase: database => ({
    sql: `DESCRIBE DATABASE EXTENDED ${quotedName(database)}`,
    read: ({columns, rows}) => {
      // Hive answers one row with a column each, Spark a row each.
      const isOneRow = columns.some(({name}) => name === 'db_name');
      const pairs = isOneRow ? columns.map(({name}, index) => [name, rows[0]?.[index]]) : rows;
      return databaseOf(database, pairs);
    },
  }),
  columnStats: (database, table, column) => ({
    sql: `DESCRIBE FORMATTED ${quotedName(database)}.${quotedName(table)} ${quotedName(column)}`,
    read: ({columns, rows}) => {
      // One row under its headings, or a row for each figure.
      const isList = rows.length > 1;
      const pairs = isList ? rows : columns.map(({name}, index) => [name, rows[0]?.[index]]);
      return pairs
        .filter(([name]) => String(name ?? '') !== '' && !String(name).startsWith('#'))
        .map(([name, value]) => [String(name).trim(), String(value ?? '').trim()] as const);
    },
  }),
  explainAsData: (statement, dialect) => asked(explaining.get(dialectName(dialect)), statement),
  explainMeasured: (statement, dialect) => asked(measuring.get(dialect), statement),
  tableStatements: dialect => hiveStatements(dialect, quotedName),
  stagedImport: dialect => stagedImportOf(dialect, quotedName),
  describeFunction: name => ({
    sql: `DESCRIBE FUNCTION EXTENDED ${name}`,
    read: ({rows}) => {
      const description = rows.map(row => String(row[0] ?? '')).join('\n');
      const last = name.split('.').at(-1) ?? name;
      return {
        signature: new RegExp(String.raw`\b${last}\([^)]*\)`, 'i').exec(description)?.[0] ?? '',
        description,
      };
    },
  }),
} satisfies SqlDialect;

/** A question about a plan, which is answered in lines. */
function asked(how: string | undefined, statement: string): Question<string> | undefined {
  return how === undefined
    ? undefined
    : {
        sql: `${how} ${statement}`,
        read: ({rows}) => rows.map(row => String(row[0])).join('\n'),
      };
}

function quotedName(name: string): string {
  return sqlName(name, '`');
}

function databaseOf(name: string, pairs: readonly (readonly unknown[])[]): DatabaseDescription {
  const found = new Map(
    pairs.map(([label, value]) => [String(label).toLowerCase(), String(value ?? '')]),
  );
  const first = (...labels: string[]) =>
    labels.map(label => found.get(label)).find(value => value !== undefined) ?? '';
  return {
    name: first('db_name', 'namespace name', 'database name') || name,
    comment: first('comment'),
    location: first('location'),
    ownerName: first('owner_name', 'owner'),
    ownerType: first('owner_type'),
    parameters: first('parameters', 'properties'),
  };
}
