import {sqlText} from '@gazetteer/model/sql';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {schemaOf} from '../engine/duckdb/duckdb-dialect.ts';
import type {Check} from './schedule.ts';

type Engine = Pick<SqlEngine, 'dialect' | 'sql' | 'storage'>;

/**
 * The one statement that a check runs. But for the person's own query its first value counts what
 * is not as expected; of freshness it has a row where the newest value is too old.
 */
export function checkSql(check: Check, engine: Engine): string {
  const {kind, columns, filter, sql} = check;
  const {quotedName} = engine.sql;
  const names = columns.map(one => quotedName(one));
  const [column = ''] = names;
  const from = `FROM ${tableName(check, engine)}`;
  const where = (...conditions: readonly string[]) => {
    const all = filter === '' ? conditions : [...conditions, `(${filter})`];
    return all.length === 0 ? '' : `\nWHERE ${all.join('\n  AND ')}`;
  };
  const count = (...conditions: readonly string[]) =>
    `SELECT COUNT(*) AS found\n${from}${where(...conditions)}`;
  switch (kind) {
    case 'rows':
      return count();
    case 'nulls':
      return count(`(${names.map(name => `${name} IS NULL`).join(' OR ')})`);
    case 'unique': {
      const there = names.map(name => `${name} IS NOT NULL`);
      const list = names.join(', ');
      return `SELECT COUNT(*) AS found\nFROM (\n  SELECT ${list}\n  ${from}${where(...there)}\n  GROUP BY ${list}\n  HAVING COUNT(*) > 1\n) repeated`;
    }
    case 'range':
      return count(`(${outside(column, check, engine).join(' OR ')})`);
    case 'list': {
      const values = check.values.map(value => literal(value, check, engine)).join(', ');
      return count(`${column} IS NOT NULL`, `${column} NOT IN (${values})`);
    }
    case 'freshness':
      return `SELECT newest\nFROM (\n  SELECT MAX(${column}) AS newest\n  ${from}${where()}\n) latest\nWHERE newest IS NULL\n  OR CAST(newest AS TIMESTAMP) < ${hoursAgo(check.hours, engine)}`;
    case 'sql':
      return sql;
  }
}

function tableName({database, table}: Check, {sql: {quotedName}, storage}: Engine): string {
  const schema = storage === undefined ? database : schemaOf(database);
  return `${quotedName(schema)}.${quotedName(table)}`;
}

function outside(column: string, check: Check, engine: Engine): string[] {
  const {min, max} = check;
  return [
    ...(min === '' ? [] : [`${column} < ${literal(min, check, engine)}`]),
    ...(max === '' ? [] : [`${column} > ${literal(max, check, engine)}`]),
  ];
}

/** Numbers as they are, which were looked at when the check was saved. */
function literal(value: string, {isNumber}: Check, {storage}: Engine): string {
  if (isNumber) return value;
  // Hive, Spark and Impala read a backslash in a text as the beginning of an escape.
  const escaped = value.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`);
  return storage === undefined ? `'${escaped}'` : sqlText(value);
}

/** By the clock of the engine, and in the time zone of its session. */
function hoursAgo(hours: number, {dialect, storage}: Engine): string {
  if (storage !== undefined)
    return `CAST(CURRENT_TIMESTAMP AS TIMESTAMP) - INTERVAL '${hours}' HOUR`;
  return dialect === 'impala'
    ? `NOW() - INTERVAL ${hours} HOURS`
    : `CURRENT_TIMESTAMP - INTERVAL '${hours}' HOUR`;
}
