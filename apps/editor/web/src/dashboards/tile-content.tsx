import {Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {Markdown} from '@gazetteer/ui/markdown';
import {useQuery} from '@tanstack/react-query';
import {resultQuery} from '../api/queries.ts';
import type {Cell, DashboardQuery, DashboardTile, ResultColumn, ResultFacts} from '../api/wire.ts';
import type {Picture} from '../chart/canvas.tsx';
import {missingColumns} from '../chart/chart-spec.ts';
import {OneChart} from '../chart/chart-view.tsx';
import {PlainTable} from '../assist/plain-table.tsx';
import {distinctNames, headNames, isNumeric, textOf} from '../result/cell-text.ts';
import {noQuestion} from '../result/rows-source.ts';
import {firstRowsQuery} from './dashboard-queries.ts';
import classes from './dashboards.module.css';

type ResultProps = {
  readonly tile: DashboardTile;
  readonly query: DashboardQuery;
  readonly title: string;
  /** The statement whose rows are shown. */
  readonly uuid: string;
  readonly onPicture: (picture: Picture | undefined) => void;
};

/** A tile without a query. */
export function TextContent({text}: {text: string}) {
  return (
    <div className={classes['text']} dir="auto">
      <Markdown text={text} />
    </div>
  );
}

/** What a tile shows of a result. */
export function ResultContent(props: ResultProps) {
  const {data, error, refetch} = useQuery(resultQuery(props.uuid));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading the result" />;
  const {kind} = props.tile;
  if (kind === 'chart') return <ChartContent {...props} facts={data} />;
  if (kind === 'table') return <TableContent {...props} facts={data} />;
  return <NumberContent {...props} facts={data} />;
}

type FactsProps = ResultProps & {readonly facts: ResultFacts};

/** A query may have been saved with fewer charts, or other columns, since the tile was made. */
function ChartContent({tile, query, uuid, facts: {columns}, onPicture}: FactsProps) {
  const spec = query.state.charts?.[tile.chart];
  if (spec === undefined)
    return <Note text="The query doesn’t have this chart. Save it with a chart in the editor." />;
  const missing = missingColumns(spec, columns);
  if (missing.length > 0) return <Note text={`The result doesn’t have ${missing.join(', ')}.`} />;
  return (
    <div className={classes['chart']}>
      <OneChart
        asking={{uuid, columns, question: noQuestion, spec}}
        isTable={false}
        onPicture={onPicture}
      />
    </div>
  );
}

/** As many rows as the tile is made for; it does not scroll through a result. */
function TableContent({tile, title, uuid, facts: {columns}}: FactsProps) {
  const {data, error, refetch} = useQuery(firstRowsQuery(uuid, tile.rows));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading rows" />;
  if (data.rows.length === 0) return <Note text="No rows." />;
  const rows = data.rows.map(row => row.map(cellText));
  return <PlainTable label={`Rows of ${title}`} head={headNames(columns)} rows={rows} />;
}

/** The first row has the value; what is in others is not read. */
function NumberContent({tile, uuid, facts: {columns}}: FactsProps) {
  const {data, error, refetch} = useQuery(firstRowsQuery(uuid, 1));
  const at = tile.column === '' ? 0 : distinctNames(columns).indexOf(tile.column);
  if (at < 0) return <Note text={`The result doesn’t have ${tile.column}.`} />;
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading the value" />;
  const [row] = data.rows;
  if (row === undefined) return <Note text="No rows." />;
  return (
    <div className={classes['number']}>
      <bdi data-value>{figure(row[at], columns[at])}</bdi>
    </div>
  );
}

/** Why a tile shows nothing, or less. */
export function Note({text}: {text: string}) {
  return (
    <Text size="sm" c="dimmed" role="note">
      {text}
    </Text>
  );
}

/** A null is not an empty text. */
function cellText(value: Cell | undefined): string {
  return value === null || value === undefined ? 'NULL' : textOf(value);
}

/** Without it, three decimals are left, and small values become 0. */
const allDigits = {maximumFractionDigits: 20};

/** Numbers are grouped; decimals and long integers come as texts and keep all digits. */
function figure(value: Cell | undefined, column: ResultColumn | undefined): string {
  if (typeof value === 'number') return value.toLocaleString(undefined, allDigits);
  const text = cellText(value);
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  const isNumber = whole !== '' && column !== undefined && isNumeric(column);
  return isNumber ? sign + BigInt(whole).toLocaleString() + rest : text;
}
