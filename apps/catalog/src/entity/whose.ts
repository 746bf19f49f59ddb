import type {EntityRecord, Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {recordsOf, uniqueRecord, type ByUnique} from './read-entities.ts';

/** An entity as an address names it: by guid, or by type and unique attributes. */
export type Whose = {guid: Guid} | ByUnique;

/** @throws INSTANCE_GUID_NOT_FOUND, ATTRIBUTE_UNIQUE_INVALID, INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND */
export async function recordOf(graph: GraphRead, whose: Whose): Promise<EntityRecord> {
  if (!('guid' in whose)) return await uniqueRecord(graph, whose);
  const [record] = await recordsOf(graph, [whose.guid]);
  return record as EntityRecord;
}
