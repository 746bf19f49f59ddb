import {LoginError} from '../actor.ts';
import {FailureCounts} from './failure-counts.ts';
import {KnownLogins} from './known-logins.ts';
import {type LoginTry, SharedTries, type TryRecords} from './shared-tries.ts';
import type {Log} from '../../log.ts';

const minute = 60_000;

/** How many failures go without a wait, and for how long each of them counts. */
const limits = {
  /** Of one name from one address. */
  pair: {free: 5, windowMs: 15 * minute},
  /**
   * Of one name from wherever: who has many addresses makes no more than 100 guesses in an hour.
   */
  name: {free: 35, windowMs: 60 * minute},
  /** Of all names from one address, behind which there may be many people. */
  address: {free: 50, windowMs: 15 * minute},
};

/**
 * Slows down guessing: after some failures the next attempt must wait one second, then two, four,
 * at most a minute.
 */
export class Throttle {
  readonly #pairs: FailureCounts;
  readonly #names: FailureCounts;
  readonly #addresses: FailureCounts;
  readonly #known: KnownLogins;
  readonly #now: () => number;
  #others: SharedTries | undefined;

  constructor(now: () => number = () => performance.now()) {
    const countsOf = ({free, windowMs}: {free: number; windowMs: number}) =>
      new FailureCounts(free, windowMs, now);
    this.#pairs = countsOf(limits.pair);
    this.#names = countsOf(limits.name);
    this.#addresses = countsOf(limits.address);
    this.#known = new KnownLogins(now);
    this.#now = now;
  }

  /** From now on counts with other processes, unless it does so already. */
  async share(records: TryRecords, log: Pick<Log, 'warn'>): Promise<void> {
    this.#others ??= await SharedTries.open(records, (one, ageMs) => this.#heard(one, ageMs), log);
    await this.#others.refresh();
  }

  /** Before somebody is checked: what has failed elsewhere counts as well. */
  async refresh(): Promise<void> {
    await this.#others?.refresh();
  }

  #heard({kind, address, name}: Omit<LoginTry, 'id'>, ageMs: number): void {
    const at = this.#now() - ageMs;
    if (kind === 'known') this.#known.add(address, name, at);
    else this.#failedAt(address, name, at);
  }

  /** As it is counted: in words of its own where it counts with others. */
  #keyOf(text: string): string {
    return this.#others?.digest(text) ?? text;
  }

  /**
   * For a name that logged in from this address before, only failures of the two count: others who
   * guess at the name, or from behind the same address, do not lock it out. Whether the password is
   * right makes no difference: else a guess that has to wait would still tell it.
   *
   * @throws LoginError when this name may not be tried from this address now
   */
  check(from: string, who: string): void {
    const [address, name] = [this.#keyOf(from), this.#keyOf(who)];
    const others = this.#known.has(address, name)
      ? []
      : [this.#names.waitMs(name), this.#addresses.waitMs(address)];
    const waitMs = Math.max(this.#pairs.waitMs(pairOf(address, name)), ...others);
    if (waitMs > 0)
      throw new LoginError('Too many failed logins', {retryAfterSeconds: Math.ceil(waitMs / 1000)});
  }

  failed(address: string, name: string): void {
    this.#failedAt(this.#keyOf(address), this.#keyOf(name));
  }

  #failedAt(address: string, name: string, at?: number): void {
    this.#pairs.failed(pairOf(address, name), at);
    this.#names.failed(name, at);
    this.#addresses.failed(address, at);
  }

  /** What was counted as a failure has turned out to be one. */
  hasFailed(address: string, name: string): void {
    this.#others?.add('failed', this.#keyOf(address), this.#keyOf(name));
  }

  /**
   * What was counted as a failure before was none, or was not looked at. Earlier ones stay: who
   * knows one password has not guessed fewer others.
   */
  notFailed(from: string, who: string): void {
    const [address, name] = [this.#keyOf(from), this.#keyOf(who)];
    this.#pairs.forgive(pairOf(address, name));
    this.#names.forgive(name);
    this.#addresses.forgive(address);
  }

  loggedIn(from: string, who: string): void {
    const [address, name] = [this.#keyOf(from), this.#keyOf(who)];
    if (!this.#known.isFresh(address, name)) this.#others?.add('known', address, name);
    this.#known.add(address, name);
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
