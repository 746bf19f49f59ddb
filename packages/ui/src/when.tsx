import {Text, Tooltip} from '@mantine/core';

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat(undefined, {numeric: 'auto'});
const exact = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'medium'});
const full = new Intl.DateTimeFormat(undefined, {dateStyle: 'full', timeStyle: 'long'});

/** `3 days ago`, for a time in epoch milliseconds. */
export function ago(ms: number, now = Date.now()): string {
  const seconds = Math.round((ms - now) / 1000);
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit as Intl.RelativeTimeFormatUnit);
}

export function dateText(ms: number): string {
  return exact.format(ms);
}

/** A time, exact in the window's time zone, or as a distance with the exact one at hand. Nothing for 0, which means "not set". */
export function When({ms, isRelative = false}: {ms: number | null | undefined; isRelative?: boolean}) {
  if (ms === null || ms === undefined || ms === 0)
    return (
      <Text span c="dimmed">
        —
      </Text>
    );
  return (
    <Tooltip label={`${full.format(ms)} (${ago(ms)})`}>
      <time dateTime={new Date(ms).toISOString()}>{isRelative ? ago(ms) : exact.format(ms)}</time>
    </Tooltip>
  );
}
