// Puts the answers of the server together. Each answer is a part of the graph with counts of what
// it left out. The counts overlap: what one answer has left out another may have brought.
import type {Schemas} from '@gazetteer/client';
import type {EntityHeader} from '../../api/wire.ts';
import {type Flow, flowOf, neighboursOf, reach, type Side} from '../../graph/flow.ts';
import type {Wanted} from './lineage-link.ts';

export type LineageNode = {
  readonly guid: string;
  readonly header: EntityHeader;
  /**
   * Relations that are not shown, by side; undefined when nobody has asked. By side, since both are
   * asked for and counted apart.
   */
  readonly more: {readonly [S in Side]?: number};
};

export type LineageGraph = {
  readonly base: string;
  readonly nodes: ReadonlyMap<string, LineageNode>;
  readonly flows: readonly Flow[];
};

/** One answer of the server; `wanted` when it was asked for one node's relations. */
export type Part = {readonly answer: Schemas['Lineage']; readonly wanted?: Wanted | undefined};

/** All answers as one graph, in which each node and flow is once. */
export function graphOf(base: string, parts: readonly Part[]): LineageGraph {
  const headers = new Map<string, EntityHeader>();
  const flows = new Map<string, Flow>();
  for (const {answer} of parts) {
    for (const header of Object.values(answer.guidEntityMap)) headers.set(header.guid, header);
    for (const {fromEntityId, toEntityId} of answer.relations) {
      const flow = flowOf(fromEntityId, toEntityId);
      // The first one stays the same object, which other parts compare.
      if (!flows.has(flow.id)) flows.set(flow.id, flow);
    }
  }
  // What all answers together have brought to each side of a node.
  const shown = {
    in: countBy(flows.values(), flow => flow.to),
    out: countBy(flows.values(), flow => flow.from),
  };
  const walks = parts.map(walkOf);
  const nodes = new Map<string, LineageNode>();
  for (const [guid, header] of headers) {
    const more: {[S in Side]?: number} = {};
    for (const side of ['in', 'out'] as const) {
      const count = remaining(guid, side, walks, shown[side].get(guid) ?? 0);
      if (count !== undefined) more[side] = count;
    }
    nodes.set(guid, {guid, header, more});
  }
  return {base, nodes, flows: [...flows.values()]};
}

/**
 * An answer with the nodes at whose inputs and outputs the server has looked for it. A count of 0
 * means something only where the server has looked.
 */
type Walk = Part & Readonly<Record<Side, ReadonlySet<string>>>;

function walkOf(part: Part): Walk {
  const {baseEntityGuid, lineageDirection, relations, guidEntityMap} = part.answer;
  const flows = relations.map(one => flowOf(one.fromEntityId, one.toEntityId));
  const neighbours = neighboursOf(Object.keys(guidEntityMap), flows);
  // In an answer of one direction the other one was not walked.
  const walked = (side: Side, other: string) =>
    lineageDirection === other ? new Set<string>() : reach(neighbours, baseEntityGuid, side);
  return {...part, in: walked('in', 'OUTPUT'), out: walked('out', 'INPUT')};
}

/**
 * Relations of a node that are not there. Who was asked for this very node knows; others tell of
 * nodes where they stopped, and what has come since from elsewhere is subtracted. Undefined when
 * nobody has looked.
 */
function remaining(
  guid: string,
  side: Side,
  walks: readonly Walk[],
  shown: number,
): number | undefined {
  let told: number | undefined;
  for (const {answer, wanted, [side]: walked} of walks) {
    const one = answer.relationsOnDemand[guid];
    const left = (side === 'in' ? one?.remainingUpstreamCount : one?.remainingDownstreamCount) ?? 0;
    const seen = (side === 'in' ? one?.inputRelationsCount : one?.outputRelationsCount) ?? 0;
    // What has come from other answers since this one.
    const since = Math.max(0, shown - seen);
    if (wanted?.guid === guid && wanted.side === side) return Math.max(0, left - since);
    if (!walked.has(guid) && left === 0) continue;
    // The server leaves out processes that lead nowhere; of the start it is known that they are not
    // missing.
    const isStart = wanted === undefined && answer.baseEntityGuid === guid;
    told = Math.max(told ?? 0, isStart ? left - since : left + seen - shown);
  }
  return told;
}

function countBy(
  flows: Iterable<Flow>,
  keyOf: (flow: Flow) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const flow of flows) counts.set(keyOf(flow), (counts.get(keyOf(flow)) ?? 0) + 1);
  return counts;
}
