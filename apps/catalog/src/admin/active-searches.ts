import {AppError} from '@gazetteer/model';
import type {ActiveOperation, Telemetry} from '@gazetteer/kernel/host';

/** GET /admin/activeSearches: ids of the searches that this process is doing now. */
export function listActiveSearches(telemetry: Telemetry): string[] {
  return Array.from(running(telemetry), idOf);
}

/**
 * DELETE /admin/activeSearches/{id}: whoever waits for the search is answered with an error at
 * once, and the store gives it up.
 * @returns false when there is no such search
 */
export function giveUpSearch(telemetry: Telemetry, id: string, userName: string): boolean {
  const found = [...running(telemetry)].find(one => idOf(one) === id);
  found?.giveUp(new AppError('BAD_REQUEST', [`the search ${id} was ended by ${userName}`]));
  return found !== undefined;
}

/** Who waits for it. */
export function ownerOfSearch(telemetry: Telemetry, id: string): string | undefined {
  return [...running(telemetry)].find(one => idOf(one) === id)?.userName;
}

function* running({active}: Telemetry): Iterable<ActiveOperation> {
  for (const one of active) if (one.isSearch) yield one;
}

const idOf = ({name, requestId}: ActiveOperation): string => `${name}_${requestId}`;
