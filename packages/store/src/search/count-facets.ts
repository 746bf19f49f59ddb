import {
  businessFacets,
  contentEnds,
  dayOf,
  firstDay,
  glossaryEdges,
  kindOf,
  notQueried,
  queriedTypes,
  queryAges,
  recordKeys,
  sourceOf,
  type BusinessFacet,
  type Clock,
  type SearchQuery,
  type TypeRegistry,
} from '@gazetteer/model';
import {isCarried} from '../schema/carried.ts';
import {inner, type EntityCount, type GraphRead} from '../schema/graph.ts';
import {readableAt} from '../index/readable-sql.ts';
import {recordKeyIds} from '../index/search-index.ts';
import {living} from '../index/search-sql.ts';
import {hasAtMost, hitsOf, someHits, type PlaceBounds} from './hit-places.ts';
import {planSearch, type SearchPlan} from './search-plan.ts';
import {joined, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';

/** How many hits have a value; `isMore`: at least so many. */
export type FacetCount = {readonly value: string; readonly count: number; readonly isMore: boolean};

/**
 * Values by the names of facets, the most frequent first; those of terms and containers are row
 * numbers of entities.
 */
export type FacetCounts = ReadonlyMap<string, readonly FacetCount[]>;

/** Of more hits than these so many are looked at: then a count says that there may be more. */
const usualBounds: PlaceBounds = {hits: 10_000, places: 20};
/** Larger counts tell nobody more. */
const maxCounted = 10_000;
/**
 * Of so many hits what stands in their own rows is read; of more, the index of values is walked.
 */
const maxRead = 2000;

/**
 * Counts over all hits of the search, not over one page: four statements at most after those of
 * the plan.
 */
export async function countFacets(
  graph: GraphRead,
  query: SearchQuery,
  facets: readonly string[],
  size: number,
  {clock, bounds = usualBounds}: {clock: Clock; bounds?: PlaceBounds | undefined},
): Promise<FacetCounts> {
  const plan = await planSearch(graph, query);
  if (plan.isEmpty || facets.length === 0) return new Map();
  const wanted = new Set(facets);
  const isTold = (facet: string) => plan.isByTypeOnly && ofTypes.has(facet);
  const counts = new Map<string, Map<string, number>>();
  const add = (facet: string, value: string | undefined, n: number) => {
    if (value === undefined || !wanted.has(facet)) return;
    const values = counts.get(facet) ?? new Map<string, number>();
    counts.set(facet, values.set(value, (values.get(value) ?? 0) + n));
  };
  if (plan.isByTypeOnly) addTypes(graph, plan.counts, add);
  const asked = new Set(facets.filter(facet => !isTold(facet)));
  const arms = await armsOf(graph, asked, size, clock);
  const isExact = arms.length === 0 || (await hasAtMost(graph, plan, bounds.hits));
  if (arms.length > 0) {
    const hits = isExact ? hitsOf(plan, plan.where, bounds.hits) : someHits(plan, bounds);
    const rows = await runSql<Row>(
      graph[inner].session,
      sql`WITH hits AS MATERIALIZED (${hits}) ${joined(arms, ' UNION ALL ')}`,
    );
    addRows(graph, rows, add);
  }
  return new Map(
    Array.from(counts, ([facet, values]) => [
      facet,
      ordered(values, isExact || isTold(facet), size),
    ]),
  );
}

/** The counters of types have them. */
const ofTypes: ReadonlySet<string> = new Set(['kind', 'type', 'source', 'status']);

type Row = {facet: string; ref: number; value: string; n: number};
type Add = (facet: string, value: string | undefined, n: number) => void;

/** One more than `size`, to tell that there are others. */
function ordered(
  values: ReadonlyMap<string, number>,
  isExact: boolean,
  size: number,
): FacetCount[] {
  return [...values]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, size + 1)
    .map(([value, n]) => ({
      value,
      count: Math.min(n, maxCounted),
      isMore: !isExact || n > maxCounted,
    }));
}

function addTypes({types}: GraphRead, counts: SearchPlan['counts'], add: Add): void {
  for (const {typeName, status, count} of counts) {
    addType(types, typeName, count, add);
    add('status', statusOf(status), count);
  }
}

function addType(types: TypeRegistry, typeName: string, count: number, add: Add): void {
  add('kind', kindOf(types, typeName), count);
  add('type', typeName, count);
  add('source', sourceOf(types, typeName), count);
}

function statusOf(status: EntityCount['status']): string {
  return status === 'DELETED' ? 'DELETED' : 'ACTIVE';
}

