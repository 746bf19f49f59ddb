import type {Condition, EdgeRecord, RelationsQuery} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {readableAt} from '../index/readable-sql.ts';
import {toEdge, type EdgeRow} from '../schema/rows.ts';
import {rowTest, type RowScope} from '../index/search-sql.ts';
import {jsonValues} from '../index/value-sql.ts';
import {all, oneOfTypes, raw, runSql, sql, type Sql, type SqlContext} from '../schema/sql-text.ts';

export type RelationHits = {
  /** All hits, of which `edges` are one page. */
  readonly count: number;
  readonly edges: EdgeRecord[];
};

const row: RowScope = {id: 'g.id', type: 'g.type_id', state: 'g.state', entity: 'g'};

/**
 * One page of relationships, the newest first unless sorted, and their exact number: two
 * statements.
 */
export async function searchRelations(
  graph: GraphRead,
  query: RelationsQuery,
): Promise<RelationHits> {
  const {session, types, system} = graph[inner];
  const context: SqlContext = {
    dialect: session.dialect,
    symbols: system.symbols,
    types,
    entityCount: () => 0,
  };
  const ofType = oneOfTypes(context, 'g.type_id', query.types);
  const seen = [readableAt(graph, 'g.end1_id'), readableAt(graph, 'g.end2_id')].filter(
    one => one !== undefined,
  );
  const where = all([
    ofType,
    ...(query.where === undefined ? [] : [edgeHolds(context, query.where)]),
    ...seen,
  ]);
  const [counted] = await runSql<{n: number}>(
    session,
    sql`SELECT count(*) AS n FROM edge g WHERE ${where}`,
  );
  const count = counted?.n ?? 0;
  if (count <= query.offset || query.limit === 0) return {count, edges: []};
  const rows = await runSql<EdgeRow & {guid1: string; guid2: string}>(
    session,
    sql`SELECT g.*, e1.guid AS guid1, e2.guid AS guid2 FROM (
        SELECT * FROM (SELECT g.*, ${raw(sortValue(context, query))} AS sorted FROM edge g WHERE ${where}) AS g
        ORDER BY ${raw(order(query))} LIMIT ${query.limit} OFFSET ${query.offset}) AS g
      JOIN entity e1 ON e1.id = g.end1_id JOIN entity e2 ON e2.id = g.end2_id ORDER BY ${raw(order(query))}`,
  );
  return {count, edges: rows.map(one => toEdge(one, [one.guid1, one.guid2], system.symbols))};
}

/** No index has values of relationships. */
function edgeHolds(context: SqlContext, condition: Condition): Sql {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return all(
        condition.parts.map(part => edgeHolds(context, part)),
        condition.kind,
      );
    case 'not':
      return sql`NOT (${edgeHolds(context, condition.part)})`;
    default:
      return rowTest(context, condition, row);
  }
}

function sortValue({dialect}: SqlContext, {sort}: RelationsQuery): string {
  if (sort === undefined) return '0';
  const {field} = sort;
  if (field === 'status') return 'g.state';
  if (field.kind === 'column') return `g.${field.column}`;
  return `(SELECT min(value) FROM ${jsonValues(dialect, 'g.attributes', field)} AS j)`;
}

function order({sort}: RelationsQuery): string {
  if (sort === undefined) return 'g.id DESC';
  const direction = sort.descending ? 'DESC' : 'ASC';
  return `sorted IS NULL, sorted ${direction}, g.id ${direction}`;
}
