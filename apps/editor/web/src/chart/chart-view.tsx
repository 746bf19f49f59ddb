import {Button, Menu, SegmentedControl, Text} from '@mantine/core';
import {ErrorState, LoadingState, saveFile, toast} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ImageDown, Plus, Table2, Trash2} from 'lucide-react';
import {lazy, Suspense, useMemo, useState} from 'react';
import type {ChartSpec, ResultColumn} from '../api/wire.ts';
import type {Question} from '../result/rows-source.ts';
import type {Picture} from './canvas.tsx';
import {ChartFields} from './chart-fields.tsx';
import {chartQuery, pivotQuery} from './chart-query.ts';
import {firstChart, hasPlaces, isAlike, maxCharts, missingColumns} from './chart-spec.ts';
import {ChartTable} from './chart-table.tsx';
import classes from './chart.module.css';
import {PivotTable} from './pivot-table.tsx';

// The library that draws is large: it is loaded with the first chart.
const Drawing = lazy(async () => ({default: (await import('./drawing.tsx')).Drawing}));
const MapDrawing = lazy(async () => ({default: (await import('./map-drawing.tsx')).MapDrawing}));

type ChartViewProps = {
  readonly uuid: string;
  /** Of the query; pictures are named for it. */
  readonly name: string;
  readonly columns: readonly ResultColumn[];
  readonly question: Question;
  /** All of the query, of which this result may have others' columns. */
  readonly charts: readonly ChartSpec[];
  readonly onCharts: (charts: readonly ChartSpec[]) => void;
};

/**
 * Pictures of the whole result: values of some columns by another one. Charts belong to the query
 * and not to a result: they are drawn of whatever result has their columns, and the others are
 * kept.
 */
export function ChartView({uuid, name, columns, question, charts, onCharts}: ChartViewProps) {
  const [wanted, setWanted] = useState(0);
  const [isTable, setTable] = useState(false);
  const [picture, setPicture] = useState<Picture>();
  const first = useMemo(() => firstChart(columns), [columns]);
  const fitting = charts.flatMap((chart, n) =>
    missingColumns(chart, columns).length === 0 ? [n] : [],
  );
  // Which of them is shown is counted among those that fit; in the query it has another number.
  const at = Math.min(wanted, fitting.length - 1);
  const place = fitting[at];
  const spec = (place === undefined ? undefined : charts[place]) ?? first;
  const change = (next: ChartSpec) =>
    onCharts(place === undefined ? [...charts, next] : charts.with(place, next));
  // The first one is only proposed until somebody changes it; with a second one it is kept, too.
  const add = () => {
    const kept = place === undefined ? [...charts, spec] : charts;
    onCharts([...kept, first]);
    setWanted(fitting.length + (place === undefined ? 1 : 0));
  };
  return (
    <div className={classes['chart']}>
      <div className={classes['bar']}>
        {fitting.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Charts"
            value={String(at)}
            onChange={value => setWanted(Number(value))}
            data={fitting.map((one, n) => ({
              value: String(n),
              label: charts[one]?.title || `Chart ${n + 1}`,
            }))}
          />
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Plus size={14} />}
          disabled={charts.length >= maxCharts}
          onClick={add}
        >
          Add chart
        </Button>
        {place !== undefined && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<Trash2 size={14} />}
            onClick={() => onCharts(charts.toSpliced(place, 1))}
          >
            Remove chart
          </Button>
        )}
        <span className={classes['gap']} />
        {spec.kind !== 'pivot' && (
          <>
            <Button
              size="compact-xs"
              variant={isTable ? 'light' : 'subtle'}
              color="gray"
              leftSection={<Table2 size={14} />}
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
            >
              Values
            </Button>
            <PictureMenu picture={picture} name={spec.title || name} />
          </>
        )}
      </div>
      <UnfitNote charts={charts} columns={columns} />
      <ChartFields columns={columns} spec={spec} onSpec={change} />
      <OneChart asking={{uuid, columns, question, spec}} isTable={isTable} onPicture={setPicture} />
    </div>
  );
}

/** Says how many charts are left out and why, so that nobody takes them for lost. */
function UnfitNote({charts, columns}: Pick<ChartViewProps, 'charts' | 'columns'>) {
  const missing = charts.map(chart => missingColumns(chart, columns));
  const count = missing.filter(names => names.length > 0).length;
  if (count === 0) return null;
  const names = [...new Set(missing.flat())].join(', ');
  return (
    <Text size="sm" c="dimmed" role="note">
      {count === 1 ? '1 chart isn’t shown' : `${count} charts aren’t shown`}, because this result
      doesn’t have {names}.
    </Text>
  );
}

type OneChartProps = {
  readonly asking: Parameters<typeof chartQuery>[0];
  readonly isTable: boolean;
  readonly onPicture: (picture: Picture | undefined) => void;
};

/** Asked for only when there is something to draw. */
export function OneChart(props: OneChartProps) {
  const {spec} = props.asking;
  const hasValues = spec.y.length > 0 || (spec.aggregate === 'count' && spec.kind !== 'scatter');
  if (!hasValues && !hasPlaces(spec)) {
    const isAny = spec.aggregate === 'countDistinct' && spec.kind !== 'scatter';
    return <Text c="dimmed">{isAny ? 'Choose a column.' : 'Choose a numeric column.'}</Text>;
  }
  return spec.kind === 'pivot' ? <Pivot asking={props.asking} /> : <Drawn {...props} />;
}

/** Values that were drawn before stay while others are read, as long as they mean the same. */
function Drawn({asking, isTable, onPicture}: OneChartProps) {
  const {spec, uuid} = asking;
  const {data, error, refetch} = useQuery({
    ...chartQuery(asking),
    placeholderData: before =>
      before?.uuid === uuid && isAlike(before.asked, spec) ? before : undefined,
  });
  // Until others have come, values are drawn as what they are.
  const asked = data?.asked;
  const drawn = useMemo(() => ({...spec, ...asked, kind: spec.kind}), [spec, asked]);
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading the whole result" />;
  const Chart = spec.kind === 'map' ? MapDrawing : Drawing;
  return (
    <>
      <Notes notes={data.notes} />
      {isTable ? (
        <ChartTable data={data} />
      ) : (
        <Suspense fallback={<LoadingState what="Drawing" />}>
          <Chart spec={drawn} data={data} onPicture={onPicture} />
        </Suspense>
      )}
    </>
  );
}

/** A table and no picture: it is read as it is, and has nothing to save. */
function Pivot({asking}: Pick<OneChartProps, 'asking'>) {
  const {spec} = asking;
  const {data, error, refetch} = useQuery(pivotQuery(asking));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading the whole result" />;
  return (
    <>
      <Notes notes={data.notes} />
      <PivotTable data={data} label={spec.title || 'Pivot table of the result'} />
    </>
  );
}

/** What the picture does not show, such as values that were left out. */
function Notes({notes}: {readonly notes: readonly string[]}) {
  return notes.map(note => (
    <Text key={note} size="sm" c="dimmed" role="note">
      {note}
    </Text>
  ));
}

/** Made only when it is wanted. It has the name of the chart, or of the query. */
function PictureMenu({picture, name}: {picture: Picture | undefined; name: string}) {
  const save = async (kind: keyof Picture) => {
    if (picture === undefined) return;
    try {
      saveFile(`${name}.${kind}`, await picture[kind]());
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t save the image', error});
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<ImageDown size={14} />}
          disabled={picture === undefined}
        >
          Save image
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('png')}>PNG</Menu.Item>
        <Menu.Item onClick={() => void save('svg')}>SVG</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
