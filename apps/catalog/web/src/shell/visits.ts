/** An entity whose page somebody has opened in this browser. */
export type Visit = {
  readonly guid: string;
  readonly typeName: string;
  readonly name: string;
  readonly qualifiedName?: string;
  /** When, in epoch milliseconds. */
  readonly time: number;
  /** When it was opened before; what is opened again soon is the same visit. */
  readonly before?: number | undefined;
};

/** A list to go back to, not a history. */
const most = 20;
const sameVisitMs = 30 * 60_000;
/** A key for each user: several may share a browser. */
export const keyOf = (userName: string) => `gazetteer.recent.${userName}`;

/** Of the user alone, the newest first: others may use the same browser. */
export function recentVisits(userName: string): readonly Visit[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userName)) ?? '[]');
    return Array.isArray(list) ? list.filter(isVisit) : [];
  } catch {
    // Storage is forbidden, or holds what somebody else has put there: nothing is remembered then.
    return [];
  }
}

/** Another version of the page may have written it. */
function isVisit(one: unknown): one is Visit {
  const {guid, typeName, name, time} = (one ?? {}) as Partial<Visit>;
  return [guid, typeName, name].every(text => typeof text === 'string') && typeof time === 'number';
}

/** Once at the top, wherever it stood. */
export function withVisit(visits: readonly Visit[], visit: Visit): readonly Visit[] {
  const before = lastVisit(visits, visit.guid, visit.time);
  const others = visits.filter(one => one.guid !== visit.guid);
  return [{...visit, before}, ...others].slice(0, most);
}

/** When the entity was opened before the visit that is now. */
export function lastVisit(visits: readonly Visit[], guid: string, now: number): number | undefined {
  const known = visits.find(one => one.guid === guid);
  return known === undefined || now - known.time > sameVisitMs ? known?.time : known.before;
}
