import {
  AppError,
  auditActions,
  historyOf,
  parseExactly,
  type AuditAction,
  type AuditEvent,
  type AuditStep,
  type ClassificationRecord,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {toAudit, type AuditRow} from '../schema/audit-rows.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {entityColumns, toEntity, type EntityRow} from '../schema/rows.ts';
import {inAuditBlock} from '../schema/schema.ts';

export type AuditQuery = {
  /** Only events of this kind. */
  action?: AuditAction;
  sortBy: 'timestamp' | 'user' | 'action';
  descending: boolean;
  offset: number;
  limit: number;
  /** Starts at this event of an earlier page, which is shown again. */
  from?: AuditPosition;
};

/** Where an event stands among those of its entity. */
export type AuditPosition = {time: number; id: number};

export type AuditedEvent = {event: AuditEvent; step: AuditStep};

/** What a guid stands or stood for: it can come back by an import after it was purged. */
type Life = {entityId: number; last: EntityRecord; isGone: boolean};
type Listed = {entityId: number; event: AuditEvent};

const actionNumber = new Map(auditActions.map((action, i) => [action, i]));
const creations = (['ENTITY_CREATE', 'ENTITY_IMPORT_CREATE'] as const).map(
  action => actionNumber.get(action) ?? 0,
);

/**
 * Events of an entity with what it was around each; undefined for a guid that nothing has or had.
 */
export async function readAudit(
  graph: GraphRead,
  guid: Guid,
  query: AuditQuery,
): Promise<AuditedEvent[] | undefined> {
  const lives = await livesOf(graph, [guid]);
  if (lives.length === 0) return undefined;
  const created = await creationsOf(graph, lives);
  const page = await pageOf(graph, lives, created, query);
  const told = await tell(graph, lives, created, page);
  return page.flatMap(({entityId, event}) => told.get(`${entityId} ${event.id}`) ?? []);
}

/** An entity as it was at some time, with the events up to then, newest first. */
export type PastEntity = {record: EntityRecord; events: AuditEvent[]};

/** The entity as it was at `time`; undefined when there was none. */
export async function entityAsOf(
  graph: GraphRead,
  guid: Guid,
  time: number,
): Promise<PastEntity | undefined> {
  return (await entitiesAsOf(graph, [guid], time)).get(guid);
}

/**
 * Those of the entities that there were at `time`, in a constant number of statements.
 * @param most events that they may have had, since all of them are read
 * @throws BAD_REQUEST beyond
 */
export async function entitiesAsOf(
  graph: GraphRead,
  guids: readonly Guid[],
  time: number,
  most?: number,
): Promise<Map<Guid, PastEntity>> {
  const known = (await livesOf(graph, guids)).filter(one => one.last.createTime <= time);
  const lives = new Map<Guid, Life>();
  for (const life of known) {
    const other = lives.get(life.last.guid);
    if (other === undefined || other.last.createTime < life.last.createTime)
      lives.set(life.last.guid, life);
  }
  const events = await eventsFrom(graph, [...lives.values()], 0, most);
  const found = new Map<Guid, PastEntity>();
  for (const [guid, life] of lives) {
    const past = lifeAsOf(life, events.get(life.entityId) ?? [], time);
    if (past !== undefined) found.set(guid, past);
  }
  return found;
}

function lifeAsOf({last, isGone}: Life, list: AuditEvent[], time: number): PastEntity | undefined {
  // Two writers may note their times in another order than they wrote; what was written first
  // counts as first.
  const first = list.findIndex(event => event.time <= time);
  if (isGone && first === 0) return undefined;
  const undone = first < 0 ? list : list.slice(0, first);
  const oldest = undone.at(-1);
  if (oldest === undefined) return {record: last, events: list};
  const record = historyOf(last, list, true, event => event === oldest).get(oldest.id)?.before;
  return record && {record, events: list.slice(undone.length)};
}

/** As they are in the store or, for what is gone, as they were last; the living ones first. */
async function livesOf(graph: GraphRead, guids: readonly Guid[]): Promise<Life[]> {
  const {session, system} = graph[inner];
  const {inList} = session.dialect;
  const rows = await session.all<EntityRow>(
    `SELECT ${entityColumns} FROM entity e WHERE ${inList('e.guid', 'text')}`,
    [guids],
  );
  const past = await session.all<{entity_id: number; record: string}>(
    `SELECT entity_id, record FROM past_entity WHERE ${inList('guid', 'text')} ORDER BY entity_id DESC`,
    [guids],
  );
  // What may be read of the living is told by the verb; of what is gone nobody knows any more what
  // it carried.
  const readable = graph.readable === undefined ? undefined : await graph.entities(guids, 'look');
  const living = rows.filter(row => readable?.has(row.guid) !== false);
  const gone = past.map(row => ({
    entityId: row.entity_id,
    last: parseExactly(row.record) as EntityRecord,
    isGone: true,
  }));
  return [
    ...living.map(row => ({entityId: row.id, last: toEntity(row, system.symbols), isGone: false})),
    ...gone.filter(one => graph.readable?.allowsGone(one.last) !== false),
  ];
}

/**
 * The creations that no row tells, by entity: of all but shells, imported entities and those that
 * are not audited.
 */
async function creationsOf(
  graph: GraphRead,
  lives: readonly Life[],
): Promise<Map<number, AuditEvent>> {
  const {dialect} = graph[inner].session;
  const rows = await graph[inner].session.all<{entity_id: number}>(
    `SELECT DISTINCT entity_id FROM audit
     WHERE ${inAuditBlock(dialect)} AND ${dialect.inList('entity_id')} AND ${dialect.inList('action', 'int')}`,
    [lives.map(one => one.entityId), creations],
  );
  const told = new Set(rows.map(row => row.entity_id));
  const plain = lives.filter(
    ({entityId, last}) =>
      !told.has(entityId) &&
      last.isIncomplete !== true &&
      !graph.types.entityTypes.get(last.typeName)?.isInternal,
  );
  return new Map(
    plain.map(({entityId, last: {createTime: time, createdBy: userName}}) => [
      entityId,
      {id: 0, action: 'ENTITY_CREATE', time, userName, change: {}},
    ]),
  );
}

const columns = {timestamp: 'time', user: 'user_name', action: 'action'} as const;

/** Who, when and what alone; the creations are put in their places among the rows. */
async function pageOf(
  graph: GraphRead,
  lives: readonly Life[],
  created: ReadonlyMap<number, AuditEvent>,
  {action, sortBy, descending, offset, limit, from}: AuditQuery,
): Promise<Listed[]> {
  const {session} = graph[inner];
  const conditions = [inAuditBlock(session.dialect), session.dialect.inList('entity_id')];
  const params: (number | number[])[] = [lives.map(one => one.entityId)];
  if (action !== undefined) {
    conditions.push('action = ?');
    params.push(actionNumber.get(action) ?? -1);
  }
  if (from !== undefined) {
    conditions.push(
      descending ? '(time < ? OR (time = ? AND id <= ?))' : '(time > ? OR (time = ? AND id >= ?))',
    );
    params.push(from.time, from.time, from.id);
  }
  const way = descending ? 'DESC' : 'ASC';
  const order = [columns[sortBy], ...(sortBy === 'timestamp' ? [] : ['time']), 'id'].map(
    name => `${name} ${way}`,
  );
  const rows = await session.all<AuditRow>(
    `SELECT id, entity_id, action, time, user_name, NULL AS change FROM audit
     WHERE ${conditions.join(' AND ')} ORDER BY ${order.join(', ')} LIMIT ?`,
    [...params, offset + limit],
  );
  const listed = rows.map(row => ({entityId: row.entity_id, event: toAudit(row)}));
  for (const [entityId, event] of created) {
    const isOnPage =
      from === undefined ||
      (descending
        ? event.time <= from.time
        : event.time > from.time || (event.time === from.time && from.id === 0));
    if (isOnPage && (action === undefined || action === event.action))
      listed.push({entityId, event});
  }
  const sign = descending ? -1 : 1;
  return listed
    .toSorted((a, b) => sign * compare(a.event, b.event, sortBy))
    .slice(offset, offset + limit);
}

function compare(a: AuditEvent, b: AuditEvent, sortBy: AuditQuery['sortBy']): number {
  const byUser =
    sortBy !== 'user' || a.userName === b.userName ? 0 : a.userName < b.userName ? -1 : 1;
  const byAction =
    sortBy === 'action' ? (actionNumber.get(a.action) ?? 0) - (actionNumber.get(b.action) ?? 0) : 0;
  return byUser || byAction || a.time - b.time || a.id - b.id;
}

/** The events of `page` in full, by `<entity> <event>`. */
async function tell(
  graph: GraphRead,
  lives: readonly Life[],
  created: ReadonlyMap<number, AuditEvent>,
  page: readonly Listed[],
): Promise<Map<string, AuditedEvent>> {
  const shown = new Set(page.map(({entityId, event}) => `${entityId} ${event.id}`));
  const oldest = Math.min(...page.map(one => one.event.id));
  const events =
    page.length === 0 ? new Map<number, AuditEvent[]>() : await eventsFrom(graph, lives, oldest);
  const told = new Map<string, AuditedEvent>();
  for (const {entityId, last} of lives) {
    const creation = oldest === 0 ? created.get(entityId) : undefined;
    const list = [...(events.get(entityId) ?? []), ...(creation === undefined ? [] : [creation])];
    const history = historyOf(last, list, oldest === 0, event =>
      shown.has(`${entityId} ${event.id}`),
    );
    for (const event of list) {
      const step = history.get(event.id);
      if (step !== undefined) told.set(`${entityId} ${event.id}`, {event, step});
    }
  }
  return told;
}

/**
 * All events from number `first` on by entity, newest first.
 * @throws BAD_REQUEST for more than `most`
 */
async function eventsFrom(
  graph: GraphRead,
  lives: readonly Life[],
  first: number,
  most = Number.MAX_SAFE_INTEGER - 1,
): Promise<Map<number, AuditEvent[]>> {
  const {session} = graph[inner];
  const rows = await session.all<AuditRow>(
    `SELECT id, entity_id, action, time, user_name, change FROM audit
     WHERE ${inAuditBlock(session.dialect)} AND ${session.dialect.inList('entity_id')} AND id >= ? ORDER BY id DESC LIMIT ?`,
    [lives.map(one => one.entityId), first, most + 1],
  );
  if (rows.length > most)
    throw new AppError('BAD_REQUEST', [
      `these entities have had more than ${most} changes; ask about fewer of them`,
    ]);
  const byEntity = new Map<number, AuditEvent[]>();
  for (const row of rows) {
    const list = byEntity.get(row.entity_id);
    if (list === undefined) byEntity.set(row.entity_id, [toAudit(row)]);
    else list.push(toAudit(row));
  }
  return byEntity;
}

/** As they were last, living or gone, by guid. */
export async function lastKnown(
  graph: GraphRead,
  guids: readonly Guid[],
): Promise<Map<Guid, EntityRecord>> {
  if (guids.length === 0) return new Map();
  const known = await graph.entities(guids, 'look');
  const missing = guids.filter(guid => !known.has(guid));
  if (missing.length === 0) return known;
  const rows = await graph[inner].session.all<{guid: string; record: string}>(
    `SELECT guid, record FROM past_entity WHERE ${graph[inner].session.dialect.inList('guid', 'text')} ORDER BY entity_id`,
    [missing],
  );
  for (const {guid, record} of rows) {
    const gone = parseExactly(record) as EntityRecord;
    // The living one of that name may be there and not be read.
    if (
      graph.readable === undefined ||
      (!graph.refused.has(guid) && graph.readable.allowsGone(gone))
    )
      known.set(guid, gone);
  }
  return known;
}

/**
 * The classifications that events `propagated` tell of, as they were at their sources then; by the
 * event.
 */
export async function sourcesOf(
  graph: GraphRead,
  events: readonly AuditEvent[],
): Promise<Map<AuditEvent, ClassificationRecord>> {
  const wanted = events.flatMap(event =>
    event.change.propagated === undefined ? [] : [{event, of: event.change.propagated}],
  );
  const guids = [...new Set(wanted.map(one => one.of.sourceGuid))];
  if (guids.length === 0) return new Map();
  const {dialect} = graph[inner].session;
  const actions = (['CLASSIFICATION_ADD', 'CLASSIFICATION_UPDATE'] as const).map(
    one => actionNumber.get(one) ?? -1,
  );
  const sources =
    `SELECT id FROM entity WHERE ${dialect.inList('guid', 'text')}` +
    ` UNION ALL SELECT entity_id FROM past_entity WHERE ${dialect.inList('guid', 'text')}`;
  const rows = await graph[inner].session.all<AuditRow>(
    `SELECT id, entity_id, action, time, user_name, change FROM audit
     WHERE ${inAuditBlock(dialect)} AND ${dialect.inRows('entity_id', sources)} AND ${dialect.inList('action', 'int')}
     ORDER BY id DESC`,
    [guids, guids, actions],
  );
  const told = rows.map(toAudit);
  const found = new Map<AuditEvent, ClassificationRecord>();
  for (const {event, of} of wanted) {
    const candidates = told.flatMap(one => {
      const source = one.change.classification;
      return source?.typeName === of.typeName && source.entityGuid === of.sourceGuid
        ? [{id: one.id, source}]
        : [];
    });
    const source = (candidates.find(one => one.id < event.id) ?? candidates.at(-1))?.source;
    if (source !== undefined) found.set(event, source);
  }
  return found;
}
