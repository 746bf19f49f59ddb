import {stackOf, type Log} from '@gazetteer/kernel/thread';
import {
  AppError,
  type AdminPrivilege,
  type AnnotationLimits,
  type ErrorKind,
  type Guid,
  type NamingRules,
  type NotificationScope,
  type TypeDef,
} from '@gazetteer/model';
import type {UsageRules} from '@gazetteer/server';
import type {HookSettings} from './options/hook-options.ts';
import type {DigestEvery, GraphRead, GraphTx, Keeper, Purpose} from '@gazetteer/store';

/** Who asks. */
export type Actor = {readonly userName: string; readonly groups: readonly string[]};

export type {Log};

/**
 * What of the audit goes when; the names are those of the API. Lists are separated by commas, 0 is
 * no limit.
 */
export type AgeOutCriteria = {
  auditAgingEnabled: boolean;
  /** All types but those that the other two name. */
  defaultAgeoutEnabled: boolean;
  /** Events of these types and actions go whatever their age. */
  auditSweepoutEnabled: boolean;
  createEventsAgeoutAllowed: boolean;
  subTypesIncluded: boolean;
  defaultAgeoutAuditCount: number;
  defaultAgeoutTTLInDays: number;
  customAgeoutAuditCount: number;
  customAgeoutTTLInDays: number;
  customAgeoutEntityTypes: string;
  customAgeoutActionTypes: string;
  sweepoutEntityTypes: string;
  sweepoutActionTypes: string;
};

/** Smallest limits, whatever is asked for. */
export type AgeOutFloor = {ttlInDays: number; auditCount: number};

export type SubscriptionSettings = {
  readonly hasMail: boolean;
  /** Where mail may be sent; everywhere where it is empty. */
  readonly mailDomains: readonly string[];
  readonly hasKafka: boolean;
  /** That messages come from, or that have all changes already. */
  readonly takenTopics: readonly string[];
  /** One whose deliveries have failed for so long is paused. */
  readonly pauseAfterMs: number;
};

export type DigestSchedules = {readonly [Every in DigestEvery]: string};

/** Options that operations need: plain data, handed to every thread at its start. */
export type Settings = {
  /** `atlas.search.defaultlimit`: page size when none, 0 or too much is asked for. */
  readonly searchDefaultLimit: number;
  /** `atlas.search.maxlimit` */
  readonly searchMaxLimit: number;
  /** `atlas.graph.fulltext-max-query-str-length` */
  readonly queryMaxLength: number;
  /** `atlas.graph.dsl-max-query-str-length` */
  readonly dslMaxLength: number;
  /** `atlas.lineage.on.demand.enabled` */
  readonly lineageOnDemand: boolean;
  /**
   * `atlas.lineage.on.demand.default.node.count`: relations of an entity that nothing is asked of.
   */
  readonly lineageDefaultRelations: number;
  /** `atlas.lineage.max.node.count`: entities in one answer of lineage on demand. */
  readonly lineageMaxNodes: number;
  /** Entities in one request; the plan is held in memory. */
  readonly maxEntitiesPerRequest: number;
  /**
   * `atlas.audit.hbase.entity.<type>.attributes.exclude`: attributes by type whose values the audit
   * neither keeps nor shows.
   */
  readonly unauditedAttributes: Readonly<Record<string, readonly string[]>>;
  /** `atlas.DeleteHandlerV1.impl` */
  readonly deletes: 'soft' | 'hard';
  /** `atlas.rest.enable.delete.type.override`: a request may choose with `deleteType`. */
  readonly deleteTypeOverride: boolean;
  /** `atlas.rest.create.shell.entity.for.non-existing.ref` */
  readonly createShells: boolean;
  /**
   * `atlas.entity.label.max.length`, `atlas.custom.attribute.key.max.length` and
   * `….value.max.length`
   */
  readonly annotationLimits: AnnotationLimits;
  /** `atlas.purge.api.max.request.size` */
  readonly purgeMaxRequestSize: number;
  /** What other systems are told of a change. */
  readonly notificationScope: NotificationScope;
  /** What subscriptions to changes may reach. */
  readonly subscriptions: SubscriptionSettings;
  /** Cron expressions: when people are told of what they follow. */
  readonly digests: DigestSchedules;
  /**
   * How messages of hooks are taken in (`atlas.notification.hook.*`,
   * `atlas.notification.consumer.*`).
   */
  readonly hook: HookSettings;
  /** Which entities the datasets are that producers of OpenLineage name. */
  readonly openLineage: NamingRules;
  /** Whose use of tables is counted, and for how many days counts are kept. */
  readonly usage: UsageRules & {readonly days: number};
  /** Under what names changes keep records for the request audit; undefined where there is none. */
  readonly keeper: Keeper | undefined;
  /** How long changes can be taken back; 0: they are not recorded for it. */
  readonly undoDays: number;
  /** `atlas.audit.aging.*` and its kin */
  readonly ageOut: {readonly criteria: AgeOutCriteria; readonly floor: AgeOutFloor};
};

/** One per request: who asks, and by which rules. */
export type Context = {
  readonly actor: Actor;
  readonly requestId: string;
  /** What all that it changes is recorded under, for whoever takes it back. */
  readonly changeId: Guid;
  readonly log: Log;
  readonly settings: Settings;
  /** What time it is, for an answer that is another one later. */
  readonly now: () => number;
  /** The day of UTC, in days since 1970, for an answer that is the same until it ends. */
  readonly today: () => number;
  /** It only tells what would happen. */
  readonly isDryRun: boolean;
  /** What this request's deletes do. */
  readonly deletes: 'soft' | 'hard';
  /** Whether the policy lets the actor see the definition of a type. */
  readonly mayReadType: (def: TypeDef) => boolean;
  /** Whether the policy gives the actor a privilege of administrators. */
  readonly mayAs: (privilege: AdminPrivilege) => boolean;
};

/** The same for what opens its transactions itself. */
export type Catalog = Context & {
  /**
   * One graph transaction under the operation's name. A failure is rolled back, logged at ERROR as
   * `graph rollback due to exception …` and thrown on. What the actor may not read is not there for
   * `read`; a `write` that is more than the actor may do fails.
   */
  read<T>(operation: string, work: (graph: GraphRead) => Promise<T>): Promise<T>;
  write<T>(
    operation: string,
    work: (tx: GraphTx) => Promise<T>,
    /** `types` for work that changes types: it runs alone. */
    purpose?: Purpose,
  ): Promise<T>;
};

/**
 * Writes that a transaction failed, under the words and the name that operators of this API search
 * for.
 */
export function logRollback(log: Log, operation: string, error: unknown): void {
  logException(log, operation, printException(error));
}

/** The same of what is no failure for whoever asked, so that nobody makes an error of it. */
export function logMissing(
  log: Log,
  operation: string,
  kind: ErrorKind,
  args: readonly string[],
): void {
  logException(log, operation, printKnown(AppError.messageOf(kind, args)));
}

function logException(log: Log, operation: string, printed: string): void {
  log.error({operation}, `graph rollback due to exception ${printed}`);
}

function printKnown(message: string): string {
  return `AtlasBaseException:${message}`;
}

/** An expected failure is one line; a bug has its stack. */
function printException(error: unknown): string {
  if (error instanceof AppError) return printKnown(error.message);
  return error instanceof Error
    ? `${error.name}:${error.message}\n${stackOf(error)}`
    : String(error);
}
