import {
  AppError,
  carriedAfter,
  classificationsAfter,
  entityHeader,
  entityJson,
  type CarriedClassification,
  type EdgeRecord,
  type EntityHeader,
  type EntityJson,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {
  entitiesAsOf,
  entityAsOf,
  hiddenGuid,
  historyFloor,
  lastKnown,
  type GraphRead,
  type PastEntity,
} from '@gazetteer/store';
import {query} from '../operation.ts';
import type {ReadOptions, WithExtInfo} from './read-entities.ts';

/**
 * GET /entity/guid/{guid}?asOf=: the entity with the values, classifications of its own and
 * relations that it had at a time in epoch milliseconds. What it was related to then is called by
 * its present name.
 * @throws INSTANCE_GUID_NOT_FOUND also when it was not there yet or not there any more, BAD_REQUEST
 * when nobody knows any more
 */
export const readEntityAsOf = query({
  logAs: 'AtlasEntityStoreV2.getById',
  run: async (
    graph,
    {guid, time, ignoreRelationships}: {guid: Guid; time: number} & ReadOptions,
    c,
  ): Promise<WithExtInfo & {entity: EntityJson}> => {
    const {record, events} = await pastEntity(graph, guid, time);
    const edges = ignoreRelationships ? [] : await edgesAsOf(graph, guid, time);
    const entity = entityJson(graph.types, {
      record: withoutUnaudited(record, c.settings.unauditedAttributes[record.typeName] ?? []),
      edges,
      others: await lastKnown(graph, [...new Set(edges.flatMap(edge => [edge.end1, edge.end2]))]),
      classifications: classificationsAfter(events),
      withRelationships: !ignoreRelationships,
    });
    return {referredEntities: {}, entity};
  },
});

/**
 * An entity as it was at a time (epoch ms), as far as the caller may read it.
 * @throws INSTANCE_GUID_NOT_FOUND when it was not there, BAD_REQUEST when nobody knows any more
 */
export async function pastEntity(graph: GraphRead, guid: Guid, time: number): Promise<PastEntity> {
  const floor = await historyFloor(graph, guid);
  if (floor !== undefined && time <= floor) {
    const until = new Date(floor).toISOString();
    throw new AppError('BAD_REQUEST', [`the history of ${guid} until ${until} was aged out`]);
  }
  const found = await entityAsOf(graph, guid, time);
  if (found === undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
  const [record = found.record] = await graph.redacted([found.record]);
  return {record, events: found.events};
}

/**
 * Headers of those of the entities that there were at a time (epoch ms), with the classifications
 * that they carried then and without terms, in a constant number of statements. What was aged out
 * of a history is missing in it.
 * @throws BAD_REQUEST for entities that have changed too often
 */
export async function pastHeaders(
  graph: GraphRead,
  guids: readonly Guid[],
  time: number,
  attributes: readonly string[],
): Promise<EntityHeader[]> {
  const past = await entitiesAsOf(graph, guids, time, maxPastEvents);
  return (await redacted(graph, past)).map(record =>
    entityHeader(graph.types, record, carriedAfter(past.get(record.guid)?.events ?? []), {
      attributes,
    }),
  );
}

/**
 * What an entity carried at a time (epoch ms): its own classifications, then those that had come
 * from others, with what they held at these then. A source that the caller may not read, or that
 * nobody knows any more, is not told, and neither is what it held.
 * @throws INSTANCE_GUID_NOT_FOUND when it was not there, BAD_REQUEST when nobody knows any more, or
 * when it and the sources have changed too often
 */
export async function carriedAsOf(
  graph: GraphRead,
  guid: Guid,
  time: number,
): Promise<{record: EntityRecord; carried: CarriedClassification[]}> {
  const {record, events} = await pastEntity(graph, guid, time);
  const carried = carriedAfter(events);
  // Those that came from others say so by a status.
  const from = carried.flatMap(one => (one.entityStatus === undefined ? [] : one.entityGuid));
  const sources = await entitiesAsOf(graph, [...new Set(from)], time, maxPastEvents);
  return {
    record,
    carried: carried.map(one => {
      if (one.entityStatus === undefined) return one;
      const source = sources.get(one.entityGuid);
      if (source === undefined) return {...one, entityGuid: hiddenGuid};
      const then = classificationsAfter(source.events).find(own => own.typeName === one.typeName);
      return {...one, ...then, entityStatus: source.record.status};
    }),
  };
}

/**
 * Those of the entities that there were at a time (epoch ms).
 * @throws BAD_REQUEST for entities that have changed too often
 */
export async function pastRecords(
  graph: GraphRead,
  guids: readonly Guid[],
  time: number,
): Promise<readonly EntityRecord[]> {
  return await redacted(graph, await entitiesAsOf(graph, guids, time, maxPastEvents));
}

const redacted = async (graph: GraphRead, past: ReadonlyMap<Guid, PastEntity>) =>
  await graph.redacted(Array.from(past.values(), one => one.record));

/** Events of all entities of an answer together, each of which is kept while it is made. */
const maxPastEvents = 50_000;

/** Nobody knows what they were. */
function withoutUnaudited(record: EntityRecord, unaudited: readonly string[]): EntityRecord {
  const known = Object.entries(record.attributes).filter(([name]) => !unaudited.includes(name));
  return {...record, attributes: Object.fromEntries(known)};
}

/**
 * Relations are kept when they end, with the time of their end; those of what was purged are not.
 */
async function edgesAsOf(graph: GraphRead, guid: Guid, time: number): Promise<EdgeRecord[]> {
  return (await graph.edgesOf([guid])).flatMap((edge): EdgeRecord[] => {
    if (edge.createTime > time || (edge.status === 'DELETED' && edge.updateTime <= time)) return [];
    return [{...edge, status: 'ACTIVE'}];
  });
}
