import {hash, randomBytes} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import {type Actor, LoginError} from '../actor.ts';
import {plainName} from '../directory/directory-name.ts';
import {refuseDefaultElsewhere} from './default-credentials.ts';
import type {PasswordSource} from '../password-source.ts';
import {Throttle} from './throttle.ts';

const maxRemembered = 10_000;

export type Credentials = {
  readonly userName: string;
  readonly password: string;
  readonly address: string;
  /** Of this server, as its client calls it; undefined where it says no name. */
  readonly host?: string | undefined;
};

/** Whence credentials come. */
export function sentBy({ip, headers}: FastifyRequest): Pick<Credentials, 'address' | 'host'> {
  // Not what a page could say that a proxy had been asked for.
  return {address: ip, host: headers.host};
}

/** Asked of all sources, of which the first that says yes counts. */
type Verification = {
  readonly actor: Promise<Actor | undefined>;
  readonly forgetAt: number;
  isOver: boolean;
};

/** Does what takes its time, or refuses to. */
type Slowly = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Decides whether a name and a password belong together. A hash takes some 0.2 s of CPU, a
 * directory a round trip or three, and API clients send their password with every call; so a right
 * one is remembered, by a hash under a key that lives as long as the process. Wrong ones are never
 * remembered: each costs the guesser the full price.
 */
export class CredentialCheck {
  readonly #sources: readonly PasswordSource[];
  readonly #now: () => number;
  readonly #throttle: Throttle;
  readonly #key = randomBytes(32).toString('base64');
  /**
   * Right credentials, or the verification that runs for them: calls that arrive together share it.
   */
  readonly #remembered = new Map<string, Verification>();

  /** @param sources asked in this order */
  constructor(
    sources: readonly PasswordSource[],
    now: () => number = () => performance.now(),
    throttle: Throttle = new Throttle(now),
  ) {
    this.#sources = sources;
    this.#now = now;
    this.#throttle = throttle;
  }

  /**
   * Changes when a right password may be right no more; `undefined` when nobody can have that name.
   */
  revisionOf(userName: string): string | undefined {
    const revisions = this.#sources
      .map(source => source.revisionOf(userName))
      .filter(one => one !== undefined);
    return revisions.length === 0 ? undefined : JSON.stringify(revisions);
  }

  /**
   * @param slowly does what is not answered from memory
   * @throws LoginError with the reason, or LOGINS_WAITING when too many others try
   */
  async check(credentials: Credentials, slowly: Slowly = work => work()): Promise<Actor> {
    const {userName, password, address, host} = credentials;
    refuseDefaultElsewhere(userName, password, host);
    // In any spelling: a directory takes each of them for the same person.
    const name = plainName(userName);
    const sources = this.#sources.filter(source => source.revisionOf(userName) !== undefined);
    if (sources.length === 0) {
      await this.#throttle.refresh();
      this.#throttle.check(address, name);
      await this.#pretend(name, credentials, slowly);
      throw new LoginError(`Username not found.${userName}`);
    }
    const revisions = this.revisionOf(userName);
    // The length in front keeps `ab` + `c` and `a` + `bc` apart.
    const text = `${this.#key}${userName.length} ${userName}${revisions}${password}${this.#key}`;
    // The key around the text in one call: an HMAC object takes 12 µs of every request, this half a
    // microsecond.
    const mac = hash('sha256', text, 'base64');
    const known = this.#remembered.get(mac);
    const isKnown = known !== undefined && known.forgetAt > this.#now();
    // Who is known need not wait for what others say.
    const refreshed = this.#throttle.refresh();
    if (!isKnown) await refreshed;
    this.#throttle.check(address, name);
    const verified = () => (isKnown ? known : this.#verify(mac, name, credentials, sources)).actor;
    const actor = await (known?.isOver === true && isKnown ? known.actor : slowly(verified));
    if (actor === undefined) throw new LoginError('Wrong password');
    this.#throttle.loggedIn(address, name);
    return actor;
  }

  async #pretend(name: string, {password, address}: Credentials, slowly: Slowly): Promise<void> {
    this.#throttle.failed(address, name);
    try {
      await slowly(() => Promise.all(this.#sources.map(source => source.pretend?.(password))));
      this.#throttle.hasFailed(address, name);
    } catch (error) {
      // Refused before anybody looked, as for a name that somebody has.
      if (!(error instanceof LoginError)) this.#throttle.notFailed(address, name);
      throw error;
    }
  }

  #verify(
    mac: string,
    name: string,
    {userName, password, address}: Credentials,
    sources: readonly PasswordSource[],
  ): Verification {
    // Counted as a failure until it is known to be right: guesses sent all at once must not slip
    // through together.
    this.#throttle.failed(address, name);
    const actor = firstOf(sources, userName, password).then(
      found => {
        verification.isOver = true;
        if (found !== undefined) this.#throttle.notFailed(address, name);
        else {
          this.#remembered.delete(mac);
          this.#throttle.hasFailed(address, name);
        }
        return found;
      },
      error => {
        this.#remembered.delete(mac);
        if (error instanceof LoginError) this.#throttle.hasFailed(address, name);
        else this.#throttle.notFailed(address, name);
        throw error;
      },
    );
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    const forgetAt = this.#now() + Math.min(...sources.map(source => source.rememberMs));
    const verification: Verification = {actor, forgetAt, isOver: false};
    this.#remembered.set(mac, verification);
    return verification;
  }
}

/**
 * A source that cannot answer does not keep the others from saying yes; when none does, its error
 * is the answer.
 */
async function firstOf(
  sources: readonly PasswordSource[],
  userName: string,
  password: string,
): Promise<Actor | undefined> {
  let failure: LoginError | undefined;
  for (const source of sources) {
    try {
      const actor = await source.verify(userName, password);
      if (actor !== undefined) return actor;
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}
