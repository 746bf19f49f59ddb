export const dayMs = 86_400_000;

/** What time it is, or whom to ask where that matters: what depends on the day alone asks for it. */
export type Clock = number | {readonly now: () => number; readonly today: () => number};

export function timeOf(clock: Clock): number {
  return typeof clock === 'number' ? clock : clock.now();
}

/** The day of UTC, in days since 1970. */
export function dayOf(clock: Clock): number {
  return typeof clock === 'number' ? Math.floor(clock / dayMs) : clock.today();
}

/**
 * Epoch milliseconds as a number's text, or an ISO date or time, which is UTC when it names no
 * zone.
 */
export function readDate(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^-?\d+$/.test(trimmed)) return Number(trimmed);
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(trimmed)) return undefined;
  const time = Date.parse(/T[^Z+-]*$/.test(trimmed) ? `${trimmed}Z` : trimmed);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * `from,to` or a named range such as `LAST_7_DAYS`, both ends within. Named ranges are whole days
 * and months of UTC.
 */
export function readDateRange(text: string, now: number): {from: number; to: number} | undefined {
  const named = namedRange(text.trim().toUpperCase(), now);
  if (named !== undefined) return named;
  const [from, to, ...rest] = text.split(',').map(readDate);
  return from === undefined || to === undefined || rest.length > 0 ? undefined : {from, to};
}

function namedRange(name: string, now: number): {from: number; to: number} | undefined {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const today = Date.UTC(year, month, date.getUTCDate());
  const quarter = month - (month % 3);
  const days = (from: number, to: number) => ({
    from: today + from * dayMs,
    to: today + to * dayMs - 1,
  });
  const months = (from: number, to: number) => ({
    from: Date.UTC(year, from),
    to: Date.UTC(year, to) - 1,
  });
  switch (name) {
    case 'TODAY':
      return days(0, 1);
    case 'YESTERDAY':
      return days(-1, 0);
    case 'LAST_7_DAYS':
      return days(-6, 1);
    case 'LAST_30_DAYS':
      return days(-29, 1);
    case 'THIS_MONTH':
      return months(month, month + 1);
    case 'LAST_MONTH':
      return months(month - 1, month);
    case 'LAST_3_MONTHS':
      return months(month - 3, month);
    case 'LAST_6_MONTHS':
      return months(month - 6, month);
    case 'LAST_12_MONTHS':
      return months(month - 12, month);
    case 'THIS_QUARTER':
      return months(quarter, quarter + 3);
    case 'LAST_QUARTER':
      return months(quarter - 3, quarter);
    case 'THIS_YEAR':
      return months(0, 12);
    case 'LAST_YEAR':
      return months(-12, 0);
    default:
      return undefined;
  }
}
