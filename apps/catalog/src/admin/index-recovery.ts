import {object, text} from '@gazetteer/kernel/shape';
import {readSetting, writeSetting, type GraphRead} from '@gazetteer/store';
import {open, purge} from '../access/needs.ts';
import {change, query} from '../operation.ts';

/** ISO times, `Not applicable` for what has not happened. */
export type IndexRecovery = {startTime: string; prevTime: string; customTime: string};

const settingName = 'index.recovery';
const never: IndexRecovery = {
  startTime: 'Not applicable',
  prevTime: 'Not applicable',
  customTime: 'Not applicable',
};

/** GET /indexrecovery: from when on the index was written anew last, and the time before. */
export const readIndexRecovery = query('GET /v2/indexrecovery', {
  summary: 'When the search index was last rewritten',
  description: 'Times in ISO 8601.',
  answer: object({
    startTime: text('Start of the last run, ISO 8601'),
    prevTime: text('Start of the run before'),
    customTime: text('Time that the last run was asked to begin with'),
  }),
  may: open,
  on: 'main',
  logAs: 'IndexRecoveryService.getTime',
  run: (graph): Promise<IndexRecovery> => lastRecovery(graph),
});

/**
 * Notes from when on (ISO 8601) indexes are being recovered, beside the time of the run before;
 * what is written anew is the caller's to do.
 */
export const noteIndexRecovery = change({
  may: purge,
  logAs: 'IndexRecoveryService.setTime',
  run: async (tx, {time}: {time: string}): Promise<void> => {
    const {startTime: prevTime} = await lastRecovery(tx);
    const next: IndexRecovery = {startTime: time, prevTime, customTime: time};
    await writeSetting(tx, settingName, JSON.stringify(next));
  },
});

async function lastRecovery(graph: GraphRead): Promise<IndexRecovery> {
  const kept = await readSetting(graph, settingName);
  return kept === undefined ? never : (JSON.parse(kept) as IndexRecovery);
}
