import type {Partition} from './sql-dialect.ts';

/** The year or the day, as a key of time begins. */
const time = /^(19|20)\d\d(\D|\d\d\D?\d\d|\d\d$|$)/;

/**
 * The partition with the latest time: by the first key whose values are all times, then by the keys
 * behind it (`year`, `month`, `day`), then by those before it. Undefined where no key is a time:
 * the last country is not the newest one.
 */
export function newestPartition(partitions: readonly Partition[]): Partition | undefined {
  const whole = partitions.filter(keys => keys.every(([, value]) => value !== null));
  const count = whole[0]?.length ?? 0;
  const all = Array.from({length: count}, (_, n) => n);
  const at = all.find(n => whole.every(keys => time.test(keys[n]?.[1] ?? '')));
  if (at === undefined) return undefined;
  const order = [...all.slice(at), ...all.slice(0, at)];
  return whole.reduce((one, other) => (compare(order, one, other) < 0 ? other : one));
}

function compare(order: readonly number[], one: Partition, other: Partition): number {
  for (const n of order) {
    const found = compareValues(one[n]?.[1] ?? '', other[n]?.[1] ?? '');
    if (found !== 0) return found;
  }
  return 0;
}

/** Month 10 is behind month 9. */
function compareValues(one: string, other: string): number {
  if (/^\d{1,15}$/.test(one) && /^\d{1,15}$/.test(other)) return Number(one) - Number(other);
  return one < other ? -1 : Number(one > other);
}
