/** Round numbers from 0 to at least `max`, about `count` of them. */
export function countTicks(max: number, count = 4): number[] {
  const rough = Math.max(1, max / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  // Whole numbers only: there is no half an entity.
  const step = Math.max(
    1,
    [1, 2, 5, 10].map(one => one * power).find(one => one >= rough) ?? rough,
  );
  return Array.from({length: Math.ceil(Math.max(1, max) / step) + 1}, (_, n) => n * step);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Steps at which clocks and calendars have marks. */
const steps = [1, 2, 5, 10, 30]
  .map(n => n * minute)
  .concat([
    hour,
    3 * hour,
    6 * hour,
    12 * hour,
    day,
    2 * day,
    7 * day,
    14 * day,
    30 * day,
    91 * day,
    365 * day,
  ]);

/** Times on round places of the clock of the window, at most `count` of them. */
export function timeTicks(from: number, to: number, count: number, offsetMs: number): number[] {
  const step = steps.find(one => (to - from) / one <= count) ?? (to - from) / count;
  // Midnight of the reader, and not of Greenwich.
  const first = Math.ceil((from - offsetMs) / step) * step + offsetMs;
  const ticks: number[] = [];
  for (let at = first; at <= to; at += step) ticks.push(at);
  return ticks;
}

/** Index of the point whose time is nearest. */
export function nearestIndex(times: readonly number[], at: number): number {
  let best = 0;
  // Few enough to look at all of them.
  times.forEach((time, i) => {
    if (Math.abs(time - at) < Math.abs((times[best] ?? 0) - at)) best = i;
  });
  return best;
}
