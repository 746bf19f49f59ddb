import {
  changedSince,
  connected,
  inward,
  ofTypes,
  outward,
  ownedPairs,
  type GraphRead,
  type Walked,
} from '@gazetteer/store';
import type {ExportRequest} from './export-request.ts';

/**
 * What an export writes: entities with a file of their own, each with all that it owns in that
 * file.
 */
export type Selection = {
  /** In the order of their files. */
  roots: readonly number[];
  /** The owner of each entity that stands in the file of another. */
  owners: ReadonlyMap<number, number>;
};

/**
 * Walks from the start as the request asks. Owners come before what refers to them and lineage
 * last, so that an import that reads the files in order meets most references after what they refer
 * to.
 */
export async function selectEntities(
  graph: GraphRead,
  start: Walked,
  request: ExportRequest,
): Promise<Selection> {
  const processTypes = [...(graph.types.entityTypes.get('Process')?.typeAndSubTypes ?? [])];
  const skipped = request.skipLineage ? processTypes : [];
  const reached = new Set([
    ...start,
    ...(await walk(graph, start, request, processTypes, skipped)),
  ]);
  const owners = await ownersIn(graph, reached);
  const changed =
    request.fetchType === 'INCREMENTAL'
      ? await changedRoots(graph, reached, owners, request.changeMarker)
      : undefined;
  const roots = [...reached].filter(
    id => !owners.has(id) && (changed === undefined || changed.has(id)),
  );
  const processes = new Set(await ofTypes(graph, roots, processTypes));
  const first = new Set(start);
  const order = (id: number) => (processes.has(id) ? 2 : first.has(id) ? 0 : 1);
  return {roots: roots.sort((a, b) => order(a) - order(b) || a - b), owners};
}

async function walk(
  graph: GraphRead,
  start: Walked,
  {fetchType, skipLineage}: ExportRequest,
  processTypes: readonly string[],
  skipped: readonly string[],
): Promise<Walked> {
  if (fetchType !== 'CONNECTED') return await connected(graph, start, skipped);
  // Up to what holds or processes the start and not beyond a process, whose own datasets belong to
  // it.
  const above = await inward(graph, start, processTypes);
  const processes = await ofTypes(graph, above, processTypes);
  const passed = new Set(skipLineage ? processes : []);
  const below = await outward(
    graph,
    [...start, ...processes.filter(id => !passed.has(id))],
    skipped,
  );
  return [...above.filter(id => !passed.has(id)), ...below];
}

/**
 * Owners of all that stands in the file of something reached, whether it was reached itself or not.
 */
async function ownersIn(
  graph: GraphRead,
  reached: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const owners = new Map<number, number>();
  let holders: number[] = [...reached];
  while (holders.length > 0) {
    const pairs = await ownedPairs(graph, holders);
    holders = [];
    for (const {owner, owned} of pairs) {
      if (owners.has(owned) || rootOf(owners, owner) === owned) continue;
      owners.set(owned, owner);
      if (!reached.has(owned)) holders.push(owned);
    }
  }
  return owners;
}

export function rootOf(owners: ReadonlyMap<number, number>, id: number): number {
  let root = id;
  for (let owner = owners.get(root); owner !== undefined; owner = owners.get(root)) root = owner;
  return root;
}

/** Roots that changed themselves or own something that did. */
async function changedRoots(
  graph: GraphRead,
  reached: ReadonlySet<number>,
  owners: ReadonlyMap<number, number>,
  since: number,
): Promise<ReadonlySet<number>> {
  const all = [...new Set([...reached, ...owners.keys()])];
  return new Set((await changedSince(graph, all, since)).map(id => rootOf(owners, id)));
}
