import {Text, Tooltip} from '@mantine/core';
import {ago} from './time-text.ts';

/** Made once: each costs more than what it formats. */
const exact = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'medium'});
const full = new Intl.DateTimeFormat(undefined, {dateStyle: 'full', timeStyle: 'long'});

export function dateText(ms: number): string {
  return exact.format(ms);
}

/**
 * A time, exact in the window's time zone, or as a distance with the exact one at hand. Nothing for
 * 0, which means "not set".
 */
export function When({
  ms,
  isRelative = false,
}: {
  ms: number | null | undefined;
  isRelative?: boolean;
}) {
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