function addRows({[inner]: db, types}: GraphRead, rows: readonly Row[], add: Add): void {
  const ofBusiness = businessFacets(types);
  const nameOfKey = new Map(
    ofBusiness
      .filter(({key}) => db.system.symbols.has(key))
      .map(({name, key}) => [db.system.symbols.id(key), name]),
  );
  for (const {facet, ref, value, n} of rows) {
    const count = Number(n);
    if (facet === 'type') {
      addType(types, db.system.symbols.name(ref), count, add);
    } else if (facet === 'status') add(facet, Number(ref) === 0 ? 'ACTIVE' : 'DELETED', count);
    else if (facet === 'classification') add(facet, db.system.symbols.name(ref), count);
    else if (facet === 'container' || facet === 'term') add(facet, String(ref), count);
    else if (facet === 'indexed')
      add(
        Number(ref) === recordKeyIds[recordKeys.labels]
          ? 'label'
          : (nameOfKey.get(Number(ref)) ?? ''),
        value,
        count,
      );
    else if (facet === 'extra') addExtra(ofBusiness, value, count, add);
    else add(facet, value, count);
  }
}

/** Labels and business metadata of one hit, from its own row. */
function addExtra(facets: readonly BusinessFacet[], json: string, n: number, add: Add): void {
  const extra = JSON.parse(json) as {
    labels?: string[];
    businessAttributes?: Record<string, Record<string, unknown>>;
  };
  for (const label of new Set(extra.labels)) add('label', label, n);
  for (const {
    name,
    path: [group, member],
  } of facets) {
    const values = [extra.businessAttributes?.[group]?.[member]].flat();
    for (const value of new Set(values)) if (typeof value === 'string') add(name, value, n);
  }
}

const ofHits = 'FROM hits CROSS JOIN facet f WHERE f.entity_id = hits.id';

/** Each counts the hits by one facet: `facet`, `ref`, `value`, `n`. */
async function armsOf(
  graph: GraphRead,
  wanted: ReadonlySet<string>,
  size: number,
  clock: Clock,
): Promise<Sql[]> {
  const arm: Arm = (facet, ref, value, rest, by, many = 1) =>
    sql`SELECT * FROM (SELECT ${raw(`'${facet}' AS facet, ${ref} AS ref, ${value} AS value, count(*) AS n`)} ${rest}
      GROUP BY ${raw(by)} ORDER BY n DESC, ${raw(by)} LIMIT ${(size + 1) * many}) AS ${raw(`by_${facet}`)}`;
  const rows = raw(ofHits);
  const related = await relatedArms(graph, wanted, arm);
  // All types, since kinds and sources are made of them.
  const byType = sql`SELECT 'type' AS facet, f.type_id AS ref, '' AS value, count(*) AS n ${rows} GROUP BY f.type_id`;
  return [
    ...(['kind', 'type', 'source'].some(name => wanted.has(name)) ? [byType] : []),
    ...(wanted.has('status') ? [arm('status', 'f.state', "''", rows, 'f.state')] : []),
    ...(wanted.has('owner') ? [ownersArm(graph, size, arm)] : []),
    ...(wanted.has('classification')
      ? [arm('classification', 'k.type_id', "''", carried(graph), 'k.type_id')]
      : []),
    ...related,
    ...(wanted.has('lastQuery') ? await lastQueryArms(graph, clock) : []),
    ...ownValues(graph, wanted, arm),
  ];
}

/**
 * When hits were queried last, each by a step in the index; none before anything was counted, for
 * which nobody asks what day it is.
 */
async function lastQueryArms(
  {[inner]: {session, system}}: GraphRead,
  clock: Clock,
): Promise<Sql[]> {
  const types = queriedTypes(system.types).filter(name => system.symbols.has(name));
  const [used] = await runSql<{day: number | null}>(
    session,
    raw('SELECT min(day) AS day FROM usage_day'),
  );
  const counted = used?.day ?? null;
  if (counted === null || types.length === 0) return [];
  const today = dayOf(clock);
  const spans = Object.entries(queryAges).map(
    ([name, days]) => [name, firstDay(today, days)] as const,
  );
  const oldest = Math.min(...spans.map(([, day]) => day));
  const span = spans.map(([name, day]) => `WHEN last >= ${day} THEN '${name}'`).join(' ');
  const ids = types.map(name => system.symbols.id(name)).join(', ');
  // What was queried before anything was counted is not known to be unused.
  const rest = counted > oldest ? '' : ` ELSE '${notQueried}'`;
  return [
    raw(`SELECT 'lastQuery' AS facet, 0 AS ref, span AS value, count(*) AS n FROM (
      SELECT CASE ${span}${rest} END AS span FROM (
        SELECT (SELECT max(q.day) FROM usage_day q WHERE q.entity_id = f.entity_id AND q.day >= ${oldest} AND q.queries > 0) AS last
        ${ofHits} AND f.type_id IN (${ids})) AS k) AS by_last_query WHERE span IS NOT NULL GROUP BY span`),
  ];
}

type Arm = (
  facet: string,
  ref: string,
  value: string,
  rest: Sql,
  by: string,
  /** Facets that it counts. */
  many?: number,
) => Sql;

/**
 * Owners by the attribute, and of many hits those who own with others: of few these come from their
 * rows, and then all values are wanted, since what is left out here may be frequent there.
 */
