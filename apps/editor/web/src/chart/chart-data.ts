import type {Cell} from '../api/wire.ts';

export type ChartKind = 'bar' | 'line' | 'area' | 'scatter' | 'pie' | 'timeline';
export type Aggregate = 'sum' | 'avg' | 'median' | 'min' | 'max' | 'count';

export type ChartSpec = {
  readonly kind: ChartKind;
  readonly x: number;
  readonly y: readonly number[];
  readonly aggregate: Aggregate;
  /** Of a timeline. */
  readonly unit: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute';
};

export type ChartRows = {
  /** Of the first one along the bottom, of the others what is drawn. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly isTruncated: boolean;
};

const numberOf = (value: Cell | undefined) =>
  value === null || value === undefined ? null : Number(value);

const muchSmaller = 20;

/**
 * Which series get an axis of their own at the right: those that would be a line along the bottom
 * beside the greatest ones.
 * @param columns values, series by series
 */
export function smallSeries(columns: readonly (readonly (number | null)[])[]): ReadonlySet<number> {
  const greatest = columns.map(values =>
    values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0),
  );
  const limit = Math.max(0, ...greatest) / muchSmaller;
  return new Set(greatest.flatMap((most, n) => (most > 0 && most < limit ? [n] : [])));
}

/** Colours of the page. */
type Ink = {readonly colours: readonly string[]; readonly ink: string; readonly line: string};

/** What the drawing library is told; colours are those of the page. */
export function chartOption(
  spec: ChartSpec,
  chart: ChartRows,
  colours: readonly string[],
  ink: string,
  line: string,
) {
  const {kind} = spec;
  const look = {colours, ink, line};
  const shared = {
    color: [...colours],
    animation: false,
    textStyle: {color: ink},
    legend: {
      show: chart.names.length > 2 || kind === 'pie',
      top: 4,
      textStyle: {color: ink},
      type: 'scroll' as const,
    },
    // Drawn, as the page forbids styles in markup.
    tooltip: {
      renderMode: 'richText' as const,
      trigger: kind === 'pie' || kind === 'scatter' ? ('item' as const) : ('axis' as const),
    },
  };
  if (kind === 'pie') return {...shared, series: [slices(chart, look)]};
  const grid = {left: 16, right: 24, top: 40, bottom: 16, containLabel: true};
  return {
    ...shared,
    grid,
    ...(kind === 'scatter' ? dots(chart, look) : linesOrBars(kind, chart, look)),
  };
}

/** What stands at the axis of a row. */
const labelOf = ([first]: ChartRows['rows'][number]): string =>
  first === null || first === undefined ? 'NULL' : String(first);

const axisIn = ({ink, line}: Ink) => ({
  axisLabel: {color: ink},
  axisLine: {lineStyle: {color: line}},
  splitLine: {lineStyle: {color: line}},
  nameTextStyle: {color: ink},
});

function slices({names, rows}: ChartRows, {ink}: Ink) {
  const data = rows.map(row => ({name: labelOf(row), value: numberOf(row[1]) ?? 0}));
  return {
    type: 'pie' as const,
    radius: ['35%', '70%'],
    name: names[1],
    data,
    label: {color: ink},
  };
}

function dots({names, rows}: ChartRows, look: Ink) {
  const axis = {type: 'value' as const, scale: true, ...axisIn(look)};
  return {
    xAxis: {...axis, name: names[0]},
    yAxis: axis,
    series: names.slice(1).map((name, n) => ({
      type: 'scatter' as const,
      name,
      data: rows.map(row => [numberOf(row[0]), numberOf(row[n + 1])]),
      symbolSize: 6,
      // Many dots are drawn in one go, none of them with states of its own.
      large: true,
    })),
  };
}

function linesOrBars(kind: ChartSpec['kind'], {names, rows}: ChartRows, look: Ink) {
  const series = names.slice(1);
  const axis = axisIn(look);
  const small = smallSeries(series.map((_, n) => rows.map(row => numberOf(row[n + 1]))));
  const yAxis = {type: 'value' as const, ...axis};
  const rightAxis = {...yAxis, position: 'right' as const, splitLine: {show: false}};
  const isTime = kind === 'timeline';
  const values = (n: number) =>
    rows.map(row => (isTime ? [row[0], numberOf(row[n + 1])] : numberOf(row[n + 1])));
  return {
    xAxis: isTime
      ? {type: 'time' as const, ...axis}
      : {type: 'category' as const, data: rows.map(labelOf), ...axis},
    yAxis: small.size > 0 ? [yAxis, rightAxis] : yAxis,
    series: series.map((name, n) => ({
      type: kind === 'bar' ? ('bar' as const) : ('line' as const),
      name: small.has(n) ? `${name} (right)` : name,
      yAxisIndex: small.has(n) ? 1 : 0,
      data: values(n),
      symbol: 'circle',
      symbolSize: 5,
      showSymbol: rows.length < 60,
      ...(kind === 'area' && {areaStyle: {opacity: 0.3}}),
    })),
  };
}
