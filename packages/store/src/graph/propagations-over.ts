import type {EdgeRecord, Guid, Passing} from '@gazetteer/model';
import {inner, hiddenGuid, type GraphRead} from '../schema/graph.ts';
import {toClassification, toStatus, type ClassificationRow} from '../schema/rows.ts';

type Row = ClassificationRow & {guid: Guid; state: number; is_blocked: number};

/**
 * The classifications that come to an edge and, as far as its `propagateTags` and its status go,
 * would pass over it.
 */
export async function propagationsOver(graph: GraphRead, edge: EdgeRecord): Promise<Passing> {
  const {end1, end2, propagateTags} = edge;
  const tails = {NONE: [], ONE_TO_TWO: [end1], TWO_TO_ONE: [end2], BOTH: [end1, end2]}[
    propagateTags
  ];
  if (edge.status !== 'ACTIVE' || tails.length === 0) return {propagated: [], blocked: []};
  const {session, system} = graph[inner];
  const columns =
    'c.entity_id, c.type_id, c.propagate, c.remove_propagations, c.attributes, c.validity, s.guid, s.state';
  const blocked = `(SELECT count(*) FROM edge g CROSS JOIN propagation_block b
    WHERE g.guid = ? AND b.edge_id = g.id AND b.type_id = c.type_id AND b.source_id = c.entity_id) AS is_blocked`;
  const rows = await session.all<Row>(
    `WITH tail AS MATERIALIZED (SELECT id FROM entity WHERE ${session.dialect.inList('guid', 'text')})
     SELECT ${columns}, ${blocked} FROM tail CROSS JOIN classification c CROSS JOIN entity s
     WHERE c.entity_id = tail.id AND c.propagate = 1 AND s.id = c.entity_id
     UNION SELECT ${columns}, ${blocked} FROM tail CROSS JOIN propagation p CROSS JOIN classification c CROSS JOIN entity s
     WHERE p.entity_id = tail.id AND c.entity_id = p.source_id AND c.type_id = p.type_id AND s.id = c.entity_id
     ORDER BY 1, 2`,
    [tails, edge.guid, edge.guid],
  );
  const seen = graph.readable && (await graph.entities([...new Set(rows.map(row => row.guid))]));
  const carried = (row: Row) => ({
    ...toClassification(row, seen?.has(row.guid) === false ? hiddenGuid : row.guid, system.symbols),
    entityStatus: toStatus(row.state),
  });
  return {
    propagated: rows.filter(row => Number(row.is_blocked) === 0).map(carried),
    blocked: rows.filter(row => Number(row.is_blocked) > 0).map(carried),
  };
}