function ownersArm({[inner]: db, types}: GraphRead, size: number, arm: Arm): Sql {
  const byAttribute = sql`SELECT f.owner AS name ${raw(ofHits)} AND f.owner <> ''`;
  const key = businessFacets(types).find(one => one.name === 'owner')?.key;
  if (key === undefined || !db.system.symbols.has(key))
    return arm('owner', '0', 'k.name', sql`FROM (${byAttribute}) AS k`, 'k.name');
  const further =
    raw(`SELECT t.value FROM text_value t WHERE (SELECT count(*) FROM hits) > ${maxRead}
    AND t.attribute_id = ${db.system.symbols.id(key)} AND t.entity_id IN (SELECT id FROM hits)`);
  const both = sql`FROM (${byAttribute} UNION ALL ${further}) AS k`;
  return arm('owner', '0', 'k.name', both, 'k.name', Math.ceil(maxRead / size));
}

/** Each hit with each classification that it carries, of its own or come from others. */
function carried({[inner]: db}: GraphRead): Sql {
  return sql`FROM (SELECT hits.id, c.type_id FROM hits CROSS JOIN classification c WHERE c.entity_id = hits.id
    UNION SELECT hits.id, p.type_id FROM hits CROSS JOIN propagation p WHERE p.entity_id = hits.id AND ${raw(isCarried(db.system))}) AS k`;
}

/**
 * By what hits are related to, of those that may be read. Most kinds of relationships that there
 * may be there are none of; to look for each would cost more than all else.
 */
async function relatedArms(
  graph: GraphRead,
  wanted: ReadonlySet<string>,
  arm: Arm,
): Promise<Sql[]> {
  const ends: Readonly<Record<string, readonly RelatedEnd[]>> = {
    term: [{typeName: glossaryEdges.assignment, end: 2}],
    container: contentEnds(graph.types),
  };
  const facets = Object.entries(ends).filter(([facet]) => wanted.has(facet));
  const names = facets.flatMap(([, some]) => some.map(one => one.typeName));
  const there = names.length === 0 ? new Set<string>() : await graph.typesInUse(names);
  return facets.flatMap(([facet, some]) =>
    relatedArm(
      graph,
      facet,
      some.filter(one => there.has(one.typeName)),
      arm,
    ),
  );
}

/** The hits take this end of such relationships. */
type RelatedEnd = {readonly typeName: string; readonly end: 1 | 2};

function relatedArm(graph: GraphRead, facet: string, ends: readonly RelatedEnd[], arm: Arm): Sql[] {
  const {symbols} = graph[inner].system;
  const parts = ([1, 2] as const).flatMap(end => {
    const types = ends.filter(one => one.end === end).map(one => symbols.id(one.typeName));
    if (types.length === 0) return [];
    const edge = `g.end${end}_id = hits.id AND g.type_id IN (${types.join(', ')}) AND ${living('g')}`;
    return [
      sql`SELECT hits.id, g.end${raw(String(3 - end))}_id AS other FROM hits CROSS JOIN edge g WHERE ${raw(edge)}`,
    ];
  });
  if (parts.length === 0) return [];
  const seen = readableAt(graph, 'k.other') ?? raw('1 = 1');
  const rest = sql`FROM (${joined(parts, ' UNION ')}) AS k WHERE ${seen}`;
  return [arm(facet, 'k.other', "''", rest, 'k.other')];
}

/**
 * Labels and business metadata. The index has them by value, so that finding those of some hits
 * means reading all there are: of few hits their own rows are read in place of it, which only the
 * statement itself knows.
 */
function ownValues({[inner]: db}: GraphRead, wanted: ReadonlySet<string>, arm: Arm): Sql[] {
  const keys = businessFacets(db.system.types).filter(
    // Owners are counted together with those of the attribute.
    ({name, key}) => wanted.has(name) && name !== 'owner' && db.system.symbols.has(key),
  );
  const ids = [
    ...(wanted.has('label') ? [recordKeyIds[recordKeys.labels] ?? 0] : []),
    ...keys.map(({key}) => db.system.symbols.id(key)),
  ];
  if (ids.length === 0 && !wanted.has('owner')) return [];
  const count = '(SELECT count(*) FROM hits)';
  const indexed =
    raw(`FROM text_value t WHERE ${count} > ${maxRead} AND t.attribute_id IN (${[0, ...ids].join(', ')})
    AND t.entity_id IN (SELECT id FROM hits)`);
  return [
    raw(`SELECT 'extra' AS facet, 0 AS ref, e.extra AS value, 1 AS n FROM hits CROSS JOIN entity e
      WHERE ${count} <= ${maxRead} AND e.id = hits.id AND e.extra IS NOT NULL`),
    // All of them share one limit, and each has to come to its own.
    arm('indexed', 't.attribute_id', 't.value', indexed, 't.attribute_id, t.value', ids.length),
  ];
}
