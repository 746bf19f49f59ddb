import type {EntityRecord, Guid} from '@gazetteer/model';
import type {EdgeStep, GraphRead} from '@gazetteer/store';
import {reads, writes} from '../lineage/flow.ts';

/** Where a walk begins. What was deleted led on until then. */
export type Origin = {readonly guid: Guid; readonly deletedTime: number | undefined};

export type Downstream = {
  /** Of each data set that is reached, the hops from each origin, by its place in the list. */
  readonly reached: ReadonlyMap<Guid, ReadonlyMap<number, number>>;
  /** As they are. */
  readonly records: ReadonlyMap<Guid, EntityRecord>;
  /** There is more than was walked to. */
  readonly isPartial: boolean;
};

/** Data sets are noted with each origin so often, of as many as are walked to. */
const maxNotesOfNode = 10;

/**
 * What lies downstream of several data sets, breadth first: a constant number of statements a hop,
 * whatever their number, and none for what was met before. What is deleted passes nothing on.
 */
export async function downstreamOf(
  graph: GraphRead,
  origins: readonly Origin[],
  maxNodes: number,
): Promise<Downstream> {
  const walk = new Walk(graph, maxNodes);
  const reached = new Map<Guid, Map<number, number>>();
  let notes = 0;
  let frontier = new Map<Guid, number[]>();
  for (const [i, {guid}] of origins.entries())
    frontier.set(guid, [...(frontier.get(guid) ?? []), i]);
  const ended = new Map(origins.map(({guid, deletedTime}) => [guid, deletedTime]));
  for (let hop = 1; frontier.size > 0; hop++) {
    await walk.look([...frontier.keys()], hop === 1 ? ended : new Map());
    const next = new Map<Guid, number[]>();
    for (const [from, own] of frontier) {
      for (const to of walk.next.get(from) ?? []) {
        const known = reached.get(to) ?? new Map<number, number>();
        reached.set(to, known);
        for (const origin of own) {
          if (known.has(origin) || origins[origin]?.guid === to) continue;
          if (++notes > maxNotesOfNode * maxNodes)
            return {reached, records: walk.records, isPartial: true};
          known.set(origin, hop);
          next.set(to, [...(next.get(to) ?? []), origin]);
        }
      }
    }
    frontier = next;
  }
  return {reached, records: walk.records, isPartial: walk.isPartial};
}

/** Remembers what follows each data set that was looked at. */
class Walk {
  readonly next = new Map<Guid, ReadonlySet<Guid>>();
  readonly records = new Map<Guid, EntityRecord>();
  isPartial = false;
  readonly #graph: GraphRead;
  readonly #maxNodes: number;
  /** What each process writes. */
  readonly #written = new Map<Guid, readonly Guid[]>();
  #passed = 0;

  constructor(graph: GraphRead, maxNodes: number) {
    this.#graph = graph;
    this.#maxNodes = maxNodes;
  }

  async look(
    dataSets: readonly Guid[],
    ended: ReadonlyMap<Guid, number | undefined>,
  ): Promise<void> {
    const fresh = dataSets.filter(guid => !this.next.has(guid));
    const near = await this.#edges(fresh, {typeName: reads, from: 2}, ended);
    const processes = await this.#active(near.map(edge => edge.end1));
    const unread = [...processes].filter(guid => !this.#written.has(guid));
    const far = await this.#edges(unread, {typeName: writes, from: 1}, new Map());
    const outputs = await this.#active(far.map(edge => edge.end2));
    const byProcess = Map.groupBy(
      far.filter(edge => outputs.has(edge.end2)),
      edge => edge.end1,
    );
    for (const guid of unread)
      this.#written.set(
        guid,
        (byProcess.get(guid) ?? []).map(edge => edge.end2),
      );
    const readBy = Map.groupBy(near, edge => edge.end2);
    for (const guid of fresh) {
      const all = (readBy.get(guid) ?? []).flatMap(edge => this.#written.get(edge.end1) ?? []);
      this.next.set(guid, new Set(all));
    }
  }

  /** Those that lead on, or did until one of their ends was deleted. */
  async #edges(
    guids: readonly Guid[],
    step: EdgeStep,
    ended: ReadonlyMap<Guid, number | undefined>,
  ) {
    const room = this.#maxNodes - this.#passed;
    if (guids.length === 0) return [];
    if (room <= 0) {
      this.isPartial = true;
      return [];
    }
    const {edges, totals} = await this.#graph.firstEdgesAt(guids, step, room, room);
    this.#passed += edges.length;
    if (edges.length < [...totals.values()].reduce((sum, one) => sum + one, 0))
      this.isPartial = true;
    return edges.filter(edge => {
      const time = ended.get(step.from === 1 ? edge.end1 : edge.end2);
      return edge.status === 'ACTIVE' || (time !== undefined && edge.updateTime >= time);
    });
  }

  async #active(guids: readonly Guid[]): Promise<Set<Guid>> {
    const unknown = [...new Set(guids)].filter(guid => !this.records.has(guid));
    if (unknown.length > 0)
      for (const [guid, record] of await this.#graph.entities(unknown, 'look'))
        this.records.set(guid, record);
    return new Set(guids.filter(guid => this.records.get(guid)?.status === 'ACTIVE'));
  }
}
