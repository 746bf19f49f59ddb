import type {EdgeRecord, Guid} from '@gazetteer/model';
import type {EdgeStep, GraphRead} from '@gazetteer/store';
import {reads, writes} from '../lineage/flow.ts';

/**
 * What some data sets are made from, now or until a time, breadth first and with themselves: two
 * statements a hop, over so many relationships in all.
 */
export async function upstreamOf(
  graph: GraphRead,
  dataSets: readonly Guid[],
  since: number,
  maxNodes: number,
): Promise<{readonly reached: ReadonlySet<Guid>; readonly isCut: boolean}> {
  const reached = new Set(dataSets);
  const processes = new Set<Guid>();
  let passed = 0;
  let isCut = false;
  const edges = async (guids: readonly Guid[], step: EdgeStep): Promise<readonly EdgeRecord[]> => {
    const room = maxNodes - passed;
    if (guids.length === 0 || room <= 0) {
      isCut ||= guids.length > 0;
      return [];
    }
    // What was deleted since led here until then.
    const found = await graph.firstEdgesAt(guids, step, room, room, {endedSince: since});
    passed += found.edges.length;
    isCut ||= found.edges.length >= room;
    return found.edges;
  };
  for (let frontier: readonly Guid[] = dataSets; frontier.length > 0;) {
    const near = await edges(frontier, {typeName: writes, from: 2});
    const fresh = [...new Set(near.map(one => one.end1))].filter(guid => !processes.has(guid));
    for (const guid of fresh) processes.add(guid);
    const far = await edges(fresh, {typeName: reads, from: 1});
    frontier = [...new Set(far.map(one => one.end2))].filter(guid => !reached.has(guid));
    for (const guid of frontier) reached.add(guid);
  }
  return {reached, isCut};
}
