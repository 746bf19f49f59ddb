import {
  entityHeader,
  type EntityHeader,
  type EntityRecord,
  type HeaderOptions,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';

/**
 * Headers of entities with their classifications and terms, in two statements whatever their
 * number.
 */
export async function readHeaders(
  graph: GraphRead,
  records: readonly EntityRecord[],
  options: (record: EntityRecord) => Omit<HeaderOptions, 'meanings'> = () => ({}),
): Promise<EntityHeader[]> {
  const guids = records.map(record => record.guid);
  const classifications = await graph.carriedBy(guids);
  const meanings = await graph.meaningsOf(guids);
  return records.map(record =>
    entityHeader(graph.types, record, classifications.get(record.guid) ?? [], {
      ...options(record),
      meanings: meanings.get(record.guid) ?? [],
    }),
  );
}
