/** As far as a tree needs it, so that lists and fields can use the same functions. */
type Placed = {
  readonly guid: string;
  readonly name: string;
  readonly parentGuid?: string | undefined;
};

/** What a domain is called with all above it: `Sales / Orders`. */
export function domainPath(all: readonly Placed[], guid: string): string {
  const byGuid = new Map(all.map(one => [one.guid, one]));
  const names: string[] = [];
  const passed = new Set<string>();
  // Clients of the entity API may put domains into each other in a circle.
  for (let at = byGuid.get(guid); at !== undefined && !passed.has(at.guid);) {
    passed.add(at.guid);
    names.unshift(at.name);
    at = byGuid.get(at.parentGuid ?? '');
  }
  return names.join(' / ');
}

/** The domain and all that are in it. */
export function domainAndBelow(all: readonly Placed[], guid: string): string[] {
  const below = Map.groupBy(all, one => one.parentGuid ?? '');
  const found = new Set([guid]);
  for (const at of found) for (const one of below.get(at) ?? []) found.add(one.guid);
  return [...found];
}

export type TreeLine<Domain> = {readonly domain: Domain; readonly level: number};

/**
 * Each domain behind the one that it is in; what is above nothing that may be seen is at the top.
 */
export function domainLines<Domain extends Placed>(all: readonly Domain[]): TreeLine<Domain>[] {
  const known = new Set(all.map(one => one.guid));
  const topOf = ({parentGuid}: Domain) =>
    parentGuid !== undefined && known.has(parentGuid) ? parentGuid : '';
  const below = Map.groupBy(all, topOf);
  const shown = new Set<string>();
  const lines = (parent: string, level: number): TreeLine<Domain>[] =>
    (below.get(parent) ?? []).flatMap(domain => {
      if (shown.has(domain.guid)) return [];
      shown.add(domain.guid);
      return [{domain, level}, ...lines(domain.guid, level + 1)];
    });
  const found = lines('', 0);
  // Of a circle nothing would be reached from the top, and so nothing shown.
  const circles = all.filter(one => !shown.has(one.guid)).map(domain => ({domain, level: 0}));
  return [...found, ...circles];
}
