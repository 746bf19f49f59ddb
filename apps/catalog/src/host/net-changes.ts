import type {Status} from '@gazetteer/model';

/**
 * What became of each record over several changes: one that is made and removed again appears
 * nowhere.
 */
export type Net<T> = {created: T[]; updated: T[]; deleted: T[]; purged: T[]};

type Change<T> = {
  created: readonly T[];
  updated: readonly {before: T; after: T}[];
  removed: readonly T[];
};

/**
 * Adds up changes in their order. Deleted and purged ones are given as they were before, still
 * ACTIVE; a deleted one that comes back counts as updated.
 */
export function netOf<T extends {guid: string; status: Status}>(
  changes: readonly Change<T>[],
): Net<T> {
  const seen = new Map<string, {first: T | undefined; last: T | undefined}>();
  const set = (guid: string, before: T | undefined, last: T | undefined) =>
    void seen.set(guid, {first: seen.has(guid) ? seen.get(guid)?.first : before, last});
  for (const {created, updated, removed} of changes) {
    for (const one of created) set(one.guid, undefined, one);
    for (const {before, after} of updated) set(after.guid, before, after);
    for (const one of removed) set(one.guid, one, undefined);
  }
  const net: Net<T> = {created: [], updated: [], deleted: [], purged: []};
  for (const {first, last} of seen.values()) {
    if (first === undefined) {
      if (last !== undefined) net.created.push(last);
    } else if (last === undefined) net.purged.push(first);
    else if (first.status === 'ACTIVE' && last.status === 'DELETED') net.deleted.push(first);
    else net.updated.push(last);
  }
  return net;
}
