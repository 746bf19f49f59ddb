import type {Planning} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {saveRecord} from './save-record.ts';

export type AuditOperation =
  | 'PURGE'
  | 'AUTO_PURGE'
  | 'EXPORT'
  | 'IMPORT'
  | 'IMPORT_DELETE_REPL'
  | 'TYPE_DEF_CREATE'
  | 'TYPE_DEF_UPDATE'
  | 'TYPE_DEF_DELETE'
  | 'SERVER_START'
  | 'SERVER_STATE_ACTIVE';

export type AdminAudit = {
  operation: AuditOperation;
  /** Epoch ms; it ends when it is written. */
  startTime: number;
  params?: string;
  result?: string;
  resultCount: number;
  runId?: string;
  auditRowKind?: 'SINGLE' | 'SUMMARY' | 'BATCH';
};

/**
 * Writes down what an operator did, in the transaction that does it. @returns the guid of the entry
 */
export async function recordAdminAudit(
  tx: GraphTx,
  planning: Planning,
  audit: AdminAudit,
): Promise<string> {
  return await saveRecord(tx, planning, '__MetaAuditEntry', {
    userName: planning.userName,
    endTime: planning.now,
    ...audit,
  });
}
