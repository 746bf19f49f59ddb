import type {
  ChangeSet,
  ClassificationRecord,
  EdgeRecord,
  EntityHeader,
  EntityRecord,
  Guid,
  Propagation,
  TypeRegistry,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {readHeaders} from '../entity/headers.ts';
import {netOf} from './net-changes.ts';

/** How many there are, and the first of them. */
type Listed<T> = {count: number; list: T[]};
type Lists<Name extends string, T> = Record<Name, Listed<T>>;

type RelationshipChange = {guid: Guid; typeName: string; end1: {guid: Guid}; end2: {guid: Guid}};
type ClassificationChange = {typeName: string; entityGuid: Guid; propagate: boolean};

/** What a rehearsed change would do. Entities that would go are shown as they are now. */
export type Preview = {
  entities: Lists<'created' | 'updated' | 'touched' | 'deleted' | 'purged', EntityHeader>;
  relationships: Lists<'created' | 'updated' | 'deleted' | 'purged', RelationshipChange>;
  classifications: Lists<'added' | 'updated' | 'removed', ClassificationChange>;
  /** Where classifications would come to, and go from, over relationships. */
  propagations: Lists<'added' | 'removed', Propagation>;
  types: Lists<'created' | 'updated' | 'deleted', string>;
};

/** Longer lists help nobody decide; the counts are whole. */
const maxListed = 100;

/**
 * What the transaction of `graph` has done so far. A constant number of statements, whatever the
 * number of entities.
 * @param before the types at the transaction's start
 */
export async function previewOf(
  tx: GraphRead,
  done: readonly ChangeSet[],
  before: TypeRegistry,
): Promise<Preview> {
  const graph = tx.forCaller();
  const applied = await shownOf(graph, done);
  return {
    entities: await entitiesOf(graph, applied),
    relationships: relationshipsOf(applied),
    classifications: classificationsOf(applied),
    propagations: {
      added: listed(applied.flatMap(one => one.propagationsAdded)),
      removed: listed(applied.flatMap(one => one.propagationsRemoved)),
    },
    types: typesOf(before, graph.types),
  };
}

/**
 * What is done to entities that whoever asks may not read is not told, nor how much of it there is.
 */
async function shownOf(
  graph: GraphRead,
  applied: readonly ChangeSet[],
): Promise<readonly ChangeSet[]> {
  const {readable} = graph;
  if (readable === undefined) return applied;
  const created = applied.flatMap(one => one.created).map(one => one.guid);
  const gone = applied.flatMap(one => one.removed).filter(one => readable.allowsGone(one));
  const named = applied.flatMap(one => [
    ...[...one.updated.map(({after}) => after), ...one.touched].map(record => record.guid),
    ...edgesIn(one).flatMap(edge => [edge.end1, edge.end2]),
    ...classificationsIn(one).map(({entityGuid}) => entityGuid),
    ...[...one.propagationsAdded, ...one.propagationsRemoved].flatMap(
      ({entityGuid, sourceGuid}) => [entityGuid, sourceGuid],
    ),
  ]);
  const seen = new Set([
    ...created,
    ...gone.map(one => one.guid),
    ...(await graph.entities([...new Set(named)])).keys(),
  ]);
  const isSeen = (guid: Guid) => seen.has(guid);
  const ofEdges = (edge: EdgeRecord) => isSeen(edge.end1) && isSeen(edge.end2);
  const ofOne = (one: {entityGuid: Guid}) => isSeen(one.entityGuid);
  const moved = (one: Propagation) => isSeen(one.entityGuid) && isSeen(one.sourceGuid);
  return applied.map(one => ({
    ...one,
    updated: one.updated.filter(({after}) => isSeen(after.guid)),
    touched: one.touched.filter(record => isSeen(record.guid)),
    removed: one.removed.filter(record => isSeen(record.guid)),
    edgesCreated: one.edgesCreated.filter(ofEdges),
    edgesUpdated: one.edgesUpdated.filter(({after}) => ofEdges(after)),
    edgesRemoved: one.edgesRemoved.filter(ofEdges),
    classificationsAdded: one.classificationsAdded.filter(ofOne),
    classificationsUpdated: one.classificationsUpdated.filter(({after}) => ofOne(after)),
    classificationsRemoved: one.classificationsRemoved.filter(ofOne),
    propagationsAdded: one.propagationsAdded.filter(moved),
    propagationsRemoved: one.propagationsRemoved.filter(moved),
  }));
}

function edgesIn({edgesCreated, edgesUpdated, edgesRemoved}: ChangeSet): EdgeRecord[] {
  return [...edgesCreated, ...edgesUpdated.map(one => one.after), ...edgesRemoved];
}

function classificationsIn(changes: ChangeSet): ClassificationRecord[] {
  const {classificationsAdded, classificationsUpdated, classificationsRemoved} = changes;
  return [
    ...classificationsAdded,
    ...classificationsUpdated.map(one => one.after),
    ...classificationsRemoved,
  ];
}

/** Of an operation with any number of transactions. */
export function mergePreviews(previews: readonly Preview[]): Preview {
  return previews.reduce(
    (all, one) => ({
      entities: mergeEach(all.entities, one.entities),
      relationships: mergeEach(all.relationships, one.relationships),
      classifications: mergeEach(all.classifications, one.classifications),
      propagations: mergeEach(all.propagations, one.propagations),
      types: mergeEach(all.types, one.types),
    }),
    nothing(),
  );
}

async function entitiesOf(
  graph: GraphRead,
  applied: readonly ChangeSet[],
): Promise<Preview['entities']> {
  const changed = netOf(applied);
  const touched = new Map(applied.flatMap(one => one.touched).map(record => [record.guid, record]));
  // Each entity is in one list: what has changed is more than its time.
  for (const record of Object.values(changed).flat()) touched.delete(record.guid);
  const headers = async (records: readonly EntityRecord[]) => ({
    count: records.length,
    list: await readHeaders(graph, records.slice(0, maxListed), () => ({
      withClassifications: true,
    })),
  });
  return {
    created: await headers(changed.created),
    updated: await headers(changed.updated),
    touched: await headers([...touched.values()]),
    deleted: await headers(changed.deleted),
    purged: await headers(changed.purged),
  };
}

function relationshipsOf(applied: readonly ChangeSet[]): Preview['relationships'] {
  const net = netOf(
    applied.map(one => ({
      created: one.edgesCreated,
      updated: one.edgesUpdated,
      removed: one.edgesRemoved,
    })),
  );
  const shown = (edges: readonly EdgeRecord[]) =>
    listed(
      edges.map(({guid, typeName, end1, end2}) => ({
        guid,
        typeName,
        end1: {guid: end1},
        end2: {guid: end2},
      })),
    );
  return {
    created: shown(net.created),
    updated: shown(net.updated),
    deleted: shown(net.deleted),
    purged: shown(net.purged),
  };
}

function classificationsOf(applied: readonly ChangeSet[]): Preview['classifications'] {
  const shown = (list: readonly ClassificationRecord[]) =>
    listed(list.map(({typeName, entityGuid, propagate}) => ({typeName, entityGuid, propagate})));
  return {
    added: shown(applied.flatMap(one => one.classificationsAdded)),
    updated: shown(applied.flatMap(one => one.classificationsUpdated).map(({after}) => after)),
    removed: shown(applied.flatMap(one => one.classificationsRemoved)),
  };
}

function typesOf(before: TypeRegistry, after: TypeRegistry): Preview['types'] {
  const names = (of: TypeRegistry, isWanted: (name: string) => boolean) =>
    listed([...of.defs.keys()].filter(isWanted));
  return {
    created: names(after, name => !before.defs.has(name)),
    updated: names(
      after,
      name => before.defs.has(name) && before.defs.get(name) !== after.defs.get(name),
    ),
    deleted: names(before, name => !after.defs.has(name)),
  };
}

function listed<T>(all: readonly T[]): Listed<T> {
  return {count: all.length, list: all.slice(0, maxListed)};
}

function mergeEach<Name extends string, T>(a: Lists<Name, T>, b: Lists<Name, T>): Lists<Name, T> {
  const names = Object.keys(a) as Name[];
  const merged = names.map(name => {
    const list = [...a[name].list, ...b[name].list].slice(0, maxListed);
    return [name, {count: a[name].count + b[name].count, list}] as const;
  });
  return Object.fromEntries(merged) as Lists<Name, T>;
}

function nothing(): Preview {
  const none = <T>(): Listed<T> => ({count: 0, list: []});
  return {
    entities: {created: none(), updated: none(), touched: none(), deleted: none(), purged: none()},
    relationships: {created: none(), updated: none(), deleted: none(), purged: none()},
    classifications: {added: none(), updated: none(), removed: none()},
    propagations: {added: none(), removed: none()},
    types: {created: none(), updated: none(), deleted: none()},
  };
}
