// What the tiles of a dashboard show, as a snapshot keeps it.
import type {Input} from '../api/wire.ts';
import type {DashboardTile} from '../api/wire.ts';
import type {Picture} from '../chart/canvas.tsx';
import {copiesOf} from './html-file.ts';

type Body = Input<'POST /api/v1/dashboards/{uuid}/snapshots'>['body'];
type SnapshotTile = Body['tiles'][number];

/** The largest picture that a preview may have. */
const maxPictureBytes = 1_000_000;

/**
 * In the order of the tiles, which are on the page.
 * @param pictures of those that are drawn, by the ids of their tiles
 */
export async function snapshotTiles(
  grid: HTMLElement,
  tiles: readonly DashboardTile[],
  pictures: ReadonlyMap<string, Picture>,
): Promise<SnapshotTile[]> {
  const elements = new Map(
    Array.from(grid.querySelectorAll<HTMLElement>('[data-tile]'), one => [
      one.dataset['tile'] ?? '',
      one,
    ]),
  );
  return await Promise.all(
    tiles.flatMap(tile => {
      const element = elements.get(tile.id);
      return element === undefined ? [] : [snapshotTile(tile, element, pictures.get(tile.id))];
    }),
  );
}

/** Of the first drawing, where there is one that is small enough. */
export async function previewPicture(
  tiles: readonly DashboardTile[],
  pictures: ReadonlyMap<string, Picture>,
): Promise<string | undefined> {
  const first = tiles.find(({id}) => pictures.has(id));
  const png = await pictures.get(first?.id ?? '')?.png();
  if (png === undefined || png.size > maxPictureBytes) return undefined;
  const bytes = new Uint8Array(await png.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

async function snapshotTile(
  {id, kind, x, w, title, text}: DashboardTile,
  element: HTMLElement,
  picture: Picture | undefined,
): Promise<SnapshotTile> {
  const tile = {kind, x, w};
  if (kind === 'text') return {...tile, title, text};
  const [header, content] = element.children;
  const time = header?.querySelector('time')?.dateTime;
  const shown = {
    ...tile,
    tile: id,
    title: header?.querySelector('h2')?.textContent ?? '',
    ...(time !== undefined && {at: Date.parse(time)}),
  };
  if (picture !== undefined) return {...shown, image: await (await picture.svg()).text()};
  const table = content?.querySelector('table');
  if (table) return {...shown, ...cellsOf(table)};
  const value = content?.querySelector('[data-value]')?.textContent;
  if (value) return {...shown, value};
  const texts = content === undefined ? [] : copiesOf(document, content);
  return {...shown, text: texts.map(one => one.textContent ?? '').join('')};
}

function cellsOf(table: HTMLTableElement): {head: string[]; rows: string[][]} {
  const texts = (row: HTMLTableRowElement) => Array.from(row.cells, cell => cell.textContent ?? '');
  const [head, ...rows] = Array.from(table.rows, texts);
  return {head: head ?? [], rows};
}
