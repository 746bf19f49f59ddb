import {hash, randomBytes} from 'node:crypto';

const longestWaitMs = 60_000;
/** With so many failures beyond the free ones the wait is the longest there is. */
const doublings = 6;
const maxKept = 10_000;
const keptOfFull = 9000;
const sharedCounts = 1024;
/** Where it makes little room, not for every newcomer: it looks at all that is kept. */
const makeRoomEveryMs = 1000;

/**
 * Failures by some key, each of which counts for as long as the window is. Held in memory and
 * bounded. When full, only keys that may still be tried without a wait are forgotten, those with
 * the fewest failures first: who fails with many made-up keys does not clear another's count. When
 * there is none of these, newcomers share a fixed number of counts.
 */
export class FailureCounts {
  readonly #free: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  /** When the last failures were, by key or by number of a shared count. */
  readonly #failures = new Map<string | number, readonly number[]>();
  /** So that nobody can choose names that share a count with another. */
  readonly #salt = randomBytes(16).toString('base64');
  #isSharedUntil = -Infinity;
  #makeRoomAt = -Infinity;

  constructor(free: number, windowMs: number, now: () => number) {
    this.#free = free;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  waitMs(key: string): number {
    const times = this.#failures.get(this.#placeOf(key)) ?? [];
    const beyond = times.length - this.#free;
    if (beyond < 0) return 0;
    const waitMs = Math.min(longestWaitMs, 1000 * 2 ** beyond);
    return Math.max(0, (times.at(-1) ?? 0) + waitMs - this.#now());
  }

  /** @param at when, for what somebody else tells of */
  failed(key: string, at = this.#now()): void {
    const now = this.#now();
    if (at + this.#windowMs <= now) return;
    const place = this.#placeToCount(key);
    const counting = (this.#failures.get(place) ?? []).filter(one => one + this.#windowMs > now);
    // At the end of the map again: of equal counts the one that failed longest ago comes first.
    this.#failures.delete(place);
    const times = [...counting, at].sort((a, b) => a - b);
    this.#failures.set(place, times.slice(-this.#free - doublings));
    if (place !== key) this.#isSharedUntil = now + this.#windowMs;
  }

  /** As if one of the failures had not been. */
  forgive(key: string): void {
    const place = this.#placeOf(key);
    const others = this.#failures.get(place)?.slice(0, -1) ?? [];
    if (others.length === 0) this.#failures.delete(place);
    else this.#failures.set(place, others);
  }

  /** Where failures of this key are counted: its own count unless it shares one. */
  #placeOf(key: string): string | number {
    if (this.#isSharedUntil <= this.#now() || this.#failures.has(key)) return key;
    const shared = this.#sharedBy(key);
    const times = this.#failures.get(shared);
    return times === undefined || this.#isOver(times) ? key : shared;
  }

  #placeToCount(key: string): string | number {
    const place = this.#placeOf(key);
    if (this.#failures.has(place) || this.#failures.size < maxKept) return place;
    this.#makeRoom();
    return this.#failures.size < maxKept ? place : this.#sharedBy(key);
  }

  #sharedBy(key: string): number {
    const digest = hash('sha256', this.#salt + key, 'hex');
    return Number.parseInt(digest.slice(0, 8), 16) % sharedCounts;
  }

  /** A tenth at a time, for what that takes. */
  #makeRoom(): void {
    if (this.#now() < this.#makeRoomAt) return;
    for (const [place, times] of this.#failures)
      if (this.#isOver(times)) this.#failures.delete(place);
    const tooMany = Math.max(0, this.#failures.size - keptOfFull);
    const fewest = [...this.#failures]
      .filter(([, times]) => times.length < this.#free)
      .sort(([, a], [, b]) => a.length - b.length)
      .slice(0, tooMany);
    for (const [place] of fewest) this.#failures.delete(place);
    if (fewest.length < tooMany) this.#makeRoomAt = this.#now() + makeRoomEveryMs;
  }

  #isOver(times: readonly number[]): boolean {
    return (times.at(-1) ?? 0) + this.#windowMs <= this.#now();
  }
}
