import {queryOptions} from '@tanstack/react-query';
import {askUntilReady} from '../api/request.ts';
import type {Answer, Cell, ChartSpec, ResultColumn, Row} from '../api/wire.ts';
import {distinctNames} from '../result/cell-text.ts';
import type {Question} from '../result/rows-source.ts';
import type {ChartRows} from './chart-data.ts';
import {askedOf, hasPlaces, isTime, pivotLimits} from './chart-spec.ts';
import {widened} from './wide-rows.ts';

/** Points along the bottom, values of a text there, slices, dots, countries: drawn at most. */
const [maxPoints, maxTexts, maxSlices, maxDots, maxCountries] = [2000, 100, 30, 5000, 500];
/** As many as there are colours. With more, colours would come twice. */
const maxSeries = 8;

type Asking = {
  readonly uuid: string;
  readonly columns: readonly ResultColumn[];
  readonly question: Question;
  readonly spec: ChartSpec;
};
type Grouped = Answer<'POST /api/v1/results/{uuid}/group'>;
type By = {readonly column: number; readonly unit?: ChartSpec['unit']; readonly most?: number};

/** Values of a chart, and what they are of. */
type ChartAnswer = ChartRows & {readonly uuid: string; readonly asked: ChartSpec};

/**
 * What a chart shows, of the whole result, in as many values as can be drawn. By what decides on
 * the values alone: a chart whose title or kind of line changes asks for nothing.
 */
export function chartQuery(given: Asking) {
  const spec = askedOf(given.spec);
  const asking = {...given, spec};
  const {uuid, question} = asking;
  return queryOptions({
    queryKey: ['chart', uuid, question, spec],
    queryFn: async ({signal}): Promise<ChartAnswer> => {
      const isSampled = spec.kind === 'scatter' || hasPlaces(spec);
      const rows = await (isSampled ? sampled(asking, signal) : grouped(asking, signal));
      return {...rows, uuid, asked: spec};
    },
    // Rows that were fetched stay as they are.
    staleTime: Infinity,
  });
}

export type PivotRows = {
  readonly rowName: string;
  readonly valueNames: readonly string[];
  /** Values of the column that stands at the top; one without a name where there is none. */
  readonly heads: readonly (Cell | undefined)[];
  readonly rows: readonly {readonly head: Cell; readonly cells: readonly (readonly Cell[])[]}[];
  /** Of each row, of each column and of all: of the result itself, as a mean has no sum. */
  readonly rowTotals: readonly (readonly Cell[])[];
  readonly columnTotals: readonly (readonly Cell[])[];
  readonly total: readonly Cell[];
  readonly notes: readonly string[];
};

export function pivotQuery(given: Asking) {
  const asking = {...given, spec: askedOf(given.spec)};
  return queryOptions({
    queryKey: ['pivot', asking.uuid, asking.question, asking.spec],
    queryFn: async ({signal}) => await pivoted(asking, signal),
    staleTime: Infinity,
  });
}

/** Totals are asked for and not added up here: what is left out of the table counts in them. */
async function pivoted(asking: Asking, signal: AbortSignal): Promise<PivotRows> {
  const {spec} = asking;
  const most = pivotLimits(spec);
  const [down, across] = keysOf(asking, {x: most.rows, series: most.columns});
  const ask = async (by: readonly By[]) =>
    await group(asking, by, most.rows * most.columns, signal);
  const [cells, byRow, byColumn, all] = await Promise.all([
    ask(across === undefined ? [down] : [down, across]),
    ask([down]),
    across === undefined ? undefined : ask([across]),
    ask([]),
  ]);
  const heads = byColumn === undefined ? [undefined] : byColumn.rows.map(row => cellOf(row, 0));
  // As JSON, since NULL and the text `null` are two values.
  const places = new Map(heads.map((head, n) => [JSON.stringify(head), n]));
  const rows = byRow.rows.map(row => ({
    head: cellOf(row, 0),
    cells: heads.map(() => [] as Cell[]),
  }));
  const rowAt = new Map(rows.map(row => [JSON.stringify(row.head), row]));
  for (const row of cells.rows) {
    const place = across === undefined ? 0 : places.get(JSON.stringify(cellOf(row, 1)));
    const found = rowAt.get(JSON.stringify(cellOf(row, 0)));
    if (found !== undefined && place !== undefined)
      found.cells[place] = valuesOf(row, across === undefined ? 1 : 2);
  }
  return {
    rowName: spec.x,
    valueNames: valueNames(spec),
    heads,
    rows,
    rowTotals: byRow.rows.map(row => valuesOf(row, 1)),
    columnTotals: byColumn === undefined ? [] : byColumn.rows.map(row => valuesOf(row, 1)),
    total: valuesOf(all.rows[0] ?? [], 0),
    notes: notesOf(cells, spec),
  };
}

