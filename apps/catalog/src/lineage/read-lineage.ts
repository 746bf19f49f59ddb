import {choice, integer, optionalInteger, uniqueAttributes} from '@gazetteer/kernel/parameters';
import {
  AppError,
  byGuid,
  type EdgeRecord,
  type EntityHeader,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {readHeaders} from '../entity/headers.ts';
import {recordsOf, uniqueRecord, type ByUnique} from '../entity/read-entities.ts';
import {pastEntity, pastHeaders} from '../entity/read-as-of.ts';
import {attributes, hideProcess, wrongStart} from './addresses.ts';
import {lineage, lineageDirections} from './shapes.ts';
import {
  checkRelations,
  flowFrom,
  maxPastRelations,
  maxRelations,
  relationOf,
  stepCount,
  stepsOf,
  ways,
  withoutProcesses,
  type Direction,
  type Relation,
} from './flow.ts';

/** Lineage names its parameters in the error of its own that clients of the reference know. */
export const refuse = (name: string, given: string) =>
  new AppError('INSTANCE_LINEAGE_INVALID_PARAMS', [name, given]);
const extent = {
  direction: choice('INPUT: where data comes from; OUTPUT: where it goes to', lineageDirections, {
    default: 'BOTH',
    refuse,
  }),
  depth: integer('Hops from data set to data set; 0 and -1: all', {default: 3, min: -1, refuse}),
  asOf: optionalInteger('As it was at this time, in milliseconds since 1970'),
};

export type LineageDirection = (typeof lineageDirections)[number];
export type LineageView = {
  /** Further attributes of each entity; those that its type lacks are skipped. */
  attributes: readonly string[];
  hideProcess: boolean;
};
export type LineageOptions = LineageView & {
  direction: LineageDirection;
  /** Hops from data set to data set; 0 and -1: all. */
  depth: number;
  /** Epoch ms; without it as it is. */
  asOf?: number | undefined;
};

export type LineageJson = {
  baseEntityGuid: Guid;
  lineageDirection: LineageDirection;
  lineageDepth: number;
  guidEntityMap: Record<Guid, EntityHeader>;
  relations: Relation[];
  relationsOnDemand: Record<Guid, object>;
};

/** GET /lineage/{guid} @throws INSTANCE_GUID_NOT_FOUND, INVALID_LINEAGE_ENTITY_TYPE */
export const readLineage = query('GET /v2/lineage/{guid}', {
  summary: 'Where the data of an entity comes from and goes to',
  description:
    '`relations` are the edges and `guidEntityMap` the nodes. Processes are nodes between data sets, unless they are hidden.',
  query: {...extent, attributes, hideProcess},
  answer: lineage,
  errors: [...wrongStart, 'TOO_MANY_RELATIONS', 'BAD_REQUEST'],
  on: 'search',
  keptFor: 'rights',
  logAs: 'EntityLineageService.getAtlasLineageInfo',
  run: async (graph, {guid, ...options}: {guid: Guid} & LineageOptions): Promise<LineageJson> => {
    const [record] = await recordsOf(graph, [guid]);
    return await lineageOf(graph, record as EntityRecord, options);
  },
});

/** GET /lineage/uniqueAttribute/type/{typeName} */
export const readLineageByUniqueAttributes = query(
  'GET /v2/lineage/uniqueAttribute/type/{typeName}',
  {
    summary: 'Lineage of the entity with these unique attributes',
    description:
      'The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`.',
    query: {attributes: uniqueAttributes, ...extent, shownAttributes: attributes, hideProcess},
    answer: lineage,
    errors: [
      'TYPE_NAME_INVALID',
      'ATTRIBUTE_UNIQUE_INVALID',
      'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
      'INVALID_LINEAGE_ENTITY_TYPE',
      'INSTANCE_GUID_NOT_FOUND',
      'INSTANCE_LINEAGE_INVALID_PARAMS',
      'TOO_MANY_RELATIONS',
      'BAD_REQUEST',
    ],
    on: 'search',
    keptFor: 'rights',
    logAs: 'EntityLineageService.getAtlasLineageInfo',
    run: async (
      graph,
      {
        typeName,
        attributes,
        shownAttributes,
        ...options
      }: ByUnique & {shownAttributes: string[]} & Omit<LineageOptions, 'attributes'>,
    ): Promise<LineageJson> =>
      lineageOf(graph, await uniqueRecord(graph, {typeName, attributes}), {
        ...options,
        attributes: shownAttributes,
      }),
  },
);

/**
 * @throws INVALID_LINEAGE_ENTITY_TYPE, TOO_MANY_RELATIONS; of a time that the start was not there
 *   at, or whose history was aged out, INSTANCE_GUID_NOT_FOUND and BAD_REQUEST
 */
export async function lineageOf(
  graph: GraphRead,
  start: EntityRecord,
  {direction, depth, asOf, ...view}: LineageOptions,
): Promise<LineageJson> {
  const isProcess = isLineageProcess(graph, start);
  if (asOf !== undefined) await pastEntity(graph, start.guid, asOf);
  const most = asOf === undefined ? maxRelations : maxPastRelations;
  const found = new Map<Guid, EdgeRecord>();
  for (const one of directionsOf(direction)) {
    const way = ways[one];
    const steps = stepCount(depth, isProcess);
    const options = {count: most + 1, ...(asOf === undefined ? {} : {asOf})};
    const edges = await graph.edgesAlong(start.guid, stepsOf(way), steps, options);
    checkRelations(edges.length, most);
    for (const edge of flowFrom(start.guid, isProcess, way, depth, edges))
      found.set(edge.guid, edge);
  }
  return {
    baseEntityGuid: start.guid,
    lineageDirection: direction,
    lineageDepth: depth,
    ...(await picture(graph, start.guid, [...found.values()], {...view, asOf})),
    relationsOnDemand: {},
  };
}

/** The walks that a direction asks for; inputs come first in answers. */
export function directionsOf(direction: LineageDirection): readonly Direction[] {
  return direction === 'BOTH' ? ['INPUT', 'OUTPUT'] : [direction];
}

/** @throws INVALID_LINEAGE_ENTITY_TYPE for what is neither data set nor process */
export function isLineageProcess(graph: GraphRead, {guid, typeName}: EntityRecord): boolean {
  const type = graph.types.entityType(typeName);
  const isA = (name: string) => type.name === name || type.superTypes.has(name);
  if (!isA('DataSet') && !isA('Process'))
    throw new AppError('INVALID_LINEAGE_ENTITY_TYPE', [guid, typeName]);
  return isA('Process');
}

/**
 * The entities at the edges' ends and how data flows between them; nothing at all without edges.
 */
export async function picture(
  graph: GraphRead,
  start: Guid,
  edges: readonly EdgeRecord[],
  {attributes, hideProcess, asOf}: LineageView & Pick<LineageOptions, 'asOf'>,
): Promise<Pick<LineageJson, 'guidEntityMap' | 'relations'>> {
  const relations = hideProcess ? withoutProcesses(start, edges) : edges.map(relationOf);
  const guids = [...new Set(relations.flatMap(one => [one.fromEntityId, one.toEntityId]))];
  const headers =
    asOf === undefined
      ? await readHeaders(graph, [...(await graph.entities(guids)).values()], () => ({attributes}))
      : await pastHeaders(graph, guids, asOf, attributes);
  return {
    guidEntityMap: byGuid(headers),
    relations,
  };
}
