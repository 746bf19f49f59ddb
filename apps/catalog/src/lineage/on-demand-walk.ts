import type {EdgeRecord, Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {maxRelations, stepCount, ways, type Direction} from './flow.ts';

/** How many relations of an entity are shown, and that there are more. */
export type MoreRelations = {
  hasMoreInputs: boolean;
  hasMoreOutputs: boolean;
  inputRelationsCount: number;
  outputRelationsCount: number;
  inputRelationsReachedLimit: boolean;
  outputRelationsReachedLimit: boolean;
  /** Relations behind those that are shown. */
  remainingUpstreamCount: number;
  remainingDownstreamCount: number;
};

type Demand = {
  /** Entities in one answer. */
  readonly maxNodes: number;
  /** Which relations of an entity are wanted: `limit` of them behind the first `from`. */
  readonly windowOf: (guid: Guid, direction: Direction) => {from: number; limit: number};
};

/**
 * Breadth first, one kind of edge at a time, so that of an entity with a hundred thousand relations
 * no more are read than are shown: a statement a step. A process that leads nowhere is left out.
 */
export class OnDemandWalk {
  readonly #graph: GraphRead;
  readonly #demand: Demand;
  readonly #found = new Map<Guid, EdgeRecord>();
  readonly #nodes = new Set<Guid>();
  readonly more = new Map<Guid, MoreRelations>();

  constructor(graph: GraphRead, demand: Demand) {
    this.#graph = graph;
    this.#demand = demand;
  }

  get edges(): readonly EdgeRecord[] {
    return [...this.#found.values()];
  }

  async walk(start: Guid, isProcess: boolean, direction: Direction, depth: number): Promise<void> {
    const {near, far} = ways[direction];
    const steps = stepCount(depth, isProcess);
    const seen = new Set([start]);
    this.#nodes.add(start);
    let frontier: readonly Guid[] = [start];
    for (let step = 0, atProcess = isProcess; frontier.length > 0; step++, atProcess = !atProcess) {
      const over = atProcess
        ? ({typeName: far, from: 1} as const)
        : ({typeName: near, from: 2} as const);
      const isEnd = step >= steps;
      const wanted = isEnd ? 0 : this.#mostWanted(frontier, direction);
      const {edges, totals} = await this.#graph.firstEdgesAt(frontier, over, wanted, maxRelations);
      if (atProcess && step > 0) this.#leaveOut(frontier.filter(guid => !totals.has(guid)));
      const next = this.#take(edges, over.from, totals, direction, isEnd);
      frontier = [...next].filter(guid => !seen.has(guid));
      for (const guid of frontier) seen.add(guid);
    }
  }

  #mostWanted(guids: readonly Guid[], direction: Direction): number {
    return guids.reduce((most, guid) => {
      const {from, limit} = this.#demand.windowOf(guid, direction);
      return Math.max(most, from + limit);
    }, 0);
  }

  /** Keeps of each entity's edges those that are wanted. @returns where they lead */
  #take(
    edges: readonly EdgeRecord[],
    from: 1 | 2,
    totals: ReadonlyMap<Guid, number>,
    direction: Direction,
    isEnd: boolean,
  ): Set<Guid> {
    const next = new Set<Guid>();
    const own = Map.groupBy(edges, edge => (from === 1 ? edge.end1 : edge.end2));
    for (const [guid, total] of totals) {
      const window = this.#demand.windowOf(guid, direction);
      const [first, limit] = isEnd ? [0, 0] : [window.from, window.limit];
      let shown = 0;
      for (const edge of (own.get(guid) ?? []).slice(first, first + limit)) {
        const other = from === 1 ? edge.end2 : edge.end1;
        if (!this.#nodes.has(other) && this.#nodes.size >= this.#demand.maxNodes) break;
        if (this.#found.size >= maxRelations) break;
        this.#nodes.add(other);
        this.#found.set(edge.guid, edge);
        next.add(other);
        shown++;
      }
      if (total > first + shown) this.#tell(guid, direction, shown, total - first - shown);
    }
    return next;
  }

  #tell(guid: Guid, direction: Direction, shown: number, remaining: number): void {
    const before = this.more.get(guid) ?? none;
    this.more.set(
      guid,
      direction === 'INPUT'
        ? {
            ...before,
            hasMoreInputs: true,
            inputRelationsCount: shown,
            inputRelationsReachedLimit: true,
            remainingUpstreamCount: remaining,
          }
        : {
            ...before,
            hasMoreOutputs: true,
            outputRelationsCount: shown,
            outputRelationsReachedLimit: true,
            remainingDownstreamCount: remaining,
          },
    );
  }

  #leaveOut(processes: readonly Guid[]): void {
    if (processes.length === 0) return;
    const out = new Set(processes);
    for (const [guid, edge] of this.#found) if (out.has(edge.end1)) this.#found.delete(guid);
    for (const guid of out) this.#nodes.delete(guid);
  }
}

const none: MoreRelations = {
  hasMoreInputs: false,
  hasMoreOutputs: false,
  inputRelationsCount: 0,
  outputRelationsCount: 0,
  inputRelationsReachedLimit: false,
  outputRelationsReachedLimit: false,
  remainingUpstreamCount: 0,
  remainingDownstreamCount: 0,
};
