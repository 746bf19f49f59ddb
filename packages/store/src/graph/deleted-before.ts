import type {Guid} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';

/**
 * At most `count` entities of the types alone that were deleted, and not touched since, before a
 * time in epoch ms.
 */
export async function deletedBefore(
  {[inner]: db}: GraphRead,
  typeNames: readonly string[],
  time: number,
  count: number,
): Promise<Guid[]> {
  const types = typeNames
    .filter(name => db.system.symbols.has(name))
    .map(name => db.system.symbols.id(name));
  const rows = await db.session.all<{guid: Guid}>(
    `SELECT e.guid FROM facet f JOIN entity e ON e.id = f.entity_id
     WHERE ${db.session.dialect.inList('f.type_id', 'int')} AND f.state = 1 AND e.updated < ? ORDER BY f.entity_id LIMIT ?`,
    [types, time, count],
  );
  return rows.map(row => row.guid);
}
