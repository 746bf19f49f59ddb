import {dropRecords, keepRecords, recordsToSend, type Keeper, type KeptRecord} from '@gazetteer/db';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';

export type {Keeper, KeptRecord} from '@gazetteer/db';

/** Keeps lines for the audit together with what they tell of. */
export async function keepAuditLines(
  {[inner]: db}: GraphTx,
  keeper: Keeper,
  lines: readonly string[],
): Promise<void> {
  await keepRecords(db.session, keeper, lines);
}

/** The oldest lines that this process has to send on. */
export async function auditLinesToSend(
  {[inner]: db}: GraphRead,
  keeper: Keeper,
): Promise<KeptRecord[]> {
  return await recordsToSend(db.session, keeper);
}

/** They are where they are to go. */
export async function dropAuditLines(
  {[inner]: db}: GraphTx,
  ids: readonly number[],
): Promise<void> {
  await dropRecords(db.session, ids);
}
