import type {SearchQuery} from '@gazetteer/model';
import type {GraphRead} from './graph-store.ts';
import {planSearch, selectHits, type SearchPlan} from './search-plan.ts';
import {ownerKey} from './search-index.ts';
import {raw, runSql, sql, type Sql} from './search-sql.ts';

/** How many hits there are of each type, status and owner; those without an owner are not among the owners. */
export type SearchFacets = {
  readonly types: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<'ACTIVE' | 'DELETED', number>;
  readonly owners: ReadonlyMap<string, number>;
};

/** Counted over all hits, not over one page, in one statement after the plan's. */
export async function searchFacets(graph: GraphRead, query: SearchQuery): Promise<SearchFacets> {
  const plan = await planSearch(graph, query);
  if (plan.isEmpty) return {types: new Map(), statuses: new Map(), owners: new Map()};
  if (plan.isByTypeOnly) {
    return {
      types: sums(plan.counts, one => one.typeName),
      statuses: sums(plan.counts, one => (one.status === 'ACTIVE' ? 'ACTIVE' : 'DELETED')),
      owners: await ownersOf(graph, plan),
    };
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
