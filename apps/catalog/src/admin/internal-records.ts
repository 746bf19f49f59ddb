import type {Attributes, EntityRecord, Planning} from '@gazetteer/model';
import {parseJson, readEntitiesBody, readSearchParameters, type SearchParameters} from '@gazetteer/model';
import {searchEntities, type GraphRead, type GraphTx} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {saveIn} from '../entity/save-entities.ts';
import {resolve} from '../search/find.ts';

/** Records that the catalog keeps for itself are entities, nearly all of internal types: saved, searched and deleted like all others. */
export type InternalType =
  | '__MetaAuditEntry'
  | '__ExportImportAuditEntry'
  | '__MetaMetricsStat'
  | '__MetaAsyncImportRequest'
  | 'AtlasServer';

/** Creates a record, or updates the one with the same unique attributes. @returns its guid */
export async function saveRecord(
  tx: GraphTx,
  planning: Planning,
  typeName: InternalType,
  attributes: Attributes,
): Promise<string> {
  const guid = '-1';
  const request = readEntitiesBody({entities: [{guid, typeName, attributes}]});
  const {guidAssignments} = await saveIn(tx, request, planning);
  return guidAssignments.get(guid) ?? '';
}

export type RecordQuery = Partial<
  Pick<SearchParameters, 'entityFilters' | 'limit' | 'offset' | 'sortBy' | 'sortOrder'>
>;

/** A page of records and how many there are. Filters and orders are those of searches. */
export async function findRecords(
  c: Catalog,
  graph: GraphRead,
  typeName: InternalType,
  query: RecordQuery,
): Promise<{records: EntityRecord[]; count: number}> {
  const form = {includeSubTypes: false};
  const parameters = {...readSearchParameters({typeName, excludeDeletedEntities: true}, form), ...query};
  return await searchEntities(graph, await resolve(c, graph, parameters));
}

/** A value that stands as JSON text in an attribute, null when there is none. */
export function fromText(text: unknown): unknown {
  return typeof text === 'string' && text !== '' ? parseJson(text) : null;
}
