const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The moment at which clocks of a zone showed a time. Where they showed it twice, or never, one
 * beside it.
 * @param shown as if it were a time of UTC
 */
export function zoned(shown: number, timeZone: string): number {
  const first = shown - aheadOf(timeZone, shown);
  return shown - aheadOf(timeZone, first);
}

export function isTimeZone(text: string): boolean {
  try {
    return clockOf(text) !== undefined;
  } catch {
    return false;
  }
}

/** By how much its clocks are ahead of UTC at a moment, in milliseconds. */
function aheadOf(timeZone: string, moment: number): number {
  const parts = clockOf(timeZone).formatToParts(moment);
  const of = (type: string) => Number(parts.find(one => one.type === type)?.value);
  const [year, month, day] = [of('year'), of('month'), of('day')];
  return Date.UTC(year, month - 1, day, of('hour'), of('minute'), of('second')) - moment;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(timeZone, clock);
  return clock;
}
