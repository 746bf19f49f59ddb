import {sqlName} from '@gazetteer/model/sql';
import type {ParameterSql} from '../../engine/duckdb/duckdb-calls.ts';
import type {Column} from '../../engine/column.ts';
import {isNumeric, kindOf, typedColumn} from './typed-column.ts';

/*
 * Two tables of results side by side: `result`, which is the later one, and another one by its id.
 * Both are attached to the same engine.
 */

/** A column of both results, by its places in them. */
export type Pair = {readonly now: number; readonly before: number};

export type Comparison = {
  /** Id of the earlier result, letters and digits of ours. */
  readonly other: string;
  readonly now: readonly Column[];
  readonly before: readonly Column[];
  /** What rows are found again by. */
  readonly keys: readonly Pair[];
  /** What they are compared by: all columns that both have. */
  readonly pairs: readonly Pair[];
};

export const changes = ['changed', 'added', 'removed'] as const;

/**
 * The rows that are not the same in both, by their places. Rows of equal keys are found again by
 * their order, so that there is one partner for each at most.
 */
export function differencesSql(comparison: Comparison): ParameterSql {
  const {other, now, before, keys, pairs} = comparison;
  const side = (columns: readonly Column[], which: keyof Pair, table: string) => {
    const parts = keys.map(pair => keyOf(comparison, pair, columns, pair[which]));
    const named = parts.map((part, i) => `${part} AS k${i}`).join(', ');
    const by = parts.map((_, i) => `k${i}`).join(', ');
    return `(SELECT *, row_number() OVER (PARTITION BY ${by} ORDER BY n) AS nth
      FROM (SELECT rowid AS n, ${named} FROM ${table}))`;
  };
  const found = keys.map((_, i) => `a.k${i} IS NOT DISTINCT FROM b.k${i}`);
  const differs = pairs.map(pair => differsSql(comparison, pair)).join(' OR ');
  return {
    sql: `WITH m AS (SELECT a.n AS now, b.n AS before FROM ${side(now, 'now', 'result')} a
        FULL JOIN ${side(before, 'before', tableOf(other))} b ON ${found.join(' AND ')} AND a.nth = b.nth),
      d AS (SELECT now, before, 'changed' AS change FROM m JOIN result r ON r.rowid = m.now
          JOIN ${tableOf(other)} o ON o.rowid = m.before WHERE ${differs}
        UNION ALL SELECT now, before, 'added' FROM m WHERE before IS NULL
        UNION ALL SELECT now, before, 'removed' FROM m WHERE now IS NULL)
      SELECT now, before, change FROM d ORDER BY coalesce(now, before), change`,
    params: [],
  };
}

/** How many rows of the list there are of each kind. */
export const countsSql: ParameterSql = {
  sql: `SELECT change, count(*)::INTEGER FROM list GROUP BY 1`,
  params: [],
};

/** One row: how many keys several rows have, in both results together. */
export function repeatedSql(comparison: Comparison): ParameterSql {
  const side = (columns: readonly Column[], which: keyof Pair, table: string) => {
    const by = comparison.keys.map(pair => keyOf(comparison, pair, columns, pair[which]));
    return `SELECT count(*) AS n FROM (SELECT 1 FROM ${table} GROUP BY ${by.join(', ')} HAVING count(*) > 1)`;
  };
  const {now, before, other} = comparison;
  return {
    sql: `SELECT sum(n)::INTEGER AS n FROM (${side(now, 'now', 'result')} UNION ALL ${side(before, 'before', tableOf(other))})`,
    params: [],
  };
}

/** Of a list with one row. */
export const onlyRowSql: ParameterSql = {sql: 'SELECT * FROM list', params: []};

/**
 * Rows of the list from a place on: the kind of change, which of the pairs differ as a text of 0
 * and 1, the cells of the later result, and those of the earlier one by pair.
 */
export function differingRowsSql(
  comparison: Comparison,
  kinds: readonly string[],
  from: number,
  count: number,
): ParameterSql {
  const {other, now, pairs} = comparison;
  const marks = pairs.map(
    pair => `CASE WHEN ${differsSql(comparison, pair)} THEN '1' ELSE '0' END`,
  );
  const cells = [...now.map((_, i) => `r.c${i}`), ...pairs.map(({before}) => `o.c${before}`)];
  const which = kinds.map(() => '?').join(', ');
  return {
    sql: `SELECT l.change, concat(${marks.join(', ')}), ${cells.join(', ')}
      FROM (SELECT *, rowid AS place FROM list WHERE change IN (${which})
        ORDER BY rowid LIMIT CAST(? AS BIGINT) OFFSET CAST(? AS BIGINT)) l
      LEFT JOIN result r ON r.rowid = l.now LEFT JOIN ${tableOf(other)} o ON o.rowid = l.before
      ORDER BY l.place`,
    params: [...kinds, String(count), String(from)],
  };
}

function tableOf(uuid: string): string {
  return `${sqlName(uuid)}.main.result`;
}

/** Values that are not of their type are no NULL: they differ where their texts do. */
function differsSql({now, before}: Comparison, pair: Pair): string {
  const [a, b] = [`r.c${pair.now}`, `o.c${pair.before}`];
  if (!areComparable(now, before, pair))
    return `(CAST(${a} AS VARCHAR) IS DISTINCT FROM CAST(${b} AS VARCHAR))`;
  const left = typedColumn(now, pair.now, 'r.');
  const right = typedColumn(before, pair.before, 'o.');
  if (left === a && right === b) return `(${a} IS DISTINCT FROM ${b})`;
  const text = `CAST(${a} AS VARCHAR) IS DISTINCT FROM CAST(${b} AS VARCHAR)`;
  return `(${left} IS DISTINCT FROM ${right} OR (${left} IS NULL AND ${text}))`;
}

function keyOf(
  {now, before}: Comparison,
  pair: Pair,
  columns: readonly Column[],
  place: number,
): string {
  return areComparable(now, before, pair)
    ? typedColumn(columns, place)
    : `CAST(c${place} AS VARCHAR)`;
}

/** Whether values of both are compared by what they mean, not by their texts. */
function areComparable(now: readonly Column[], before: readonly Column[], pair: Pair): boolean {
  if (isNumeric(now, pair.now) && isNumeric(before, pair.before)) return true;
  const [a, b] = [kindOf(now, pair.now), kindOf(before, pair.before)];
  return a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b);
}
