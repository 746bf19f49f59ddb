// What of the loaded graph is drawn. The steps follow each other: deleted entities go, wide fans
// become stacks, folded sides are cut, hidden processes become lines, and in the end a path is
// chosen. Each step counts what it leaves out, so that the page can say how much more there is.
import {type Flow, flowOf, neighboursOf, reach, type Side} from '../../graph/flow.ts';
import {type LineageGraph, type LineageNode} from './lineage-graph.ts';
import {type Fold, type LineageView, limitAt} from './lineage-link.ts';

/**
 * `junction`: a hidden process with so many ends that lines from each to each would be worse than
 * itself. `stack`: what a node has more of than is drawn, as one card.
 */
export type NodeKind = 'data' | 'process' | 'junction' | 'stack';

export type VisibleNode = LineageNode & {
  readonly kind: NodeKind;
  /**
   * Relations of it, or of hidden processes at it, that are not shown. By whom it is asked for: a
   * hidden process has more as well, and is no card.
   */
  readonly moreAt: Readonly<
    Record<Side, readonly {readonly guid: string; readonly count: number}[]>
  >;
  readonly folded: Readonly<Record<Side, boolean>>;
};

export type VisibleGraph = {
  readonly base: string;
  readonly nodes: ReadonlyMap<string, VisibleNode>;
  readonly flows: readonly Flow[];
};

type Choice = Pick<
  LineageView,
  'isWithProcesses' | 'isWithDeleted' | 'path' | 'folds' | 'relations' | 'more'
> & {
  /** Drawn wherever they hang. */
  readonly named?: readonly string[];
};

/** Of what has been loaded that which somebody wants to see; the start is always there. */
export function visibleGraph(
  graph: LineageGraph,
  choice: Choice,
  isProcess: (typeName: string) => boolean,
): VisibleGraph {
  const {base} = graph;
  const {isWithProcesses, isWithDeleted, path, folds} = choice;
  let flows = graph.flows;
  // First, as what hangs behind a deleted process is not to be reached either.
  if (!isWithDeleted) {
    const isShown = (guid: string) =>
      guid === base || graph.nodes.get(guid)?.header.status !== 'DELETED';
    flows = flows.filter(({from, to}) => isShown(from) && isShown(to));
  }
  const reached = unfolded(base, withoutWideFans(base, flows, choice), folds);
  const isReached = ({from, to}: Flow) => reached.has(from) && reached.has(to);
  // Loaded and not drawn counts like what is not loaded: nobody sees the difference.
  const stacked = {
    in: countBy(flows, ({from, to}) => (reached.has(to) && !reached.has(from) ? to : undefined)),
    out: countBy(flows, ({from, to}) => (reached.has(from) && !reached.has(to) ? from : undefined)),
  };
  flows = flows.filter(isReached);
  const nodes = new Map<string, VisibleNode>();
  for (const guid of reached) {
    const node = graph.nodes.get(guid);
    if (node === undefined) continue;
    const kind = isProcess(node.header.typeName) ? 'process' : 'data';
    const folded = {in: isFolded(folds, guid, 'in'), out: isFolded(folds, guid, 'out')};
    nodes.set(guid, {
      ...node,
      kind,
      folded,
      moreAt: {
        in: folded.in ? [] : ownMore(node, 'in', stacked.in),
        out: folded.out ? [] : ownMore(node, 'out', stacked.out),
      },
    });
  }
  const whole: VisibleGraph = {base, nodes, flows};
  // After the walk, because processes lead from one data set to the next.
  const contracted = isWithProcesses ? whole : withoutProcesses(whole);
  return path === undefined || !contracted.nodes.has(path) ? contracted : between(contracted, path);
}

/**
 * Of a node with more neighbours at a side than are wanted there, the others are left out: those
 * that lead to the root, or to what somebody asked for by name, are not among them.
 */
function withoutWideFans(
  base: string,
  flows: readonly Flow[],
  {relations, more, path, named: others = []}: Choice,
): readonly Flow[] {
  const neighbours = neighboursOf(new Set(flows.flatMap(({from, to}) => [from, to])), flows);
  // What an address names has to be there, wherever it stands in the answer.
  const named = new Set([base, path, ...others, ...more.map(one => one.guid)]);
  // Each node remembers where the walk came from; that way stays open.
  const parents = new Map<string, string>();
  const queue = [base];
  const left = new Set<string>();
  for (let guid = queue.shift(); guid !== undefined; guid = queue.shift()) {
    for (const side of ['in', 'out'] as const) {
      const beside = neighbours.get(guid)?.[side] ?? [];
      const limit = limitAt({relations, more}, guid, side);
      const isNamed = (other: string) =>
        other === parents.get(guid) ||
        named.has(other) ||
        // One step ahead: a process is drawn where what somebody asked for lies behind it.
        (neighbours.get(other)?.[side].some(one => named.has(one)) ?? false);
      const kept = beside.filter((other, n) => n < limit || isNamed(other));
      const isKept = new Set(kept);
      for (const other of beside) {
        if (!isKept.has(other))
          left.add((side === 'in' ? flowOf(other, guid) : flowOf(guid, other)).id);
        else if (other !== base && !parents.has(other)) {
          parents.set(other, guid);
          queue.push(other);
        }
      }
    }
  }
  return flows.filter(flow => !left.has(flow.id));
}

