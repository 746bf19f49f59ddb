import {
  fullTextOf,
  longPrefixes,
  type Endings,
  type IndexedText,
} from '../index/search-fulltext.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {all, joined, raw, runSql, sql, unionAll, type Sql} from '../schema/sql-text.ts';
import {selectHits, type SearchPlan} from './search-plan.ts';

/** So many hits are looked at, in so many places. */
export type PlaceBounds = {readonly hits: number; readonly places: number};

/**
 * Where the index of words puts together all words that begin so before it answers the first: each
 * place costs as much as all.
 */
const placesOfPrefix = 3;
/** Types with less than one in so many entities are narrow; at most so many arms. */
const narrow = 4;
const maxArms = 100;
/** Conditions stand in each arm again, and databases take some 32,000 parameters. */
const maxParameters = 8000;

/** Types without other conditions are not counted again. */
export async function hasAtMost(
  graph: GraphRead,
  plan: SearchPlan,
  most: number,
): Promise<boolean> {
  if (plan.counts.reduce((sum, one) => sum + one.count, 0) <= most) return true;
  if (plan.isByTypeOnly) return false;
  return (await countUpTo(graph, plan, most + 1)) <= most;
}

export async function countUpTo(graph: GraphRead, plan: SearchPlan, most: number): Promise<number> {
  const [row] = await runSql<{n: number}>(
    graph[inner].session,
    sql`SELECT count(*) AS n FROM (${hitsOf(plan, plan.where, most)}) AS hit`,
  );
  return Number(row?.n ?? 0);
}

export function hitsOf(plan: SearchPlan, where: Sql, most: number): Sql {
  return sql`${selectHits({...plan, where}, raw(`${plan.id} AS id`))} LIMIT ${most}`;
}

/**
 * Whether words lead to the hits through an index that finds the first from any place on at once.
 */
export function hasCheapPlaces(plan: SearchPlan): boolean {
  return (
    plan.text !== undefined &&
    fullTextOf(plan.context.dialect).stopsAtLimit &&
    !putsTogether(plan.text, plan.endings)
  );
}

function putsTogether(text: IndexedText, endings: Endings): boolean {
  return longPrefixes(text).some(prefix => !endings.has(prefix));
}

/** One of the places: its first hits, up to `most`, between two row numbers. */
type HitRange = {readonly hits: Sql; readonly low: Sql; readonly high: Sql; readonly most: number};

/**
 * Some of very many hits, from places that are spread evenly between the oldest and the newest, so
 * that what was added lately is among them; the first ones where each place would cost as much as
 * all.
 */
export function someHits(plan: SearchPlan, bounds: PlaceBounds): Sql {
  const {text, context} = plan;
  const isLed = plan.table === 'facet f' && plan.isDriven;
  if (isLed || (text !== undefined && !fullTextOf(context.dialect).stopsAtLimit))
    return hitsOf(plan, plan.where, bounds.hits);
  const arms = rangesOf(plan, bounds).map(({hits}) => sql`SELECT id FROM (${hits}) AS part`);
  return sql`WITH ${endsOf(plan)} ${unionAll(arms)}`;
}

function rangesOf(plan: SearchPlan, {hits, places}: PlaceBounds): HitRange[] {
  const {text, id, context, counts} = plan;
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  // Few among others are found by the index of types, which has them of one state in order.
  const arms = Math.min(maxArms, Math.floor(maxParameters / (plan.where.params.length + 1)));
  const isNarrow =
    text === undefined && counts.length <= arms && total * narrow < context.entityCount(undefined);
  const parts = isNarrow
    ? counts.map(({typeName, status, count}) => ({
        is: `f.type_id = ${context.symbols.id(typeName)} AND f.state = ${status === 'ACTIVE' ? 0 : 1} AND `,
        share: count / total,
      }))
    : [{is: '', share: 1}];
  const wanted = text !== undefined && putsTogether(text, plan.endings) ? placesOfPrefix : places;
  const wide = Math.max(1, Math.min(wanted, Math.floor(arms / parts.length)));
  const border = (at: number) => raw(`(SELECT low + (high - low) * ${at} / ${wide} FROM ends)`);
  return parts.flatMap(({is, share}) =>
    Array.from({length: wide}, (_, at) => {
      const [low, high] = [border(at), border(at + 1)];
      const isThere = sql`${raw(`${is}${id}`)} >= ${low} AND ${raw(id)} < ${high}`;
      const most = Math.ceil((hits * share) / wide);
      return {hits: hitsOf(plan, all([isThere, plan.where]), most), low, high, most};
    }),
  );
}

