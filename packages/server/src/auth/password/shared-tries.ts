import {hash, randomBytes, randomUUID} from 'node:crypto';
import type {Log} from '../../log.ts';

/** A login that failed, or from where somebody has logged in; who and whence are digests. */
export type LoginTry = {
  readonly id: string;
  readonly kind: 'failed' | 'known';
  readonly address: string;
  readonly name: string;
};

/** Where processes tell each other of tries. */
export interface TryRecords {
  /**
   * Keeps tries, and tells of those that were kept since a time of the records' own clock.
   * @param since all of them when not given
   */
  exchangeTries(
    own: readonly LoginTry[],
    since: number | undefined,
  ): Promise<{
    readonly tries: readonly (LoginTry & {readonly ageMs: number})[];
    readonly now: number;
  }>;
  /** What all have in common under this name: `made` by whoever is first. */
  secret(name: string, made: string): Promise<string>;
}

/** What others have done counts here after so long at the latest, while somebody tries to log in. */
const freshMs = 1000;
/** A transaction that began earlier may end later. */
const overlapMs = 10_000;
const maxSeen = 50_000;

type Heard = (one: Omit<LoginTry, 'id'>, ageMs: number) => void;

/**
 * Tells other processes which logins failed here, and hears of theirs: once a second at most, and
 * only while passwords are checked. While the records are away each process goes on with what it
 * knows.
 */
export class SharedTries {
  readonly #records: TryRecords;
  readonly #secret: string;
  readonly #log: Pick<Log, 'warn'>;
  readonly #heard: Heard;
  #own: LoginTry[] = [];
  /** Those that are counted already, its own among them. */
  readonly #seen = new Set<string>();
  #since: number | undefined;
  #at = -Infinity;
  #exchange: Promise<void> | undefined;
  #isAway = false;

  private constructor(records: TryRecords, secret: string, heard: Heard, log: Pick<Log, 'warn'>) {
    this.#records = records;
    this.#secret = secret;
    this.#heard = heard;
    this.#log = log;
  }

  /** @param heard is told of what others have tried, with how long ago that was */
  static async open(
    records: TryRecords,
    heard: Heard,
    log: Pick<Log, 'warn'>,
  ): Promise<SharedTries> {
    const made = randomBytes(32).toString('base64url');
    return new SharedTries(records, await records.secret('tries', made), heard, log);
  }

  /** People mistype passwords as names: nobody reads either in the records. */
  digest(text: string): string {
    return hash('sha256', `${this.#secret} ${text}`, 'base64url').slice(0, 22);
  }

  /** Tells the others, at once. */
  add(kind: LoginTry['kind'], address: string, name: string): void {
    const id = randomUUID();
    this.#see(id);
    this.#own.push({id, kind, address, name});
    void this.#exchangeNow();
  }

  /** What others have done until now, or a moment ago, counts here when this is over. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#at < freshMs) return;
    await this.#exchangeNow();
  }

  /** Whoever comes while one is on its way waits for that, and what it adds goes with the next. */
  async #exchangeNow(): Promise<void> {
    this.#exchange ??= this.#exchangeAll();
    await this.#exchange;
  }

  async #exchangeAll(): Promise<void> {
    do {
      const own = this.#own;
      this.#own = [];
      this.#at = performance.now();
      try {
        const {tries, now} = await this.#records.exchangeTries(own, this.#since);
        this.#since = now - overlapMs;
        this.#isAway = false;
        for (const {id, ageMs, ...one} of tries) if (this.#see(id)) this.#heard(one, ageMs);
      } catch (error) {
        if (!this.#isAway)
          this.#log.warn({error}, 'failed logins are counted for this process alone at the moment');
        this.#isAway = true;
        // They are told when the records are back: as many as are of any use.
        this.#own = [...own, ...this.#own].slice(-1000);
        break;
      }
    } while (this.#own.length > 0);
    this.#exchange = undefined;
  }

  /** @returns whether it is a new one */
  #see(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > maxSeen && oldest !== undefined) this.#seen.delete(oldest);
    return true;
  }
}
