import {isReady, type SearchQuery} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {hasCheapPlaces, sampledWords, type FacetRow} from './hit-places.ts';
import {planSearch, selectHits, type SearchPlan} from './search-plan.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {ownerKey} from '../index/search-index.ts';
import {rounded} from './search-estimate.ts';
import {searchPlanned, type SearchHits} from './search.ts';
import {all, raw, runSql, sql, valuesWithin, type Sql} from '../schema/sql-text.ts';

/**
 * How many hits there are of each type, status and owner; those without an owner are not among the
 * owners.
 */
export type SearchFacets = {
  readonly types: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<'ACTIVE' | 'DELETED', number>;
  readonly owners: ReadonlyMap<string, number>;
};

/**
 * Above this many hits a sample is counted, of types with no more entities than `wholeType` all.
 */
const maxGrouped = 10_000;
const wholeType = 2000;
/** Hits, or entities, in a sample; of words in so many places. */
const sampleSize = 5000;
const inPlaces = {hits: sampleSize, places: 20};

/**
 * Hits of words are grouped before anybody knows how many they are: all where no more entities than
 * `all` can be hits, else `some`, where the index stops there.
 */
const beforeCounting = {all: maxGrouped, some: 3000};

/**
 * One page of the hits with the facets of all of them. Where the hits of words are not too many to
 * be grouped, their number is the sum of the groups: they are not counted as well.
 */
export async function searchWithFacets(
  graph: GraphRead,
  query: SearchQuery,
  limits: typeof beforeCounting = beforeCounting,
): Promise<{hits: SearchHits; facets: SearchFacets}> {
  const plan = await planSearch(graph, query);
  const rows = await rowsOfFew(graph, plan, limits);
  if (rows === undefined) {
    const hits = await searchPlanned(graph, plan, query);
    return {hits, facets: await facetsOf(graph, plan, hits.count)};
  }
  const hits = await searchPlanned(graph, plan, query, totalOf(rows));
  return {hits, facets: facetsIn(plan, rows)};
}

/** Undefined where hits are, or may be, too many. */
async function rowsOfFew(
  graph: GraphRead,
  plan: SearchPlan,
  {all: most, some}: typeof beforeCounting,
): Promise<FacetRow[] | undefined> {
  if (plan.isEmpty || plan.text === undefined) return undefined;
  const {session} = graph[inner];
  if (totalOf(plan.counts) <= most) return await runSql<FacetRow>(session, hitRows(plan));
  const isOfWords = plan.table === 'document d' && !plan.needsEntity;
  if (!isOfWords || !fullTextOf(session.dialect).stopsAtLimit) return undefined;
  const hits = sql`${selectHits(plan, raw(`${plan.id} AS id`))} LIMIT ${some + 1}`;
  const rows = await runSql<FacetRow>(
    session,
    sql`SELECT ${groupColumns} FROM (${hits}) AS hit CROSS JOIN facet f WHERE f.entity_id = hit.id ${groups}`,
  );
  return totalOf(rows) > some ? undefined : rows;
}

function totalOf(rows: readonly {readonly count: number}[]): number {
  return rows.reduce((sum, row) => sum + Number(row.count), 0);
}

/**
 * Counted over all `count` hits of the search, not over one page, in two statements at most after
 * the plan's. Where they are very many, numbers of owners and of frequent types are estimates.
 */
export async function facetsOf(
  graph: GraphRead,
  plan: SearchPlan,
  count: number,
): Promise<SearchFacets> {
  if (plan.isEmpty || count === 0)
    return {types: new Map(), statuses: new Map(), owners: new Map()};
  if (plan.isByTypeOnly && isOwnerReady(graph)) {
    const owners =
      count > maxGrouped
        ? estimated(ownersIn(await sampledRows(graph, plan, count)))
        : await ownersOf(graph, plan);
    return byType(plan.counts, owners);
  }
  if (count <= maxGrouped)
    return facetsIn(plan, await runSql<FacetRow>(graph[inner].session, hitRows(plan)));
  const {types, statuses, owners} = facetsIn(plan, await sampledRows(graph, plan, count));
  return {types: estimated(types), statuses: estimated(statuses), owners: estimated(owners)};
}

function facetsIn({context}: SearchPlan, rows: readonly FacetRow[]): SearchFacets {
  return {
    types: sums(rows, row => context.symbols.name(row.type)),
    statuses: sums(rows, row => (row.state === 0 ? 'ACTIVE' : 'DELETED')),
    owners: ownersIn(rows),
  };
}

function ownersIn(rows: readonly {owner: string; count: number}[]): Map<string, number> {
  return sums(
    rows.filter(row => row.owner !== ''),
    row => row.owner,
  );
}

/**
 * Rows of `hitRows`, with the numbers that those of a sample stand for: one statement for it, one
 * for the types that are counted whole.
 */
