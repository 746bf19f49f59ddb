import {onSchedule} from '@gazetteer/server/schedule';
import {catalogItself, type CatalogHost} from '../caller.ts';
import type {Log} from '../catalog.ts';
import {ageOutUsage} from './age-out-usage.ts';

const hourly = '41 23 * * * *';

/** Lets go of counts that are too old, part by part. @returns stops it */
export function ageOutUsageBy(host: CatalogHost, log: Log): () => Promise<void> {
  const caller = catalogItself('usage');
  const stopping = new AbortController();
  let running = Promise.resolve();
  const ageOut = async () => {
    for (let isMore = true; isMore && !stopping.signal.aborted;)
      isMore = (await host.call(ageOutUsage, caller, {now: Date.now()})) > 0;
  };
  const stop = onSchedule(hourly, () => {
    running = ageOut().catch((error: unknown) =>
      log.error({error}, 'old counts of usage could not be removed'),
    );
  });
  return async () => {
    stopping.abort();
    stop();
    await running;
  };
}
