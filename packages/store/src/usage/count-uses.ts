import type {Session} from '@gazetteer/db';
import {dayMs, type Guid} from '@gazetteer/model';
import {inner, type GraphTx} from '../schema/graph.ts';
import {usageDay, usageDetail, usageReport} from '../schema/schema.ts';

/** What of an asset is counted by itself. */
export const detailKinds = {column: 0, join: 1, query: 2} as const;
type DetailKind = keyof typeof detailKinds;
/** Who uses assets. */
export const actorKinds = {person: 0, job: 1} as const;

/** So many are kept of an asset and a week: those that are used most. */
const maxDetails = {column: 1000, join: 200, query: 200} as const;
/** Texts of statements are kept for so many weeks. */
const queryWeeks = 14;
/** What ran longer is counted as this. */
const longestMs = 366 * dayMs;
/** Sums stop here: SQLite gives no larger numbers out. */
const maxSum = Number.MAX_SAFE_INTEGER;
/** An expression of SQL, no larger than sums are. */
export const capped = (sum: string): string =>
  `CASE WHEN ${sum} > ${maxSum} THEN ${maxSum} ELSE ${sum} END`;
/** Days that go at a time. */
const daysAtATime = 7;

/** What a statement or a run did with one asset. */
export type CountedUse = {
  readonly guid: Guid;
  /** Epoch ms. */
  readonly time: number;
  readonly ms: number;
  readonly actor: string;
  readonly kind: keyof typeof actorKinds;
  readonly isRead: boolean;
  readonly isWritten: boolean;
  readonly details: readonly {
    readonly kind: DetailKind;
    readonly name: string;
    /** As JSON; the newest is kept. `guid` in it stands for an asset. */
    readonly content: object;
  }[];
};

type DayRow = {
  entity_id: number;
  day: number;
  kind: number;
  actor: string;
  queries: number;
  writes: number;
  total_ms: number;
  longest_ms: number;
  last_query: number;
  last_write: number;
};
type DetailRow = {
  entity_id: number;
  kind: number;
  week: number;
  name: string;
  uses: number;
  last_use: number;
  content: string;
};

export const weekOf = (day: number): number => Math.floor(day / 7);

/** Those that were not counted yet; they are noted as counted. */
export async function newReports(
  {[inner]: {session}}: GraphTx,
  reports: readonly {readonly id: string; readonly time: number}[],
): Promise<Set<string>> {
  const all = new Map(reports.map(({id, time}) => [id, Math.floor(time / dayMs)]));
  if (all.size === 0) return new Set();
  const rows = await session.all<{id: string}>(
    `SELECT id FROM usage_report WHERE ${session.dialect.inList('id', 'text')}`,
    [[...all.keys()]],
  );
  for (const {id} of rows) all.delete(id);
  await session.insert(usageReport, [...all]);
  return new Set(all.keys());
}

/**
 * Adds up what was used: a row for each asset, day and person. Whoever calls it holds the lease of
 * what is taken in, so that nobody else counts at the same time. A constant number of statements.
 */
export async function countUses(tx: GraphTx, uses: readonly CountedUse[]): Promise<void> {
  const {session} = tx[inner];
  const ids = await rowsOf(session, uses);
  const known = uses.filter(({guid}) => ids.has(guid));
  if (known.length === 0) return;
  await saveDays(session, known, ids);
  await saveDetails(session, known, ids);
}

async function rowsOf(session: Session, uses: readonly CountedUse[]): Promise<Map<Guid, number>> {
  const guids = [...new Set(uses.map(({guid}) => guid))];
  const rows = await session.all<{id: number; guid: string}>(
    `SELECT id, guid FROM entity WHERE ${session.dialect.inList('guid', 'text')}`,
    [guids],
  );
  return new Map(rows.map(({id, guid}) => [guid, id]));
}

async function saveDays(
  session: Session,
  uses: readonly CountedUse[],
  ids: ReadonlyMap<Guid, number>,
): Promise<void> {
  const rows = new Map<string, DayRow>();
  for (const use of uses) {
    const row = dayRowOf(use, ids.get(use.guid) ?? 0);
    const key = keyOf(row);
    const before = rows.get(key);
    rows.set(key, before === undefined ? row : addedDay(before, row));
  }
  const keys = [...rows.values()].map(one => [one.entity_id, one.day, one.kind, one.actor]);
  const given = session.dialect.tupleRows({
    entity_id: 'id',
    day: 'int',
    kind: 'int',
    actor: 'text',
  });
  const there = await session.all<DayRow>(
    `SELECT d.entity_id, d.day, d.kind, d.actor, d.queries, d.writes, ${capped('d.total_ms')} AS total_ms,
       ${capped('d.longest_ms')} AS longest_ms, d.last_query, d.last_write FROM ${given} given JOIN usage_day d ON d.entity_id = given.entity_id
       AND d.day = given.day AND d.kind = given.kind AND d.actor = given.actor`,
    [JSON.stringify(keys)],
  );
  for (const row of there) {
    const more = rows.get(keyOf(row));
    if (more !== undefined) rows.set(keyOf(row), addedDay(row, more));
  }
  const columns = Object.keys(usageDay.columns) as (keyof DayRow)[];
  const key = columns.slice(0, 4);
  await session.insert(
    usageDay,
    [...rows.values()].map(row => columns.map(name => row[name])),
    {key, set: columns.slice(4)},
  );
}

