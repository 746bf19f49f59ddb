import {dropRecords, keepRecords, recordsToSend, type Keeper, type KeptRecord} from '@gazetteer/db';
import type {GraphRead, GraphTx} from '../schema/graph.ts';

export type {Keeper, KeptRecord} from '@gazetteer/db';

/** Keeps lines for the audit together with what they tell of. */
export async function keepAuditLines(
  {session}: GraphTx,
  keeper: Keeper,
  lines: readonly string[],
): Promise<void> {
  await keepRecords(session, keeper, lines);
}

/** The oldest lines that this process has to send on. */
export async function auditLinesToSend(
  {session}: GraphRead,
  keeper: Keeper,
): Promise<KeptRecord[]> {
  return await recordsToSend(session, keeper);
}

/** They are where they are to go. */
export async function dropAuditLines({session}: GraphTx, ids: readonly number[]): Promise<void> {
  await dropRecords(session, ids);
}
