import type {ChangeSet, EdgeRecord, EntityRecord, Guid} from './record.ts';

/** One direction of an edge that lets classifications through, from one entity to the other. */
export type Way = {edgeGuid: Guid; from: Guid; to: Guid};

/** A classification where it is attached. */
export type Source = {typeName: string; sourceGuid: Guid};

/**
 * What a change means for classifications that propagate. `lost` ways take away what came over them
 * alone: of every classification (`all`), of one (`only`), or of those that ask for it
 * (`removePropagationsOnEntityDelete`).
 */
export type FlowChange = {
  /** To be followed from their source. */
  started: Source[];
  /** Gone from wherever they have come to. */
  stopped: Source[];
  gained: Way[];
  lost: (Way & {takes: 'all' | 'asking' | {only: Source}})[];
  /**
   * Soft-deleted: nothing passes through them any more, and their own classifications may ask to be
   * taken back.
   */
  deleted: Guid[];
  revived: Guid[];
  removed: Guid[];
};

/**
 * Edges of this type take away what came over them whenever they go: the entity has lost the term.
 */
const termAssignment = 'AtlasGlossarySemanticAssignment';

/**
 * The ways and sources that a change opens and closes. An edge that goes leaves behind what it has
 * let through, as in the reference, unless the classification asks for removal or the edge assigned
 * a glossary term; an edge that is told to let less through takes back what it did.
 */
export function flowChange(changes: ChangeSet): FlowChange {
  const created = new Set(changes.created.map(one => one.guid));
  const flow: FlowChange = {
    ...sources(changes),
    // A new entity has only what is attached to it in the same change, and that is followed from
    // there.
    gained: changes.edgesCreated.flatMap(waysOf).filter(way => !created.has(way.from)),
    lost: changes.edgesRemoved.flatMap(edge =>
      waysOf(edge).map(way => ({...way, takes: takenBy(edge)})),
    ),
    deleted: guidsTurning(changes, 'DELETED'),
    revived: guidsTurning(changes, 'ACTIVE'),
    removed: changes.removed.map(one => one.guid),
  };
  for (const {before, after} of changes.edgesUpdated) {
    const [old, next] = [waysOf(before), waysOf(after)];
    flow.gained.push(...without(next, old));
    const takes = after.status === 'DELETED' ? takenBy(before) : 'all';
    flow.lost.push(...without(old, next).map(way => ({...way, takes})));
  }
  for (const {edge, ...only} of changes.blocksAdded) {
    flow.lost.push(...waysOf(edge).map(way => ({...way, takes: {only}})));
  }
  for (const {edge} of changes.blocksRemoved) flow.gained.push(...waysOf(edge));
  return flow;
}

function sources(changes: ChangeSet): Pick<FlowChange, 'started' | 'stopped'> {
  const source = (one: {typeName: string; entityGuid: Guid}) => ({
    typeName: one.typeName,
    sourceGuid: one.entityGuid,
  });
  const turning = (isOn: boolean) =>
    changes.classificationsUpdated.filter(
      ({before, after}) => before.propagate !== after.propagate && after.propagate === isOn,
    );
  return {
    started: [
      ...changes.classificationsAdded.filter(one => one.propagate),
      ...turning(true).map(one => one.after),
    ].map(source),
    stopped: [...changes.classificationsRemoved, ...turning(false).map(one => one.after)].map(
      source,
    ),
  };
}

function guidsTurning({updated}: ChangeSet, status: EntityRecord['status']): Guid[] {
  return updated
    .filter(one => one.before.status !== status && one.after.status === status)
    .map(one => one.after.guid);
}

function takenBy(edge: EdgeRecord): 'all' | 'asking' {
  return edge.typeName === termAssignment ? 'all' : 'asking';
}

/** The directions in which an edge lets classifications through. */
function waysOf({guid, end1, end2, status, propagateTags}: EdgeRecord): Way[] {
  if (status !== 'ACTIVE') return [];
  const forth: Way = {edgeGuid: guid, from: end1, to: end2};
  const back: Way = {edgeGuid: guid, from: end2, to: end1};
  return {NONE: [], ONE_TO_TWO: [forth], TWO_TO_ONE: [back], BOTH: [forth, back]}[propagateTags];
}

function without(some: readonly Way[], others: readonly Way[]): Way[] {
  return some.filter(way => !others.some(other => other.from === way.from && other.to === way.to));
}
