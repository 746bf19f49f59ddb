import {
  parseJson,
  readSearchParameters,
  type EntityRecord,
  type SearchParameters,
} from '@gazetteer/model';
import {searchEntities, type GraphRead} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import type {InternalType} from '../entity/save-record.ts';
import {resolve} from '../search/find.ts';

export type RecordQuery = Partial<
  Pick<SearchParameters, 'entityFilters' | 'limit' | 'offset' | 'sortBy' | 'sortOrder'>
>;

/** A page of records and how many there are. Filters and orders are those of searches. */
export async function findRecords(
  c: Context,
  graph: GraphRead,
  typeName: InternalType,
  query: RecordQuery,
): Promise<{records: EntityRecord[]; count: number}> {
  const form = {includeSubTypes: false};
  const parameters = {
    ...readSearchParameters({typeName, excludeDeletedEntities: true}, form),
    ...query,
  };
  return await searchEntities(graph, await resolve(c, graph, parameters));
}

/** A value that stands as JSON text in an attribute, null when there is none. */
export function fromText(text: unknown): unknown {
  return typeof text === 'string' && text !== '' ? parseJson(text) : null;
}
