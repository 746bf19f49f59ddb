import {
  parseExactly,
  type ChangeOperation,
  type EdgeRecord,
  type EntityRecord,
} from '@gazetteer/model';
import type {Dialect} from '@gazetteer/db';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {operationOf, type StoredEvent} from '../schema/outbox-rows.ts';
import {entityColumns, toEntity, type EntityRow} from '../schema/rows.ts';

/**
 * What changes tell other systems, written in their transactions (outbox-rows.ts) and read here in
 * an order that holds for everybody: whoever has read up to a place has read all that will ever be
 * before it, and what happened to one entity comes in the order in which it happened.
 *
 * On SQLite, with one writer, that is the order of the row numbers. On PostgreSQL a row with a
 * lower number may become visible after one with a higher number, so a place is given to rows when
 * they are visible, by one transaction at a time. Two changes of one entity wait for each other
 * before they write, so the later one is numbered later and never visible earlier.
 *
 * Places follow each other without a gap.
 */

/** The next event to read: of a row, how many of its events were read. */
export type OutboxPosition = {readonly row: number; readonly index: number};

export type OutboxEvent = {
  readonly place: OutboxPosition;
  readonly operation: ChangeOperation;
  /** Epoch ms. */
  readonly time: number;
  readonly userName: string;
  /** As it is now or, when it is gone for good, as it was last. */
  readonly entity?: EntityRecord;
  /** Of an event about a relationship, as it was then. */
  readonly edge?: EdgeRecord;
  readonly classification?: string;
};

/** What is read at some place. `isGone`: what was there is not kept any more, or never was. */
export type OutboxPage =
  | {readonly isGone: false; readonly events: readonly OutboxEvent[]; readonly next: OutboxPosition}
  | {readonly isGone: true};

type Row = {place: number; time: number; user_name: string; size: number; events: string};

/** Before everything: the oldest that is kept is read first. */
export const startPosition: OutboxPosition = {row: 0, index: 0};

/** Clients take it for an opaque word. */
export function positionText({row, index}: OutboxPosition): string {
  return `${row}.${index}`;
}

/** Undefined for a text that is no place. */
export function readPosition(text: string): OutboxPosition | undefined {
  const [, row, index] = /^(\d{1,15})\.(\d{1,6})$/.exec(text) ?? [];
  return row === undefined ? undefined : {row: Number(row), index: Number(index)};
}

/** At most `limit` events from a place on. */
export async function changesFrom(
  graph: GraphRead,
  from: OutboxPosition,
  limit: number,
): Promise<OutboxPage> {
  const {session} = graph[inner];
  const [first, last] = await boundsOf(graph);
  if (from.row > last + 1 || (from.row > 0 && from.row < first)) return {isGone: true};
  const place = placeColumn(session.dialect);
  const rows = await session.all<Row>(
    `SELECT ${place} AS place, time, user_name, size, events FROM outbox WHERE ${place} IN (
       SELECT place FROM (SELECT ${place} AS place, size, sum(size) OVER (ORDER BY ${place}) AS total FROM outbox
         WHERE ${place} >= ? AND ${place} < ?) AS counted WHERE total - size < ?)
     ORDER BY 1`,
    [from.row, Math.max(from.row, first) + limit, limit + from.index],
  );
  const found = rows.flatMap(row => {
    const done = row.place === from.row ? from.index : 0;
    const events = parseExactly(row.events) as StoredEvent[];
    return events.slice(done).map((event, i) => ({row, event, index: done + i}));
  });
  const page = found.slice(0, limit);
  const end = page.at(-1);
  return {
    isGone: false,
    events: await eventsOf(graph, page),
    next: end === undefined ? from : behind(end),
  };
}

type Found = {readonly row: Row; readonly event: StoredEvent; readonly index: number};

function behind({row, index}: Found): OutboxPosition {
  return index + 1 < row.size ? {row: row.place, index: index + 1} : {row: row.place + 1, index: 0};
}

async function eventsOf(graph: GraphRead, page: readonly Found[]): Promise<OutboxEvent[]> {
  const {symbols} = graph[inner].system;
  const entities = await entitiesOf(graph, [...new Set(page.map(({event}) => event[1]))]);
  return page.map(({row, event, index}): OutboxEvent => {
    const [, id, typeId, edge] = event;
    const entity = entities.get(id);
    return {
      place: {row: row.place, index},
      operation: operationOf(event),
      time: row.time,
      userName: row.user_name,
      ...(entity === undefined ? {} : {entity}),
      ...(edge === undefined ? {} : {edge}),
      ...(typeId === undefined || typeId === 0 ? {} : {classification: symbols.name(typeId)}),
    };
  });
}

