import type {ValuesOf} from '@gazetteer/kernel';
import {
  choice,
  isUuid,
  items,
  optional,
  record,
  shapeOf,
  text,
  wholeNumber,
} from '@gazetteer/kernel/fields';
import {list, named, type Shape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {whole} from '../http/shapes.ts';

/** Columns of the grid that tiles lie on, and how many of its rows there are at most. */
const [gridColumns, gridRows] = [12, 2000];
const maxTiles = 50;
const maxFilters = 50;
/** Of all of it as JSON. */
const maxLength = 500_000;

const tileFields = {
  id: text('Its name in the dashboard', {max: 50}),
  kind: choice('A chart of a saved query, its first rows, one value of it, or a text', [
    'chart',
    'table',
    'number',
    'text',
  ]),
  title: text('Its title; where it is empty, the name of the chart or of the query', {
    max: 200,
    default: '',
  }),
  x: wholeNumber('Column of the grid where it begins, from 0', {max: gridColumns - 1}),
  y: wholeNumber('Row of the grid where it begins, from 0', {max: gridRows}),
  w: wholeNumber('How many of the 12 columns it takes', {max: gridColumns}),
  h: wholeNumber('How many rows of the grid it takes', {max: 60}),
  document: optional(text('Id of the saved query; of a text none')),
  chart: wholeNumber('Which of the charts of the query, from 0', {max: 19, default: 0}),
  column: text('Of one value: its column; the first one without a name', {max: 500, default: ''}),
  rows: wholeNumber('Of a table: how many rows', {max: 100, default: 10}),
  text: text('Of a text: what it says, in Markdown', {max: 20_000, default: ''}),
};

const filterFields = {
  name: text('Name of the variable', {max: 200}),
  kind: choice('What is asked for', ['text', 'number', 'date'], 'text'),
  label: text('What the field is called; the name where it is empty', {max: 200, default: ''}),
  value: text('What it is where nothing else is chosen', {max: 10_000, default: ''}),
};

/** Tiles on a grid, and how the variables of their queries are asked for. */
export type Dashboard = {
  readonly tiles: readonly Tile[];
  readonly filters: readonly ValuesOf<typeof filterFields>[];
};
export type Tile = ValuesOf<typeof tileFields>;

export const emptyDashboard: Dashboard = {tiles: [], filters: []};

const members = record('Of a dashboard', {
  tiles: items('The tiles, 50 at most', tileFields),
  filters: items('Variables that are more than a text, or have a value of their own', filterFields),
});

/** Of a body. @throws AppError for tiles that make no sense */
export const dashboardField = {
  ...members,
  read: (given: Parameters<typeof members.read>[0], at: string): Dashboard =>
    checked(members.read(given, at)),
};

export const dashboardShape: Shape = named('Dashboard', 'Tiles on a grid', () =>
  whole({
    tiles: list(
      named('DashboardTile', 'A part of a dashboard', () => shapeOf(tileFields)),
      'The tiles',
    ),
    filters: list(
      named('DashboardFilter', 'How a variable is asked for', () => shapeOf(filterFields)),
      'Variables that are more than a text, or have a value of their own',
    ),
  }),
);

/** Ids of the saved queries that it shows, each once. */
export function queriesOf({tiles}: Dashboard): string[] {
  return [...new Set(tiles.flatMap(({document}) => document ?? []))];
}

function checked(dashboard: Dashboard): Dashboard {
  const {tiles, filters} = dashboard;
  if (tiles.length > maxTiles) throw bad(`A dashboard has ${maxTiles} tiles at most.`);
  if (filters.length > maxFilters) throw bad(`A dashboard has ${maxFilters} filters at most.`);
  for (const tile of tiles) checkTile(tile);
  refuseTwice(
    'Two tiles have the id',
    tiles.map(({id}) => id),
  );
  refuseTwice(
    'Two filters have the name',
    filters.map(({name}) => name),
  );
  if (filters.some(({name}) => !/^\w+$/.test(name)))
    throw bad('name of a filter has to be that of a variable.');
  if (JSON.stringify(dashboard).length > maxLength)
    throw bad(`A dashboard has at most ${maxLength} characters.`);
  return dashboard;
}

function checkTile({id, kind, x, w, h, document}: Tile): void {
  if (id === '') throw bad('id of a tile is empty.');
  if (w === 0 || h === 0) throw bad('A tile takes at least one column and one row.');
  if (x + w > gridColumns) throw bad(`Tile ${id} goes over the ${gridColumns} columns.`);
  if ((kind === 'text') !== (document === undefined))
    throw bad(`Tile ${id} has to have a document, unless it is a text.`);
  if (document !== undefined && !isUuid(document))
    throw bad(`document of tile ${id} has to be the id of a saved query.`);
}

function refuseTwice(words: string, names: readonly string[]): void {
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw bad(`${words} ${twice}.`);
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}
