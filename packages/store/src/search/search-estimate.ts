import {inner, type GraphRead} from '../schema/graph.ts';
import {oneOfTypes, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';
import {countUpTo, estimatedWords, hasCheapPlaces} from './hit-places.ts';
import type {SearchPlan} from './search-plan.ts';

type Bounds = {
  /** Hits that are counted one by one; of more than twice as many their number is estimated. */
  readonly maxCounted: number;
  /**
   * Fewer hits than these in a sample say too little, and are so rare that a page of them would be
   * looked for too long.
   */
  readonly minHits: number;
};

const usualBounds: Bounds = {maxCounted: 5000, minHits: 40};

/** Entities that a sample looks at, in so many places. */
const sampleSize = 2000;
const places = 40;

/** A search whose hits are many and frequent. */
export type FrequentHits = {
  /** Of which a page is found among the first entities that are looked at. */
  readonly plan: SearchPlan;
  readonly count: number;
};

/**
 * How many hits a search has, where they are many, from a sample of the entities of its types: a
 * constant amount of work, one statement. Undefined where they are to be counted.
 */
export async function frequentHits(
  graph: GraphRead,
  exact: SearchPlan,
  {maxCounted, minHits}: Bounds = usualBounds,
): Promise<FrequentHits | undefined> {
  const candidates = exact.counts.reduce((sum, one) => sum + one.count, 0);
  if (exact.alone === undefined || exact.isByTypeOnly || candidates <= 2 * maxCounted)
    return undefined;
  if (await isShort(graph, exact.range, 2 * maxCounted)) return undefined;
  const plan = exact.alone();
  const {dialect} = graph[inner].session;
  // Each place is as wide as holds its part of the sample where entities of the types are spread
  // evenly.
  const share = sampleSize / candidates / places;
  const numbers = {
    text: dialect.listRows('id'),
    params: [Array.from({length: places}, (_, n) => n)],
  };
  const place = sql`SELECT value * top / ${raw(String(places))} AS low, value * top / ${raw(String(places))} + CAST(top * ${raw(String(share))} AS bigint) + 1 AS high
    FROM (SELECT max(entity_id) + 1 AS top FROM facet) AS ends CROSS JOIN ${numbers}`;
  const entity = raw(plan.needsEntity ? 'CROSS JOIN entity e' : '');
  const sameEntity = raw(plan.needsEntity ? 'AND e.id = f.entity_id' : '');
  const isThere = raw('f.entity_id >= place.low AND f.entity_id < place.high');
  const ofTypes = oneOfTypes(
    plan.context,
    'f.type_id',
    plan.counts.map(one => one.typeName),
  );
  const inScope = plan.counts.some(one => one.status === 'DELETED')
    ? ofTypes
    : sql`${ofTypes} AND f.state = 0`;
  const [found] = await runSql<{looked: number; hits: number | null}>(
    graph[inner].session,
    sql`SELECT count(*) AS looked, sum(CASE WHEN ${plan.where} THEN 1 ELSE 0 END) AS hits
      FROM (${place}) AS place CROSS JOIN facet f ${entity} WHERE ${isThere} AND ${inScope} ${sameEntity}`,
  );
  const [looked, hits] = [Number(found?.looked ?? 0), Number(found?.hits ?? 0)];
  const count = (hits / Math.max(looked, 1)) * candidates;
  return hits < minHits || count < 2 * maxCounted ? undefined : {plan, count: rounded(count)};
}

/** Whether a range of an index leads to no more than `most` entities: they are counted at once. */
async function isShort(graph: GraphRead, range: Sql | undefined, most: number): Promise<boolean> {
  if (range === undefined) return false;
  const some = sql`SELECT 1 FROM (${range}) AS part LIMIT ${most + 1}`;
  const [row] = await runSql<{n: number}>(
    graph[inner].session,
    sql`SELECT count(*) AS n FROM (${some}) AS few`,
  );
  return Number(row?.n ?? 0) <= most;
}

/** Hits of words that are counted one by one, and how many of more are looked at. */
const ofWords = {counted: 10_000, hits: 2000, places: 10};

/**
 * How many hits words lead to: exactly up to a bound, else what a sample says: two statements.
 * Undefined where all are to be counted.
 */
export async function countWords(
  graph: GraphRead,
  plan: SearchPlan,
  {counted, ...inPlaces}: typeof ofWords = ofWords,
): Promise<number | undefined> {
  const candidates = plan.counts.reduce((sum, one) => sum + one.count, 0);
  if (!hasCheapPlaces(plan) || candidates <= counted) return undefined;
  const few = await countUpTo(graph, plan, counted + 1);
  if (few <= counted) return few;
  const count = await estimatedWords(graph, plan, inPlaces);
  return Math.max(counted + 1, Math.min(candidates, rounded(count)));
}

/** To two digits: more would promise what a sample cannot tell. */
export function rounded(count: number): number {
  return Number(count.toPrecision(2));
}
