import type {EntityRecord, Field, SearchQuery} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {maxIndexedText} from '../index/search-index.ts';
import type {IndexedText} from '../index/search-fulltext.ts';
import {
  gradeOf,
  hitsByKind,
  kindPlace,
  newestByKind,
  rankedHits,
  rankedNames,
  scoredAmong,
  scoredHits,
} from './search-order.ts';
import {countUpTo} from './hit-places.ts';
import {countWords, frequentHits, type FrequentHits} from './search-estimate.ts';
import {planSearch, selectHits, type SearchPlan} from './search-plan.ts';
import {hasOthers} from './search-others.ts';
import {jsonValues} from '../index/value-sql.ts';
import {all, joined, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';

export type SearchHits = {
  /**
   * All hits, of which `records` are one page; an estimate where they are so many and frequent that
   * counting them costs too much.
   */
  readonly count: number;
  readonly records: EntityRecord[];
  /** Row number of the last hit of a full page, for the page behind it. */
  readonly lastRow: number | undefined;
  /** Relevance of their texts by guid, better ones higher, when hits were weighed by it. */
  readonly scores: ReadonlyMap<string, number>;
};

/**
 * Ranking costs some µs a hit, on one thread. Above this many hits the newest of each kind come
 * first, behind those that have the words in their names unless these are as many: for a word that
 * so many have, relevance says little.
 */
const maxRanked = 10_000;

/** Among more hits than these nobody looks for those that have the words in their names. */
const maxSearchedForNames = 200_000;

/**
 * Above this many hits a sort walks the index of the sorted values instead of reading every hit…
 */
const maxSorted = 20_000;
/**
 * …and among fewer where it passes by no more entries than this many a hit: reading the value of a
 * hit costs as much as ten of them.
 */
const maxPassed = 4;
/**
 * Though hits may stand at the end of the index, it is not walked where it has more entries than
 * this many a hit.
 */
const maxEntries = 30;

/** More arms of types and states than this are read in the order of the entities. */
const maxArms = 64;

/**
 * One page of the hits and their number, in a constant number of statements. Without `sort`: by
 * relevance when there are words, else the newest first, `isByKind` those of each kind. Equal ones
 * are ordered by age, so that pages never overlap.
 */
export async function searchEntities(graph: GraphRead, query: SearchQuery): Promise<SearchHits> {
  return await searchPlanned(graph, await planSearch(graph, query), query);
}

/** @param counted the number of hits, where that is known */
export async function searchPlanned(
  graph: GraphRead,
  plan: SearchPlan,
  query: SearchQuery,
  counted?: number,
): Promise<SearchHits> {
  const {count, page} = plan.isEmpty
    ? {count: 0, page: []}
    : counted === undefined
      ? await countAndPage(graph, plan, query)
      : {count: counted, page: await pageIfAny(graph, plan, query, counted)};
  return {count, lastRow: lastOf(page, query), ...(await recordsOf(graph, page))};
}

async function pageIfAny(
  graph: GraphRead,
  plan: SearchPlan,
  query: SearchQuery,
  count: number,
): Promise<Hit[]> {
  // Of very many their number may be an estimate, behind which there are more.
  const isBehind = count <= query.offset && count <= maxRanked;
  return isBehind ? [] : await pageOf(graph, plan, query, count);
}

/**
 * The page that `searchEntities` would show of `count` hits, without counting them: what the count
 * costs is the rest.
 */
export async function searchPage(
  graph: GraphRead,
  query: SearchQuery,
  count: number,
): Promise<SearchedPage> {
  const plan = await planSearch(graph, query);
  const page = plan.isEmpty ? [] : await pageOf(graph, plan, query, count);
  return {lastRow: lastOf(page, query), ...(await recordsOf(graph, page))};
}

function lastOf(page: readonly Hit[], {limit}: SearchQuery): number | undefined {
  return page.length === limit ? page.at(-1)?.id : undefined;
}

type SearchedPage = PageRecords & Pick<SearchHits, 'lastRow'>;

type PageRecords = Pick<SearchHits, 'records' | 'scores'>;

/** In the order of the page. */
export async function recordsOf(graph: GraphRead, page: readonly Hit[]): Promise<PageRecords> {
  if (page.length === 0) return {records: [], scores: new Map()};
  const ids = page.map(row => row.id);
  const byId = await graph.entitiesAt(ids);
  const records = ids.flatMap(id => byId.get(id) ?? []);
  const scores = page.flatMap(({id, score}) =>
    score === undefined ? [] : [[byId.get(id)?.guid ?? '', -score] as const],
  );
  return {records, scores: new Map(scores)};
}

/** Exactly. */
export async function countHits(graph: GraphRead, plan: SearchPlan): Promise<number> {
  if (plan.isByTypeOnly) return plan.counts.reduce((sum, one) => sum + one.count, 0);
  const [row] = await runSql<{n: number}>(
    graph[inner].session,
    selectHits(plan, raw('count(*) AS n')),
  );
  return row?.n ?? 0;
}

type Hit = {id: number; score?: number};

async function countAndPage(
  graph: GraphRead,
  plan: SearchPlan,
  query: SearchQuery,
): Promise<{count: number; page: Hit[]}> {
  const frequent = await frequentHits(graph, plan);
  const found = frequent && (await pageOfFrequent(graph, frequent, query));
  if (found !== undefined) return {count: frequent?.count ?? 0, page: found};
  // Filters cost more than what follows from them, so they run once; words and types are counted
  // without reading hits.
  if (
    plan.table === 'facet f' &&
    !plan.isByTypeOnly &&
    query.sort === undefined &&
    query.before === undefined
  ) {
    const {named} = plan;
    if (query.isScored === true && named !== undefined && named.kind !== 'all')
      return await countAndScores(graph, plan, query, named);
    const rows = await runSql<{is_count: number; id: number; place: number}>(
      graph[inner].session,
      sql`WITH hits AS MATERIALIZED (${selectHits(plan, sql`${raw(plan.id)} AS id, ${positionOf(plan, query)} AS place`)})
        SELECT 1 AS is_count, count(*) AS id, 0 AS place FROM hits
        UNION ALL SELECT * FROM (SELECT 0, id, place FROM hits ORDER BY place, id DESC ${limitsOf(query)}) AS page`,
    );
    const page = rows
      .filter(row => row.is_count === 0)
      .sort((a, b) => a.place - b.place || b.id - a.id);
    return {count: rows.find(row => row.is_count === 1)?.id ?? 0, page};
  }
  const few = query.before === undefined ? await countWords(graph, plan) : undefined;
  const count = few ?? (await countHits(graph, plan));
  return {count, page: await pageIfAny(graph, plan, query, count)};
}

/** Undefined where all hits have to be read for it: then they are counted as well. */
export async function pageOfFrequent(
  graph: GraphRead,
  {plan, count}: FrequentHits,
  query: SearchQuery,
): Promise<Hit[] | undefined> {
  const {sort, offset, limit} = query;
  if (query.isScored === true && plan.named !== undefined) return undefined;
  if (offset + limit > maxSorted) return undefined;
  if (sort === undefined) return await pageOf(graph, plan, query, count);
  const walk = (await hasInexact(graph, sort.field)) ? undefined : indexWalk(plan, sort);
  const page = walk && (await runSql<Hit>(graph[inner].session, sql`${walk} ${limitsOf(query)}`));
  return page?.length === limit ? page : undefined;
}

async function countAndScores(
  graph: GraphRead,
  plan: SearchPlan,
  query: SearchQuery,
  text: IndexedText,
): Promise<{count: number; page: Hit[]}> {
  const {scores, scored} = scoredAmong(plan, text);
  const rows = await runSql<{is_count: number; id: number; score: number}>(
    graph[inner].session,
    sql`WITH hits AS MATERIALIZED (${selectHits(plan, raw(`${plan.id} AS id`))}), ${scores}
      SELECT 1 AS is_count, count(*) AS id, 0 AS score FROM hits
      UNION ALL SELECT * FROM (SELECT 0, id, score FROM (${scored}) AS s ORDER BY score, id DESC ${limitsOf(query)}) AS page`,
  );
  const page = rows
    .filter(row => row.is_count === 0)
    .sort((a, b) => a.score - b.score || b.id - a.id);
  return {
    count: rows.find(row => row.is_count === 1)?.id ?? 0,
    page: page.map(({id, score}) => ({id, score})),
  };
}

/** Smaller ones first. */
function positionOf(plan: SearchPlan, query: SearchQuery): Sql {
  if (plan.named !== undefined && query.isScored !== true) return gradeOf(plan, plan.named);
  return query.isByKind === true ? kindPlace(plan) : raw('0');
}

function limitsOf(query: SearchQuery): Sql {
  return sql`LIMIT ${query.limit} OFFSET ${query.offset}`;
}

export async function pageOf(
  graph: GraphRead,
  plan: SearchPlan,
  query: SearchQuery,
  count: number,
): Promise<Hit[]> {
  const {sort} = query;
  const limits = limitsOf(query);
  if (query.before !== undefined) {
    const newest = plan.context.dialect.mergesSorted
      ? newestFirst(plan)
      : selectHits(plan, raw(`${plan.id} AS id`));
    const hits = sql`SELECT id FROM (${newest}) AS hit WHERE id < ${query.before}`;
    return await runSql<Hit>(graph[inner].session, sql`${hits} ORDER BY id DESC ${limits}`);
  }
  if (sort !== undefined) {
    const isWalk =
      (count > maxSorted || isWalkShort(plan, query, count)) &&
      !(await hasInexact(graph, sort.field));
    const walk = isWalk ? indexWalk(plan, sort) : undefined;
    const rows = walk && (await runSql<Hit>(graph[inner].session, sql`${walk} ${limits}`));
    // The index lacks entities without a value, which come last: only then the slow way sees more.
    if (rows?.length === Math.min(query.limit, count - query.offset)) return rows;
    return await runSql<Hit>(graph[inner].session, sql`${sorted(plan, sort)} ${limits}`);
  }
  const {text} = plan;
  if (text !== undefined && text.kind !== 'all') {
    if (count > maxRanked) return await manyHits(graph, plan, query, {text, count});
    if (query.isScored === true)
      return await runSql<Hit>(graph[inner].session, sql`${scoredHits(plan, text)} ${limits}`);
    // What has the words in its name comes first: a page full of these is the page, and they are
    // few of all hits.
    const where = plan.namedOf?.(undefined);
    const named =
      where &&
      (await runSql<Hit>(graph[inner].session, sql`${rankedNames(plan, where, text)} ${limits}`));
    if (named?.length === Math.min(query.limit, count - query.offset)) return named;
    return await runSql<Hit>(graph[inner].session, sql`${rankedHits(plan, text)} ${limits}`);
  }
  if (query.isByKind === true)
    return await runSql<Hit>(graph[inner].session, newestByKind(plan, query, newestFirst));
  return await runSql<Hit>(
    graph[inner].session,
    sql`${newestFirst(plan)} ORDER BY id DESC ${limits}`,
  );
}

/** What has the words in its name as it is ranked, then the rest by kind. */
export async function manyHits(
  graph: GraphRead,
  plan: SearchPlan,
  {limit, offset}: Pick<SearchQuery, 'limit' | 'offset'>,
  {text, count, most = maxRanked}: {text: IndexedText; count: number; most?: number},
): Promise<Hit[]> {
  const {namedOf, elsewhereOf} = plan;
  const rest = async (of: SearchPlan, page: {limit: number; offset: number}) =>
    await runSql<Hit>(graph[inner].session, hitsByKind(of, text, page, most));
  if (namedOf === undefined || elsewhereOf === undefined || count > maxSearchedForNames)
    return await rest(plan, {limit, offset});
  const where = namedOf(undefined);
  // To count them costs a tenth of what it costs to look at their names.
  const names = await countUpTo(graph, {...plan, where}, most + 1);
  if (names > most) return await rest(plan, {limit, offset});
  const named = await runSql<Hit>(
    graph[inner].session,
    sql`${rankedNames(plan, where, text)} LIMIT ${limit} OFFSET ${offset}`,
  );
  if (named.length === limit) return named;
  const page = {limit: limit - named.length, offset: Math.max(0, offset - names)};
  return [...named, ...(await rest({...plan, whereOf: elsewhereOf}, page))];
}

/**
 * Hits whose newest can be taken without reading the rest. SQLite merges arms of one type and
 * state, each of which is in order by its index, and stops as soon as the page is full; so does
 * PostgreSQL with the order of all entities.
 */
function newestFirst(plan: SearchPlan): Sql {
  const {counts, context, isDriven, isByTypeOnly} = plan;
  const isMerged =
    !isDriven && counts.length <= maxArms && (isByTypeOnly || context.dialect.mergesSorted);
  if (!isMerged) return selectHits(plan, raw(`${plan.id} AS id`));
  const arms = counts.map(({typeName, status}) => {
    const arm = raw(
      `f.type_id = ${context.symbols.id(typeName)} AND f.state = ${status === 'ACTIVE' ? 0 : 1}`,
    );
    return selectHits(
      {...plan, where: isByTypeOnly ? arm : all([arm, plan.where])},
      raw('f.entity_id AS id'),
    );
  });
  return joined(arms, ' UNION ALL ');
}

type Sort = NonNullable<SearchQuery['sort']>;

/**
 * Hits by value; those without one, and those whose text is too long for the index, come last in
 * both directions, as they do in `indexWalk`.
 */
function sorted(plan: SearchPlan, {field, descending}: Sort): Sql {
  const direction = descending ? 'DESC' : 'ASC';
  const value =
    field === 'status'
      ? 'e.state'
      : field.kind === 'column'
        ? `e.${field.column}`
        : jsonValue(plan, field);
  const hits = selectHits(plan, raw(`${plan.id} AS id, ${value} AS value`), {withEntity: true});
  return sql`SELECT id FROM (${hits}) AS hit ORDER BY value IS NULL, value ${raw(direction)}, id ${raw(direction)}`;
}

function jsonValue({context}: SearchPlan, field: Extract<Field, {kind: 'attribute'}>): string {
  const values = jsonValues(context.dialect, `e.${field.column}`, field);
  const limit = field.compare === 'text' ? ` WHERE length(value) <= ${maxIndexedText}` : '';
  return `(SELECT min(value) FROM ${values} AS j${limit})`;
}

/** Where hits are spread evenly among all entities. */
function isWalkShort({context}: SearchPlan, {offset, limit}: SearchQuery, count: number): boolean {
  const entries = context.entityCount(context.within);
  return entries <= maxEntries * count && ((offset + limit) * entries) / count <= maxPassed * count;
}

/**
 * Whether the index has values of the field that it does not order: numbers that are no doubles.
 */
async function hasInexact(graph: GraphRead, field: Field | 'status'): Promise<boolean> {
  return (
    field !== 'status' &&
    field.kind === 'attribute' &&
    field.compare === 'exact' &&
    (await hasOthers(graph, [field]))
  );
}

/**
 * Hits in the order of an index on the sorted values; undefined when there is none that has each
 * entity once.
 */
function indexWalk(plan: SearchPlan, {field, descending}: Sort): Sql | undefined {
  if (field === 'status') return undefined;
  const direction = raw(descending ? 'DESC' : 'ASC');
  if (field.kind === 'column') {
    if (field.column !== 'created' && field.column !== 'updated') return undefined;
    const hits = walked(plan, 'entity s', 's.id', raw('1'));
    return sql`${hits} ORDER BY s.${raw(field.column)} ${direction}, s.id ${direction}`;
  }
  const [key, ...others] = field.keys;
  const hasOne = field.isIndexed && !field.isList && others.length === 0;
  if (key === undefined || !hasOne || !plan.context.symbols.has(key)) return undefined;
  const types = [...new Set(plan.counts.map(one => one.typeName))];
  if (types.length > maxArms) return undefined;
  const {symbols} = plan.context;
  const hits = walked(
    plan,
    field.compare === 'text' ? 'text_value s' : 'number_value s',
    's.entity_id',
    raw('s.value'),
  );
  // Each type's values are in order, and what is sorted is put together without reading the rest:
  // if what it is sorted by is selected.
  const arms = types.map(
    name =>
      sql`${hits} AND ${raw(`s.attribute_id = ${symbols.id(key)} AND s.type_id = ${symbols.id(name)}`)}`,
  );
  return sql`SELECT id, value FROM (${joined(arms, ' UNION ALL ')}) AS walk ORDER BY value ${direction}, id ${direction}`;
}

/**
 * Words cannot be tested one entity at a time, so their hits are collected first; everything else
 * can.
 */
function walked(plan: SearchPlan, table: string, id: string, value: Sql): Sql {
  if (plan.table === 'document d') {
    return sql`SELECT ${raw(`${id} AS id`)}, ${value} AS value FROM ${raw(table)} WHERE ${raw(`+${id}`)} IN (${selectHits(plan, raw(plan.id))})`;
  }
  const entity = raw(plan.needsEntity ? 'CROSS JOIN entity e' : '');
  const sameEntity = raw(plan.needsEntity ? `AND e.id = ${plan.id}` : '');
  return sql`SELECT ${raw(`${id} AS id`)}, ${value} AS value FROM ${raw(`${table} CROSS JOIN ${plan.table}`)} ${entity}
    WHERE ${plan.where} AND ${raw(`${plan.id} = ${id}`)} ${sameEntity}`;
}
