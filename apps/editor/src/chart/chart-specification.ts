import type {Parameter, ValuesOf} from '@gazetteer/kernel';
import {
  choice,
  flag,
  items,
  membersOf,
  object,
  optional,
  shapeOf,
  text,
} from '@gazetteer/kernel/fields';
import {
  anything,
  described,
  list,
  named,
  type Shape,
  text as textShape,
} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Json} from '../http/envelope.ts';

export const aggregates = ['count', 'countDistinct', 'sum', 'avg', 'min', 'max', 'median'] as const;
export const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'] as const;

const kinds = ['bar', 'line', 'area', 'timeline', 'pie', 'scatter', 'pivot', 'map'] as const;
const maxCharts = 20;
const maxColumns = 12;

/**
 * How values of a result are drawn, whoever draws them: a page, the page of somebody whom it is
 * shared with, a dashboard. Columns are named as in a download, so that it still fits when the
 * statement has been run again or has got more columns.
 */
const fields = {
  title: text('What it is called', {max: 200, default: ''}),
  kind: choice('How values are drawn', kinds),
  x: text(
    'The column that values are grouped by; of a scatter chart the horizontal axis, of a pivot table its rows, of a map the country, or the latitude where there is a `longitude`',
  ),
  unit: optional(
    choice('Of times in `x`: as far as they agree; `auto` by their span', ['auto', ...units]),
  ),
  y: columnNames(
    'The columns whose values are drawn; none where rows are counted, where a map shows places alone, and where they are not chosen yet',
  ),
  right: optional(
    columnNames('Those of `y` with an axis at the right; absent where their size decides'),
  ),
  aggregate: choice('What is made of the values of a group', aggregates, 'sum'),
  series: optional(text('A column each value of which is a series; of a pivot table its columns')),
  longitude: optional(text('Of a map of places: the column with their longitude')),
  isStacked: flag('Whether bars and areas stand on each other'),
};
type ChartSpecification = ValuesOf<typeof fields>;

const charts = optional(items('Its charts', fields));
const chartList = list(
  named('ChartSpecification', 'How values of a result are drawn', () => shapeOf(fields)),
  `Its charts, ${maxCharts} at most`,
);

/** What pages keep, with its charts; the other members are their own. */
export function pageStateShape(description: string): Shape {
  return {
    type: 'object',
    properties: {charts: chartList},
    additionalProperties: anything,
    description,
  };
}

/** The same of a body. @throws AppError for charts that make no sense */
export function pageState(description: string): Parameter<Json> {
  const whole = object(description);
  return {
    ...whole,
    shape: pageStateShape(description),
    read: (given, at) => readPageState(whole.read(given, at)),
  };
}

/** @throws AppError for charts that make no sense */
export function readPageState(state: Json): Json {
  const read = membersOf({charts}, state).charts;
  if (read === undefined) return state;
  if (read.length > maxCharts) throw bad(`charts has ${maxCharts} at most.`);
  return {...state, charts: read.map(checked)};
}

function checked(chart: ChartSpecification): Json {
  const {kind, x, y, right, longitude} = chart;
  if (x === '') throw bad('x of a chart is empty.');
  if (right?.some(name => !y.includes(name)) === true)
    throw bad('right of a chart has a column that y has not.');
  if (longitude !== undefined && kind !== 'map')
    throw bad('longitude of a chart is for maps alone.');
  return Object.fromEntries(Object.entries(chart).filter(([, value]) => value !== undefined));
}

function columnNames(description: string): Parameter<readonly string[]> {
  return {
    description,
    shape: described(list(textShape()), description),
    isNeeded: true,
    read: (given, at) => {
      const names = (given as Json)[at];
      if (!Array.isArray(names) || !names.every(name => typeof name === 'string'))
        throw bad(`${at} has to be a list of names of columns.`);
      if (names.length > maxColumns) throw bad(`${at} has ${maxColumns} columns at most.`);
      return names;
    },
  };
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}
