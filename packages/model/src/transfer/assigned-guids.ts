import {isAssigned} from '../entity/entity.ts';
import type {Guid} from '../entity/record.ts';
import {isMap} from '../entity/value.ts';

/**
 * Puts in place of temporary guids, wherever an archive's entity names itself or another one, those
 * that were given to them.
 */
export function assignGuids(value: unknown, assigned: Readonly<Record<Guid, Guid>>): void {
  if (Array.isArray(value)) for (const one of value) assignGuids(one, assigned);
  if (!isMap(value)) return;
  for (const [name, one] of Object.entries(value)) {
    const isGuid =
      (name === 'guid' || name === 'entityGuid') && typeof one === 'string' && !isAssigned(one);
    if (!isGuid) assignGuids(one, assigned);
    else if (Object.hasOwn(assigned, one)) value[name] = assigned[one];
  }
}