/** Rows from all over the result, where each is a dot. */
async function sampled(
  {uuid, columns, question: {search, filter}, spec}: Asking,
  signal: AbortSignal,
): Promise<ChartRows> {
  const places = placesOf(columns);
  const shown = [spec.x, ...(spec.longitude === undefined ? [] : [spec.longitude]), ...spec.y];
  const body = {search, filter, sort: [], from: 0, count: maxDots, spread: true};
  const {rows, total, rowCount, isWhole} = await askUntilReady(
    'POST /api/v1/results/{uuid}/query',
    {path: {uuid}, body},
    signal,
  );
  const notes = isWhole ? [] : [firstRowsNote(rowCount)];
  if (total > rows.length) {
    const [few, all] = [rows.length.toLocaleString(), total.toLocaleString()];
    notes.push(`The chart shows ${few} of ${all} rows, picked evenly from all of them.`);
  }
  return {
    names: shown,
    yOf: spec.y.map((_, n) => n),
    rows: (rows as readonly (readonly Cell[])[]).map(row =>
      shown.map(name => cellOf(row, places.get(name) ?? 0)),
    ),
    notes,
  };
}

async function grouped(asking: Asking, signal: AbortSignal): Promise<ChartRows> {
  const {spec} = asking;
  const names = valueNames(spec);
  const most = {x: mostOf(asking), series: Math.max(1, Math.floor(maxSeries / names.length))};
  const [by, split] = keysOf(asking, most);
  const keys = split === undefined ? [by] : [by, split];
  const found = await group(
    asking,
    keys,
    maxPoints * (split === undefined ? 1 : maxSeries),
    signal,
  );
  const notes = notesOf(found, spec);
  if (split === undefined) {
    const rows = found.rows as ChartRows['rows'];
    return {names: [spec.x, ...names], yOf: names.map((_, n) => n), rows, notes};
  }
  return {...widened(found.rows as ChartRows['rows'], spec.x, names), notes};
}

async function group(
  {uuid, columns, question: {search, filter}, spec}: Asking,
  by: readonly By[],
  limit: number,
  signal: AbortSignal,
): Promise<Grouped> {
  const places = placesOf(columns);
  const {y, aggregate = 'sum'} = spec;
  const values =
    y.length === 0
      ? [{aggregate: 'count' as const}]
      : y.map(name => ({aggregate, column: places.get(name) ?? 0}));
  return await askUntilReady(
    'POST /api/v1/results/{uuid}/group',
    {path: {uuid}, body: {search, filter, by, values, limit}},
    signal,
  );
}

/**
 * The column along the bottom, and that of the series. `most` is how many different values a column
 * may bring; others are left out, by how much they are worth.
 */
function keysOf(
  {columns, spec}: Asking,
  most: {readonly x: number | undefined; readonly series: number},
): [By, By?] {
  const places = placesOf(columns);
  const x = places.get(spec.x) ?? 0;
  const hasUnit = spec.unit !== undefined && columns[x] !== undefined && isTime(columns[x]);
  const by = {
    column: x,
    ...(hasUnit && {unit: spec.unit}),
    ...(most.x !== undefined && {most: most.x}),
  };
  if (spec.series === undefined || spec.kind === 'pie' || spec.kind === 'map') return [by];
  return [by, {column: places.get(spec.series) ?? 0, most: most.series}];
}

/** Values along a line have an order, of which none is left out; others have the greatest first. */
function mostOf({columns, spec}: Asking): number | undefined {
  if (spec.kind === 'pie') return maxSlices;
  if (spec.kind === 'map') return maxCountries;
  const x = columns[placesOf(columns).get(spec.x) ?? 0];
  return x?.kind === 'text' ? maxTexts : undefined;
}

function notesOf({columns, isTruncated, rows, isWhole, rowCount}: Grouped, {x, series}: ChartSpec) {
  const notes = isWhole ? [] : [firstRowsNote(rowCount)];
  for (const [n, name] of [x, series].entries()) {
    const left = columns[n]?.left ?? 0;
    if (left === 0 || name === undefined) continue;
    notes.push(`The largest values of ${name} are shown, and ${left.toLocaleString()} are not.`);
  }
  if (isTruncated) notes.push(`The first ${rows.length.toLocaleString()} points are shown.`);
  return notes;
}

/** The server takes no more than so many rows of a result into memory. */
const firstRowsNote = (rowCount: number) =>
  `Only the first ${rowCount.toLocaleString()} rows of the result are included.`;

const valueNames = ({y}: ChartSpec) => (y.length === 0 ? ['rows'] : y);

const placesOf = (columns: readonly ResultColumn[]) =>
  new Map(distinctNames(columns).map((name, n) => [name, n]));

const cellOf = (row: Row, n: number): Cell => row[n] ?? null;

const valuesOf = (row: Row, from: number) => row.slice(from);
