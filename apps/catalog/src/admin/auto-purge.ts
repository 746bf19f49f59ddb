import {catalogItself, type CatalogHost} from '../caller.ts';
import {randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {Log} from '../catalog.ts';
import {purgeBatch, recordPurgeRun} from './purge-batch.ts';
import {onSchedule} from '@gazetteer/server/schedule';
import type {PurgeRun} from './purge-batch.ts';

export type AutoPurge = {
  /** Cron expression. */
  schedule: string;
  /** Entities are kept for so long after their deletion. */
  retentionMs: number;
  /** `serviceType` of entity types; empty: all. */
  services: readonly string[];
};

/**
 * Purges what was deleted long ago at the times of a schedule. @returns stops it when the batch at
 * hand is done
 */
export function purgeBySchedule(
  host: CatalogHost,
  {schedule, retentionMs, services}: AutoPurge,
  log: Log,
): () => Promise<void> {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  const stop = onSchedule(schedule, at => {
    const run = {runId: randomUUID(), before: at.getTime() - retentionMs, services};
    running ??= purgeAll(host, run, stopped.signal)
      .catch((error: unknown) => log.error({error}, 'deleted entities could not be purged'))
      .finally(() => (running = undefined));
  });
  return async () => {
    stop();
    stopped.abort();
    await running;
  };
}

async function purgeAll(host: CatalogHost, run: PurgeRun, stopped: AbortSignal): Promise<void> {
  const caller = catalogItself(run.runId);
  const startTime = Date.now();
  let [purged, batches, failure]: [number, number, string | undefined] = [0, 0, undefined];
  try {
    while (!stopped.aborted) {
      const count = await host.call(purgeBatch, caller, run);
      if (count === undefined) return;
      if (count === 0) break;
      purged += count;
      batches += 1;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    failure = error.message;
  }
  if (purged === 0 && failure === undefined) return;
  await host.call(recordPurgeRun, caller, {...run, startTime, purged, batches, failure});
}
