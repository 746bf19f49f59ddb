import {AppError, type EdgeRecord, type EntityRecord, type Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {parseBody} from '../api/shape.ts';
import type {Catalog, Settings} from '../catalog.ts';
import {recordsOf} from '../entity/read-entities.ts';
import {OnDemandWalk, type MoreRelations} from './on-demand-walk.ts';
import {
  directionsOf,
  isLineageProcess,
  picture,
  type LineageDirection,
  type LineageJson,
  type LineageView,
} from './read-lineage.ts';
import {lineageConstraints} from './shapes.ts';

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
 * POST /lineage/{guid}: so many relations of each entity as the body asks for, the default number where it does not.
 * @throws LINEAGE_ON_DEMAND_NOT_ENABLED, NO_LINEAGE_CONSTRAINTS_FOR_GUID when the body is about other entities only,
 *   INSTANCE_LINEAGE_INVALID_PARAMS, INSTANCE_GUID_NOT_FOUND, INVALID_LINEAGE_ENTITY_TYPE
 */
export async function readLineageOnDemand(
  c: Catalog,
  {guid, body, ...view}: {guid: Guid; body: string | undefined} & LineageView,
): Promise<LineageOnDemandJson> {
  if (!c.settings.lineageOnDemand) {
    throw new AppError('LINEAGE_ON_DEMAND_NOT_ENABLED', ['atlas.lineage.on.demand.enabled']);
  }
  const wanted = readConstraints(body, c.settings);
  return await c.read('EntityLineageService.getAtlasLineageInfo', async graph => {
    const [record] = await recordsOf(graph, [guid]);
    const own = wanted.get(guid) ?? (wanted.size === 0 ? defaults(c.settings) : undefined);
    if (own === undefined) throw new AppError('NO_LINEAGE_CONSTRAINTS_FOR_GUID', [guid]);
    const constraints = new Map(wanted).set(guid, own);
    const {edges, more} = await walk(c, graph, record as EntityRecord, constraints, own);
    return {
      baseEntityGuid: guid,
      lineageDirection: own.direction,
      lineageDepth: own.depth,
      ...(await picture(graph, guid, edges, view)),
      relationsOnDemand: Object.fromEntries(more),
      lineageOnDemandPayload: Object.fromEntries(constraints),
    };
  });
}

async function walk(
  {settings}: Catalog,
  graph: GraphRead,
  start: EntityRecord,
  constraints: ReadonlyMap<Guid, Constraints>,
  own: Constraints,
): Promise<{edges: readonly EdgeRecord[]; more: ReadonlyMap<Guid, MoreRelations>}> {
  const isProcess = isLineageProcess(graph, start);
  const demand = new OnDemandWalk(graph, {
    maxNodes: settings.lineageMaxNodes,
    windowOf: (guid, direction) => {
      const {inputRelationsLimit, outputRelationsLimit, from} = constraints.get(guid) ?? defaults(settings);
      return {from, limit: direction === 'INPUT' ? inputRelationsLimit : outputRelationsLimit};
    },
  });
  for (const direction of directionsOf(own.direction)) await demand.walk(start.guid, isProcess, direction, own.depth);
  return demand;
}

function defaults({lineageDefaultRelations}: Settings): Constraints {
  return {
    direction: 'BOTH',
    inputRelationsLimit: lineageDefaultRelations,
    outputRelationsLimit: lineageDefaultRelations,
    depth: 3,
    from: 0,
  };
}

/** By guid; null and an empty body ask for nothing in particular. */
function readConstraints(body: string | undefined, settings: Settings): Map<Guid, Constraints> {
  const json = body === undefined ? {} : (parseBody(lineageConstraints, body) ?? {});
  const wanted = new Map<Guid, Constraints>();
  for (const [guid, given] of Object.entries(json as Record<string, Record<string, unknown> | null>)) {
    const one = defaults(settings);
    if (typeof given?.['direction'] === 'string') one.direction = given['direction'] as LineageDirection;
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
