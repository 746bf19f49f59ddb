import type {Cell, ChartSpec} from '../api/wire.ts';

/**
 * Columns side by side, one row for each place along the bottom: the form that all kinds of charts
 * are drawn from.
 */
export type ChartRows = {
  /** Of the first one along the bottom, of the others what is drawn. */
  readonly names: readonly string[];
  /** Of each that is drawn: which of the columns of the chart its values are of. */
  readonly yOf: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** What is left out. */
  readonly notes: readonly string[];
};

/** Colours of the page. */
export type Look = {
  readonly colours: readonly string[];
  readonly ink: string;
  readonly line: string;
  readonly card: string;
};

export const numberOf = (value: Cell | undefined) =>
  value === null || value === undefined ? null : Number(value);

/** A twentieth of the height is a line that lies on the axis. */
const muchSmaller = 20;
const titlePx = 28;

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

/** What the drawing library is told. */
export function chartOption(spec: ChartSpec, chart: ChartRows, look: Look) {
  const {kind} = spec;
  const top = (spec.title ?? '') === '' ? 4 : titlePx;
  const shared = {...sharedOption(spec, look), ...legendOf(chart, kind === 'pie', top, look)};
  if (kind === 'pie') return {...shared, series: [slices(chart, look)]};
  // Drawn, as the page forbids styles in markup.
  const trigger = kind === 'scatter' ? ('item' as const) : ('axis' as const);
  const tooltip = {...shared.tooltip, trigger};
  const grid = {left: 16, right: 24, top: top + 36, bottom: 16, containLabel: true};
  const drawn = kind === 'scatter' ? dots(chart, look) : linesOrBars(spec, chart, look);
  return {...shared, tooltip, grid, ...drawn};
}

/** Of charts of any kind. */
export function sharedOption({title = ''}: ChartSpec, {colours, ink}: Look) {
  return {
    title: {show: title !== '', text: title, left: 'center', textStyle: {color: ink, fontSize: 15}},
    color: [...colours],
    // Somebody who changes a field wants to see the outcome, and tests a picture that stands still.
    animation: false,
    textStyle: {color: ink},
    tooltip: {renderMode: 'richText' as const, trigger: 'item' as 'item' | 'axis'},
  };
}

function legendOf({names}: ChartRows, isAlways: boolean, top: number, {ink}: Look) {
  return {
    legend: {
      show: names.length > 2 || isAlways,
      top,
      textStyle: {color: ink},
      pageTextStyle: {color: ink},
      pageIconColor: ink,
      type: 'scroll' as const,
    },
  };
}

/** What stands at the axis of a row. */
const labelOf = ([first]: ChartRows['rows'][number]): string =>
  first === null || first === undefined ? 'NULL' : String(first);

const axisIn = ({ink, line}: Look) => ({
  axisLabel: {color: ink},
  axisLine: {lineStyle: {color: line}},
  splitLine: {lineStyle: {color: line}},
  nameTextStyle: {color: ink},
});

function slices({names, rows}: ChartRows, {ink, card}: Look) {
  const data = rows
    .map(row => ({name: labelOf(row), value: numberOf(row[1]) ?? 0}))
    .sort((a, b) => b.value - a.value);
  return {
    type: 'pie' as const,
    radius: ['35%', '70%'],
    name: names[1],
    data,
    label: {color: ink},
    itemStyle: {borderColor: card, borderWidth: 1},
  };
}

function dots({names, rows}: ChartRows, look: Look) {
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

/** Those of the drawn columns that have the axis at the right. */
function atRight(spec: ChartSpec, {names, yOf, rows}: ChartRows): ReadonlySet<number> {
  const {y, right, series, isStacked} = spec;
  if (right !== undefined)
    return new Set(yOf.flatMap((n, at) => (right.includes(y[n] ?? '') ? [at] : [])));
  // Parts of one whole have one axis.
  if (series !== undefined || isStacked === true) return new Set();
  return smallSeries(names.slice(1).map((_, n) => rows.map(row => numberOf(row[n + 1]))));
}

function linesOrBars(spec: ChartSpec, chart: ChartRows, look: Look) {
  const {kind, isStacked = false} = spec;
  const {names, rows} = chart;
  const axis = axisIn(look);
  const right = atRight(spec, chart);
  const isTwo = right.size > 0 && right.size < names.length - 1;
  const yAxis = {type: 'value' as const, ...axis};
  const rightAxis = {...yAxis, position: 'right' as const, splitLine: {show: false}};
  const isTimeAxis = kind === 'timeline';
  const stacks = isStacked && (kind === 'bar' || kind === 'area');
  // A gap in one part of a stack would let the parts above it fall.
  const valueOf = (row: ChartRows['rows'][number], n: number) =>
    numberOf(row[n + 1]) ?? (stacks ? 0 : null);
  return {
    xAxis: isTimeAxis
      ? {type: 'time' as const, ...axis}
      : {type: 'category' as const, data: rows.map(labelOf), ...axis},
    yAxis: isTwo ? [yAxis, rightAxis] : yAxis,
    series: names.slice(1).map((name, n) => {
      const isRight = isTwo && right.has(n);
      return {
        type: kind === 'bar' ? ('bar' as const) : ('line' as const),
        name: isRight ? `${name} (right)` : name,
        yAxisIndex: isRight ? 1 : 0,
        data: rows.map(row => (isTimeAxis ? [row[0], valueOf(row, n)] : valueOf(row, n))),
        symbol: 'circle',
        symbolSize: 5,
        showSymbol: rows.length < 60,
        ...(stacks && {stack: isRight ? 'right' : 'left'}),
        ...(kind === 'area' && {areaStyle: {opacity: stacks ? 0.65 : 0.3}}),
      };
    }),
  };
}
