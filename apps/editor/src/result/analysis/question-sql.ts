import type {ParameterSql} from '../../engine/duckdb/duckdb-calls.ts';
import type {Column} from '../../engine/column.ts';
import {searchWords} from '../../statement/search-words.ts';
import {whereSql} from './condition-sql.ts';
import {isNumeric, numberOf, typedColumn} from './typed-column.ts';
import {columnKind} from '../../engine/column-kind.ts';
import {units} from '../../chart/chart-specification.ts';
import type {Grouping, SortOrder, Selection} from './question.ts';

/*
 * Questions to the table `result` of the embedded engine. Columns are `c0`, `c1` and so on; what
 * people typed goes into parameters, and nothing of it into the text of a statement.
 */

/**
 * The rows let through, in order, as the list that pages are read from; `n` is the place in the
 * result, from 0.
 */
export function listSql(
  columns: readonly Column[],
  selection: Selection,
  order: readonly SortOrder[],
): ParameterSql {
  const {sql, params} = selectionSql(columns, selection);
  const keys = order.flatMap(({column, isDescending}) =>
    sortKeys(columns, column).map(key => `${key} ${isDescending ? 'DESC' : 'ASC'} NULLS LAST`),
  );
  return {
    sql: `SELECT rowid AS n FROM result${sql} ORDER BY ${[...keys, 'rowid'].join(', ')}`,
    params,
  };
}

/** Rows of the list by their place in it. The first column is `n`. */
export function pageSql(columns: readonly Column[], from: number, count: number): ParameterSql {
  const condition = 'rowid >= CAST(? AS BIGINT) AND rowid < CAST(? AS BIGINT)';
  return listedSql(columns, condition, [String(from), String(from + count)]);
}

/** As many rows at most, at equal distances all over the list. */
export function spreadSql(columns: readonly Column[], count: number): ParameterSql {
  const step = 'greatest(1, CAST(ceil((SELECT count(*) FROM list) / CAST(? AS DOUBLE)) AS BIGINT))';
  return listedSql(columns, `rowid % ${step} = 0`, [String(Math.max(1, count))]);
}

function listedSql(
  columns: readonly Column[],
  condition: string,
  params: readonly string[],
): ParameterSql {
  const named = columns.map((_, i) => `r.c${i}`);
  return {
    sql: `SELECT ${['l.n', ...named].join(', ')}
      FROM (SELECT n, rowid AS place FROM list WHERE ${condition}) l
      JOIN result r ON r.rowid = l.n ORDER BY l.place`,
    params,
  };
}

/**
 * One row: how many rows, NULLs, values that are not of the column's type, different values; the
 * smallest and the largest; of numbers mean, deviation and quartiles, without what is not finite.
 */
export function summarySql(
  columns: readonly Column[],
  column: number,
  selection: Selection,
): ParameterSql {
  const {sql, params} = selectionSql(columns, selection);
  const number = isNumeric(columns, column) ? numberOf(columns, column) : 'NULL::DOUBLE';
  return {
    sql: `SELECT count(*), count(*) - count(r), count(r) - count(t), count(DISTINCT r), min(t)::VARCHAR, max(t)::VARCHAR,
      avg(x), stddev_samp(x), quantile_cont(x, 0.25), quantile_cont(x, 0.5), quantile_cont(x, 0.75)
      FROM (SELECT r, t, CASE WHEN isfinite(d) THEN d END AS x
        FROM (SELECT c${column} AS r, ${typedColumn(columns, column)} AS t, ${number} AS d FROM result${sql}))`,
    params,
  };
}

/** The most frequent values, and how often each is there. */
export function topSql(
  columns: readonly Column[],
  column: number,
  selection: Selection,
  limit: number,
): ParameterSql {
  const {sql, params} = selectionSql(columns, selection);
  return {
    sql: `SELECT c${column} AS value, count(*) AS n FROM result${sql} GROUP BY 1 ORDER BY 2 DESC, 1 NULLS LAST LIMIT ${limit}`,
    params,
  };
}

/**
 * How many values are in each of `bins` equal parts between the smallest and the largest, which
 * stand beside: times in seconds.
 */
export function histogramSql(
  columns: readonly Column[],
  column: number,
  selection: Selection,
  bins: number,
): ParameterSql | undefined {
  const number = numberOf(columns, column);
  if (number === undefined) return undefined;
  const {sql, params} = selectionSql(columns, selection);
  return {
    sql: `WITH v AS (SELECT d AS x FROM (SELECT ${number} AS d FROM result${sql}) WHERE isfinite(d)),
      ends AS (SELECT min(x) AS low, max(x) AS high FROM v)
      SELECT CASE WHEN high = low THEN 0 ELSE least(${bins - 1}, floor((x - low) / (high - low) * ${bins})) END::INTEGER AS bin,
        count(*)::INTEGER AS n, low, high
      FROM v, ends GROUP BY 1, 3, 4 ORDER BY 1`,
    params,
  };
}

/** With units that are known. */
export type KnownGrouping = Omit<Grouping, 'by'> & {
  readonly by: readonly (Omit<Grouping['by'][number], 'unit'> & {
    readonly unit: (typeof units)[number] | undefined;
  })[];
};

const keyOf = (columns: readonly Column[], {column, unit}: KnownGrouping['by'][number]) =>
  unit === undefined ? `c${column}` : `${beginOf(unit, typedColumn(columns, column))}::VARCHAR`;

/**
 * One row: of each unit, the longest first, how many different times there are, and of how many it
 * would hide something.
 */
