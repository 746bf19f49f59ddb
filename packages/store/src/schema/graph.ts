import type {Session} from '@gazetteer/db';
import type {
  AppError,
  Author,
  CarriedClassification,
  ChangeSet,
  ClassificationRecord,
  EdgeRecord,
  EdgeRef,
  EntityRecord,
  Guid,
  Meaning,
  Readable,
  TypeRegistry,
  UniqueRef,
} from '@gazetteer/model';
import type {Outdated, TypeSystem} from './type-store.ts';

/**
 * Number of entities of a type; `status` `SHELL` counts the incomplete ones, which are counted
 * under ACTIVE, too.
 */
export type EntityCount = {typeName: string; status: 'ACTIVE' | 'DELETED' | 'SHELL'; count: number};

/**
 * What a writer goes on to do with entities that it reads: change them (the default), so that
 * nobody else may meanwhile; refer to them, so that nobody may delete them but many may do so at
 * once; or nothing that rests on them.
 */
export type Hold = 'change' | 'keep' | 'look';

/** A way to go on: over edges of this type that the entity is at this end of. */
export type EdgeStep = {readonly typeName: string; readonly from: 1 | 2};

/** How much of a walk is read, and of which time. */
export type WalkOptions = {
  /** No more edges than so many are read. */
  readonly count?: number;
  /** Only edges that were ACTIVE then (epoch ms), whatever became of them. */
  readonly asOf?: number;
};

/** `totals` has the entities that have any. */
export type FirstEdges = {
  readonly edges: readonly EdgeRecord[];
  readonly totals: ReadonlyMap<Guid, number>;
};

/** Stands for an entity that whoever asks may not know. */
export const hiddenGuid = '-1';

/** What somebody may see and do. Whoever it is absent for may see and do everything. */
export type Access = {
  /** Undefined: everything. @throws for who may read too little for what is asked */
  readonly readableOf: (types: TypeRegistry) => Readable | undefined;
  /**
   * Throws when the change is more than is allowed, before anything of it is written. A constant
   * number of statements.
   */
  readonly check: (tx: GraphRead, planned: ChangeSet) => Promise<void>;
  /**
   * What `check` would refuse of each of the changes by itself. A constant number of statements for
   * all of them.
   */
  readonly refusals: (
    tx: GraphRead,
    planned: readonly ChangeSet[],
  ) => Promise<(AppError | undefined)[]>;
  readonly checkTypes: (before: TypeRegistry, after: TypeRegistry) => void;
  /** Those of the entities that somebody may change in some way, or relate something to. */
  readonly touchable: (tx: GraphRead, guids: readonly Guid[]) => Promise<ReadonlySet<Guid>>;
  /**
   * What whoever asks names as if it were not there, while all that follows from a change still
   * meets it.
   */
  readonly absent?: ReadonlySet<Guid>;
  /** Gets what was there and might not be read. */
  readonly refused?: Set<Guid>;
};

/** By this name, which only the store has, its parts find rows under a graph. */
export const inner: unique symbol = Symbol('inner');

/** A graph for those who write SQL; everybody else uses its verbs. */
type Inner = {
  readonly session: Session;
  readonly system: TypeSystem;
  readonly types: TypeRegistry;
  /** The same state for the same eyes, without memory of what was read so far. */
  fresh(session?: Session): GraphRead;
};

/**
 * What the catalog asks of its graph, inside one transaction. Every verb takes many and is a
 * constant number of statements, so a caller cannot write an N+1 loop without noticing it.
 */
