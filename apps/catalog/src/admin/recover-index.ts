import {rebuildPart} from './check-state.ts';
import {noteIndexRecovery} from './index-recovery.ts';
import {AppError} from '@gazetteer/model';
import type {Caller, CatalogHost} from '../caller.ts';
import type {RebuiltPart} from './check-state.ts';

const partSize = 500;

/**
 * POST /indexrecovery/start: writes anew what searches read of all entities that were changed since
 * a time. The index is written with the entities, so that nothing but a change of the database by
 * hand asks for this.
 * @throws BAD_REQUEST for what is no ISO 8601 time
 */
export async function recoverIndex(
  host: CatalogHost,
  caller: Caller,
  startTime: string | undefined,
): Promise<void> {
  const since = /^\d{4}-\d\d-\d\dT/.test(startTime ?? '') ? Date.parse(startTime ?? '') : NaN;
  if (Number.isNaN(since)) {
    throw new AppError('BAD_REQUEST', [
      'startTime must be a time of ISO 8601, such as 2030-01-31T00:00:00.000Z',
    ]);
  }
  let after: number | undefined = 0;
  while (after !== undefined) {
    const part: RebuiltPart = await host.call(rebuildPart, caller, {since, after, count: partSize});
    after = part.next;
  }
  await host.call(noteIndexRecovery, caller, {time: new Date(since).toISOString()});
}