/** Row numbers between which all hits are. */
function endsOf(plan: SearchPlan): Sql {
  const one = (order: string) =>
    sql`(SELECT id FROM (${selectHits(plan, raw(`${plan.id} AS id`))} ORDER BY id ${raw(order)} LIMIT 1) AS one)`;
  const ends =
    plan.text === undefined
      ? raw('SELECT 0 AS low, max(entity_id) + 1 AS high FROM facet')
      : sql`SELECT ${one('ASC')} AS low, ${one('DESC')} + 1 AS high`;
  return sql`ends AS MATERIALIZED (${ends})`;
}

/** Hits of one type, state and owner, and how many of all they stand for. */
export type FacetRow = {
  readonly type: number;
  readonly state: number;
  readonly owner: string;
  readonly count: number;
};

/**
 * Of very many hits of words some, grouped, each standing for as many as there are where it was
 * found: in a place with more than are looked at they are spread as far as one looked. One
 * statement.
 */
export async function sampledWords(
  graph: GraphRead,
  plan: SearchPlan,
  bounds: PlaceBounds,
): Promise<FacetRow[]> {
  const places = rangesOf(plan, bounds);
  const rows = await lookedAt<Omit<FacetRow, 'count'>>(graph, plan, places, hits => [
    raw('f.type_id AS type, f.state, f.owner,'),
    sql`(${hits}) AS hit CROSS JOIN facet f WHERE f.entity_id = hit.id GROUP BY f.type_id, f.state, f.owner`,
  ]);
  const found = Map.groupBy(rows, row => Number(row.at));
  return [...found].flatMap(([at, some]) => {
    const factor = factorOf(some, places[at]?.most ?? 0);
    return some.map(row => ({...row, count: Number(row.count) * factor}));
  });
}

/** How many such hits there are, by as many as are looked at: one statement. */
export async function estimatedWords(
  graph: GraphRead,
  plan: SearchPlan,
  bounds: PlaceBounds,
): Promise<number> {
  const places = rangesOf(plan, bounds);
  const rows = await lookedAt(graph, plan, places, hits => [raw(''), sql`(${hits}) AS hit`]);
  return rows.reduce(
    (sum, row) => sum + Number(row.count) * factorOf([row], places[Number(row.at)]?.most ?? 0),
    0,
  );
}

/** In the place `at`, from `low` on before `high`: the last that was looked at, if any. */
type Looked = {
  readonly at: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly last: number | null;
};

async function lookedAt<Columns>(
  graph: GraphRead,
  plan: SearchPlan,
  places: readonly HitRange[],
  grouped: (hits: Sql) => readonly [columns: Sql, from: Sql],
): Promise<(Looked & Columns)[]> {
  const arms = places.map(({hits, low, high}, at) => {
    const [columns, from] = grouped(hits);
    return sql`SELECT ${raw(String(at))} AS at, ${low} AS low, ${high} AS high, ${columns} count(*) AS count, max(hit.id) AS last FROM ${from}`;
  });
  return await runSql<Looked & Columns>(
    graph[inner].session,
    sql`WITH ${endsOf(plan)} ${joined(arms, ' UNION ALL ')}`,
  );
}

/** How many hits of a place one that was looked at stands for. */
function factorOf(rows: readonly Looked[], most: number): number {
  const found = rows.reduce((sum, row) => sum + Number(row.count), 0);
  const {low = 0, high = 0} = rows[0] ?? {};
  const last = Math.max(...rows.map(row => Number(row.last ?? 0)));
  return found < most ? 1 : Math.max(1, (Number(high) - Number(low)) / (last + 1 - Number(low)));
}
