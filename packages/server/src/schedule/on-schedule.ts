import {Cron, type CronOptions} from 'croner';

/** As operators of the Atlas API write them: `0/1` is every value from 0 on. */
const options: CronOptions = {sloppyRanges: true};

/**
 * Does `work`, which must not fail, at the times of a cron expression of six fields (the first are
 * seconds) or of five, in the time zone of the server. `work` gets the planned time, which is the
 * same for all servers. @returns stops it
 */
export function onSchedule(schedule: string, work: (at: Date) => void): () => void {
  const job = new Cron(schedule, options, () => {
    const at = planned ?? new Date();
    planned = job.nextRun();
    work(at);
  });
  let planned = job.nextRun();
  return () => job.stop();
}

/** Whether `onSchedule` takes it; names such as `@daily` are taken, too. */
export function isCron(text: string): boolean {
  try {
    return new Cron(text, options) instanceof Cron;
  } catch {
    return false;
  }
}

/**
 * When its next time after `now` is, in epoch ms; 0 for an empty schedule, or one that has none.
 */
export function nextRun(schedule: string, now: number): number {
  if (schedule === '') return 0;
  return nextRuns(schedule, now, 1)[0] ?? 0;
}

/**
 * Its next times after `now`, in epoch ms, fewer than `count` where there are no more.
 * @param timeZone whose clock the expression means; that of the server without one
 */
export function nextRuns(
  schedule: string,
  now: number,
  count: number,
  timeZone?: string,
): number[] {
  const cron = new Cron(schedule, {
    ...options,
    ...(timeZone !== undefined && {timezone: timeZone}),
  });
  return cron.nextRuns(count, new Date(now)).map(at => at.getTime());
}
