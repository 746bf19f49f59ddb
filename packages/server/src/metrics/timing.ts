/** Upper bounds in seconds of the buckets that durations are counted in. */
export const bucketSeconds = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const;

/** Durations of one thing, in constant memory: enough for an average, a spread and a histogram. */
export class Timing {
  count = 0;
  minMs = Infinity;
  maxMs = 0;
  totalMs = 0;
  /** By `bucketSeconds`; each duration is counted in the first bucket that it fits. */
  readonly buckets: number[] = bucketSeconds.map(() => 0);
  /**
   * Sum of squared distances from the average so far (Welford), which loses no digits however long
   * it runs.
   */
  #spread = 0;

  add(ms: number): void {
    const before = this.count === 0 ? 0 : this.totalMs / this.count;
    this.count += 1;
    this.totalMs += ms;
    this.minMs = Math.min(this.minMs, ms);
    this.maxMs = Math.max(this.maxMs, ms);
    this.#spread += (ms - before) * (ms - this.averageMs);
    const place = bucketSeconds.findIndex(bound => ms <= bound * 1000);
    if (place >= 0) this.buckets[place] = (this.buckets[place] ?? 0) + 1;
  }

  get averageMs(): number {
    return this.count === 0 ? 0 : this.totalMs / this.count;
  }

  /** Of the whole population, not of a sample. */
  get deviationMs(): number {
    return this.count === 0 ? 0 : Math.sqrt(this.#spread / this.count);
  }
}
