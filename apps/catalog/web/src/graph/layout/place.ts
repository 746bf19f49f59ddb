import type {Item} from './layers.ts';

const gap = 16;
const bendGap = 6;
/** Enough for places to come to rest in graphs of a thousand nodes. */
const sweeps = 10;

/**
 * The middle of each item from top to bottom: as near to its neighbours as the order and the gaps
 * allow.
 */
export function placeLayers(layers: readonly (readonly Item[])[]): ReadonlyMap<Item, number> {
  const middles = new Map<Item, number>();
  for (const layer of layers) stack(layer, middles);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isForth = sweep % 2 === 0;
    for (const layer of isForth ? layers : layers.toReversed()) {
      // At the end both sides pull: before that one side alone, so that what is settled on it
      // carries over.
      const isLast = sweep >= sweeps - 2;
      placeLayer(layer, middles, item =>
        isLast ? [...item.before, ...item.after] : isForth ? item.before : item.after,
      );
    }
  }
  return middles;
}

function stack(layer: readonly Item[], middles: Map<Item, number>): void {
  const offsets = offsetsOf(layer);
  const half = (offsets.at(-1) ?? 0) / 2;
  layer.forEach((item, n) => middles.set(item, (offsets[n] ?? 0) - half));
}

/** How far each item's middle is from the first one's when all stand as close as they may. */
function offsetsOf(layer: readonly Item[]): readonly number[] {
  let at = 0;
  return layer.map((item, n) => {
    const previous = layer[n - 1];
    if (previous !== undefined)
      at += (previous.height + item.height) / 2 + (item.isBend && previous.isBend ? bendGap : gap);
    return at;
  });
}

/**
 * The places next to the desired ones (least squares) that keep order and gaps: without the offsets
 * it is a monotone regression, which pooling neighbours that are in each other's way solves
 * exactly.
 */
function placeLayer(
  layer: readonly Item[],
  middles: Map<Item, number>,
  neighboursOf: (item: Item) => readonly Item[],
): void {
  const offsets = offsetsOf(layer);
  const blocks: {sum: number; weight: number; count: number}[] = [];
  layer.forEach((item, n) => {
    const neighbours = neighboursOf(item);
    const desired =
      neighbours.length === 0
        ? (middles.get(item) ?? 0)
        : neighbours.reduce((sum, one) => sum + (middles.get(one) ?? 0), 0) / neighbours.length;
    // A long flow is straight before anything else; what hangs on nothing gives way.
    const weight =
      neighbours.length === 0 ? 0.05 : item.isBend && neighbours.some(one => one.isBend) ? 8 : 1;
    blocks.push({sum: (desired - (offsets[n] ?? 0)) * weight, weight, count: 1});
    for (
      let last = blocks.at(-1), before = blocks.at(-2);
      last && before;
      last = blocks.at(-1), before = blocks.at(-2)
    ) {
      if (before.sum / before.weight <= last.sum / last.weight) break;
      blocks.splice(-2, 2, {
        sum: before.sum + last.sum,
        weight: before.weight + last.weight,
        count: before.count + last.count,
      });
    }
  });
  let n = 0;
  for (const {sum, weight, count} of blocks) {
    for (const end = n + count; n < end; n++) {
      const item = layer[n];
      if (item !== undefined) middles.set(item, sum / weight + (offsets[n] ?? 0));
    }
  }
}
