import type {ValuesOf} from '@gazetteer/kernel';
import {any, flag, wholeNumber} from '@gazetteer/kernel/fields';
import {AppError} from '@gazetteer/model';
import {rowsOf} from '../formats/result-format.ts';
import type {ResultAnswer, ResultQuestion} from '../../engine/duckdb/duckdb-calls.ts';
import {units} from '../../chart/chart-specification.ts';
import type {Column} from '../../engine/column.ts';
import {SqlError} from '../../engine/sql-engine.ts';
import {columnKind} from '../../engine/column-kind.ts';
import {
  groupFields,
  orderFields,
  readColumn,
  readGrouping,
  readOrder,
  readSelection,
  type Selection,
  selectionFields,
} from './question.ts';
import {
  groupSql,
  histogramSql,
  type KnownGrouping,
  listSql,
  pageSql,
  spreadSql,
  summarySql,
  topSql,
  unitsSql,
  valuesSql,
} from './question-sql.ts';
import type {Prepared} from './result-analyses.ts';

const maxCells = 1_000_000;
const maxRows = 10_000;
const maxBins = 200;

export const queryFields = {
  ...selectionFields,
  ...orderFields,
  from: wholeNumber('Place of the first among those that fit, from 0', {default: 0}),
  count: wholeNumber('How many at most', {max: maxRows, default: 100}),
  spread: flag('At equal distances all over those that fit, in place of one after the other'),
};
export const summaryFields = {
  ...selectionFields,
  column: any('Place of the column, from 0'),
  bins: wholeNumber('Parts of the histogram', {max: maxBins, default: 20}),
  top: wholeNumber('How many of the most frequent values', {max: 1000, default: 20}),
};
export const groupingFields = {...selectionFields, ...groupFields};

/**
 * Rows that a filter and a search let through, in some order, from a place on. `numbers` are their
 * places in the result.
 */
export async function queryRows(
  prepared: Prepared,
  body: ValuesOf<typeof queryFields>,
): Promise<object> {
  const {columns, rowCount, isWhole} = prepared;
  const list = listSql(columns, readSelection(body, columns), readOrder(body, columns));
  const {from} = body;
  const most = Math.max(1, Math.min(maxRows, Math.floor(maxCells / Math.max(1, columns.length))));
  const count = Math.min(most, body.count);
  const wanted = body.spread ? spreadSql(columns, count) : pageSql(columns, from, count);
  const {page, listed = 0} = await ask(prepared, {list, ask: wanted});
  const [numbers = [], ...values] = page.columns;
  const rows = rowsOf({columns: values, rowCount: page.rowCount}, columns, 'json');
  return {from, rows, numbers: numbers.map(Number), total: listed, rowCount, isWhole};
}

/** What is in one column. */
export async function summarise(
  prepared: Prepared,
  body: ValuesOf<typeof summaryFields>,
): Promise<object> {
  const {columns, rowCount, isWhole} = prepared;
  const column = readColumn(body.column, columns);
  const selection = readSelection(body, columns);
  const bins = Math.max(1, body.bins);
  const top = await ask(prepared, {
    ask: topSql(columns, column, selection, body.top),
  });
  const answer = await ask(prepared, {ask: summarySql(columns, column, selection)});
  const values = answer.page.columns.map(([value]) => value);
  const [rows, nulls, odd, distinct, min, max, ...ofNumbers] = values;
  const [mean, deviation, lower, median, upper] = ofNumbers.map(finiteOrNull);
  const shown = columns[column] ?? {name: '', type: ''};
  const isNumber = mean !== null && mean !== undefined;
  return {
    column: {name: shown.name, type: shown.type, ...columnKind(shown.type)},
    count: Number(rows),
    nulls: Number(nulls),
    // Values that the server sent and that are not of the column's type: they sort last and are in
    // no histogram.
    unreadable: Number(odd),
    distinct: Number(distinct),
    min,
    max,
    ...(isNumber && {mean, deviation, quartiles: [lower, median, upper]}),
    top: rowsOf(top.page, [shown, {name: 'n', type: 'bigint'}], 'json').map(([value, n]) => ({
      value,
      count: n,
    })),
    histogram: await histogram(prepared, column, selection, bins),
    rowCount,
    isWhole,
  };
}

