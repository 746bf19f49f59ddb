import type {Call} from '../run.ts';
import type {FastifyRequest} from 'fastify';
import type {CheckedPart, CheckStateResult} from './check-state.ts';

/** Entities that are checked, or written anew, at a time. */
const partSize = 1000;

/**
 * POST /admin/checkstate: checks entities, part by part, and repairs them when that is asked for. What cannot be told from
 * the entity itself is left as it is and told.
 */
export async function runCheck(call: Call, request: FastifyRequest, body: string): Promise<CheckStateResult> {
  const ask = async (name: 'checkPart', ids: readonly number[]) =>
    JSON.parse((await call(request, name, {ids})).json ?? 'null') as CheckedPart;
  const {ids, fixes} = JSON.parse((await call(request, 'selectToCheck', {body})).json ?? 'null') as {
    ids: number[];
    fixes: boolean;
  };
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
    const {scanned, broken} = await ask('checkPart', ids.slice(at, at + partSize));
    const left = new Map<number, number>();
    if (fixes && broken.length > 0) {
      const brokenIds = broken.map(one => one.id);
      await call(request, 'repairPart', {ids: brokenIds});
      for (const one of (await ask('checkPart', brokenIds)).broken) left.set(one.id, one.issues.length);
    }
    result.entitiesScanned += scanned;
    result.entitiesOk += scanned - broken.length;
    for (const {id, ...one} of broken) {
      const remaining = fixes ? (left.get(id) ?? 0) : one.issues.length;
      const state = remaining === 0 ? 'FIXED' : remaining < one.issues.length ? 'PARTIALLY_FIXED' : 'NOT_FIXED';
      result.entities[one.guid] = {...one, state};
      if (state === 'FIXED') result.entitiesFixed += 1;
      else if (state === 'PARTIALLY_FIXED') result.entitiesPartiallyFixed += 1;
      else result.entitiesNotFixed += 1;
    }
  }
  const {entitiesFixed, entitiesPartiallyFixed, entitiesNotFixed} = result;
  if (entitiesNotFixed > 0) result.state = entitiesFixed + entitiesPartiallyFixed > 0 ? 'PARTIALLY_FIXED' : 'NOT_FIXED';
  else if (entitiesPartiallyFixed > 0) result.state = 'PARTIALLY_FIXED';
  else if (entitiesFixed > 0) result.state = 'FIXED';
  return result;
}
