import {AppError} from '@gazetteer/model';
import {isCron, nextRuns} from '@gazetteer/server/schedule';

/** Times that are looked at to see how close together they are. */
const looked = 130;

/**
 * @param minMs how far apart its times have to be
 * @throws AppError 400 for what is no cron expression, no time zone, or too often
 */
export function checkTiming(cron: string, timeZone: string, minMs: number, now: number): void {
  // With a colon it would be a date, and a schedule for once.
  if (!isCron(cron) || cron.includes(':'))
    throw new AppError('BAD_REQUEST', [
      `${JSON.stringify(cron)} is no cron expression: minute, hour, day, month and day of the week, such as 0 6 * * 1-5.`,
    ]);
  if (!isTimeZone(timeZone))
    throw new AppError('BAD_REQUEST', [
      `${JSON.stringify(timeZone)} is no time zone, such as Europe/Berlin.`,
    ]);
  const times = nextRuns(cron, now, looked, timeZone);
  const tooClose = times.some((at, i) => i > 0 && at - (times[i - 1] ?? 0) < minMs);
  if (tooClose)
    throw new AppError('BAD_REQUEST', [
      `A schedule runs every ${minMs / 1000} s at most (--schedule-min-interval).`,
    ]);
}

/** The first time after `now`; 0 where there is none. */
export function nextTime(cron: string, timeZone: string, now: number): number {
  return nextRuns(cron, now, 1, timeZone)[0] ?? 0;
}

/** What a cron expression says, in plain language; empty where that cannot be said. */
export async function readingOf(cron: string): Promise<string> {
  // Loaded where somebody looks at schedules.
  const {toString: read} = await import('cronstrue');
  try {
    return read(cron, {use24HourTimeFormat: true, verbose: true});
  } catch {
    return '';
  }
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', {timeZone: text}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
