import {readSetting, writeSetting} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

/** ISO times, `Not applicable` for what has not happened. */
export type IndexRecovery = {startTime: string; prevTime: string; customTime: string};

const settingName = 'index.recovery';
const never: IndexRecovery = {startTime: 'Not applicable', prevTime: 'Not applicable', customTime: 'Not applicable'};

/** GET /indexrecovery: from when on the index was written anew last, and the time before. */
export async function readIndexRecovery(c: Catalog): Promise<IndexRecovery> {
  const text = await c.read('IndexRecoveryService.getTime', graph => readSetting(graph, settingName));
  return text === undefined ? never : (JSON.parse(text) as IndexRecovery);
}

export async function noteIndexRecovery(c: Catalog, {time}: {time: string}): Promise<void> {
  await c.write('IndexRecoveryService.setTime', async tx => {
    const text = await readSetting(tx, settingName);
    const last = text === undefined ? never : (JSON.parse(text) as IndexRecovery);
    const next: IndexRecovery = {startTime: time, prevTime: last.startTime, customTime: time};
    await writeSetting(tx, settingName, JSON.stringify(next));
  });
}
