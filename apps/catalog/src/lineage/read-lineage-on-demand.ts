import {bodyTextIfAny} from '@gazetteer/kernel';
import {optionalInteger} from '@gazetteer/kernel/parameters';
import {AppError, type EdgeRecord, type EntityRecord, type Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {parseBody} from '@gazetteer/kernel/shape';
import {query} from '../operation.ts';
import type {Context} from '../catalog.ts';
import {recordsOf} from '../entity/read-entities.ts';
import {attributes, hideProcess, wrongStart} from './addresses.ts';
import {lineage, lineageConstraints} from './shapes.ts';
import {OnDemandWalk, type MoreRelations} from './on-demand-walk.ts';
import {
  directionsOf,
  isLineageProcess,
  picture,
  type LineageDirection,
  type LineageJson,
  type LineageView,
} from './read-lineage.ts';

/** What is wanted of one entity's relations. */
export type Constraints = {
  direction: LineageDirection;
  inputRelationsLimit: number;
  outputRelationsLimit: number;
  /** Hops from data set to data set; 0 and -1: all. Of the start only. */
  depth: number;
  /** So many relations of each direction are left out at the beginning. */
  from: number;
};

export type LineageOnDemandJson = Omit<LineageJson, 'relationsOnDemand'> & {
  /** Of entities that have more than is shown. */
  relationsOnDemand: Record<Guid, MoreRelations>;
  lineageOnDemandPayload: Record<Guid, Constraints>;
};

/**
 * POST /lineage/{guid}: so many relations of each entity as the body asks for, the default number
 * where it does not.
 * @throws LINEAGE_ON_DEMAND_NOT_ENABLED, NO_LINEAGE_CONSTRAINTS_FOR_GUID when the body is about
 * other entities only,
 *   INSTANCE_LINEAGE_INVALID_PARAMS, INSTANCE_GUID_NOT_FOUND, INVALID_LINEAGE_ENTITY_TYPE
 */
export const readLineageOnDemand = query('POST /v2/lineage/{guid}', {
  summary: 'The same with so many relations of each entity as are asked for',
  description:
    'For graphs too wide to load as a whole. `relationsOnDemand` shows which entities have more relations.',
  query: {
    attributes,
    hideProcess,
    relationsLimit: optionalInteger(
      'Relations in each direction of entities for which the body says nothing, instead of the configured number',
    ),
  },
  body: bodyTextIfAny(lineageConstraints),
  answer: lineage,
  errors: [
    ...wrongStart,
    'LINEAGE_ON_DEMAND_NOT_ENABLED',
    'NO_LINEAGE_CONSTRAINTS_FOR_GUID',
    'TOO_MANY_RELATIONS',
  ],
  on: 'search',
  keptFor: 'rights',
  logAs: 'EntityLineageService.getAtlasLineageInfo',
  read: (
    {
      guid,
      body,
      relationsLimit,
      ...view
    }: {guid: Guid; body: string | undefined; relationsLimit?: number | undefined} & LineageView,
    c,
  ) => {
    if (!c.settings.lineageOnDemand) {
      throw new AppError('LINEAGE_ON_DEMAND_NOT_ENABLED', ['atlas.lineage.on.demand.enabled']);
    }
    const otherwise = defaults(relationsLimit ?? c.settings.lineageDefaultRelations);
    const wanted = readConstraints(body, otherwise);
    return {guid, view, otherwise, wanted};
  },
  run: async (graph, {guid, view, otherwise, wanted}, c): Promise<LineageOnDemandJson> => {
    const [record] = await recordsOf(graph, [guid]);
    const own = wanted.get(guid) ?? (wanted.size === 0 ? otherwise : undefined);
    if (own === undefined) throw new AppError('NO_LINEAGE_CONSTRAINTS_FOR_GUID', [guid]);
    const constraints = new Map(wanted).set(guid, own);
    const limits = {of: constraints, otherwise};
    const {edges, more} = await walk(c, graph, record as EntityRecord, limits, own);
    return {
      baseEntityGuid: guid,
      lineageDirection: own.direction,
      lineageDepth: own.depth,
      ...(await picture(graph, guid, edges, view)),
      relationsOnDemand: Object.fromEntries(more),
      lineageOnDemandPayload: Object.fromEntries(constraints),
    };
  },
});

/** Goes from the start as far as the limits of each entity let it. */
async function walk(
  {settings}: Context,
  graph: GraphRead,
  start: EntityRecord,
  {of: constraints, otherwise}: {of: ReadonlyMap<Guid, Constraints>; otherwise: Constraints},
  own: Constraints,
): Promise<{edges: readonly EdgeRecord[]; more: ReadonlyMap<Guid, MoreRelations>}> {
  const isProcess = isLineageProcess(graph, start);
  const demand = new OnDemandWalk(graph, {
    maxNodes: settings.lineageMaxNodes,
    windowOf: (guid, direction) => {
      const {inputRelationsLimit, outputRelationsLimit, from} = constraints.get(guid) ?? otherwise;
      return {from, limit: direction === 'INPUT' ? inputRelationsLimit : outputRelationsLimit};
    },
  });
  for (const direction of directionsOf(own.direction))
    await demand.walk(start.guid, isProcess, direction, own.depth);
  return demand;
}

/** @throws INSTANCE_LINEAGE_INVALID_PARAMS for a limit below 0 */
function defaults(limit: number): Constraints {
  if (limit < 0)
    throw new AppError('INSTANCE_LINEAGE_INVALID_PARAMS', ['relationsLimit', String(limit)]);
  return {
    direction: 'BOTH',
    inputRelationsLimit: limit,
    outputRelationsLimit: limit,
    depth: 3,
    from: 0,
  };
}

/** By guid; null and an empty body ask for nothing in particular. */
function readConstraints(body: string | undefined, otherwise: Constraints): Map<Guid, Constraints> {
  const json = body === undefined ? {} : (parseBody(lineageConstraints, body) ?? {});
  const wanted = new Map<Guid, Constraints>();
  for (const [guid, given] of Object.entries(
    json as Record<string, Record<string, unknown> | null>,
  )) {
    const one = {...otherwise};
    if (typeof given?.['direction'] === 'string')
      one.direction = given['direction'] as LineageDirection;
    for (const name of ['inputRelationsLimit', 'outputRelationsLimit', 'depth', 'from'] as const) {
      const value = Number(given?.[name] ?? one[name]);
      const least = name === 'depth' ? -1 : 0;
      if (!Number.isSafeInteger(value) || value < least) {
        throw new AppError('INSTANCE_LINEAGE_INVALID_PARAMS', [name, String(given?.[name])]);
      }
      one[name] = value;
    }
    wanted.set(guid, one);
  }
  return wanted;
}
