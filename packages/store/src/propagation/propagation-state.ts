import type {Guid, Propagation} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {readableAt} from '../index/readable-sql.ts';

/**
 * The classifications that the edges do not let through, by the edge; edges without any are left
 * out.
 */
export async function blocksOf(
  graph: GraphRead,
  edges: readonly Guid[],
): Promise<Map<Guid, {typeName: string; sourceGuid: Guid}[]>> {
  const {session, system} = graph[inner];
  const only = readableAt(graph, 's.id');
  const rows = await session.all<{edge: Guid; type_id: number; source: Guid}>(
    `SELECT g.guid AS edge, b.type_id, s.guid AS source FROM edge g JOIN propagation_block b ON b.edge_id = g.id
     JOIN entity s ON s.id = b.source_id WHERE ${session.dialect.inList('g.guid', 'text')}
     ${only === undefined ? '' : `AND ${only.text}`} ORDER BY g.id, b.type_id, s.id`,
    [edges, ...(only?.params ?? [])],
  );
  const found = new Map<Guid, {typeName: string; sourceGuid: Guid}[]>();
  for (const {edge, type_id, source} of rows) {
    found.set(edge, [
      ...(found.get(edge) ?? []),
      {typeName: system.symbols.name(type_id), sourceGuid: source},
    ]);
  }
  return found;
}

/**
 * Lets entities carry classifications that nothing leads to them any more: what has come to an
 * entity stays when the relation that it came over ends. Those whose source does not have the
 * classification are passed over.
 * @returns how many came
 */
export async function holdPropagations(
  {[inner]: db}: GraphTx,
  wanted: readonly Propagation[],
): Promise<number> {
  const known = wanted.filter(one => db.system.symbols.has(one.typeName));
  if (known.length === 0) return 0;
  const rows = known.map(one => [
    one.entityGuid,
    db.system.symbols.id(one.typeName),
    one.sourceGuid,
  ]);
  return await db.session.run(
    `INSERT INTO propagation (entity_id, type_id, source_id, carries)
     SELECT e.id, w.type_id, s.id, 1 FROM ${db.session.dialect.tupleRows({entity: 'text', type_id: 'int', source: 'text'})} w
     JOIN entity e ON e.guid = w.entity JOIN entity s ON s.guid = w.source
     JOIN classification c ON c.entity_id = s.id AND c.type_id = w.type_id AND c.propagate = 1
     WHERE e.id <> s.id ${db.session.dialect.onConflict('propagation', {key: ['entity_id', 'type_id', 'source_id']})}`,
    [JSON.stringify(rows)],
  );
}
