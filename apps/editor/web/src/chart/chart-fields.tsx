import {Checkbox, MultiSelect, NativeSelect, TextInput} from '@mantine/core';
import type {ChartSpec, ResultColumn} from '../api/wire.ts';
import {distinctNames, isNumeric} from '../result/cell-text.ts';
import {asKind, type ChartKind, hasPlaces, isTime, withY} from './chart-spec.ts';
import classes from './chart.module.css';

/** In the order in which they are offered. */
const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({value, label}));
const kinds = choices({
  bar: 'Bar',
  line: 'Line',
  area: 'Area',
  timeline: 'Time series',
  pie: 'Pie',
  scatter: 'Scatter',
  pivot: 'Pivot table',
  map: 'Map',
});
const aggregates = choices({
  sum: 'Sum',
  avg: 'Average',
  median: 'Median',
  min: 'Min',
  max: 'Max',
  count: 'Count',
  countDistinct: 'Distinct count',
});
const units = choices({
  auto: 'Automatic',
  none: 'Each value',
  year: 'Year',
  quarter: 'Quarter',
  month: 'Month',
  week: 'Week',
  day: 'Day',
  hour: 'Hour',
  minute: 'Minute',
});
/** What the column `x` is called, where it is not along the bottom. */
const xLabels: Partial<Record<ChartKind, string>> = {pivot: 'Rows', pie: 'Slices', map: 'Country'};
/** One series for each value of a column can be told apart in these. */
const withSeries = new Set<ChartKind>(['bar', 'line', 'area', 'timeline', 'pivot']);
/** These have figures along their left side, and may have others along the right one. */
const withAxes = new Set<ChartKind>(['bar', 'line', 'area', 'timeline']);
/** More could not be told apart. */
const maxValues = 12;

type ChartFieldsProps = {
  readonly columns: readonly ResultColumn[];
  readonly spec: ChartSpec;
  readonly onSpec: (spec: ChartSpec) => void;
};

/** What is drawn, and how. */
export function ChartFields(props: ChartFieldsProps) {
  const {columns, spec, onSpec} = props;
  const {kind} = spec;
  const parts = {...props, names: distinctNames(columns), isGrouped: isGrouped(spec)};
  const change = (fields: Partial<ChartSpec>) => onSpec({...spec, ...fields});
  return (
    <div className={classes['fields']} role="group" aria-label="Chart">
      <NativeSelect
        size="xs"
        label="Chart type"
        data={kinds}
        value={kind}
        onChange={event => onSpec(asKind(spec, event.currentTarget.value as ChartKind))}
      />
      <GroupFields {...parts} />
      <ValueFields {...parts} />
      <TextInput
        size="xs"
        label="Title"
        maxLength={200}
        value={spec.title ?? ''}
        onChange={event => change({title: event.currentTarget.value})}
      />
      {(kind === 'bar' || kind === 'area') && (
        <Checkbox
          size="xs"
          label="Stacked"
          className={classes['stacked']}
          checked={spec.isStacked ?? false}
          onChange={event => change({isStacked: event.currentTarget.checked})}
        />
      )}
    </div>
  );
}

/** Points and places are drawn each as it is; all others add rows up that have the same `x`. */
function isGrouped(spec: ChartSpec): boolean {
  return spec.kind !== 'scatter' && !hasPlaces(spec);
}

type PartProps = ChartFieldsProps & {
  readonly names: readonly string[];
  readonly isGrouped: boolean;
};

/** What rows are put together by: the column along the bottom, or where on the map. */
function GroupFields({columns, spec, onSpec, names, isGrouped}: PartProps) {
  const {kind, x} = spec;
  const isTimes = columns.some((column, n) => names[n] === x && isTime(column));
  return (
    <>
      <NativeSelect
        size="xs"
        label={hasPlaces(spec) ? 'Latitude' : (xLabels[kind] ?? 'X axis')}
        data={[...names]}
        value={x}
        onChange={event => onSpec({...spec, ...withX(columns, names, event.currentTarget.value)})}
      />
      {kind === 'map' && (
        <NativeSelect
          size="xs"
          label="Longitude"
          data={[{value: '', label: 'None (countries)'}, ...names]}
          value={spec.longitude ?? ''}
          onChange={event => onSpec(withName(spec, 'longitude', event.currentTarget.value))}
        />
      )}
      {isTimes && isGrouped && kind !== 'map' && (
        <NativeSelect
          size="xs"
          label="Time grain"
          data={units}
          value={spec.unit ?? 'none'}
          onChange={event => onSpec(withName(spec, 'unit', event.currentTarget.value))}
        />
      )}
    </>
  );
}

/** What is drawn of each group: its figures, one series for each value of a column, two axes. */
function ValueFields({columns, spec, onSpec, names, isGrouped}: PartProps) {
  const {kind, y, aggregate = 'sum'} = spec;
  const change = (fields: Partial<ChartSpec>) => onSpec({...spec, ...fields});
  const isCount = isGrouped && (aggregate === 'count' || aggregate === 'countDistinct');
  // Anything can be counted; the rest is done to numbers.
  const values = names.filter((_, n) => isCount || isNumeric(columns[n] as ResultColumn));
  return (
    <>
      {isGrouped && (
        <NativeSelect
          size="xs"
          label="Aggregate"
          data={aggregates}
          value={aggregate}
          onChange={event =>
            change({aggregate: event.currentTarget.value as ChartSpec['aggregate']})
          }
        />
      )}
      <MultiSelect
        size="xs"
        label={withAxes.has(kind) || kind === 'scatter' ? 'Y axis' : 'Values'}
        placeholder={y.length === 0 && isGrouped && aggregate === 'count' ? 'Rows' : ''}
        data={values}
        value={[...y]}
        maxValues={kind === 'pie' || kind === 'map' ? 1 : maxValues}
        onChange={chosen => change(withY(spec, chosen))}
      />
      {withSeries.has(kind) && (
        <NativeSelect
          size="xs"
          label={kind === 'pivot' ? 'Columns' : 'Series'}
          data={[{value: '', label: 'None'}, ...names]}
          value={spec.series ?? ''}
          onChange={event => onSpec(withName(spec, 'series', event.currentTarget.value))}
        />
      )}
      {withAxes.has(kind) && y.length > 1 && (
        <MultiSelect
          size="xs"
          label="Right axis"
          placeholder={spec.right === undefined ? 'Automatic' : ''}
          data={[...y]}
          value={[...(spec.right ?? [])]}
          clearable
          onChange={right => change({right: right.length === 0 ? undefined : right})}
        />
      )}
    </>
  );
}

/** Times are grouped by what their span says until somebody chooses something else. */
function withX(columns: readonly ResultColumn[], names: readonly string[], x: string) {
  const column = columns[names.indexOf(x)];
  return {x, unit: column !== undefined && isTime(column) ? ('auto' as const) : undefined};
}

/** Without it for what stands for none. */
function withName(
  spec: ChartSpec,
  name: 'series' | 'longitude' | 'unit',
  value: string,
): ChartSpec {
  const {[name]: _, ...rest} = spec;
  return value === '' || value === 'none' ? rest : {...rest, [name]: value};
}
