import type {ChartSpec, ResultColumn} from '../api/wire.ts';
import {distinctNames, isNumeric} from '../result/cell-text.ts';

export type ChartKind = ChartSpec['kind'];

/** As many as a query has at most. The server refuses a document with more. */
export const maxCharts = 20;

export const isTime = ({kind}: ResultColumn) => kind === 'date' || kind === 'timestamp';

/** Whether it shows places by their coordinates, a point for each row. */
export const hasPlaces = ({kind, longitude}: ChartSpec) =>
  kind === 'map' && longitude !== undefined;

/**
 * Names that a chart has for columns which this result has not. By name and not by place: the same
 * query may bring its columns in another order tomorrow.
 */
export function missingColumns(
  {x, y, series, longitude}: ChartSpec,
  columns: readonly ResultColumn[],
): string[] {
  const there = new Set(distinctNames(columns));
  return [x, ...y, series, longitude].filter(
    (name): name is string => name !== undefined && !there.has(name),
  );
}

/**
 * Numbers by time where there are both, else by the first column that is no number. A guess, to
 * have a picture at once; it is kept only when somebody changes it.
 */
export function firstChart(columns: readonly ResultColumn[]): ChartSpec {
  const names = distinctNames(columns);
  const time = columns.findIndex(isTime);
  const other = columns.findIndex(column => !isNumeric(column));
  const x = Math.max(0, time >= 0 ? time : other);
  const y = columns.flatMap((column, n) => (n !== x && isNumeric(column) ? [names[n] ?? ''] : []));
  return {
    kind: time >= 0 ? 'timeline' : 'bar',
    x: names[x] ?? '',
    ...(time >= 0 && {unit: 'auto'}),
    y: y.slice(0, 3),
    aggregate: y.length === 0 ? 'count' : 'sum',
  };
}

/** What another kind keeps of a chart: the rest would be refused, or mean something else. */
export function asKind(spec: ChartSpec, kind: ChartKind): ChartSpec {
  // Coordinates are for maps alone.
  const {longitude: _, ...rest} = spec;
  const isOne = kind === 'pie' || kind === 'map';
  return {...rest, kind, ...(isOne && withY(spec, spec.y.slice(0, 1)))};
}

/** What the right axis has is drawn. */
export function withY({right}: ChartSpec, y: readonly string[]): Partial<ChartSpec> {
  return {y, ...(right !== undefined && {right: right.filter(name => y.includes(name))})};
}

/** These are told the same values. */
const lines = new Set<ChartKind>(['bar', 'line', 'area', 'timeline']);

/** What of a chart decides on its values; the rest is how they are drawn. */
export function askedOf({kind, x, unit, y, aggregate, series, longitude}: ChartSpec): ChartSpec {
  return {kind: lines.has(kind) ? 'line' : kind, x, unit, y, aggregate, series, longitude};
}

/** Whether the values of one may stand for those of the other until these have come. */
export function isAlike(one: ChartSpec, other: ChartSpec): boolean {
  return askedOf(one).kind === askedOf(other).kind && hasPlaces(one) === hasPlaces(other);
}

/** As many cells as a page shows at once without delay. */
const maxPivotCells = 5000;
const [maxPivotRows, maxPivotColumns] = [200, 30];

/** How many rows and columns a pivot table has at most: each column is as wide as its values. */
export function pivotLimits({y, series}: ChartSpec) {
  const values = Math.max(1, y.length);
  const columns = series === undefined ? 1 : Math.max(1, Math.floor(maxPivotColumns / values));
  return {rows: Math.min(maxPivotRows, Math.floor(maxPivotCells / (columns * values))), columns};
}