function countBy(
  flows: readonly Flow[],
  keyOf: (flow: Flow) => string | undefined,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const flow of flows) {
    const key = keyOf(flow);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function ownMore(
  {guid, more}: LineageNode,
  side: Side,
  stacked: ReadonlyMap<string, number>,
): VisibleNode['moreAt'][Side] {
  const count = (more[side] ?? 0) + (stacked.get(guid) ?? 0);
  return count > 0 ? [{guid, count}] : [];
}

function isFolded(folds: readonly Fold[], guid: string, side: Side): boolean {
  return folds.some(one => one.guid === guid && one.side === side);
}

/** What can be walked to from the start in any direction without going over a folded side. */
function unfolded(
  base: string,
  flows: readonly Flow[],
  folds: readonly Fold[],
): ReadonlySet<string> {
  const neighbours = neighboursOf(new Set(flows.flatMap(({from, to}) => [from, to])), flows);
  const found = new Set([base]);
  const queue = [base];
  for (let guid = queue.shift(); guid !== undefined; guid = queue.shift()) {
    for (const side of ['in', 'out'] as const) {
      // What another way leads to stays.
      if (isFolded(folds, guid, side)) continue;
      for (const other of neighbours.get(guid)?.[side] ?? []) {
        if (found.has(other)) continue;
        found.add(other);
        queue.push(other);
      }
    }
  }
  return found;
}

/** More lines than this from each end to each are drawn over a point between them. */
const maxLines = 16;

/** The root stays, even as a process: the page is about it. */
function withoutProcesses({base, nodes, flows}: VisibleGraph): VisibleGraph {
  const neighbours = neighboursOf(nodes.keys(), flows);
  const kept = new Map(nodes);
  const found = new Map<string, Flow>();
  const hidden = new Set<string>();
  for (const [guid, node] of nodes) {
    if (node.kind !== 'process' || guid === base) continue;
    const ends = neighbours.get(guid) ?? {in: [], out: []};
    // Sixteen inputs and outputs each would be 256 lines.
    if (ends.in.length * ends.out.length > maxLines) {
      kept.set(guid, {...node, kind: 'junction'});
      continue;
    }
    hidden.add(guid);
    kept.delete(guid);
    for (const from of ends.in)
      // A process that reads what it writes needs no line to itself.
      for (const to of ends.out) if (from !== to) found.set(flowOf(from, to).id, flowOf(from, to));
    // What the process has more of is asked for at its neighbours.
    pass(kept, ends.out, 'in', node);
    pass(kept, ends.in, 'out', node);
  }
  for (const flow of flows)
    if (!hidden.has(flow.from) && !hidden.has(flow.to)) found.set(flow.id, flow);
  return {base, nodes: kept, flows: [...found.values()]};
}

/** The count stays at the process that has it, and is shown at whom it lies beside now. */
function pass(
  nodes: Map<string, VisibleNode>,
  guids: readonly string[],
  side: Side,
  process: VisibleNode,
): void {
  if (process.moreAt[side].length === 0) return;
  for (const guid of guids) {
    const node = nodes.get(guid);
    if (node === undefined) continue;
    nodes.set(guid, {
      ...node,
      moreAt: {...node.moreAt, [side]: [...node.moreAt[side], ...process.moreAt[side]]},
    });
  }
}

/**
 * Only the ways from the start to a node or from it to the start. In both directions, because the
 * node may lie before or behind the root, and in a circle both.
 */
function between(graph: VisibleGraph, guid: string): VisibleGraph {
  const neighbours = neighboursOf(graph.nodes.keys(), graph.flows);
  const kept = new Set([graph.base, guid]);
  for (const [one, other] of [
    [graph.base, guid],
    [guid, graph.base],
  ] as const) {
    const behind = reach(neighbours, one, 'out');
    if (!behind.has(other)) continue;
    const before = reach(neighbours, other, 'in');
    for (const node of behind) if (before.has(node)) kept.add(node);
  }
  return {
    base: graph.base,
    nodes: new Map([...graph.nodes].filter(([one]) => kept.has(one))),
    flows: graph.flows.filter(({from, to}) => kept.has(from) && kept.has(to)),
  };
}
