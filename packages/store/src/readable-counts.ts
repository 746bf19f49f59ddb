import type {EntityCount, GraphRead} from './graph-store.ts';
import {readableAt} from './readable-sql.ts';
import {toStatus} from './rows.ts';
import {recordKeyIds} from './search-index.ts';
import {oneOfTypes, raw, runSql, sql} from './sql-text.ts';
import {contextOf} from './readable-sql.ts';
import {recordKeys} from '@gazetteer/model';

/** As `entityCounts`, of what may be read: from the counters where that is all or nothing of a type. */
export async function readableCounts(graph: GraphRead): Promise<EntityCount[]> {
  const counts = await graph.entityCounts();
  const {readable} = graph;
  const only = readableAt(graph, 'f.entity_id');
  if (readable === undefined || only === undefined) return counts;
  const whole = counts.filter(one => readable.isWhole(one.typeName));
  const names = new Set(
    counts.map(one => one.typeName).filter(name => !readable.isWhole(name) && !readable.isNone(name)),
  );
  if (names.size === 0) return whole;
  const hits = sql`FROM facet f WHERE ${oneOfTypes(contextOf(graph), 'f.type_id', [...names])} AND ${only}`;
  const isShell = raw(
    `f.entity_id IN (SELECT entity_id FROM number_value WHERE attribute_id = ${recordKeyIds[recordKeys.isIncomplete]})`,
  );
  const rows = await runSql<{type_id: number; state: number; n: number}>(
    graph.session,
    sql`SELECT f.type_id, f.state, count(*) AS n ${hits} GROUP BY f.type_id, f.state
      UNION ALL SELECT f.type_id, 2, count(*) ${hits} AND f.state = 0 AND ${isShell} GROUP BY f.type_id`,
  );
  return [
    ...whole,
    ...rows.map(({type_id, state, n}): EntityCount => ({
      typeName: graph.system.symbols.name(type_id),
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
    graph.session,
    sql`SELECT c.type_id, count(*) AS n FROM classification c WHERE ${only} GROUP BY c.type_id`,
  );
  return new Map(rows.map(row => [graph.system.symbols.name(row.type_id), row.n]));
}
