import type {Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {stepCount, ways, type Direction} from './flow.ts';

/**
 * How a data set is reached first: so many hops from the start, over a process, from the start or
 * another data set.
 */
export type Step = {readonly degree: number; readonly process: Guid; readonly from: Guid};

export type Reached = {
  /** A shortest path to each data set, nearest first; the start is not reached. */
  readonly paths: ReadonlyMap<Guid, Step>;
  /** There are more than were to be walked to. */
  readonly isPartial: boolean;
};

type Extent = {
  readonly direction: Direction;
  /** Hops from data set to data set; 0 and -1: all. */
  readonly depth: number;
  /** Entities that are walked to, processes among them. */
  readonly maxNodes: number;
};

/**
 * Breadth first, a statement a step, over one edge to each entity: however densely entities are
 * related, it holds no more than `maxNodes` of them. What is deleted passes nothing on.
 */
export async function reach(
  graph: GraphRead,
  start: Guid,
  isProcess: boolean,
  {direction, depth, maxNodes}: Extent,
): Promise<Reached> {
  const {near, far} = ways[direction];
  const steps = stepCount(depth, isProcess);
  const seen = new Set([start]);
  const paths = new Map<Guid, Step>();
  /** Where a walk enters a process, and after how many hops. */
  const entered = new Map<Guid, Guid>(isProcess ? [[start, start]] : []);
  let frontier: readonly Guid[] = [start];
  for (let step = 0, atProcess = isProcess; frontier.length > 0; step++, atProcess = !atProcess) {
    if (step >= steps) break;
    const over = atProcess
      ? ({typeName: far, from: 1} as const)
      : ({typeName: near, from: 2} as const);
    const room = maxNodes - seen.size;
    const edges = await graph.newlyReached(frontier, over, seen, room + 1);
    for (const {end1: process, end2: dataSet} of edges.slice(0, room)) {
      if (!atProcess) entered.set(process, dataSet);
      else {
        const from = entered.get(process) ?? process;
        paths.set(dataSet, {degree: (paths.get(from)?.degree ?? 0) + 1, process, from});
      }
    }
    if (edges.length > room) return {paths, isPartial: true};
    frontier = edges.map(edge => (atProcess ? edge.end2 : edge.end1));
    for (const guid of frontier) seen.add(guid);
  }
  return {paths, isPartial: false};
}

/** From the start to a data set, with the processes between them. */
export function pathTo(guid: Guid, paths: Reached['paths']): Guid[] {
  const path = [guid];
  for (let step = paths.get(guid); step !== undefined; step = paths.get(step.from)) {
    path.unshift(...(step.from === step.process ? [step.from] : [step.from, step.process]));
  }
  return path;
}
