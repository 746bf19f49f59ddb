import {auditLinesToSend, dropAuditLines, type Keeper, type KeptRecord} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

/** Records of changes that the request audit has not got yet, the oldest. */
export async function nextAuditLines(c: Catalog, keeper: Keeper): Promise<KeptRecord[]> {
  return await c.read('AuditRelay.next', graph => auditLinesToSend(graph, keeper));
}

/** The request audit has got them. */
export async function dropSentAuditLines(c: Catalog, ids: readonly number[]): Promise<void> {
  await c.write('AuditRelay.drop', tx => dropAuditLines(tx, ids));
}
