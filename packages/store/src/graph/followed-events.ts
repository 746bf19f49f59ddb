import {auditActions, type AuditEvent, type Guid} from '@gazetteer/model';
import {toAudit, type AuditRow} from '../schema/audit-rows.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {attachedActions, inAuditBlock} from '../schema/schema.ts';

/** Something that happened to an entity, which may be gone. */
export type EntityEvent = {readonly guid: Guid; readonly event: AuditEvent};

const columns = 'a.id, a.entity_id, a.action, a.time, a.user_name, a.change';

const updates = (['ENTITY_UPDATE', 'ENTITY_IMPORT_UPDATE'] as const).map(one =>
  auditActions.indexOf(one),
);

/** Of the index of events by entity: the last million events of the catalog. */
const newestBlocks = 32;

type Bounds = {
  /** Later than this (epoch ms). */
  readonly after: number;
  readonly limit: number;
};

/**
 * The newest events of the entities, of each no more than `each`, however many it has. Whoever asks
 * makes sure that the entities may be read.
 */
export async function lastEventsOf(
  graph: GraphRead,
  guids: readonly Guid[],
  {after, limit, each}: Bounds & {readonly each: number},
): Promise<EntityEvent[]> {
  if (guids.length === 0) return [];
  const {session} = graph[inner];
  const {inList, inRows, tupleRows} = session.dialect;
  const entities = await session.all<{id: number; guid: string}>(
    `SELECT id, guid FROM entity WHERE ${inList('guid', 'text')}
     UNION ALL SELECT entity_id, guid FROM past_entity WHERE ${inList('guid', 'text')}`,
    [guids, guids],
  );
  const newest = `SELECT own.id FROM audit own
    WHERE ${inAuditBlock(session.dialect, newestBlocks)} AND own.entity_id = w.entity_id ORDER BY own.id DESC LIMIT ${each}`;
  const rows = await session.all<AuditRow>(
    `SELECT ${columns} FROM ${tupleRows({entity_id: 'id'})} w CROSS JOIN audit a
     WHERE ${inRows('a.id', newest)} AND a.time > ? ORDER BY a.id DESC LIMIT ?`,
    [JSON.stringify(entities.map(one => [one.id])), after, limit],
  );
  return withGuids(rows, entities);
}

/**
 * The newest events that attach a classification or a term to an entity, change it, or remove it;
 * of classifications that propagate only those at their sources.
 */
export async function attachedSince(
  graph: GraphRead,
  {after, limit}: Bounds,
): Promise<EntityEvent[]> {
  const {session} = graph[inner];
  const rows = await session.all<AuditRow>(
    `SELECT ${columns} FROM audit a WHERE ${attachedActions()} AND time > ? ORDER BY time DESC LIMIT ?`,
    [after, limit],
  );
  if (rows.length === 0) return [];
  const {inList} = session.dialect;
  const ids = [...new Set(rows.map(row => row.entity_id))];
  const entities = await session.all<{id: number; guid: string}>(
    `SELECT id, guid FROM entity WHERE ${inList('id')}
     UNION ALL SELECT entity_id, guid FROM past_entity WHERE ${inList('entity_id')}`,
    [ids, ids],
  );
  return withGuids(rows, entities);
}

/**
 * The updates of entities that were written at such a time, among the last million events of the
 * catalog. Whoever asks makes sure that the entities may be read.
 */
export async function updatesAt(
  graph: GraphRead,
  guids: readonly Guid[],
  times: readonly number[],
): Promise<EntityEvent[]> {
  if (guids.length === 0) return [];
  const {session} = graph[inner];
  const {inList} = session.dialect;
  const entities = await session.all<{id: number; guid: string}>(
    `SELECT id, guid FROM entity WHERE ${inList('guid', 'text')}`,
    [guids],
  );
  const rows = await session.all<AuditRow>(
    `SELECT ${columns} FROM audit a WHERE ${inAuditBlock(session.dialect, newestBlocks)}
     AND ${inList('a.entity_id')} AND ${inList('a.time')} AND ${inList('a.action', 'int')} ORDER BY a.id`,
    [entities.map(one => one.id), times, updates],
  );
  return withGuids(rows, entities);
}

function withGuids(
  rows: readonly AuditRow[],
  entities: readonly {readonly id: number; readonly guid: string}[],
): EntityEvent[] {
  const guids = new Map(entities.map(one => [one.id, one.guid]));
  return rows.flatMap(row => {
    const guid = guids.get(row.entity_id);
    return guid === undefined ? [] : [{guid, event: toAudit(row)}];
  });
}
