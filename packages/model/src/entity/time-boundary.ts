import {AppError} from '../error.ts';
import type {TimeBoundary} from './record.ts';

/**
 * Short names of time zones that clients written in Java may send and that the international list
 * lacks.
 */
const javaTimeZones = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(
    ' ',
  ),
);
const offset = /^GMT[+-]\d{1,2}(:?[0-5]\d)?$/;

/**
 * Validity periods of a classification: times as `yyyy/MM/dd HH:mm:ss`, each part may be missing.
 * @throws INVALID_TIMEBOUNDRY_TIMEZONE, INVALID_TIMEBOUNDRY_START_TIME,
 * INVALID_TIMEBOUNDRY_END_TIME,
 *   INVALID_TIMEBOUNDRY_DATERANGE for one that does not end after its start
 */
export function checkPeriods(periods: readonly TimeBoundary[]): void {
  for (const {startTime, endTime, timeZone} of periods) {
    if (isGiven(timeZone) && !isTimeZone(timeZone))
      throw new AppError('INVALID_TIMEBOUNDRY_TIMEZONE', [timeZone]);
    const start = isGiven(startTime) ? readTime(startTime) : undefined;
    const end = isGiven(endTime) ? readTime(endTime) : undefined;
    if (isGiven(startTime) && start === undefined)
      throw new AppError('INVALID_TIMEBOUNDRY_START_TIME', [startTime]);
    if (isGiven(endTime) && end === undefined)
      throw new AppError('INVALID_TIMEBOUNDRY_END_TIME', [endTime]);
    if (start !== undefined && end !== undefined && start >= end) {
      throw new AppError('INVALID_TIMEBOUNDRY_DATERANGE', [startTime ?? '', endTime ?? '']);
    }
  }
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function isTimeZone(name: string): boolean {
  if (javaTimeZones.has(name) || offset.test(name)) return true;
  try {
    return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Both ends of a period are in one time zone, so it does not matter which. */
function readTime(text: string): number | undefined {
  const parts = /^(\d{4})\/(\d{1,2})\/(\d{1,2}) (\d{1,2}):(\d{1,2}):(\d{1,2})$/
    .exec(text)
    ?.slice(1)
    .map(Number);
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const read = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
  ];
  // What rolls over into the next month or hour is no time of its own.
  return [year, month, day, hour].every((part, i) => part === read[i]) && minute < 60 && second < 60
    ? date.getTime()
    : undefined;
}