async function sampledRows(
  graph: GraphRead,
  exact: SearchPlan,
  count: number,
): Promise<FacetRow[]> {
  const sizes = sums(exact.counts, one => one.typeName);
  const names = (isWhole: boolean) =>
    [...sizes].flatMap(([name, size]) => (size <= wholeType === isWhole ? [name] : []));
  const rowsOf = async (plan: SearchPlan, types: readonly string[]) =>
    types.length === 0
      ? []
      : await runSql<FacetRow>(
          graph[inner].session,
          hitRows({...plan, where: plan.whereOf(types)}),
        );
  const whole = await rowsOf(exact.alone?.() ?? exact, names(true));
  const large = names(false);
  const sample = !hasCheapPlaces(exact)
    ? await rowsOf(sampleOf(exact, count), large)
    : large.length === 0
      ? []
      : await sampledWords(graph, {...exact, where: exact.whereOf(large)}, inPlaces);
  const each = Math.max(0, count - totalOf(whole)) / Math.max(1, totalOf(sample));
  return [...whole, ...sample.map(row => ({...row, count: Number(row.count) * each}))];
}

/** Of 32 bits; by Knuth, spreads row numbers evenly whatever their period. */
const hashFactor = 2_654_435_761;

/**
 * The same search for some of its hits. Words are met by walking their lists, of which those hits
 * are taken whose number has a low hash; other searches test entities that stand evenly among all.
 */
function sampleOf(plan: SearchPlan, count: number): SearchPlan {
  const {id, context} = plan;
  if (plan.table === 'document d') {
    const below = Math.ceil((2 ** 32 / count) * sampleSize);
    const isSampled = raw(`(((${id} & 16777215) * ${hashFactor}) & 4294967295) < ${below}`);
    return {...plan, whereOf: types => all([isSampled, plan.whereOf(types)])};
  }
  const list: Sql = {
    text: context.dialect.listRows('id'),
    params: [Array.from({length: sampleSize}, (_, n) => n)],
  };
  const even = sql`SELECT value * top / ${raw(String(sampleSize))} FROM ${list}
    CROSS JOIN (SELECT max(entity_id) + 1 AS top FROM facet) AS ends`;
  if (plan.alone !== undefined) return plan.alone(even);
  return {
    ...plan,
    whereOf: types => all([sql`${raw(`+${id}`)} IN (${even})`, plan.whereOf(types)]),
  };
}

type Count = {typeName: string; status: 'ACTIVE' | 'DELETED' | 'SHELL'; count: number};

function byType(counts: readonly Count[], owners: ReadonlyMap<string, number>): SearchFacets {
  return {
    types: sums(counts, one => one.typeName),
    statuses: sums(counts, one => (one.status === 'DELETED' ? 'DELETED' : 'ACTIVE')),
    owners,
  };
}

const groupColumns = raw('f.type_id AS type, f.state, f.owner, count(*) AS count');
const groups = raw('GROUP BY f.type_id, f.state, f.owner');

/** One statement for all three: reading the hits costs more than grouping them. */
function hitRows(plan: SearchPlan): Sql {
  if (plan.table === 'facet f') return sql`${selectHits(plan, groupColumns)} ${groups}`;
  const entity = raw(plan.needsEntity ? 'CROSS JOIN entity e' : '');
  const sameEntity = raw(plan.needsEntity ? `AND e.id = ${plan.id}` : '');
  return sql`SELECT ${groupColumns} FROM document d CROSS JOIN facet f ${entity}
    WHERE ${plan.where} AND ${raw(`f.entity_id = ${plan.id}`)} ${sameEntity} ${groups}`;
}

/** Whether the index has all owners. */
function isOwnerReady({types}: GraphRead): boolean {
  const owner = types.entityTypes.get('Asset')?.attributes.get('owner');
  return owner === undefined || isReady(types, owner);
}

/**
 * From the index of values, which holds the owners of each type in order; looking at each owner's
 * entity only when some do not count.
 */
async function ownersOf(graph: GraphRead, plan: SearchPlan): Promise<Map<string, number>> {
  const {symbols, types} = plan.context;
  if (!symbols.has(ownerKey)) return new Map();
  const hasOwner = (name: string) =>
    types.entityTypes.get(name)?.attributes.get('owner')?.key === ownerKey;
  const isOwner = sql`${raw(`s.attribute_id = ${symbols.id(ownerKey)}`)} AND ${valuesWithin(plan.context, 's.')}`;
  const rows = await runSql<{owner: string; count: number}>(
    graph[inner].session,
    plan.excluded.some(one => hasOwner(one.typeName))
      ? sql`SELECT s.value AS owner, count(*) AS count FROM text_value s CROSS JOIN facet f
          WHERE ${isOwner} AND f.entity_id = s.entity_id AND ${plan.where} GROUP BY s.type_id, s.value`
      : sql`SELECT s.value AS owner, count(*) AS count FROM text_value s WHERE ${isOwner} GROUP BY s.type_id, s.value`,
  );
  return ownersIn(rows);
}

function sums<Row extends {count: number}, Key>(
  rows: readonly Row[],
  key: (row: Row) => Key,
): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + row.count);
  return counts;
}

/** Numbers of a sample; below what is counted whole they say all that is known. */
function estimated<Key>(counts: ReadonlyMap<Key, number>): Map<Key, number> {
  return new Map(
    Array.from(counts, ([key, n]) => [key, n > wholeType ? rounded(n) : Math.round(n)]),
  );
}
