import {ask} from '../api/request.ts';
import type {RowState} from './result-rows.ts';

/** Fewer are ready to be asked before anybody has clicked. */
const worthwhileRows = 20_000;
/**
 * Results that were asked for in this page; a failure takes one out, so that the next movement of
 * the mouse tries again.
 */
const prepared = new Set<string>();

/**
 * Somebody is about to sort, search, filter or draw: a large result whose rows are all here is made
 * ready for that, once, which takes seconds for a million rows. Nothing is fetched from the SQL
 * server for it.
 */
export function prepareResult(
  uuid: string,
  {rowCount, isComplete}: Pick<RowState, 'rowCount' | 'isComplete'>,
): void {
  if (!isComplete || rowCount < worthwhileRows || prepared.has(uuid)) return;
  prepared.add(uuid);
  // What is wrong is told when it is asked; until then it may have passed.
  ask('POST /api/v1/results/{uuid}/prepare', {path: {uuid}}).catch(() => prepared.delete(uuid));
}
