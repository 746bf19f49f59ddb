/** Data goes from one node to the other. */
export type Flow = {readonly id: string; readonly from: string; readonly to: string};

/** The id says all of a flow, so that two that are the same are one. */
export function flowOf(from: string, to: string): Flow {
  return {id: `${from}>${to}`, from, to};
}

/** Of a node: where its data comes from, or where it goes to. */
export type Side = 'in' | 'out';

/** The neighbours of each node, by side. */
export type Neighbours = ReadonlyMap<
  string,
  {readonly in: readonly string[]; readonly out: readonly string[]}
>;

/** Flows to nodes that are not there are left out on that side. */
export function neighboursOf(guids: Iterable<string>, flows: Iterable<Flow>): Neighbours {
  const all = new Map<string, {in: string[]; out: string[]}>(
    [...guids].map(guid => [guid, {in: [], out: []}]),
  );
  for (const {from, to} of flows) {
    all.get(from)?.out.push(to);
    all.get(to)?.in.push(from);
  }
  return all;
}

/** Everything that lies on a side of a node, with the node. Circles are walked once. */
export function reach(neighbours: Neighbours, guid: string, side: Side): ReadonlySet<string> {
  const found = new Set([guid]);
  const queue = [guid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const other of neighbours.get(next)?.[side] ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      queue.push(other);
    }
  }
  return found;
}
