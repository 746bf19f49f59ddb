// The picture of a graph that flows from left to right, in four steps (Sugiyama): circles are cut
// and nodes get columns (ranks.ts), long flows get bends (layers.ts), columns get an order with few
// crossings (order.ts), and items get heights (place.ts). Each step takes what the one before has
// decided as given.
import type {Flow} from '../flow.ts';
import {type Box, type Item, layersOf} from './layers.ts';
import {orderLayers} from './order.ts';
import {placeLayers} from './place.ts';
import {ranksOf, withoutCircles} from './ranks.ts';

export type PlacedNode = Box & {readonly x: number; readonly y: number; readonly rank: number};
export type Point = readonly [x: number, y: number];

export type Picture = {
  readonly places: ReadonlyMap<string, PlacedNode>;
  /**
   * From the right border of one node to the left border of the other, with two points for each
   * column that is passed.
   */
  readonly routes: ReadonlyMap<string, readonly Point[]>;
};

/** Wide enough for a line to bend and an arrow to be seen. */
const columnGap = 44;

/**
 * Places nodes in columns along the flow, with the start at (0, 0). A pure function of some
 * milliseconds for a thousand nodes: the same graph looks the same every time.
 */
export function layOut(boxes: readonly Box[], flows: readonly Flow[], base: string): Picture {
  const ids = boxes.map(box => box.id);
  const forward = withoutCircles(ids, base, flows);
  const ranks = ranksOf(ids, base, forward);
  const {layers, bends} = layersOf(boxes, ranks, forward);
  orderLayers(layers);
  const middles = placeLayers(layers);
  const columns = columnsOf(layers);
  const places = new Map<string, PlacedNode>();
  layers.forEach((layer, rank) => {
    for (const item of layer)
      if (!item.isBend) places.set(item.id, placeOf(item, rank, columns, middles));
  });
  const origin = places.get(base);
  const [x0, y0] = [origin?.x ?? 0, origin?.y ?? 0];
  const moved = new Map(
    [...places].map(([id, place]) => [id, {...place, x: place.x - x0, y: place.y - y0}]),
  );
  const routes = new Map<string, readonly Point[]>();
  for (const {id, from, to} of flows) {
    const [left, right] = [moved.get(from), moved.get(to)];
    if (left === undefined || right === undefined) continue;
    const passed = (bends.get(id) ?? []).flatMap((bend, n): Point[] => {
      const column = columns[left.rank + n + 1] ?? {x: 0, width: 0};
      const y = (middles.get(bend) ?? 0) - y0;
      return [
        [column.x - x0, y],
        [column.x + column.width - x0, y],
      ];
    });
    routes.set(id, [
      [left.x + left.width, left.y + left.height / 2],
      ...passed,
      [right.x, right.y + right.height / 2],
    ]);
  }
  return {places: moved, routes};
}

type ColumnBox = {readonly x: number; readonly width: number};

function columnsOf(layers: readonly (readonly Item[])[]): readonly ColumnBox[] {
  let x = 0;
  return layers.map(layer => {
    const width = layer.reduce((most, item) => Math.max(most, item.width), 0);
    const column = {x, width};
    x += width + columnGap;
    return column;
  });
}

function placeOf(
  item: Item,
  rank: number,
  columns: readonly ColumnBox[],
  middles: ReadonlyMap<Item, number>,
): PlacedNode {
  const {id, width, height} = item;
  const column = columns[rank] ?? {x: 0, width};
  const [x, y] = [column.x + (column.width - width) / 2, (middles.get(item) ?? 0) - height / 2];
  return {id, width, height, rank, x, y};
}
