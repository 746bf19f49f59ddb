import type {EntityRecord, Guid} from '@gazetteer/model';
import {readableAt} from '../index/readable-sql.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {raw, runSql, sql} from '../schema/sql-text.ts';
import {actorKinds, capped, detailKinds, weekOf} from './count-uses.ts';

/** So many people, columns, joins and statements are told of. */
const maxListed = 100;
const {person} = actorKinds;

/** How often something was used: numbers of people and their statements, and of runs of jobs. */
export type UsageTotal = {
  readonly queries: number;
  readonly writes: number;
  readonly people: number;
  readonly jobRuns: number;
  /** Epoch ms, 0 for never; whatever the days. */
  readonly lastQuery: number;
  readonly lastWrite: number;
};
type Actor = {
  readonly kind: keyof typeof actorKinds;
  readonly actor: string;
  readonly queries: number;
  readonly writes: number;
  readonly totalMs: number;
  readonly longestMs: number;
  readonly lastUse: number;
};
type Detail = {readonly uses: number; readonly lastUse: number; readonly content: unknown};
export type Usage = {
  readonly days: readonly {
    readonly day: number;
    readonly queries: number;
    readonly writes: number;
    readonly people: number;
    readonly jobRuns: number;
  }[];
  readonly actors: readonly Actor[];
  readonly details: Readonly<Record<keyof typeof detailKinds, readonly Detail[]>>;
};

/** Numbers of a SELECT of `usage_day`, in which `since` holds. */
const counted = (since = '1 = 1') => `
  coalesce(sum(CASE WHEN kind = ${person} AND ${since} THEN queries END), 0) AS queries,
  coalesce(sum(CASE WHEN kind = ${person} AND ${since} THEN writes END), 0) AS writes,
  count(DISTINCT CASE WHEN kind = ${person} AND ${since} THEN actor END) AS people,
  coalesce(sum(CASE WHEN kind <> ${person} AND ${since} THEN queries END), 0) AS job_runs`;

type CountRow = {queries: number; writes: number; people: number; job_runs: number};

const countsIn = ({queries, writes, people, job_runs: jobRuns}: CountRow) => ({
  queries: Number(queries),
  writes: Number(writes),
  people: Number(people),
  jobRuns: Number(jobRuns),
});

/** Of each of the entities that was ever used, by guid. `since`: days since 1970. */
export async function usageTotals(
  {[inner]: {session}}: GraphRead,
  guids: readonly Guid[],
  since: number,
): Promise<Map<Guid, UsageTotal>> {
  if (guids.length === 0) return new Map();
  const rows = await session.all<CountRow & {guid: string; last_query: number; last_write: number}>(
    `SELECT e.guid, max(last_query) AS last_query, max(last_write) AS last_write, ${counted(`day >= ${Math.floor(since)}`)}
     FROM entity e JOIN usage_day u ON u.entity_id = e.id
     WHERE ${session.dialect.inList('e.guid', 'text')} GROUP BY e.guid`,
    [guids],
  );
  return new Map(
    rows.map(row => [
      row.guid,
      {...countsIn(row), lastQuery: Number(row.last_query), lastWrite: Number(row.last_write)},
    ]),
  );
}

/** All that is told of one entity, from a day on. A constant number of statements. */
export async function usageOf(graph: GraphRead, guid: Guid, since: number): Promise<Usage> {
  const {session} = graph[inner];
  const of = sql`entity_id = (SELECT id FROM entity WHERE guid = ${guid})`;
  const days = await runSql<CountRow & {day: number}>(
    session,
    sql`SELECT day, ${raw(counted())} FROM usage_day WHERE ${of} AND day >= ${since} GROUP BY day ORDER BY day`,
  );
  type ActorRow = {kind: number; actor: string; queries: number; writes: number} & Record<
    'total_ms' | 'longest_ms' | 'last_use',
    number
  >;
  const actors = await runSql<ActorRow>(
    session,
    sql`SELECT * FROM (SELECT kind, actor, sum(queries) AS queries, sum(writes) AS writes, ${raw(capped('sum(total_ms)'))} AS total_ms,
        ${raw(capped('max(longest_ms)'))} AS longest_ms, max(CASE WHEN last_query > last_write THEN last_query ELSE last_write END) AS last_use,
        row_number() OVER (PARTITION BY kind ORDER BY sum(queries) + sum(writes) DESC, actor) AS n
      FROM usage_day WHERE ${of} AND day >= ${since} GROUP BY kind, actor) ranked
      WHERE n <= ${maxListed} ORDER BY kind, n`,
  );
  type DetailRow = {kind: number; uses: number; last_use: number; content: string};
  // The newest week of each tells what it is.
  const details = await runSql<DetailRow>(
    session,
    sql`SELECT kind, uses, last_use, content FROM (
        SELECT kind, name, uses, last_use, content, row_number() OVER (PARTITION BY kind ORDER BY uses DESC, last_use DESC, name) AS place FROM (
          SELECT kind, name, sum(uses) OVER same AS uses, max(last_use) OVER same AS last_use, content,
            row_number() OVER (PARTITION BY kind, name ORDER BY week DESC) AS n
          FROM usage_detail WHERE ${of} AND week >= ${weekOf(since)} WINDOW same AS (PARTITION BY kind, name)) each_week
        WHERE n = 1) ranked
      WHERE place <= ${maxListed} ORDER BY kind, place`,
  );
  const detailsOf = (kind: keyof typeof detailKinds): Detail[] =>
    details
      .filter(row => row.kind === detailKinds[kind])
      .map(row => ({
        uses: Number(row.uses),
        lastUse: Number(row.last_use),
        content: JSON.parse(row.content),
      }));
  return {
    days: days.map(row => ({day: row.day, ...countsIn(row)})),
    actors: actors.map(row => ({
      kind: row.kind === person ? 'person' : 'job',
      actor: row.actor,
      queries: Number(row.queries),
      writes: Number(row.writes),
      totalMs: Number(row.total_ms),
      longestMs: Number(row.longest_ms),
      lastUse: Number(row.last_use),
    })),
    details: {
      column: detailsOf('column'),
      join: detailsOf('join'),
      query: detailsOf('query'),
    },
  };
}

/** Active entities by how often they were queried from a day on, as far as they may be read. */
export async function mostUsed(
  graph: GraphRead,
  since: number,
  limit: number,
): Promise<{record: EntityRecord; queries: number; people: number}[]> {
  const only = readableAt(graph, 'u.entity_id') ?? raw('1 = 1');
  const rows = await runSql<{entity_id: number; queries: number; people: number}>(
    graph[inner].session,
    sql`SELECT u.entity_id, u.queries, u.people FROM (
        SELECT entity_id, sum(queries) AS queries, count(DISTINCT CASE WHEN kind = ${person} THEN actor END) AS people
        FROM usage_day WHERE day >= ${since} GROUP BY entity_id HAVING sum(queries) > 0) u
      JOIN facet f ON f.entity_id = u.entity_id AND f.state = 0
      WHERE ${only} ORDER BY u.queries DESC, u.people DESC, u.entity_id LIMIT ${limit}`,
  );
  const records = await graph.entitiesAt(rows.map(row => row.entity_id));
  return rows.flatMap(row => {
    const record = records.get(row.entity_id);
    return record === undefined
      ? []
      : [{record, queries: Number(row.queries), people: Number(row.people)}];
  });
}
