import {readEntitiesBody, type Attributes, type Planning} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {saveIn} from './save-entities.ts';

/**
 * Records that the catalog keeps for itself are entities, nearly all of internal types: saved,
 * searched and deleted like all others.
 */
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
