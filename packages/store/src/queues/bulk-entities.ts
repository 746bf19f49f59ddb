import type {Guid} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {bulkEntity} from '../schema/schema.ts';

/** Type of the tasks that change many entities for somebody. */
export const bulkTask = 'BULK_CHANGE';

/**
 * `FOLLOWED`: it was deleted along with what owns it. Those that stay as they were are not kept.
 */
export type BulkOutcome = 'CHANGED' | 'FOLLOWED' | 'REFUSED' | 'CONFLICT';

/** What a bulk change did with one entity. Values are JSON, `null` where nothing came of it. */
export type BulkEntity = {
  readonly n: number;
  readonly guid: Guid;
  readonly outcome: BulkOutcome;
  /** Why, where it was left as it was. */
  readonly reason: string;
  readonly oldValue: string;
  readonly newValue: string;
};

type BulkRow = {
  n: number;
  guid: string;
  outcome: string;
  reason: string;
  old_value: string;
  new_value: string;
};

/** @param rows numbered by the caller, on from those that are there */
export async function addBulkEntities(
  {[inner]: db}: GraphTx,
  task: Guid,
  rows: readonly BulkEntity[],
): Promise<void> {
  await db.session.insert(
    bulkEntity,
    rows.map(one => [task, one.n, one.guid, one.outcome, one.reason, one.oldValue, one.newValue]),
  );
}

/** In the order in which they were done. */
export async function bulkEntities(
  {[inner]: db}: GraphRead,
  task: Guid,
  {
    outcomes,
    after,
    limit,
  }: {readonly outcomes: readonly BulkOutcome[]; readonly after: number; readonly limit: number},
): Promise<BulkEntity[]> {
  const rows = await db.session.all<BulkRow>(
    `SELECT n, guid, outcome, reason, old_value, new_value FROM bulk_entity
     WHERE task = ? AND n > ? AND ${db.session.dialect.inList('outcome', 'text')} ORDER BY n LIMIT ?`,
    [task, after, outcomes, limit],
  );
  return rows.map(({n, guid, outcome, reason, old_value, new_value}) => ({
    n,
    guid,
    outcome: outcome as BulkOutcome,
    reason,
    oldValue: old_value,
    newValue: new_value,
  }));
}
