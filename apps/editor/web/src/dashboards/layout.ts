// Where tiles lie on the grid: whole columns and rows, none over another.
import type {DashboardTile} from '../api/wire.ts';

export const gridColumns = 12;
/** Further down no tile begins; the server refuses it. */
const lastRow = 2000;
const tallest = 60;

type Area = Pick<DashboardTile, 'x' | 'y' | 'w' | 'h'>;

/** The nearest area inside of the grid. */
export function inGrid<T extends Area>(tile: T): T {
  const w = clamp(tile.w, 1, gridColumns);
  return {
    ...tile,
    w,
    h: clamp(tile.h, 1, tallest),
    x: clamp(tile.x, 0, gridColumns - w),
    y: clamp(tile.y, 0, lastRow),
  };
}

/** The tiles with one of them at its new area: those that it lies over get below it. */
export function withArea(
  tiles: readonly DashboardTile[],
  moved: DashboardTile,
): readonly DashboardTile[] {
  const laid = [inGrid(moved)];
  for (const tile of inReadingOrder(tiles)) {
    if (tile.id === moved.id) continue;
    let {y} = tile;
    const under = () => laid.find(one => areOver(one, {...tile, y}));
    for (let over = under(); over !== undefined; over = under()) y = over.y + over.h;
    laid.push({...tile, y});
  }
  const byId = new Map(laid.map(one => [one.id, one]));
  return tiles.map(({id}) => byId.get(id)).filter(one => one !== undefined);
}

/** The first place with room, row by row. */
export function freeArea(tiles: readonly Area[], size: Pick<Area, 'w' | 'h'>): Area {
  for (let y = 0; ; y++)
    for (let x = 0; x <= gridColumns - size.w; x++) {
      const area = {...size, x, y};
      if (!tiles.some(tile => areOver(tile, area))) return area;
    }
}

/** As they are read, and stand below each other on a narrow screen. */
export function inReadingOrder<T extends Area>(tiles: readonly T[]): T[] {
  return tiles.toSorted((one, other) => one.y - other.y || one.x - other.x);
}

function areOver(one: Area, other: Area): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
