import {AppError, type EdgeRecord, type Guid} from '@gazetteer/model';
import type {EdgeStep} from '@gazetteer/store';

/** Both are held by the process (end1): what it reads from, and what it writes to. */
export const reads = 'dataset_process_inputs';
export const writes = 'process_dataset_outputs';

/**
 * From data sets over `near` to the processes that touch them, and from there over `far` to further
 * data sets.
 */
export type Way = {readonly near: string; readonly far: string};
export const ways = {
  INPUT: {near: writes, far: reads},
  OUTPUT: {near: reads, far: writes},
} as const satisfies Record<'INPUT' | 'OUTPUT', Way>;

/** INPUT leads to where data comes from, OUTPUT to where it goes. */
export type Direction = keyof typeof ways;

/**
 * From a data set over a process to the next data set: to the process at its near side, and on from
 * it at the far one.
 */
export function stepsOf({near, far}: Way): readonly EdgeStep[] {
  return [
    {typeName: near, from: 2},
    {typeName: far, from: 1},
  ];
}

/**
 * Steps over single edges that so many hops from data set to data set are; a process is already
 * half a hop on its way.
 */
export function stepCount(depth: number, isProcess: boolean): number {
  return depth <= 0 ? Infinity : 2 * depth - (isProcess ? 1 : 0);
}

/**
 * Of `edges` those within `depth` hops of `start`. A process that leads nowhere is no hop and is
 * left out, but for `start` itself. Circles are walked once.
 */
export function flowFrom(
  start: Guid,
  isProcess: boolean,
  way: Way,
  depth: number,
  edges: readonly EdgeRecord[],
) {
  const toProcess = Map.groupBy(
    edges.filter(edge => edge.typeName === way.near),
    edge => edge.end2,
  );
  const onward = Map.groupBy(
    edges.filter(edge => edge.typeName === way.far),
    edge => edge.end1,
  );
  const found = new Set<EdgeRecord>();
  const seen = new Set([start]);
  let frontier: readonly Guid[] = [start];
  const hops = depth <= 0 ? Infinity : depth;
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const processes = new Set<Guid>();
    if (hop === 0 && isProcess) processes.add(start);
    else {
      for (const edge of frontier.flatMap(guid => toProcess.get(guid) ?? [])) {
        if (!onward.has(edge.end1)) continue;
        found.add(edge);
        processes.add(edge.end1);
      }
    }
    const next = new Set<Guid>();
    for (const edge of [...processes].flatMap(guid => onward.get(guid) ?? [])) {
      found.add(edge);
      if (!seen.has(edge.end2)) next.add(edge.end2);
    }
    for (const guid of next) seen.add(guid);
    frontier = [...next];
  }
  return found;
}

/**
 * `processId` where processes are hidden: then it stands for the two relationships that it takes.
 */
export type Relation = {
  fromEntityId: Guid;
  toEntityId: Guid;
  relationshipId: Guid;
  processId?: Guid;
};

/** Data flows from what a process reads to the process, and from it to what it writes. */
export function relationOf({guid, typeName, end1, end2}: EdgeRecord): Relation {
  return typeName === reads
    ? {fromEntityId: end2, toEntityId: end1, relationshipId: guid}
    : {fromEntityId: end1, toEntityId: end2, relationshipId: guid};
}

/**
 * In one answer: a process with thousands of inputs and of outputs is millions of relations where
 * processes are hidden, which would take the memory of everybody else.
 */
export const maxRelations = 500_000;

/** Of a time in the past: the whole history of each entity is read to tell what it was. */
export const maxPastRelations = 5000;

/** @throws TOO_MANY_RELATIONS */
export function checkRelations(count: number, most = maxRelations): void {
  if (count > most) throw new AppError('TOO_MANY_RELATIONS', [String(most)]);
}

/**
 * From data set to data set, each over a process that is not shown; `start` is, whatever it is.
 * @throws TOO_MANY_RELATIONS
 */
export function withoutProcesses(start: Guid, edges: Iterable<EdgeRecord>): Relation[] {
  const relations: Relation[] = [];
  for (const [processId, own] of Map.groupBy(edges, edge => edge.end1)) {
    if (processId === start) {
      for (const edge of own) relations.push(relationOf(edge));
      continue;
    }
    const outputs = own.filter(edge => edge.typeName === writes);
    const inputs = own.filter(edge => edge.typeName === reads);
    checkRelations(relations.length + inputs.length * outputs.length);
    for (const input of inputs) {
      for (const output of outputs) {
        relations.push({
          fromEntityId: input.end2,
          toEntityId: output.end2,
          relationshipId: processId,
          processId,
        });
      }
    }
  }
  return relations;
}
