import type {ValuesOf} from '@gazetteer/kernel';
import {
  choice,
  flag,
  items,
  list,
  name,
  object,
  optional,
  text,
  wholeNumber,
} from '@gazetteer/kernel/fields';
import {list as listShape, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {DashboardQuery} from '../dashboard/dashboard-query.ts';
import type {Dashboard} from '../document/dashboard.ts';
import {readValues} from '../document/variable-values.ts';
import {audiences, type SnapshotContent, type SnapshotTile} from './snapshot.ts';

const [maxTiles, maxColumns, maxRows, maxCell] = [50, 500, 1000, 10_000];
/** Of one drawing, of the picture for previews, and of all together. */
const [maxImage, maxPicture, maxContent] = [2_000_000, 1_000_000, 8_000_000];
/** Of the picture for previews, in pixels. */
const maxSide = 4096;

const row = listShape(textShape());
const tileFields = {
  tile: optional(text('Of all but a text: id of the tile of the dashboard', {max: 200})),
  kind: choice('As the tile of the dashboard', ['chart', 'table', 'number', 'text']),
  title: text('Its title', {max: 500, default: ''}),
  x: wholeNumber('Column of the grid where it begins, from 0', {max: 11}),
  w: wholeNumber('How many of the 12 columns it takes', {max: 12}),
  at: optional(
    wholeNumber('When its result was there, in milliseconds since 1970', {max: 8.64e15}),
  ),
  text: text('Of a text: what it says, in Markdown; else why it shows nothing', {
    max: 20_000,
    default: '',
  }),
  value: optional(text('Its value', {max: maxCell})),
  head: optional(list('Names of the columns of its table', textShape())),
  rows: optional(list('Rows of its table, cells as texts', row)),
  image: optional(text('Its drawing, as SVG', {max: maxImage})),
};

export const sharedFields = {
  name: name('Its name'),
  description: text('What it shows', {max: 1000, default: ''}),
  audience: choice('Only its owner, or all users who can open the dashboard', audiences, 'owner'),
};

export const snapshotFields = {
  ...sharedFields,
  variables: object('Values of the filters, by name'),
  tiles: items(`What the tiles show, in reading order; ${maxTiles} at most`, tileFields),
  picture: optional(
    text('A picture for previews, a PNG in Base64', {max: Math.ceil(maxPicture / 3) * 4}),
  ),
};

export const changeFields = {
  ...sharedFields,
  hasPreview: flag('Whether name, description and picture are shown without a login, for previews'),
};

/** @throws AppError 400 for what is no content of a snapshot */
export function contentOf({
  tiles,
  variables,
}: Pick<ValuesOf<typeof snapshotFields>, 'tiles' | 'variables'>): SnapshotContent {
  if (tiles.length === 0) throw bad('A snapshot has at least one tile.');
  if (tiles.length > maxTiles) throw bad(`A snapshot has ${maxTiles} tiles at most.`);
  const content = {variables: readValues(variables), tiles: tiles.map(checkedTile)};
  if (JSON.stringify(content).length > maxContent)
    throw bad(`A snapshot has at most ${maxContent} characters.`);
  return content;
}

/** @throws AppError 400 for what is no such picture */
export function pictureOf(given: string | undefined): Buffer | undefined {
  if (given === undefined) return undefined;
  const bytes = Buffer.from(given, 'base64');
  const isPng =
    bytes.length >= 24 && bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';
  if (!isPng || bytes.subarray(12, 16).toString('latin1') !== 'IHDR' || bytes.length > maxPicture)
    throw bad(`picture has to be a PNG of ${maxPicture} bytes at most.`);
  const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (sides.some(side => side === 0 || side > maxSide))
    throw bad(`picture has at most ${maxSide} pixels in each direction.`);
  return bytes;
}

function checkedTile(tile: ValuesOf<typeof tileFields>, n: number): SnapshotTile {
  const {kind, x, w, head = [], rows = [], image} = tile;
  if (w === 0 || x + w > 12) throw bad(`tiles[${n}] goes over the 12 columns.`);
  if (image !== undefined && !/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(image))
    throw bad(`image of tiles[${n}] has to be an SVG.`);
  if (rows.length > maxRows) throw bad(`tiles[${n}] has ${maxRows} rows at most.`);
  const names = texts(head, `head of tiles[${n}]`);
  const cells = rows.map(one => texts(one, `a row of tiles[${n}]`));
  const checked = {...tile, head: names, rows: cells};
  if (kind === 'text' && hasResult(checked)) throw bad(`tiles[${n}] is a text: it has no result.`);
  return checked;
}

function hasResult({value, head, rows, image}: SnapshotTile): boolean {
  return value !== undefined || head.length > 0 || rows.length > 0 || image !== undefined;
}

/**
 * Of the results in these tiles.
 * @param queries those of the dashboard that who takes the snapshot may read
 * @throws AppError 400 for a result that is of no such query
 */
export function enginesOf(
  tiles: readonly SnapshotTile[],
  dashboard: Dashboard,
  queries: ReadonlyMap<string, DashboardQuery>,
): string[] {
  const known = new Map(dashboard.tiles.map(one => [one.id, one]));
  const engines = tiles.map((tile, n) => {
    if (tile.kind === 'text') return undefined;
    const own = known.get(tile.tile ?? '');
    if (own === undefined || own.kind === 'text')
      throw bad(`tile of tiles[${n}] has to be the id of a tile of the dashboard with a query.`);
    const engine = queries.get(own.document ?? '')?.content.engine;
    if (engine === undefined && hasResult(tile))
      throw bad(`You can’t read the query of tiles[${n}]: it has no result.`);
    return engine;
  });
  return [...new Set(engines)].filter(engine => engine !== undefined);
}

function texts(given: unknown, at: string): string[] {
  const isIt =
    Array.isArray(given) &&
    given.length <= maxColumns &&
    given.every(one => typeof one === 'string' && one.length <= maxCell);
  if (!isIt) throw bad(`${at} has to be a list of texts, ${maxColumns} at most.`);
  return given as string[];
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}
