import {catalogItself, type CatalogHost} from '../caller.ts';
import type {Log} from '../catalog.ts';
import {collectMetrics} from './metrics-history.ts';
import {onSchedule} from '@gazetteer/server/schedule';

/**
 * When metrics are kept, by a cron expression; for which catalog, where several share a store; and
 * how long they are shown.
 */
export type CollectSettings = {schedule: string; namespace: string; timeToLiveMs: number};

/**
 * Collects metrics at the times of a schedule. @returns stops it
 */
export function collectMetricsBy(
  host: CatalogHost,
  settings: CollectSettings,
  log: Log,
): () => void {
  const {schedule, namespace, timeToLiveMs} = settings;
  const caller = catalogItself('metrics');
  return onSchedule(schedule, at => {
    host
      .call(collectMetrics, caller, {collectionTime: at.getTime(), namespace, timeToLiveMs})
      .catch((error: unknown) => log.error({error}, 'metrics could not be collected'));
  });
}
