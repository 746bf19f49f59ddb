import {toast} from '@gazetteer/ui';
import {ask} from '../api/request.ts';
import {openInSheet} from '../history/open-in-sheet.ts';
import {type Schedule, type ScheduleRun, schedulesChanged} from './schedule-queries.ts';

/** Does it, says what came of it, and looks again. */
async function done(work: Promise<unknown>, title: string, problem: string): Promise<void> {
  try {
    await work;
    toast({kind: 'done', title});
  } catch (error) {
    toast({kind: 'problem', title: problem, error});
  } finally {
    await schedulesChanged();
  }
}

export async function runNow({uuid, name}: Schedule): Promise<void> {
  const work = ask('POST /api/v1/schedules/{uuid}/runs', {path: {uuid}});
  await done(work, `Run of ${name} started`, `Couldn’t run ${name}`);
}

export async function pauseSchedule({uuid, name}: Schedule): Promise<void> {
  const work = ask('POST /api/v1/schedules/{uuid}/pause', {path: {uuid}});
  await done(work, `${name} paused`, `Couldn’t pause ${name}`);
}

export async function resumeSchedule({uuid, name}: Schedule): Promise<void> {
  const work = ask('POST /api/v1/schedules/{uuid}/resume', {path: {uuid}});
  await done(work, `${name} resumed`, `Couldn’t resume ${name}`);
}

/** Returns whether it is gone. */
export async function deleteSchedule({uuid, name}: Schedule): Promise<boolean> {
  try {
    await ask('DELETE /api/v1/schedules/{uuid}', {path: {uuid}});
  } catch (error) {
    toast({kind: 'problem', title: `Couldn’t delete ${name}`, error});
    await schedulesChanged();
    return false;
  }
  toast({kind: 'done', title: `${name} deleted`});
  await schedulesChanged(uuid);
  return true;
}

export async function cancelRun(schedule: Schedule, {uuid: run}: ScheduleRun): Promise<void> {
  const path = {uuid: schedule.uuid, run};
  const work = ask('POST /api/v1/schedules/{uuid}/runs/{run}/cancel', {path});
  await done(work, 'Run canceled', 'Couldn’t cancel the run');
}

/** In a tab of its own, with the statement. */
export async function openResult(uuid: string): Promise<void> {
  try {
    await openInSheet(await ask('GET /api/v1/history/{uuid}', {path: {uuid}}));
  } catch (error) {
    toast({kind: 'problem', title: 'Couldn’t open the result', error});
  }
}
