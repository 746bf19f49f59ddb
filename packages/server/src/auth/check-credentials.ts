import {hash, randomBytes} from 'node:crypto';
import {type Actor, LoginError} from './actor.ts';
import {plainName} from './directory-name.ts';
import type {PasswordSource} from './password-source.ts';
import {Throttle} from './throttle.ts';

const maxRemembered = 10_000;

export type Credentials = {readonly userName: string; readonly password: string; readonly address: string};

/** Asked of all sources, of which the first that says yes counts. */
type Verification = {readonly actor: Promise<Actor | undefined>; readonly forgetAt: number};

/**
 * Decides whether a name and a password belong together. bcrypt takes some 50 ms of CPU, a directory a round trip or three,
 * and API clients send their password with every call; so a right one is remembered, by a hash under a key that lives as
 * long as the process. Wrong ones are never remembered: each costs the guesser the full price.
 */
export class CredentialCheck {
  readonly #sources: readonly PasswordSource[];
  readonly #now: () => number;
  readonly #throttle: Throttle;
  readonly #key = randomBytes(32).toString('base64');
  /** Right credentials, or the verification that runs for them: calls that arrive together share it. */
  readonly #remembered = new Map<string, Verification>();

  /** @param sources asked in this order */
  constructor(sources: readonly PasswordSource[], now: () => number = () => performance.now()) {
    this.#sources = sources;
    this.#now = now;
    this.#throttle = new Throttle(now);
  }

  /** Changes when a right password may be right no more; `undefined` when nobody can have that name. */
  revisionOf(userName: string): string | undefined {
    const revisions = this.#sources.map(source => source.revisionOf(userName)).filter(one => one !== undefined);
    return revisions.length === 0 ? undefined : JSON.stringify(revisions);
  }

  /** Throws `LoginError` with the reason. */
  async check(credentials: Credentials): Promise<Actor> {
    const {userName, password, address} = credentials;
    // In any spelling: a directory takes each of them for the same person.
    const client = `${address} ${plainName(userName)}`;
    const waitMs = this.#throttle.waitMs(client);
    if (waitMs > 0) throw new LoginError('Too many failed logins', {retryAfterSeconds: Math.ceil(waitMs / 1000)});
    const sources = this.#sources.filter(source => source.revisionOf(userName) !== undefined);
    if (sources.length === 0) {
      this.#throttle.failed(client);
      await Promise.all(this.#sources.map(source => source.pretend?.(password)));
      throw new LoginError(`Username not found.${userName}`);
    }
    const revisions = this.revisionOf(userName);
    // The length in front keeps `ab` + `c` and `a` + `bc` apart.
    const text = `${this.#key}${userName.length} ${userName}${revisions}${password}${this.#key}`;
    // The key around the text in one call: an HMAC object takes 12 µs of every request, this half a microsecond.
    const mac = hash('sha256', text, 'base64');
    const known = this.#remembered.get(mac);
    const verification =
      known !== undefined && known.forgetAt > this.#now() ? known : this.#verify(mac, client, credentials, sources);
    const actor = await verification.actor;
    if (actor === undefined) throw new LoginError('Wrong password');
    return actor;
  }

  #verify(
    mac: string,
    client: string,
    {userName, password}: Credentials,
    sources: readonly PasswordSource[],
  ): Verification {
    // Counted as a failure until it is known to be right: guesses sent all at once must not slip through together.
    this.#throttle.failed(client);
    const actor = firstOf(sources, userName, password).then(
      found => {
        if (found !== undefined) this.#throttle.succeeded(client);
        else this.#remembered.delete(mac);
        return found;
      },
      error => {
        this.#remembered.delete(mac);
        throw error;
      },
    );
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    const forgetAt = this.#now() + Math.min(...sources.map(source => source.rememberMs));
    const verification = {actor, forgetAt};
    this.#remembered.set(mac, verification);
    return verification;
  }
}

/** A source that cannot answer does not keep the others from saying yes; when none does, its error is the answer. */
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
