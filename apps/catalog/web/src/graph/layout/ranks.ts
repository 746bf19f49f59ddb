import {type Flow, neighboursOf, type Neighbours, reach} from '../flow.ts';

/**
 * The flows without those that close a circle. By a walk in depth with a stack of its own: lineage
 * of some thousand steps would be too deep for calls.
 */
export function withoutCircles(
  ids: readonly string[],
  base: string,
  flows: readonly Flow[],
): readonly Flow[] {
  const neighbours = neighboursOf(ids, flows);
  const state = new Map<string, 'open' | 'done'>();
  const closing = new Set<string>();
  // From the start first, so that a circle through it is cut where it comes back.
  for (const root of [base, ...ids]) {
    if (state.has(root)) continue;
    const stack: {id: string; next: number}[] = [{id: root, next: 0}];
    state.set(root, 'open');
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const other = neighbours.get(top.id)?.out[top.next++];
      if (other === undefined) {
        state.set(top.id, 'done');
        stack.pop();
      } else if (state.get(other) === 'open') closing.add(`${top.id}>${other}`);
      else if (!state.has(other)) {
        state.set(other, 'open');
        stack.push({id: other, next: 0});
      }
    }
  }
  return flows.filter(flow => !closing.has(flow.id));
}

/**
 * The column of each node, 0 for the first. Every flow goes to the right. What leads to the start
 * stands as near to it as it can, what comes from it as well, and what only feeds the latter right
 * before it.
 */
export function ranksOf(
  ids: readonly string[],
  base: string,
  flows: readonly Flow[],
): ReadonlyMap<string, number> {
  const neighbours = neighboursOf(ids, flows);
  const order = topological(ids, neighbours);
  const before = reach(neighbours, base, 'in');
  const ranks = new Map([[base, 0]]);
  const known = (guids: readonly string[]) => guids.flatMap(guid => ranks.get(guid) ?? []);
  for (const id of order.toReversed()) {
    if (id === base || !before.has(id)) continue;
    const next = neighbours.get(id)?.out.filter(one => before.has(one)) ?? [];
    ranks.set(id, Math.min(...known(next)) - 1);
  }
  for (const id of order) {
    const previous = known(neighbours.get(id)?.in ?? []);
    if (!ranks.has(id) && previous.length > 0) ranks.set(id, Math.max(...previous) + 1);
  }
  for (const id of order.toReversed()) {
    const next = known(neighbours.get(id)?.out ?? []);
    if (!ranks.has(id)) ranks.set(id, next.length === 0 ? 0 : Math.min(...next) - 1);
  }
  const first = [...ranks.values()].reduce((least, rank) => Math.min(least, rank), 0);
  return new Map([...ranks].map(([id, rank]) => [id, rank - first]));
}

/** Everything is in it, as circles were cut before. */
function topological(ids: readonly string[], neighbours: Neighbours): readonly string[] {
  const waiting = new Map(ids.map(id => [id, neighbours.get(id)?.in.length ?? 0]));
  const order = ids.filter(id => waiting.get(id) === 0);
  for (let n = 0; n < order.length; n++) {
    for (const other of neighbours.get(order[n] ?? '')?.out ?? []) {
      const left = (waiting.get(other) ?? 0) - 1;
      waiting.set(other, left);
      if (left === 0) order.push(other);
    }
  }
  return order;
}