function keyOf({entity_id, day, kind, actor}: DayRow): string {
  return `${entity_id} ${day} ${kind} ${actor}`;
}

function dayRowOf(use: CountedUse, id: number): DayRow {
  const {time, actor, kind, isRead, isWritten} = use;
  const ms = Math.min(use.ms, longestMs);
  return {
    entity_id: id,
    day: Math.floor(time / dayMs),
    kind: actorKinds[kind],
    actor,
    queries: isRead ? 1 : 0,
    writes: isWritten ? 1 : 0,
    total_ms: ms,
    longest_ms: ms,
    last_query: isRead ? time : 0,
    last_write: isWritten ? time : 0,
  };
}

function addedDay(one: DayRow, other: DayRow): DayRow {
  return {
    ...one,
    queries: one.queries + other.queries,
    writes: one.writes + other.writes,
    total_ms: Math.min(one.total_ms + other.total_ms, maxSum),
    longest_ms: Math.max(one.longest_ms, other.longest_ms),
    last_query: Math.max(one.last_query, other.last_query),
    last_write: Math.max(one.last_write, other.last_write),
  };
}

async function saveDetails(
  session: Session,
  uses: readonly CountedUse[],
  ids: ReadonlyMap<Guid, number>,
): Promise<void> {
  const rows = new Map<string, DetailRow>();
  for (const {guid, time, details} of uses) {
    const [entityId, week] = [ids.get(guid) ?? 0, weekOf(Math.floor(time / dayMs))];
    for (const {kind, name, content} of details) {
      const key = JSON.stringify([entityId, kind, week, name]);
      const before = rows.get(key);
      const isNewer = before === undefined || before.last_use <= time;
      rows.set(key, {
        entity_id: entityId,
        kind: detailKinds[kind],
        week,
        name,
        uses: (before?.uses ?? 0) + 1,
        last_use: isNewer ? time : before.last_use,
        content: isNewer ? JSON.stringify(content) : before.content,
      });
    }
  }
  if (rows.size === 0) return;
  await session.insert(
    usageDetail,
    [...rows.values()].map(row => [
      row.entity_id,
      row.kind,
      row.week,
      row.name,
      row.uses,
      row.last_use,
      row.content,
    ]),
    {
      key: ['entity_id', 'kind', 'week', 'name'],
      set: ['last_use', 'content'],
      add: ['uses'],
    },
  );
  await trimDetails(session, [...rows.values()]);
}

/** Of too many those go that are used least, of these the oldest. */
async function trimDetails(session: Session, changed: readonly DetailRow[]): Promise<void> {
  const groups = new Set(changed.map(row => JSON.stringify([row.entity_id, row.kind, row.week])));
  const given = session.dialect.tupleRows({entity_id: 'id', kind: 'int', week: 'int'});
  const limits = Object.entries(maxDetails)
    .map(([kind, most]) => `WHEN ${detailKinds[kind as DetailKind]} THEN ${most}`)
    .join(' ');
  await session.run(
    `DELETE FROM usage_detail WHERE (entity_id, kind, week, name) IN (
       SELECT entity_id, kind, week, name FROM (
         SELECT d.entity_id, d.kind, d.week, d.name, row_number() OVER (
           PARTITION BY d.entity_id, d.kind, d.week ORDER BY d.uses DESC, d.last_use DESC, d.name) AS n
         FROM ${given} given JOIN usage_detail d ON d.entity_id = given.entity_id
           AND d.kind = given.kind AND d.week = given.week) ranked
       WHERE n > CASE kind ${limits} END)`,
    [`[${[...groups].join(',')}]`],
  );
}

/**
 * Lets go of what is older; a few days at a time, so that writers come in between.
 * @returns how many rows went: there may be more as long as there are any
 */
export async function ageOutUsage(
  {[inner]: {session}}: GraphTx,
  {now, days, reportDays}: {now: number; days: number; reportDays: number},
): Promise<number> {
  const today = Math.floor(now / dayMs);
  const before = async (table: string, unit: string, limit: number, step: number, more = '') =>
    await session.run(
      `DELETE FROM ${table} WHERE ${unit} < ? AND ${unit} < (SELECT min(${unit}) FROM ${table}${more === '' ? '' : ` WHERE ${more}`}) + ${step}${more === '' ? '' : ` AND ${more}`}`,
      [limit],
    );
  const oldest = today - days + 1;
  const isQuery = `kind = ${detailKinds.query}`;
  return (
    (await before('usage_day', 'day', oldest, daysAtATime)) +
    (await before('usage_detail', 'week', weekOf(oldest), 1)) +
    (await before('usage_detail', 'week', weekOf(today) - queryWeeks, 1, isQuery)) +
    (await before('usage_report', 'day', today - reportDays, daysAtATime))
  );
}
