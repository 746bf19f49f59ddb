import type {EdgeRecord, EntityRecord, Guid} from '@gazetteer/model';
import type {EdgeStep, GraphRead} from '@gazetteer/store';
import {reads, writes} from '../lineage/flow.ts';

/** Where a walk begins. What was deleted led on until then. */
export type Origin = {readonly guid: Guid; readonly deletedTime: number | undefined};

export type Downstream = {
  /** Of each data set that is reached, the hops from each origin, by its place in the list. */
  readonly reached: ReadonlyMap<Guid, ReadonlyMap<number, number>>;
  /** As they are. */
  readonly records: ReadonlyMap<Guid, EntityRecord>;
  /** Origins that there is more downstream of than was walked to, by their place in the list. */
  readonly cut: ReadonlySet<number>;
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
  const cut = new Set<number>();
  let notes = 0;
  let frontier = new Map<Guid, number[]>();
  for (const [i, {guid}] of origins.entries())
    frontier.set(guid, [...(frontier.get(guid) ?? []), i]);
  const ended = new Map(origins.map(({guid, deletedTime}) => [guid, deletedTime]));
  for (let hop = 1; frontier.size > 0; hop++) {
    await walk.look([...frontier.keys()], hop === 1 ? ended : new Map());
    const next = new Map<Guid, number[]>();
    for (const [from, own] of frontier) {
      if (walk.cut.has(from)) for (const origin of own) cut.add(origin);
      for (const to of walk.next.get(from) ?? []) {
        const known = reached.get(to) ?? new Map<number, number>();
        reached.set(to, known);
        for (const origin of own) {
          if (known.has(origin) || origins[origin]?.guid === to) continue;
          if (++notes > maxNotesOfNode * maxNodes) {
            for (const ones of [...frontier.values(), ...next.values()])
              for (const one of ones) cut.add(one);
            return {reached, records: walk.records, cut};
          }
          known.set(origin, hop);
          next.set(to, [...(next.get(to) ?? []), origin]);
        }
      }
    }
    frontier = next;
  }
  return {reached, records: walk.records, cut};
}

/** Remembers what follows each data set that was looked at. */
class Walk {
  readonly next = new Map<Guid, ReadonlySet<Guid>>();
  readonly records = new Map<Guid, EntityRecord>();
  /** Data sets, and processes, that more follows. */
  readonly cut = new Set<Guid>();
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
    const isEnded = (guid: Guid) => ended.get(guid) !== undefined;
    const step = {typeName: reads, from: 2} as const;
    const active = fresh.filter(guid => !isEnded(guid));
    const endedSince = Math.min(...fresh.flatMap(guid => ended.get(guid) ?? []));
    const near = [
      ...(await this.#edges(active, step, 'ACTIVE')),
      // Of what was deleted all have ended: those that it had until then.
      ...(await this.#edges(
        fresh.filter(isEnded),
        step,
        {endedSince},
        ({status, updateTime, end2}) =>
          status === 'ACTIVE' || updateTime >= (ended.get(end2) ?? Infinity),
      )),
    ];
    const processes = await this.#active(near.map(edge => edge.end1));
    const unread = [...processes].filter(guid => !this.#written.has(guid));
    const far = await this.#edges(unread, {typeName: writes, from: 1}, 'ACTIVE');
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
      const own = readBy.get(guid) ?? [];
      if (own.some(edge => this.cut.has(edge.end1))) this.cut.add(guid);
      const all = own.flatMap(edge => this.#written.get(edge.end1) ?? []);
      this.next.set(guid, new Set(all));
    }
  }

  /** Of as many as there is still room for, which what passes takes; first the oldest of each. */
  async #edges(
    guids: readonly Guid[],
    step: EdgeStep,
    status: 'ACTIVE' | {readonly endedSince: number},
    passes: (edge: EdgeRecord) => boolean = () => true,
  ): Promise<readonly EdgeRecord[]> {
    if (guids.length === 0) return [];
    const room = this.#maxNodes - this.#passed;
    const {edges} =
      room > 0 ? await this.#graph.firstEdgesAt(guids, step, room, room, status) : {edges: []};
    const passing = edges.filter(passes);
    this.#passed += passing.length;
    if (edges.length >= room) {
      const {totals} = await this.#graph.firstEdgesAt(guids, step, 0, undefined, status);
      const read = Map.groupBy(edges, edge => (step.from === 1 ? edge.end1 : edge.end2));
      for (const [guid, total] of totals)
        if ((read.get(guid)?.length ?? 0) < total) this.cut.add(guid);
    }
    return passing;
  }

  async #active(guids: readonly Guid[]): Promise<Set<Guid>> {
    const unknown = [...new Set(guids)].filter(guid => !this.records.has(guid));
    if (unknown.length > 0)
      for (const [guid, record] of await this.#graph.entities(unknown, 'look'))
        this.records.set(guid, record);
    return new Set(guids.filter(guid => this.records.get(guid)?.status === 'ACTIVE'));
  }
}
