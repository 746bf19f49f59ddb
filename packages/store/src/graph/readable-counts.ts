import {inner, type EntityCount, type GraphRead} from '../schema/graph.ts';
import {readableAt} from '../index/readable-sql.ts';
import {toStatus} from '../schema/rows.ts';
import {recordKeyIds} from '../index/search-index.ts';
import {oneOfTypes, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';
import {contextOf} from '../index/readable-sql.ts';
import {recordKeys} from '@gazetteer/model';

/**
 * As `entityCounts`, of what may be read: from the counters where that is all or nothing of a type.
 */
export async function readableCounts(graph: GraphRead): Promise<EntityCount[]> {
  const counts = await graph.entityCounts();
  const {readable} = graph;
  const only = readableAt(graph, 'f.entity_id');
  if (readable === undefined || only === undefined) return counts;
  const whole = counts.filter(one => readable.isWhole(one.typeName));
  const names = new Set(
    counts
      .map(one => one.typeName)
      .filter(name => !readable.isWhole(name) && !readable.isNone(name)),
  );
  if (names.size === 0) return whole;
  const hits = sql`FROM facet f WHERE ${oneOfTypes(contextOf(graph), 'f.type_id', [...names])} AND ${only}`;
  const isShell = raw(
    `f.entity_id IN (SELECT entity_id FROM number_value WHERE attribute_id = ${recordKeyIds[recordKeys.isIncomplete]})`,
  );
  const rows = await runSql<{type_id: number; state: number; n: number}>(
    graph[inner].session,
    sql`SELECT f.type_id, f.state, count(*) AS n ${hits} GROUP BY f.type_id, f.state
      UNION ALL SELECT f.type_id, 2, count(*) ${hits} AND f.state = 0 AND ${isShell} GROUP BY f.type_id`,
  );
  return [
    ...whole,
    ...rows.map(({type_id, state, n}): EntityCount => ({
      typeName: graph[inner].system.symbols.name(type_id),
      status: state === 2 ? 'SHELL' : toStatus(state),
      count: n,
    })),
  ];
}

/** As `classificationCounts`, of what may be read. */
export async function readableClassificationCounts(graph: GraphRead): Promise<Map<string, number>> {
  const only = readableAt(graph, 'c.entity_id');
  if (only === undefined) return await graph.classificationCounts();
  const rows = await runSql<{type_id: number; n: number}>(
    graph[inner].session,
    sql`SELECT c.type_id, count(*) AS n FROM classification c WHERE ${only} GROUP BY c.type_id`,
  );
  return new Map(rows.map(row => [graph[inner].system.symbols.name(row.type_id), row.n]));
}

/**
 * How many active entities carry each classification or one below it, by themselves or because it
 * has come to them: what a search for it finds. Counted no further than `most`, so that it costs as
 * much whatever there is.
 */
export async function carriedCounts(graph: GraphRead, most: number): Promise<Map<string, number>> {
  const {session, system, types} = graph[inner];
  const {symbols} = system;
  const kinds = [...types.classificationTypes].flatMap(([name, {subTypes}]) =>
    [name, ...subTypes]
      .filter(each => symbols.has(each))
      .map(each => [symbols.id(name), symbols.id(each)]),
  );
  if (kinds.length === 0) return new Map();
  const given: Sql = {
    text: session.dialect.tupleRows({root: 'int', member: 'int'}),
    params: [JSON.stringify(kinds)],
  };
  const only = readableAt(graph, 'h.entity_id') ?? raw('1 = 1');
  const rows = await runSql<{type_id: number; n: number}>(
    session,
    sql`WITH kinds AS MATERIALIZED (SELECT root, member FROM ${given} given),
      roots AS MATERIALIZED (SELECT DISTINCT root FROM kinds)
      SELECT r.root AS type_id, (SELECT count(*) FROM (SELECT DISTINCT h.entity_id FROM (
          SELECT c.entity_id FROM kinds k CROSS JOIN classification c WHERE k.root = r.root AND c.type_id = k.member
          UNION ALL
          SELECT p.entity_id FROM kinds k CROSS JOIN propagation p WHERE k.root = r.root AND p.type_id = k.member AND p.carries = 1
        ) h CROSS JOIN facet f WHERE f.entity_id = h.entity_id AND f.state = 0 AND ${only} LIMIT ${most}) found) AS n
      FROM roots r`,
  );
  return new Map(rows.filter(({n}) => n > 0).map(({type_id, n}) => [symbols.name(type_id), n]));
}