/** Groups for charts and pivots. */
export async function groupRows(
  prepared: Prepared,
  body: ValuesOf<typeof groupingFields>,
): Promise<object> {
  const {columns, rowCount, isWhole} = prepared;
  const grouping = readGrouping(body, columns);
  for (const {aggregate, column} of grouping.values) {
    if (column !== undefined && ['sum', 'avg', 'median'].includes(aggregate))
      refuseUncountable(columns, column, aggregate);
  }
  for (const {column, unit} of grouping.by) if (unit !== undefined) refuseTimeless(columns, column);
  const selection = readSelection(body, columns);
  const by = await Promise.all(
    grouping.by.map(async ({unit, ...one}) =>
      unit === 'auto'
        ? {...one, unit: await unitOf(prepared, one.column, selection)}
        : {...one, unit},
    ),
  );
  const answer = await ask(prepared, {ask: groupSql(columns, selection, {...grouping, by})});
  const left = await leftOut(prepared, by, selection);
  const rows = rowsOf(answer.page, answer.columns, 'json');
  const names = [
    ...by.map(({column, unit}, i) => ({
      name: columns[column]?.name,
      ...(unit && {unit}),
      ...(left[i] !== undefined && {left: left[i]}),
    })),
    ...grouping.values.map(({aggregate, column}) => ({
      aggregate,
      ...(column !== undefined && {name: columns[column]?.name}),
    })),
  ];
  return {
    columns: names.map((name, i) => ({...name, type: answer.columns[i]?.type})),
    rows: rows.slice(0, grouping.limit),
    isTruncated: rows.length > grouping.limit,
    rowCount,
    isWhole,
  };
}

/** More groups of times are drawn too close to each other to be told apart. */
const maxTimes = 400;

/**
 * The longest unit that hides nothing, as days where there is no time of day; where these are too
 * many, a longer one.
 */
async function unitOf(
  prepared: Prepared,
  column: number,
  selection: Selection,
): Promise<(typeof units)[number]> {
  const {page} = await ask(prepared, {ask: unitsSql(prepared.columns, selection, column)});
  const counts = page.columns.map(([value]) => Number(value));
  const isExact = units.findIndex((_, i) => counts[2 * i + 1] === 0);
  const longest = isExact < 0 ? units.length - 1 : isExact;
  for (let i = longest; i > 0; i--) {
    const unit = units[i];
    if (unit !== undefined && (counts[2 * i] ?? 0) <= maxTimes) return unit;
  }
  return 'year';
}

/** Of each key with `most` how many values are left out. */
async function leftOut(
  prepared: Prepared,
  by: KnownGrouping['by'],
  selection: Selection,
): Promise<(number | undefined)[]> {
  // An exact count costs a pass: of those that are cut alone.
  const cut = by.filter(({most}) => most !== undefined);
  if (cut.length === 0) return [];
  const {page} = await ask(prepared, {ask: valuesSql(prepared.columns, selection, cut)});
  return by.map(one => {
    if (one.most === undefined) return undefined;
    return Math.max(0, Number(page.columns[cut.indexOf(one)]?.[0] ?? 0) - one.most);
  });
}

async function histogram(
  prepared: Prepared,
  column: number,
  selection: Selection,
  bins: number,
): Promise<object | undefined> {
  const {columns} = prepared;
  const sql = histogramSql(columns, column, selection, bins);
  if (sql === undefined) return undefined;
  const {page} = await ask(prepared, {ask: sql});
  const [places = [], counts = [], [low] = [], [high] = []] = page.columns;
  if (typeof low !== 'number' || typeof high !== 'number')
    return {low: null, high: null, counts: []};
  const {kind} = columnKind(columns[column]?.type ?? '');
  const isTime = kind === 'date' || kind === 'timestamp';
  // Of times in milliseconds since 1970, as everywhere.
  const scale = isTime ? 1000 : 1;
  const filled = Array.from({length: low === high ? 1 : bins}, () => 0);
  for (const [i, place] of places.entries()) filled[Number(place)] = Number(counts[i]);
  return {low: low * scale, high: high * scale, isTime, counts: filled};
}

/** What the engine does not understand is what somebody typed: a pattern, a value. */
export async function ask(
  prepared: Prepared,
  question: Omit<ResultQuestion, 'timeoutMs'>,
): Promise<ResultAnswer> {
  try {
    return await prepared.ask(question);
  } catch (error) {
    if (error instanceof SqlError && error.kind === 'refused')
      throw new AppError('BAD_REQUEST', [error.message]);
    throw error;
  }
}

function finiteOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function refuseUncountable(columns: readonly Column[], column: number, aggregate: string): void {
  const {name = '', type = ''} = columns[column] ?? {};
  if (['int32', 'int64', 'float', 'decimal'].includes(columnKind(type).kind)) return;
  throw new AppError('BAD_REQUEST', [`There is no ${aggregate} of ${name}, which is ${type}.`]);
}

function refuseTimeless(columns: readonly Column[], column: number): void {
  const {name = '', type = ''} = columns[column] ?? {};
  if (['date', 'timestamp'].includes(columnKind(type).kind)) return;
  throw new AppError('BAD_REQUEST', [`${name} is ${type}, which has no units of time.`]);
}
