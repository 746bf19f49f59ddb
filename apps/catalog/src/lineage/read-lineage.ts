import {AppError, type EdgeRecord, type EntityHeader, type EntityRecord, type Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {readHeaders} from '../entity/headers.ts';
import {recordsOf, uniqueRecord, type ByUnique} from '../entity/read-entities.ts';
import type {lineageDirections} from './shapes.ts';

export type LineageDirection = (typeof lineageDirections)[number];
export type LineageOptions = {
  direction: LineageDirection;
  /** Hops from data set to data set; 0: all. */ depth: number;
};

export type LineageJson = {
  baseEntityGuid: Guid;
  lineageDirection: LineageDirection;
  lineageDepth: number;
  guidEntityMap: Record<Guid, EntityHeader>;
  relations: {fromEntityId: Guid; toEntityId: Guid; relationshipId: Guid}[];
  relationsOnDemand: Record<Guid, never>;
};

/** Both are held by the process (end1): what it reads from, and what it writes to. */
const reads = 'dataset_process_inputs';
const writes = 'process_dataset_outputs';

/** GET /lineage/{guid} @throws INSTANCE_GUID_NOT_FOUND, INVALID_LINEAGE_ENTITY_TYPE */
export async function readLineage(c: Catalog, {guid, ...options}: {guid: Guid} & LineageOptions): Promise<LineageJson> {
  return await c.read('EntityLineageService.getAtlasLineageInfo', async graph => {
    const [record] = await recordsOf(graph, [guid]);
    return await lineageOf(graph, record as EntityRecord, options);
  });
}

/** GET /lineage/uniqueAttribute/type/{typeName} */
export async function readLineageByUniqueAttributes(
  c: Catalog,
  {typeName, attributes, ...options}: ByUnique & LineageOptions,
): Promise<LineageJson> {
  return await c.read('EntityLineageService.getAtlasLineageInfo', async graph =>
    lineageOf(graph, await uniqueRecord(graph, {typeName, attributes}), options),
  );
}

async function lineageOf(
  graph: GraphRead,
  start: EntityRecord,
  {direction, depth}: LineageOptions,
): Promise<LineageJson> {
  const type = graph.types.entityType(start.typeName);
  const isA = (name: string) => type.name === name || type.superTypes.has(name);
  if (!isA('DataSet') && !isA('Process'))
    throw new AppError('INVALID_LINEAGE_ENTITY_TYPE', [start.guid, start.typeName]);
  const found = new Map<Guid, EdgeRecord>();
  for (const [wanted, near, far] of [
    ['INPUT', writes, reads],
    ['OUTPUT', reads, writes],
  ] as const) {
    if (direction === 'BOTH' || direction === wanted) {
      await walk(graph, start.guid, isA('Process'), {near, far}, depth === 0 ? Infinity : depth, found);
    }
  }
  const edges = [...found.values()];
  const guids = [...new Set(edges.flatMap(edge => [edge.end1, edge.end2]))];
  const headers = await readHeaders(graph, [...(await graph.entities(guids)).values()]);
  return {
    baseEntityGuid: start.guid,
    lineageDirection: direction,
    lineageDepth: depth,
    guidEntityMap: Object.fromEntries(headers.map(header => [header.guid, header])),
    relations: edges.map(relationOf),
    relationsOnDemand: {},
  };
}

/**
 * Breadth first, one hop at a time: from data sets through the processes that touch them at `near` to the data sets at
 * `far`. A process without anything at `far` is no hop. Deleted ones are part of it; their status tells.
 */
async function walk(
  graph: GraphRead,
  start: Guid,
  isProcess: boolean,
  {near, far}: {near: string; far: string},
  depth: number,
  found: Map<Guid, EdgeRecord>,
): Promise<void> {
  const seen = new Set([start]);
  let frontier = [start];
  for (let hop = 0; hop < depth && frontier.length > 0; hop++) {
    const toProcesses =
      hop === 0 && isProcess
        ? []
        : await graph.edgesAt(
            frontier.map(guid => ({guid, typeName: near, end: 2})),
            'ANY',
          );
    const processes = hop === 0 && isProcess ? [start] : [...new Set(toProcesses.map(edge => edge.end1))];
    const onward = await graph.edgesAt(
      processes.map(guid => ({guid, typeName: far, end: 1})),
      'ANY',
    );
    const leads = new Set(onward.map(edge => edge.end1));
    for (const edge of [...toProcesses.filter(one => leads.has(one.end1)), ...onward]) found.set(edge.guid, edge);
    frontier = [...new Set(onward.map(edge => edge.end2))].filter(guid => !seen.has(guid));
    for (const guid of frontier) seen.add(guid);
  }
}

/** Data flows from what a process reads to the process, and from it to what it writes. */
function relationOf({guid, typeName, end1, end2}: EdgeRecord) {
  return typeName === reads
    ? {fromEntityId: end2, toEntityId: end1, relationshipId: guid}
    : {fromEntityId: end1, toEntityId: end2, relationshipId: guid};
}
