import type {Log} from '../catalog.ts';
import {Cron} from '../host/cron.ts';
import type {Executor} from '../host/executor.ts';

export type CollectSettings = {schedule: string; namespace: string; timeToLiveMs: number};

/** Longer timers than this overflow and fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Collects metrics at the times of a schedule. @returns stops it
 */
export function collectMetricsBy(executor: Executor, settings: CollectSettings, log: Log): () => void {
  const {schedule, namespace, timeToLiveMs} = settings;
  const cron = new Cron(schedule);
  const asker = {actor: {userName: 'system', groups: []}, requestId: 'metrics'};
  let timer: NodeJS.Timeout | undefined;
  const plan = (at = cron.next(new Date())) => {
    if (at === undefined) return;
    const wait = at.getTime() - Date.now();
    timer = setTimeout(() => void (wait > maxTimerMs ? plan(at) : collect(at)), Math.min(wait, maxTimerMs));
  };
  const collect = async (at: Date) => {
    plan();
    try {
      await executor.run('collectMetrics', asker, {collectionTime: at.getTime(), namespace, timeToLiveMs});
    } catch (error) {
      log.error({error}, 'metrics could not be collected');
    }
  };
  plan();
  return () => clearTimeout(timer);
}
