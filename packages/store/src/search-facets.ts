import {isReady, type SearchQuery} from '@gazetteer/model';
import type {GraphRead} from './graph-store.ts';
import {fullTextOf, type Narrowing} from './search-fulltext.ts';
import {planSearch, selectHits, type SearchPlan} from './search-plan.ts';
import {ownerKey} from './search-index.ts';
import {joined, raw, runSql, sql, type Sql} from './sql-text.ts';

/** How many hits there are of each type, status and owner; those without an owner are not among the owners. */
export type SearchFacets = {
  readonly types: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<'ACTIVE' | 'DELETED', number>;
  readonly owners: ReadonlyMap<string, number>;
};

/** Above this many hits, counting the meeting of lists is cheaper than grouping the rows of all hits… */
const maxGrouped = 20_000;
/** …unless there are many lists to meet with. */
const maxLists = 12;

/** Counted over all `count` hits of the search, not over one page, in two statements at most after the plan's. */
export async function searchFacets(graph: GraphRead, query: SearchQuery, count: number): Promise<SearchFacets> {
  const plan = await planSearch(graph, query);
  if (plan.isEmpty || count === 0) return {types: new Map(), statuses: new Map(), owners: new Map()};
  if (plan.isByTypeOnly && isOwnerReady(graph)) return byType(plan.counts, await ownersOf(graph, plan));
  const isLarge = count > maxGrouped && plan.counts.length <= maxLists;
  if (isLarge && plan.isByTextOnly && fullTextOf(plan.context.dialect).countsFromLists) {
    return byType(await listCounts(graph, plan), await ownersOfHits(graph, plan));
  }
  const rows = await runSql<{type: number; state: number; owner: string; count: number}>(graph.session, hitRows(plan));
  return {
    types: sums(rows, row => plan.context.symbols.name(row.type)),
    statuses: sums(rows, row => (row.state === 0 ? 'ACTIVE' : 'DELETED')),
    owners: sums(
      rows.filter(row => row.owner !== ''),
      row => row.owner,
    ),
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

/** How often the words meet each type and status. */
async function listCounts(graph: GraphRead, plan: SearchPlan): Promise<Count[]> {
  const fullText = fullTextOf(plan.context.dialect);
  const counters = plan.counts.map(({typeName, status}, i) => {
    const narrowing: Narrowing = {
      types: [plan.context.symbols.id(typeName)],
      status: status === 'DELETED' ? 'DELETED' : 'ACTIVE',
    };
    const matches: Sql = {text: fullText.matches, params: [fullText.expression(plan.text, narrowing)]};
    return sql`(SELECT count(*) FROM document WHERE ${matches}) AS ${raw(`n${i}`)}`;
  });
  const [row] = await runSql<Record<string, number>>(graph.session, sql`SELECT ${joined(counters, ', ')}`);
  const found = plan.counts.map((one, i) => ({...one, count: row?.[`n${i}`] ?? 0}));
  return found.filter(one => one.count > 0);
}

async function ownersOfHits(graph: GraphRead, plan: SearchPlan): Promise<Map<string, number>> {
  const rows = await runSql<{owner: string; count: number}>(
    graph.session,
    sql`SELECT f.owner, count(*) AS count FROM document d CROSS JOIN facet f
      WHERE ${plan.where} AND ${raw(`f.entity_id = ${plan.id}`)} AND f.owner <> '' GROUP BY f.owner`,
  );
  return sums(rows, row => row.owner);
}

/** One statement for all three: reading the hits costs more than grouping them. */
function hitRows(plan: SearchPlan): Sql {
  const columns = raw('f.type_id AS type, f.state, f.owner, count(*) AS count');
  const group = raw('GROUP BY f.type_id, f.state, f.owner');
  if (plan.table === 'facet f') return sql`${selectHits(plan, columns)} ${group}`;
  const entity = raw(plan.needsEntity ? 'CROSS JOIN entity e' : '');
  const sameEntity = raw(plan.needsEntity ? `AND e.id = ${plan.id}` : '');
  return sql`SELECT ${columns} FROM document d CROSS JOIN facet f ${entity}
    WHERE ${plan.where} AND ${raw(`f.entity_id = ${plan.id}`)} ${sameEntity} ${group}`;
}

/** Whether the index has all owners. */
function isOwnerReady({types}: GraphRead): boolean {
  const owner = types.entityTypes.get('Asset')?.attributes.get('owner');
  return owner === undefined || isReady(types, owner);
}

/** From the index of values, which holds the owners in order; looking at each owner's entity only when some do not count. */
async function ownersOf(graph: GraphRead, plan: SearchPlan): Promise<Map<string, number>> {
  const {symbols, types} = plan.context;
  if (!symbols.has(ownerKey)) return new Map();
  const hasOwner = (name: string) => types.entityTypes.get(name)?.attributes.get('owner')?.key === ownerKey;
  const isOwner = raw(`s.attribute_id = ${symbols.id(ownerKey)}`);
  const rows = await runSql<{owner: string; count: number}>(
    graph.session,
    plan.excluded.some(one => hasOwner(one.typeName))
      ? sql`SELECT s.value AS owner, count(*) AS count FROM text_value s CROSS JOIN facet f
          WHERE ${isOwner} AND f.entity_id = s.entity_id AND ${plan.where} GROUP BY s.value`
      : sql`SELECT s.value AS owner, count(*) AS count FROM text_value s WHERE ${isOwner} GROUP BY s.value`,
  );
  return sums(
    rows.filter(row => row.owner !== ''),
    row => row.owner,
  );
}

function sums<Row extends {count: number}, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + row.count);
  return counts;
}
