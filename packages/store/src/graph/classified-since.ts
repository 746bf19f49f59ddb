import type {EntityRecord} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {readableAt} from '../index/readable-sql.ts';
import {entityColumns, toEntity, type EntityRow} from '../schema/rows.ts';
import {taggedActions} from '../schema/schema.ts';

/**
 * Entities that have gained, lost or changed a classification, their own or one that came to them,
 * since `time` (epoch ms).
 */
export async function classifiedSince(graph: GraphRead, time: number): Promise<EntityRecord[]> {
  const {session, system} = graph[inner];
  const only = readableAt(graph, 'e.id');
  const since = `SELECT DISTINCT entity_id FROM audit WHERE ${taggedActions()} AND time >= ?`;
  const rows = await session.all<EntityRow>(
    `SELECT ${entityColumns} FROM entity e WHERE ${session.dialect.inRows('e.id', since)}
     ${only === undefined ? '' : `AND ${only.text}`} ORDER BY e.id`,
    [time, ...(only?.params ?? [])],
  );
  return [...(await graph.redacted(rows.map(row => toEntity(row, system.symbols))))];
}
