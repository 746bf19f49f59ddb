import {catalogItself} from '../host/asker.ts';
import type {Log} from '../catalog.ts';
import type {Executor} from '../host/executor.ts';
import {onSchedule} from '../host/on-schedule.ts';

export type CollectSettings = {schedule: string; namespace: string; timeToLiveMs: number};

/**
 * Collects metrics at the times of a schedule. @returns stops it
 */
export function collectMetricsBy(executor: Executor, settings: CollectSettings, log: Log): () => void {
  const {schedule, namespace, timeToLiveMs} = settings;
  const asker = catalogItself('metrics');
  return onSchedule(schedule, at => {
    executor
      .run('collectMetrics', asker, {collectionTime: at.getTime(), namespace, timeToLiveMs})
      .catch((error: unknown) => log.error({error}, 'metrics could not be collected'));
  });
}