export function unitsSql(
  columns: readonly Column[],
  selection: Selection,
  column: number,
): ParameterSql {
  const {sql, params} = selectionSql(columns, selection);
  const counts = units.map(unit => {
    const begin = `date_trunc('${unit}', t)`;
    return `count(DISTINCT ${begin}), count(*) FILTER (WHERE ${begin} <> t)`;
  });
  return {
    sql: `SELECT ${counts.join(', ')} FROM (SELECT DISTINCT ${typedColumn(columns, column)} AS t FROM result${sql})`,
    params,
  };
}

/** One row: of each key how many values there are. */
export function valuesSql(
  columns: readonly Column[],
  selection: Selection,
  by: KnownGrouping['by'],
): ParameterSql {
  const {sql, params} = selectionSql(columns, selection);
  const counts = by.map(one => {
    const key = keyOf(columns, one);
    return `count(DISTINCT ${key}) + max(CASE WHEN ${key} IS NULL THEN 1 ELSE 0 END)`;
  });
  return {sql: `SELECT ${counts.join(', ')} FROM result${sql}`, params};
}

/** Groups in the order of their keys, one more than wanted when there are more. */
export function groupSql(
  columns: readonly Column[],
  selection: Selection,
  {by, values, limit}: KnownGrouping,
): ParameterSql {
  const {sql, params} = selectionSql(columns, selection);
  const keys = by.map(one => keyOf(columns, one));
  const results = values.map(({aggregate, column}) => aggregateSql(columns, aggregate, column));
  const order = by.map(({column, unit}, i) =>
    unit === undefined ? sortKeyOfGroup(columns, column, i) : `k${i}`,
  );
  const named = [
    ...keys.map((key, i) => `${key} AS k${i}`),
    ...results.map((result, i) => `${result} AS v${i}`),
  ];
  const grouped = keys.length === 0 ? '' : ` GROUP BY ${keys.map((_, i) => i + 1).join(', ')}`;
  const ordered =
    order.length === 0 ? '' : ` ORDER BY ${order.map(key => `${key} NULLS LAST`).join(', ')}`;
  const picked = by.flatMap(({most}, i) => (most === undefined ? [] : [{i, most}]));
  const picks = picked.map(
    ({i, most}) =>
      `p${i} AS (SELECT ${keys[i]} AS p FROM result${sql} GROUP BY 1 ORDER BY ${results[0]} DESC NULLS LAST, 1 LIMIT ${most})`,
  );
  const joins = picked.map(({i}) => ` SEMI JOIN p${i} ON p${i}.p IS NOT DISTINCT FROM ${keys[i]}`);
  return {
    sql: `${picks.length === 0 ? '' : `WITH ${picks.join(', ')} `}SELECT ${named.join(', ')}
      FROM result${joins.join('')}${sql}${grouped}${ordered} LIMIT ${limit + 1}`,
    params: [...picks.flatMap(() => params), ...params],
  };
}

function beginOf(unit: (typeof units)[number], time: string): string {
  const begin = `date_trunc('${unit}', ${time})`;
  return unit === 'hour' || unit === 'minute' ? begin : `CAST(${begin} AS DATE)`;
}

function aggregateSql(
  columns: readonly Column[],
  aggregate: Grouping['values'][number]['aggregate'],
  column: number | undefined,
): string {
  if (column === undefined) return 'count(*)';
  const typed = typedColumn(columns, column);
  switch (aggregate) {
    case 'count':
      return `count(c${column})`;
    case 'countDistinct':
      return `count(DISTINCT c${column})`;
    case 'min':
    case 'max':
      return `${aggregate}(${typed})`;
    case 'sum':
      return `sum(${typed})`;
    case 'avg':
    case 'median':
      return `${aggregate}(${numberOf(columns, column) ?? typed})`;
  }
}

function sortKeys(columns: readonly Column[], column: number): string[] {
  const isText = columnKind(columns[column]?.type ?? '').kind === 'text';
  return isText ? [`lower(c${column})`, `c${column}`] : [typedColumn(columns, column)];
}

/** A group is ordered by what is grouped: nothing else of the row is there. */
function sortKeyOfGroup(columns: readonly Column[], column: number, key: number): string {
  const typed = typedColumn(columns, column);
  return typed === `c${column}` ? `k${key}` : typed;
}

/** Conditions of so many cells take longer to prepare than a text of each row takes to make. */
const maxCellConditions = 100;

/** WHERE and all behind it, or nothing. */
function selectionSql(columns: readonly Column[], {filter, search}: Selection): ParameterSql {
  const parts = filter.map(condition => whereSql(columns, condition));
  parts.push(...searchSql(columns, searchWords(search)));
  if (parts.length === 0) return {sql: '', params: []};
  return {
    sql: ` WHERE ${parts.map(({sql}) => `(${sql})`).join(' AND ')}`,
    params: parts.flatMap(({params}) => params),
  };
}

/** That each of the words is in some cell. */
function searchSql(columns: readonly Column[], words: readonly string[]): ParameterSql[] {
  const searched = columns
    .map(({type}, i) => ({name: `c${i}`, kind: columnKind(type).kind}))
    .filter(({kind}) => kind !== 'binary');
  if (searched.length * words.length > maxCellConditions) {
    // Between two cells is a control character that nobody types: no word is found across them.
    const row = `lower(concat_ws(chr(31), ${searched.map(({name}) => name).join(', ')}))`;
    return words.map(word => ({sql: `contains(${row}, ?)`, params: [word]}));
  }
  // Of a few, cell by cell: a text of the whole row, made for each of them, takes twice as long.
  const cells = searched.map(({name, kind}) =>
    // Numbers and truth values have no capital letters.
    ['boolean', 'int32', 'int64', 'float'].includes(kind)
      ? `CAST(${name} AS VARCHAR)`
      : `lower(${name})`,
  );
  const sql = cells.map(cell => `contains(${cell}, ?)`).join(' OR ') || 'false';
  return words.map(word => ({sql, params: cells.map(() => word)}));
}
