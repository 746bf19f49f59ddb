import {LoginError} from '../actor.ts';

type Failures = {count: number; blockedUntil: number; forgetAt: number};

const longestWaitMs = 60_000;
/** Not sooner: who pauses for as long would have the free attempts again. */
const forgetAfterMs = 60 * 60_000;
const maxKept = 10_000;

/** How many failures go without a wait. */
const free = {
  /** Of one name from one address. */
  pair: 5,
  /** Of one name from wherever: who has many addresses makes no more than 100 guesses in an hour. */
  name: 35,
  /** Of all names from one address, behind which there may be many people. */
  address: 50,
};

/**
 * Failures by some key. Held in memory and bounded; when full, what failed longest ago is forgotten
 * first.
 */
class FailureCounts {
  readonly #free: number;
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();

  constructor(free: number, now: () => number) {
    this.#free = free;
    this.#now = now;
  }

  waitMs(key: string): number {
    const failures = this.#failures.get(key);
    return failures === undefined ? 0 : Math.max(0, failures.blockedUntil - this.#now());
  }

  failed(key: string): void {
    const now = this.#now();
    const earlier = this.#failures.get(key);
    const count = earlier === undefined || earlier.forgetAt < now ? 1 : earlier.count + 1;
    const waitMs =
      count < this.#free
        ? 0
        : Math.min(longestWaitMs, 1000 * 2 ** Math.min(count - this.#free, 16));
    this.#failures.delete(key);
    const oldest = this.#failures.keys().next();
    if (this.#failures.size >= maxKept && !oldest.done) this.#failures.delete(oldest.value);
    this.#failures.set(key, {count, blockedUntil: now + waitMs, forgetAt: now + forgetAfterMs});
  }

  /** As if one of the failures had not been. */
  forgive(key: string): void {
    const failures = this.#failures.get(key);
    if (failures === undefined) return;
    if (failures.count <= 1) this.#failures.delete(key);
    else this.#failures.set(key, {...failures, count: failures.count - 1, blockedUntil: 0});
  }

  succeeded(key: string): void {
    this.#failures.delete(key);
  }
}

/**
 * Slows down guessing: after some failures the next attempt must wait one second, then two, four,
 * at most a minute.
 */
export class Throttle {
  readonly #pairs: FailureCounts;
  readonly #names: FailureCounts;
  readonly #addresses: FailureCounts;

  constructor(now: () => number = () => performance.now()) {
    this.#pairs = new FailureCounts(free.pair, now);
    this.#names = new FailureCounts(free.name, now);
    this.#addresses = new FailureCounts(free.address, now);
  }

  /**
   * @param isKnown whether the password was right before; then only failures of its own name and
   * address count
   * @throws LoginError when this name may not be tried from this address now
   */
  check(address: string, name: string, isKnown: boolean): void {
    const others = isKnown ? [] : [this.#names.waitMs(name), this.#addresses.waitMs(address)];
    const waitMs = Math.max(this.#pairs.waitMs(pairOf(address, name)), ...others);
    if (waitMs > 0)
      throw new LoginError('Too many failed logins', {retryAfterSeconds: Math.ceil(waitMs / 1000)});
  }

  failed(address: string, name: string): void {
    this.#pairs.failed(pairOf(address, name));
    this.#names.failed(name);
    this.#addresses.failed(address);
  }

  /**
   * What was counted as a failure before was none. Who knows one password has not guessed fewer
   * others.
   */
  succeeded(address: string, name: string): void {
    this.#pairs.succeeded(pairOf(address, name));
    this.#names.forgive(name);
    this.#addresses.forgive(address);
  }

  /** What was counted as a failure before was not looked at. */
  notTried(address: string, name: string): void {
    this.#pairs.forgive(pairOf(address, name));
    this.#names.forgive(name);
    this.#addresses.forgive(address);
  }
}

function pairOf(address: string, name: string): string {
  return `${address} ${name}`;
}

const shared = new Map<string, Throttle>();

/**
 * The one of all servers in this process that ask the same sources: else each of them would allow
 * as many guesses.
 */
export function sharedThrottle(sources: string): Throttle {
  const known = shared.get(sources) ?? new Throttle();
  shared.set(sources, known);
  return known;
}
