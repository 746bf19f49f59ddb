import {fullTextOf, hasLongPrefix} from '../index/search-fulltext.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {all, raw, runSql, sql, unionAll, type Sql} from '../schema/sql-text.ts';
import {selectHits, type SearchPlan} from './search-plan.ts';

/**
 * Of more hits than these so many are looked at, in so many places: then a count says that there
 * may be more.
 */
export const usualBounds = {hits: 10_000, places: 20};
export type FacetBounds = typeof usualBounds;

/**
 * Where the index of words puts together all words that begin so before it answers the first: each
 * place costs as much as all.
 */
const placesOfPrefix = 3;
/** Types with less than one in so many entities are narrow; at most so many arms. */
const narrow = 4;
const maxArms = 100;

/** Types without other conditions are not counted again. */
export async function hasAtMost(
  graph: GraphRead,
  plan: SearchPlan,
  most: number,
): Promise<boolean> {
  if (plan.counts.reduce((sum, one) => sum + one.count, 0) <= most) return true;
  if (plan.isByTypeOnly) return false;
  const [row] = await runSql<{n: number}>(
    graph[inner].session,
    sql`SELECT count(*) AS n FROM (${hitsOf(plan, plan.where, most + 1)}) AS hit`,
  );
  return Number(row?.n ?? 0) <= most;
}

export function hitsOf(plan: SearchPlan, where: Sql, most: number): Sql {
  return sql`${selectHits({...plan, where}, raw(`${plan.id} AS id`))} LIMIT ${most}`;
}

/**
 * Some of very many hits, from places that are spread evenly between the oldest and the newest, so
 * that what was added lately is among them; the first ones where each place would cost as much as
 * all.
 */
export function someHits(plan: SearchPlan, {hits, places}: FacetBounds): Sql {
  const {text, id, context, counts} = plan;
  const isLed = plan.table === 'facet f' && plan.isDriven;
  if (isLed || (text !== undefined && !fullTextOf(context.dialect).stopsAtLimit))
    return hitsOf(plan, plan.where, hits);
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  // Few among others are found by the index of types, which has them of one state in order.
  const isNarrow = text === undefined && total * narrow < context.entityCount(undefined);
  const parts = isNarrow
    ? counts.map(({typeName, status, count}) => ({
        is: `f.type_id = ${context.symbols.id(typeName)} AND f.state = ${status === 'ACTIVE' ? 0 : 1} AND `,
        share: count / total,
      }))
    : [{is: '', share: 1}];
  const most = text !== undefined && hasLongPrefix(text) ? placesOfPrefix : places;
  const wide = Math.max(1, Math.min(most, Math.floor(maxArms / parts.length)));
  const border = (at: number) => `(SELECT low + (high - low) * ${at} / ${wide} FROM ends)`;
  const arms = parts.flatMap(({is, share}) =>
    Array.from({length: wide}, (_, at) => {
      const isThere = raw(`${is}${id} >= ${border(at)} AND ${id} < ${border(at + 1)}`);
      const most = Math.ceil((hits * share) / wide);
      return sql`SELECT id FROM (${hitsOf(plan, all([isThere, plan.where]), most)}) AS part`;
    }),
  );
  return sql`WITH ends AS MATERIALIZED (${endsOf(plan)}) ${unionAll(arms)}`;
}

/** Row numbers between which all hits are. */
function endsOf(plan: SearchPlan): Sql {
  if (plan.text === undefined) return raw('SELECT 0 AS low, max(entity_id) + 1 AS high FROM facet');
  const one = (order: string) =>
    sql`(SELECT id FROM (${selectHits(plan, raw(`${plan.id} AS id`))} ORDER BY id ${raw(order)} LIMIT 1) AS one)`;
  return sql`SELECT ${one('ASC')} AS low, ${one('DESC')} + 1 AS high`;
}