async function entitiesOf(
  graph: GraphRead,
  ids: readonly number[],
): Promise<Map<number, EntityRecord>> {
  const {session, system} = graph[inner];
  const found = new Map<number, EntityRecord>();
  if (ids.length === 0) return found;
  const {inList} = session.dialect;
  const rows = await session.all<EntityRow>(
    `SELECT ${entityColumns} FROM entity e WHERE ${inList('e.id')}`,
    [ids],
  );
  const records = await graph.redacted(rows.map(row => toEntity(row, system.symbols)));
  rows.forEach((row, i) => found.set(row.id, records[i] ?? toEntity(row, system.symbols)));
  const missing = ids.filter(id => id !== 0 && !found.has(id));
  if (missing.length === 0) return found;
  const past = await session.all<{entity_id: number; record: string}>(
    `SELECT entity_id, record FROM past_entity WHERE ${inList('entity_id')}`,
    [missing],
  );
  for (const row of past) found.set(row.entity_id, parseExactly(row.record) as EntityRecord);
  return found;
}

/** Behind everything that there is. */
export async function lastPosition(graph: GraphRead): Promise<OutboxPosition> {
  const [, last] = await boundsOf(graph);
  return {row: last + 1, index: 0};
}

/**
 * The oldest row that is kept and the newest; when there is none, the oldest is behind the newest.
 */
async function boundsOf({[inner]: db}: GraphRead): Promise<[number, number]> {
  const place = placeColumn(db.session.dialect);
  const [row] = await db.session.all<{first: number | null; last: number | null}>(
    `SELECT (SELECT min(${place}) FROM outbox) AS first, (SELECT max(${place}) FROM outbox) AS last`,
  );
  const last = row?.last ?? 0;
  return [row?.first ?? last + 1, last];
}

/** Whether there are rows without a place. */
export async function awaitsNumbers({[inner]: db}: GraphRead): Promise<boolean> {
  if (db.session.dialect.hasOneWriter) return false;
  return (await db.session.all('SELECT 1 FROM outbox WHERE place IS NULL LIMIT 1')).length > 0;
}

/** Gives places to the rows that are visible and have none. */
export async function numberChanges({[inner]: db}: GraphTx): Promise<void> {
  // Whoever holds this row is alone; the next statement sees what was committed until then.
  const [last] = await db.session.all<{value: string}>(
    `SELECT value FROM setting WHERE name = 'outbox.last'${db.session.dialect.forUpdate}`,
  );
  const before = Number(last?.value ?? 0);
  const count = await db.session.run(
    `UPDATE outbox SET place = numbered.place FROM
       (SELECT id, CAST(? AS bigint) + row_number() OVER (ORDER BY id) AS place FROM outbox WHERE place IS NULL) AS numbered
     WHERE outbox.id = numbered.id`,
    [before],
  );
  if (count > 0) {
    await db.session.run(`UPDATE setting SET value = ? WHERE name = 'outbox.last'`, [
      String(before + count),
    ]);
  }
}

/** How much is kept, and what of it somebody still waits for. */
export type OutboxBounds = {
  /** Rows from this one on are waited for. */
  readonly needed: number;
  /** Rows of this time (epoch ms) and later stay for readers of the feed. */
  readonly keptFrom: number;
  /** More rows are never kept, whoever waits for them. */
  readonly maxRows: number;
};

/** At most so many rows go in one call, so that others need not wait. */
const trimmedRows = 5000;

/**
 * Removes what nobody needs any more; the newest row stays, as it says where places go on.
 * @returns how many rows went, how many of them somebody waited for, how many are left
 */
export async function trimChanges(
  tx: GraphTx,
  {needed, keptFrom, maxRows}: OutboxBounds,
): Promise<{removed: number; lost: number; left: number}> {
  const {session} = tx[inner];
  const place = placeColumn(session.dialect);
  const [first, last] = await boundsOf(tx);
  const rows = await session.all<{place: number; time: number}>(
    `SELECT ${place} AS place, time FROM outbox WHERE ${place} < ? ORDER BY ${place} LIMIT ?`,
    [last, trimmedRows],
  );
  const tooMany = last - maxRows;
  const kept = rows.find(
    row => row.place > tooMany && (row.place >= needed || row.time >= keptFrom),
  )?.place;
  const end = kept ?? (rows.at(-1)?.place ?? first - 1) + 1;
  if (end <= first) return {removed: 0, lost: 0, left: last - first + 1};
  await session.run(`DELETE FROM outbox WHERE ${place} < ?`, [end]);
  return {
    removed: end - first,
    lost: Math.max(0, end - Math.max(first, needed)),
    left: last - end + 1,
  };
}

function placeColumn({hasOneWriter}: Dialect): string {
  return hasOneWriter ? 'id' : 'place';
}
