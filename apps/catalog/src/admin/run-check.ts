import {checkPart, selectToCheck, repairPart} from './check-state.ts';
import type {Caller, CatalogHost} from '../caller.ts';
import type {CheckStateResult} from './check-state.ts';

/** Entities that are checked, or written anew, at a time. */
const partSize = 1000;

/**
 * POST /admin/checkstate: checks entities, part by part, and repairs them when that is asked for.
 * What cannot be told from the entity itself is left as it is and told.
 */
export async function runCheck(
  host: CatalogHost,
  caller: Caller,
  body: string,
): Promise<CheckStateResult> {
  const check = (ids: readonly number[]) => host.call(checkPart, caller, {ids});
  const {ids, fixes} = await host.call(selectToCheck, caller, {body});
  const result: CheckStateResult = {
    entitiesScanned: 0,
    entitiesOk: 0,
    entitiesFixed: 0,
    entitiesPartiallyFixed: 0,
    entitiesNotFixed: 0,
    state: 'OK',
    entities: {},
  };
  for (let at = 0; at < ids.length; at += partSize) {
    const {scanned, broken} = await check(ids.slice(at, at + partSize));
    const left = new Map<number, number>();
    if (fixes && broken.length > 0) {
      const brokenIds = broken.map(one => one.id);
      await host.call(repairPart, caller, {ids: brokenIds});
      for (const one of (await check(brokenIds)).broken) left.set(one.id, one.issues.length);
    }
    result.entitiesScanned += scanned;
    result.entitiesOk += scanned - broken.length;
    for (const {id, ...one} of broken) {
      const remaining = fixes ? (left.get(id) ?? 0) : one.issues.length;
      const state =
        remaining === 0 ? 'FIXED' : remaining < one.issues.length ? 'PARTIALLY_FIXED' : 'NOT_FIXED';
      result.entities[one.guid] = {...one, state};
      if (state === 'FIXED') result.entitiesFixed += 1;
      else if (state === 'PARTIALLY_FIXED') result.entitiesPartiallyFixed += 1;
      else result.entitiesNotFixed += 1;
    }
  }
  const {entitiesFixed, entitiesPartiallyFixed, entitiesNotFixed} = result;
  if (entitiesNotFixed > 0)
    result.state = entitiesFixed + entitiesPartiallyFixed > 0 ? 'PARTIALLY_FIXED' : 'NOT_FIXED';
  else if (entitiesPartiallyFixed > 0) result.state = 'PARTIALLY_FIXED';
  else if (entitiesFixed > 0) result.state = 'FIXED';
  return result;
}
