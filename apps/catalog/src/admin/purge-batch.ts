import {deletedBefore, dropLease, takeLease} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {planningOf} from '../entity/planning.ts';
import {purgeIn} from '../entity/purge-entities.ts';
import {change} from '../operation.ts';
import {recordAdminAudit} from '../entity/admin-audit.ts';

/** One run of the scheduled purge, whose steps are transactions of their own. */
export type PurgeRun = {
  runId: string;
  /** Deleted earlier than this, in epoch ms. */
  before: number;
  services: readonly string[];
};

/**
 * `purged`: entities that went, in so many transactions; `failure`: why it ended before its end.
 */
type PurgeOutcome = PurgeRun & {
  startTime: number;
  purged: number;
  batches: number;
  failure?: string | undefined;
};

/** Deleted entities in one transaction, without what they own. */
const batchSize = 500;

/**
 * Purges some of what was deleted long ago. @returns how many went, what they owned included;
 * undefined: somebody else does it
 */
export const purgeBatch = change({
  may: internal,
  logAs: 'PurgeService.purgeEntities',
  run: async (tx, {runId, before, services}: PurgeRun, c): Promise<number | undefined> => {
    // Of several nodes one purges.
    if (!(await takeLease(tx, 'purge', runId))) return undefined;
    const types = [...tx.types.entityTypes.values()].filter(
      type =>
        !type.isInternal &&
        (services.length === 0 || services.includes(type.def.serviceType ?? '')),
    );
    const guids = await deletedBefore(
      tx,
      types.map(type => type.name),
      before,
      batchSize,
    );
    if (guids.length === 0) {
      await dropLease(tx, 'purge', runId);
      return 0;
    }
    const roots = [...(await tx.entities(guids)).values()].filter(
      record => record.status === 'DELETED',
    );
    const {purged} = await purgeIn(c, tx, roots, {
      operation: 'AUTO_PURGE',
      params: '',
      runId,
      auditRowKind: 'BATCH',
    });
    return purged.length;
  },
});

/** Writes down what a run has purged. */
export const recordPurgeRun = change({
  may: internal,
  logAs: 'PurgeService.summary',
  run: async (
    tx,
    {runId, before, startTime, purged, batches, failure}: PurgeOutcome,
    c,
  ): Promise<void> => {
    const summary = {
      requestedCount: purged,
      purgedCount: purged,
      failedCount: 0,
      batchCount: batches,
      executionFailed: failure !== undefined,
      runId,
    };
    await recordAdminAudit(tx, planningOf(c), {
      operation: 'AUTO_PURGE',
      startTime,
      params: `deleted before ${new Date(before).toISOString()}${failure === undefined ? '' : `; ${failure}`}`,
      result: JSON.stringify(summary),
      resultCount: purged,
      runId,
      auditRowKind: 'SUMMARY',
    });
  },
});
