import type {Session} from '@gazetteer/db';
import type {Guid} from '@gazetteer/model';
import {isCarried} from '../schema/carried.ts';
import type {ClassificationRow} from '../schema/rows.ts';
import type {TypeSystem} from '../schema/type-store.ts';

/**
 * A classification that the entity `holder` carries; `source` and `state` are those of the entity
 * that it has come from.
 */
type CarriedRow = ClassificationRow & {holder: number; source: Guid | null; state: number | null};

/** Own classifications of entities first, then those that have come over relationships. */
export async function carriedRows(
  session: Session,
  system: TypeSystem,
  ids: readonly number[],
): Promise<CarriedRow[]> {
  const {inList} = session.dialect;
  const columns = 'c.type_id, c.propagate, c.remove_propagations, c.attributes, c.validity';
  return await session.all<CarriedRow>(
    `SELECT c.entity_id AS holder, c.entity_id, ${columns}, NULL AS source, NULL AS state
     FROM classification c WHERE ${inList('c.entity_id')}
     UNION ALL SELECT p.entity_id, c.entity_id, ${columns}, s.guid, s.state
     FROM propagation p CROSS JOIN classification c CROSS JOIN entity s
     WHERE ${inList('p.entity_id')} AND ${isCarried(system)} AND c.entity_id = p.source_id AND c.type_id = p.type_id
       AND s.id = p.source_id
     ORDER BY 1, 8 NULLS FIRST, 2, 3`,
    [ids, ids],
  );
}

/** Names of all classifications that entities carry, by row number. */
export async function carriedNames(
  session: Session,
  system: TypeSystem,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>();
  const {inList} = session.dialect;
  const rows = await session.all<{entity_id: number; type_id: number}>(
    `SELECT entity_id, type_id FROM classification WHERE ${inList('entity_id')}
     UNION SELECT p.entity_id, p.type_id FROM propagation p WHERE ${inList('p.entity_id')} AND ${isCarried(system)}`,
    [ids, ids],
  );
  for (const {entity_id, type_id} of rows) {
    const list = names.get(entity_id);
    if (list === undefined) names.set(entity_id, [system.symbols.name(type_id)]);
    else list.push(system.symbols.name(type_id));
  }
  return names;
}
