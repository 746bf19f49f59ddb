import type {PropagateTags} from '../types/type-def.ts';

/** Random UUID text; a client's temporary one starts with `-`. */
export type Guid = string;
export type Status = 'ACTIVE' | 'DELETED';
export type Attributes = Record<string, unknown>;

/**
 * An entity as the store keeps it: everything but its relationships and classifications.
 * `attributes` hold only non-null values in normal form (dates as epoch ms, enums in canonical
 * spelling); relationship attributes are edges and never appear here. References without a
 * relationship definition do, as `{guid, typeName}`.
 */
export type EntityRecord = {
  guid: Guid;
  typeName: string;
  status: Status;
  createdBy: string;
  updatedBy: string;
  createTime: number;
  updateTime: number;
  attributes: Attributes;
  isIncomplete?: boolean;
  labels?: string[];
  customAttributes?: Record<string, string>;
  businessAttributes?: Record<string, Attributes>;
  homeId?: string;
  provenanceType?: number;
  /** What it was created with, where that is not 0; nothing raises it. */
  version?: number;
  /** Guids that it had before an import gave it that of the catalog it comes from. */
  historicalGuids?: string[];
};

/**
 * A relationship. `typeName` is a relationship type, or for a reference attribute without one its
 * edge label `__<Type>.<attribute>`; then end1 is the referring entity. Tags flow ONE_TO_TWO from
 * end1 to end2.
 */
export type EdgeRecord = {
  guid: Guid;
  typeName: string;
  end1: Guid;
  end2: Guid;
  status: Status;
  createdBy: string;
  updatedBy: string;
  createTime: number;
  updateTime: number;
  attributes?: Attributes;
  propagateTags: PropagateTags;
};

export type TimeBoundary = {startTime?: string; endTime?: string; timeZone?: string};

/** A classification where it was attached: `entityGuid` is its source. */
export type ClassificationRecord = {
  entityGuid: Guid;
  typeName: string;
  attributes: Attributes;
  propagate: boolean;
  removePropagationsOnEntityDelete: boolean;
  validityPeriods?: TimeBoundary[];
};

/**
 * A classification that an entity carries: its own, or with `entityStatus`, the status of its
 * source, one that has come from another entity.
 */
export type CarriedClassification = ClassificationRecord & {entityStatus?: Status};

/**
 * A classification on its way: `typeName`, attached to `sourceGuid`, has come to `entityGuid` over
 * relationships.
 */
export type Propagation = {entityGuid: Guid; typeName: string; sourceGuid: Guid};

/** An edge that does not let this one classification of this source through. */
export type PropagationBlock = {edge: EdgeRecord; typeName: string; sourceGuid: Guid};

/**
 * The one description of what a mutation does. Store, search index, counters, audit, notifications
 * and the response are its readers. Order inside the lists is the order of the request.
 */
export type ChangeSet = {
  created: EntityRecord[];
  /** Includes soft deletes: then `after.status` is DELETED. */
  updated: {before: EntityRecord; after: EntityRecord}[];
  /**
   * As they are after: nothing but their update time and who moved it, because an edge or a
   * classification changed.
   */
  touched: EntityRecord[];
  /** Removed for good: internal types, hard deletes, purges. */
  removed: EntityRecord[];
  edgesCreated: EdgeRecord[];
  edgesUpdated: {before: EdgeRecord; after: EdgeRecord}[];
  edgesRemoved: EdgeRecord[];
  classificationsAdded: ClassificationRecord[];
  classificationsUpdated: {before: ClassificationRecord; after: ClassificationRecord}[];
  classificationsRemoved: ClassificationRecord[];
  blocksAdded: PropagationBlock[];
  blocksRemoved: PropagationBlock[];
  /**
   * What follows from all that is above, so plans leave it empty: the store finds it in the graph
   * and adds it to the change that `apply` gives back. A plan fills it only to take single
   * propagations away by hand.
   */
  propagationsAdded: Propagation[];
  propagationsRemoved: Propagation[];
  /**
   * Why, where the lists do not tell: it is audited under other names. Plain requests have none.
   */
  cause?: 'import' | 'purge';
  /**
   * Entities of the lists that nobody asked to change: what goes along with others, and what only
   * loses a reference to them.
   */
  following?: readonly Guid[];
};

/** Whether it does nothing at all. */
export function isEmptyChange({cause: _why, following: _which, ...lists}: ChangeSet): boolean {
  return Object.values(lists).every(list => list.length === 0);
}

export function emptyChangeSet(): ChangeSet {
  return {
    created: [],
    updated: [],
    touched: [],
    removed: [],
    edgesCreated: [],
    edgesUpdated: [],
    edgesRemoved: [],
    classificationsAdded: [],
    classificationsUpdated: [],
    classificationsRemoved: [],
    blocksAdded: [],
    blocksRemoved: [],
    propagationsAdded: [],
    propagationsRemoved: [],
  };
}

/**
 * An entity named by a unique attribute; found on the type itself or a sub-type, the exact type
 * first, ACTIVE only.
 */
export type UniqueRef = {typeName: string; attribute: string; value: string};

/** The edges of `guid` at one end of one relationship type (or edge label). */
export type EdgeRef = {guid: Guid; typeName: string; end: 1 | 2};

/** What other systems are told of: nothing, what happens to entities, or relationships, too. */
export type NotificationScope = 'nothing' | 'entities' | 'relationships';

/** Who changes something and when, for the audit. */
export type Author = {
  userName: string;
  now: number;
  /**
   * Attributes by type name whose values the audit must not keep
   * (`atlas.audit.hbase.entity.<type>.attributes.exclude`).
   */
  unaudited?: Readonly<Record<string, readonly string[]>>;
  /** What other systems are told of it; nothing when absent. */
  notificationScope?: NotificationScope;
};

/** How long labels, and keys and values of custom attributes may be. */
export type AnnotationLimits = {
  labelLength: number;
  customKeyLength: number;
  customValueLength: number;
};

/**
 * The author; `newGuid` gives a random UUID. Handed in, so that plans are functions of their input.
 */
export type Planning = Author & {
  newGuid: () => Guid;
  /** What a delete does that does not say so itself; soft when absent. */
  deletes?: 'soft' | 'hard';
  /** Of labels and custom attributes; the usual ones when absent. */
  limits?: AnnotationLimits;
};