export interface GraphRead {
  /** As of this transaction. */
  readonly types: TypeRegistry;
  readonly [inner]: Inner;
  /**
   * Set when only some entities may be read: then every verb, and everything that is built on this
   * graph, behaves as if there were no others and nothing that is related to them. Never set for a
   * writer, whose decisions rest on all there is.
   */
  readonly readable: Readable | undefined;
  /** Entities that were asked for by name, are there and may not be read. */
  readonly refused: ReadonlySet<Guid>;
  /**
   * The same state as somebody may see it who must not read everything: what a writer answers is
   * read through it.
   */
  forCaller(): GraphRead;
  /**
   * Records as they may be shown, without references to what may not be read. Those that the verbs
   * give are so already; whoever reads rows otherwise asks for it.
   */
  redacted(records: readonly EntityRecord[]): Promise<readonly EntityRecord[]>;
  /** Missing guids are absent; deleted entities are present. */
  entities(guids: readonly Guid[], hold?: Hold): Promise<Map<Guid, EntityRecord>>;
  /** The same of those that a request names: a writer notes them. */
  entitiesNamed(guids: readonly Guid[], hold?: Hold): Promise<Map<Guid, EntityRecord>>;
  /** By row numbers, as searches find them. */
  entitiesAt(rows: readonly number[]): Promise<Map<number, EntityRecord>>;
  /** One answer a ref, in order. */
  byUnique(refs: readonly UniqueRef[], hold?: Hold): Promise<(EntityRecord | undefined)[]>;
  /** Missing guids are absent; deleted edges are present. */
  edges(guids: readonly Guid[]): Promise<Map<Guid, EdgeRecord>>;
  /** All edges at either end of the entities, deleted ones included, oldest first. */
  edgesOf(guids: readonly Guid[]): Promise<EdgeRecord[]>;
  /** Those that there are, deleted ones included. A writer goes on to change them. */
  edgesByGuid(guids: readonly Guid[], hold?: Hold): Promise<EdgeRecord[]>;
  /** Edges at the given ends, ACTIVE ones unless asked for all. */
  edgesAt(refs: readonly EdgeRef[], status?: 'ACTIVE' | 'ANY'): Promise<EdgeRecord[]>;
  /**
   * Every edge, deleted ones included, that walks of at most `maxSteps` edges from `start` pass,
   * oldest first. From some 100 steps on there may be edges that are further away.
   */
  edgesAlong(
    start: Guid,
    steps: readonly EdgeStep[],
    maxSteps: number,
    options?: WalkOptions,
  ): Promise<EdgeRecord[]>;
  /**
   * The `count` oldest edges at each entity, deleted ones included unless only ACTIVE ones that lead
   * to ACTIVE entities are asked for, and how many it has; 0 only counts. Of all together no more
   * than `most`, first the oldest of each; of an entity that none is left for it is not told how
   * many it has. With `endedSince`, deleted ones are those that were changed last then or later.
   */
  firstEdgesAt(
    guids: readonly Guid[],
    step: EdgeStep,
    count: number,
    most?: number,
    status?: 'ACTIVE' | 'ANY' | {readonly endedSince: number},
  ): Promise<FirstEdges>;
  /**
   * One edge to each ACTIVE entity that a step leads to and that is none of `seen`: the oldest
   * ACTIVE one. Of `count` entities at most, so that a graph in which everything is related to
   * everything costs as much memory as a tree.
   */
  newlyReached(
    guids: readonly Guid[],
    step: EdgeStep,
    seen: Iterable<Guid>,
    count: number,
  ): Promise<EdgeRecord[]>;
  /** The entities that live and die with `guids`, transitively, without `guids` themselves. */
  ownedBy(guids: readonly Guid[], status: 'ACTIVE' | 'ANY'): Promise<EntityRecord[]>;
  /**
   * The same and, besides what they own, what relationships with `propagateDelete` at an end take
   * along with it.
   */
  goneWith(guids: readonly Guid[], status: 'ACTIVE' | 'ANY'): Promise<EntityRecord[]>;
  /** Those attached to the entities. */
  classificationsOf(guids: readonly Guid[]): Promise<ClassificationRecord[]>;
  /**
   * What each of the entities carries: its own classifications, then those that have come from
   * others.
   */
  carriedBy(guids: readonly Guid[]): Promise<Map<Guid, CarriedClassification[]>>;
  /** Glossary terms assigned to the entities, ACTIVE ones. */
  meaningsOf(guids: readonly Guid[]): Promise<Map<Guid, Meaning[]>>;
  entityCounts(): Promise<EntityCount[]>;
  /** Number of entities that carry each classification, by its name. */
  classificationCounts(): Promise<Map<string, number>>;
  /**
   * Those of the named types that have instances: entities and edges, deleted ones included,
   * classifications, values of business metadata. From counters, so it costs the same whatever
   * there is.
   */
  typesInUse(names: readonly string[]): Promise<Set<string>>;
}

export interface GraphTx extends GraphRead {
  /**
   * Writes graph rows, search rows, counters and audit of the change; after it, reads in this
   * transaction see it.
   * @param whose `own`: a note of the catalog's, which nobody needs a permission for
   * @returns the change with the propagations of classifications that follow from it
   */
  apply(changes: ChangeSet, author: Author, whose?: 'own'): Promise<ChangeSet>;
  /** Why whoever asks may not make each of these changes; undefined for those that they may. */
  refusals(planned: readonly ChangeSet[]): Promise<(AppError | undefined)[]>;
  /**
   * Makes `types` the type system; `this.types` is the new one afterwards. What follows from it for
   * rows that there are is marked, and queued as a task. @throws UNIQUE_VALUES_REPEATED when values
   * that must differ from now on do not
   * @param whose `own`: the catalog's, which nobody has asked for and nobody needs a permission for
   */
  saveTypes(types: TypeRegistry, whose?: 'own'): Promise<void>;
  /**
   * Marks rows as made by an older function, to be written anew by a task. For work of the purpose
   * `types`.
   */
  outdate(what: Outdated): Promise<void>;
  /**
   * Entities found by what a request says of them, by guid, by unique value or at an end of a
   * relationship, and for what.
   */
  readonly named: ReadonlyMap<Guid, Hold>;
  /** What this transaction has applied so far, in order, with what followed from it. */
  readonly applied: readonly ChangeSet[];
  /** For whom the last of that was. */
  readonly author: Author | undefined;
}
