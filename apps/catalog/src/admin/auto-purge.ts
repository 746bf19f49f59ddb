import {catalogItself} from '../host/asker.ts';
import {randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import {deletedBefore, dropLease, takeLease} from '@gazetteer/store';
import type {Catalog, Log} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {purgeIn} from '../entity/purge-entities.ts';
import type {Executor} from '../host/executor.ts';
import {onSchedule} from '../host/on-schedule.ts';
import {recordAdminAudit} from './audit-entry.ts';

export type AutoPurge = {
  /** Cron expression. */
  schedule: string;
  /** Entities are kept for so long after their deletion. */
  retentionMs: number;
  /** `serviceType` of entity types; empty: all. */
  services: readonly string[];
};

export type PurgeRun = {
  runId: string;
  /** Deleted earlier than this, in epoch ms. */
  before: number;
  services: readonly string[];
};

/** Deleted entities in one transaction, without what they own. */
const batchSize = 500;
/** Of several nodes one purges; one that does not go on for so long is gone. */
const leaseMs = 15_000;

/** Purges some of what was deleted long ago. @returns how many went, what they owned included; undefined: somebody else does it */
export async function purgeBatch(c: Catalog, {runId, before, services}: PurgeRun): Promise<number | undefined> {
  return await c.write('PurgeService.purgeEntities', async tx => {
    const now = Date.now();
    if (!(await takeLease(tx, 'purge', runId, {now, until: now + leaseMs}))) return undefined;
    const types = [...tx.types.entityTypes.values()].filter(
      type => !type.isInternal && (services.length === 0 || services.includes(type.def.serviceType ?? '')),
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
    const roots = [...(await tx.entities(guids)).values()].filter(record => record.status === 'DELETED');
    const {purged} = await purgeIn(c, tx, roots, {operation: 'AUTO_PURGE', params: '', runId, auditRowKind: 'BATCH'});
    return purged.length;
  });
}

/** Writes down what a run has purged. */
export async function recordPurgeRun(
  c: Catalog,
  {
    runId,
    before,
    startTime,
    purged,
    batches,
    failure,
  }: PurgeRun & {
    startTime: number;
    purged: number;
    batches: number;
    failure?: string | undefined;
  },
): Promise<void> {
  await c.write('PurgeService.summary', async tx => {
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
  });
}

/** Purges what was deleted long ago at the times of a schedule. @returns stops it when the batch at hand is done */
export function purgeBySchedule(
  executor: Executor,
  {schedule, retentionMs, services}: AutoPurge,
  log: Log,
): () => Promise<void> {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  const stop = onSchedule(schedule, at => {
    const run = {runId: randomUUID(), before: at.getTime() - retentionMs, services};
    running ??= purgeAll(executor, run, stopped.signal)
      .catch((error: unknown) => log.error({error}, 'deleted entities could not be purged'))
      .finally(() => (running = undefined));
  });
  return async () => {
    stop();
    stopped.abort();
    await running;
  };
}

async function purgeAll(executor: Executor, run: PurgeRun, stopped: AbortSignal): Promise<void> {
  const asker = catalogItself(run.runId);
  const startTime = Date.now();
  let [purged, batches, failure]: [number, number, string | undefined] = [0, 0, undefined];
  try {
    while (!stopped.aborted) {
      const count = JSON.parse((await executor.run('purgeBatch', asker, run)) ?? 'null') as number | null;
      if (count === null) return;
      if (count === 0) break;
      purged += count;
      batches += 1;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    failure = error.message;
  }
  if (purged === 0 && failure === undefined) return;
  await executor.run('recordPurgeRun', asker, {...run, startTime, purged, batches, failure});
}
