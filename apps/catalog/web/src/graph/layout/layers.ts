import type {Flow} from '../flow.ts';

/** A node or, where a flow passes a column without ending there, a bend of it. */
export type Item = {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly isBend: boolean;
  readonly before: Item[];
  readonly after: Item[];
};

export type Box = {readonly id: string; readonly width: number; readonly height: number};

export type Layers = {
  readonly layers: Item[][];
  /** The bends of each flow from left to right. */
  readonly bends: ReadonlyMap<string, readonly Item[]>;
};

/** Room for a line between two cards. */
const bendHeight = 10;
/** Beyond it flows go straight: bends would be more than what they go around. */
const maxBends = 20_000;

/**
 * Nodes by column, connected from column to column only: a longer flow gets a bend in every column
 * that it passes.
 */
export function layersOf(
  boxes: readonly Box[],
  ranks: ReadonlyMap<string, number>,
  flows: readonly Flow[],
): Layers {
  const items = new Map<string, Item>();
  const layers: Item[][] = [];
  const add = (rank: number, box: Box, isBend: boolean): Item => {
    const item: Item = {...box, isBend, before: [], after: []};
    (layers[rank] ??= []).push(item);
    return item;
  };
  for (const box of boxes) items.set(box.id, add(ranks.get(box.id) ?? 0, box, false));
  const spanOf = ({from, to}: Flow) => (ranks.get(to) ?? 0) - (ranks.get(from) ?? 0);
  const isBending = flows.reduce((sum, flow) => sum + Math.max(0, spanOf(flow) - 1), 0) <= maxBends;
  const bends = new Map<string, Item[]>();
  for (const flow of flows) {
    const from = items.get(flow.from);
    const to = items.get(flow.to);
    const span = spanOf(flow);
    if (from === undefined || to === undefined || span < 1 || (span > 1 && !isBending)) continue;
    const own: Item[] = [];
    let last = from;
    for (let step = 1; step < span; step++) {
      const bend = add(
        (ranks.get(flow.from) ?? 0) + step,
        {id: flow.id, width: 0, height: bendHeight},
        true,
      );
      join(last, bend);
      own.push(bend);
      last = bend;
    }
    join(last, to);
    if (own.length > 0) bends.set(flow.id, own);
  }
  return {layers: Array.from(layers, layer => layer ?? []), bends};
}

function join(left: Item, right: Item): void {
  left.after.push(right);
  right.before.push(left);
}
