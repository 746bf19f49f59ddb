import {MultiSelect, NativeSelect, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {keepPreviousData, queryOptions, useQuery} from '@tanstack/react-query';
import {lazy, Suspense} from 'react';
import {askUntilReady} from '../api/request.ts';
import type {Cell, ResultColumn} from '../api/wire.ts';
import {headNames, isNumeric} from '../result/cell-text.ts';
import classes from '../result/result.module.css';
import type {Question} from '../result/rows-source.ts';
import type {ChartRows, ChartSpec} from './chart-data.ts';

const Drawing = lazy(async () => ({default: (await import('./drawing.tsx')).Drawing}));

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({value, label}));
const kinds = choices({
  bar: 'Bar',
  line: 'Line',
  area: 'Area',
  timeline: 'Time series',
  pie: 'Pie',
  scatter: 'Scatter',
});
const aggregates = choices({
  sum: 'Sum',
  avg: 'Average',
  median: 'Median',
  min: 'Min',
  max: 'Max',
  count: 'Count',
});
const units = choices({
  year: 'Year',
  quarter: 'Quarter',
  month: 'Month',
  week: 'Week',
  day: 'Day',
  hour: 'Hour',
  minute: 'Minute',
});
const [maxPoints, maxSlices, maxDots] = [2000, 30, 5000];
const isTime = ({kind}: ResultColumn) => kind === 'date' || kind === 'timestamp';

const chartQuery = (
  uuid: string,
  columns: readonly ResultColumn[],
  {search, filter}: Question,
  spec: ChartSpec,
) =>
  queryOptions({
    queryKey: ['chart', uuid, search, filter, spec],
    queryFn: async ({signal}): Promise<ChartRows> => {
      const {kind, x, y, aggregate, unit} = spec;
      const heads = headNames(columns);
      const names = [x, ...y].map(n => heads[n] ?? '');
      if (kind === 'scatter') {
        const asked = {search, filter, sort: [], from: 0, count: maxDots};
        const {rows, total} = await askUntilReady(
          'POST /api/v1/results/{uuid}/query',
          {path: {uuid}, body: asked},
          signal,
        );
        return {
          names,
          rows: (rows as readonly (readonly Cell[])[]).map(row =>
            [x, ...y].map(n => row[n] ?? null),
          ),
          isTruncated: total > rows.length,
        };
      }
      const by = [{column: x, ...(kind === 'timeline' && {unit})}];
      const values = y.map(column => ({aggregate, column}));
      const limit = kind === 'pie' ? maxSlices : maxPoints;
      const found = await askUntilReady(
        'POST /api/v1/results/{uuid}/group',
        {path: {uuid}, body: {search, filter, by, values, limit}},
        signal,
      );
      return {names, rows: found.rows as ChartRows['rows'], isTruncated: found.isTruncated};
    },
    // Rows that were fetched stay as they are.
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

type ChartViewProps = {
  readonly uuid: string;
  readonly columns: readonly ResultColumn[];
  readonly question: Question;
  /** Undefined until somebody has chosen something. */
  readonly spec: ChartSpec | undefined;
  readonly onSpec: (spec: ChartSpec) => void;
};

/** A picture of the whole result: values of some columns by another one. */
export function ChartView({uuid, columns, question, spec: chosen, onSpec}: ChartViewProps) {
  const spec = chosen ?? firstSpec(columns);
  const {data, error, refetch} = useQuery({
    ...chartQuery(uuid, columns, question, spec),
    enabled: spec.y.length > 0,
  });
  const options = headNames(columns).map((label, n) => ({value: String(n), label}));
  const numbers = options.filter(
    // Anything can be counted; the rest is done to numbers.
    (_, n) => spec.aggregate === 'count' || isNumeric(columns[n] as ResultColumn),
  );
  const change = (fields: Partial<ChartSpec>) => onSpec({...spec, ...fields});
  return (
    <div className={classes['chart']}>
      <div className={classes['fields']} role="group" aria-label="Chart">
        <NativeSelect
          size="xs"
          label="Chart type"
          data={kinds}
          value={spec.kind}
          onChange={event => change({kind: event.currentTarget.value as ChartSpec['kind']})}
        />
        <NativeSelect
          size="xs"
          label="X axis"
          data={options}
          value={String(spec.x)}
          onChange={event => change({x: Number(event.currentTarget.value)})}
        />
        {spec.kind === 'timeline' && (
          <NativeSelect
            size="xs"
            label="Time grain"
            data={units}
            value={spec.unit}
            onChange={event => change({unit: event.currentTarget.value as ChartSpec['unit']})}
          />
        )}
        {spec.kind !== 'scatter' && (
          <NativeSelect
            size="xs"
            label="Aggregate"
            data={aggregates}
            value={spec.aggregate}
            onChange={event =>
              change({aggregate: event.currentTarget.value as ChartSpec['aggregate']})
            }
          />
        )}
        <MultiSelect
          size="xs"
          label="Y axis"
          data={numbers}
          value={spec.y.map(String)}
          // More could not be told apart.
          maxValues={12}
          onChange={values => change({y: values.map(Number)})}
        />
      </div>
      {spec.y.length === 0 ? (
        <Text c="dimmed">Choose a numeric column.</Text>
      ) : error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading the whole result" />
      ) : (
        <>
          {data.isTruncated && (
            <Text size="sm" c="dimmed" role="note">
              The chart shows the first {data.rows.length.toLocaleString()} points.
            </Text>
          )}
          <Suspense fallback={<LoadingState what="Drawing" />}>
            <Drawing spec={spec} data={data} />
          </Suspense>
        </>
      )}
    </div>
  );
}

/** Numbers by time where there are both, else by the first column that is no number. */
function firstSpec(columns: readonly ResultColumn[]): ChartSpec {
  const time = columns.findIndex(isTime);
  const other = columns.findIndex(column => !isNumeric(column));
  const x = Math.max(0, time >= 0 ? time : other);
  const y = columns.flatMap((column, n) => (n !== x && isNumeric(column) ? [n] : [])).slice(0, 3);
  return {kind: time >= 0 ? 'timeline' : 'bar', x, y, aggregate: 'sum', unit: 'month'};
}
