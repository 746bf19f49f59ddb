import type {Item} from './layers.ts';

/** Few pictures get better after as many; the best so far is kept, as a sweep may make it worse. */
const sweeps = 12;

/**
 * Orders each column so that few flows cross: every item goes to the middle of its neighbours, from
 * left to right and back.
 */
export function orderLayers(layers: readonly Item[][]): void {
  const places = new Map<Item, number>();
  const note = (layer: readonly Item[]) => layer.forEach((item, n) => places.set(item, n));
  layers.forEach(note);
  let best = layers.map(layer => [...layer]);
  let fewest = crossings(layers, places);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    const isForth = sweep % 2 === 0;
    const walk = isForth ? layers.slice(1) : layers.slice(0, -1).toReversed();
    for (const layer of walk) {
      sortLayer(layer, item => middle(isForth ? item.before : item.after, places));
      note(layer);
    }
    const count = crossings(layers, places);
    if (count >= fewest) continue;
    fewest = count;
    best = layers.map(layer => [...layer]);
  }
  best.forEach((layer, n) => layers[n]?.splice(0, Infinity, ...layer));
}

/** Items that nothing draws anywhere keep their places, the others share the rest in order. */
function sortLayer(layer: Item[], medianOf: (item: Item) => number | undefined): void {
  const medians = new Map(layer.map(item => [item, medianOf(item)]));
  const free = layer.filter(item => medians.get(item) !== undefined);
  // Stable, so that equals do not change sides at every sweep.
  const sorted = free.toSorted((a, b) => (medians.get(a) ?? 0) - (medians.get(b) ?? 0));
  let next = 0;
  layer.forEach((item, n) => {
    if (medians.get(item) !== undefined) layer[n] = sorted[next++] as Item;
  });
}

/** The mean of the two middle places: not drawn away by a single far one. */
function middle(items: readonly Item[], places: ReadonlyMap<Item, number>): number | undefined {
  if (items.length === 0) return undefined;
  const sorted = items.map(item => places.get(item) ?? 0).sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
}

/**
 * Counted with a tree of sums, so that a thousand flows between two columns cost no million steps.
 */
function crossings(
  layers: readonly (readonly Item[])[],
  places: ReadonlyMap<Item, number>,
): number {
  let count = 0;
  for (const [n, layer] of layers.entries()) {
    const size = layers[n + 1]?.length ?? 0;
    if (size === 0) continue;
    const sums = new Uint32Array(size + 1);
    let seen = 0;
    for (const item of layer) {
      const ends = item.after.map(other => places.get(other) ?? 0);
      for (const end of ends) {
        let upTo = 0;
        for (let at = end + 1; at > 0; at -= at & -at) upTo += sums[at] ?? 0;
        count += seen - upTo;
      }
      for (const end of ends)
        for (let at = end + 1; at <= size; at += at & -at) sums[at] = (sums[at] ?? 0) + 1;
      seen += ends.length;
    }
  }
  return count;
}
