const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * `3 days ago`, for a time in epoch milliseconds. @param language that of the browser when absent
 */
export function ago(ms: number, now = Date.now(), language?: string): string {
  const seconds = Math.round((ms - now) / 1000);
  const [unit, size] =
    steps.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(language, {numeric: 'auto'}).format(
    Math.trunc(seconds / size),
    unit,
  );
}

/** Inputs write `2026-11-21T14:30:00`, without a time zone. */
export function localTime(ms: number): string {
  const zone = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - zone).toISOString().slice(0, 19);
}

/** `0.4 s`, `12.3 s`, `4:05 min`, `1:02:03 h`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.floor(seconds);
  const pad = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours === 0
    ? `${minutes}:${pad(whole % 60)} min`
    : `${hours}:${pad(minutes)}:${pad(whole % 60)} h`;
}
