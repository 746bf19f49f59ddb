import {AppError} from '@gazetteer/model';
import {readSetting, writeSetting} from '@gazetteer/store';
import type {FastifyRequest} from 'fastify';
import type {Catalog} from '../catalog.ts';
import type {Call} from '../run.ts';
import type {RebuiltPart} from './check-state.ts';

/** ISO times, `Not applicable` for what has not happened. */
export type IndexRecovery = {startTime: string; prevTime: string; customTime: string};

const settingName = 'index.recovery';
const partSize = 500;
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

/**
 * POST /indexrecovery/start: writes anew what searches read of all entities that were changed since a time. The index is
 * written with the entities, so that nothing but a change of the database by hand asks for this.
 * @throws BAD_REQUEST for what is no ISO 8601 time
 */
export async function recoverIndex(call: Call, request: FastifyRequest, startTime: string | undefined): Promise<void> {
  const since = /^\d{4}-\d\d-\d\dT/.test(startTime ?? '') ? Date.parse(startTime ?? '') : NaN;
  if (Number.isNaN(since)) {
    throw new AppError('BAD_REQUEST', ['startTime must be a time of ISO 8601, such as 2030-01-31T00:00:00.000Z']);
  }
  let after: number | undefined = 0;
  while (after !== undefined) {
    const part: Awaited<ReturnType<Call>> = await call(request, 'rebuildPart', {since, after, count: partSize});
    if (part.isDryRun) return;
    after = (JSON.parse(part.json ?? '{}') as RebuiltPart).next;
  }
  await call(request, 'noteIndexRecovery', {time: new Date(since).toISOString()});
}
