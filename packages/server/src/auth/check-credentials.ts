import {hash, randomBytes} from 'node:crypto';
import {type Actor, LoginError} from './actor.ts';
import type {PasswordFile} from './password-file.ts';
import {type HashSettings, verifyPassword} from './password-hash.ts';
import {Throttle} from './throttle.ts';

const maxRemembered = 10_000;

export type Credentials = {readonly userName: string; readonly password: string; readonly address: string};

type Verification = {readonly userName: string; readonly right: Promise<boolean>};

/**
 * Decides whether a name and a password belong together. bcrypt takes some 50 ms of CPU and API clients send their
 * password with every call, so a right one is remembered, by a hash under a key that lives as long as the process, until
 * the user's line changes. Wrong ones are never remembered: each costs the guesser the full price.
 */
export class CredentialCheck {
  readonly #file: PasswordFile;
  readonly #settings: HashSettings;
  readonly #throttle = new Throttle();
  readonly #key = randomBytes(32).toString('base64');
  /** Right credentials, or the verification that runs for them: calls that arrive together share it. */
  readonly #remembered = new Map<string, Verification>();

  constructor(file: PasswordFile, settings: HashSettings) {
    this.#file = file;
    this.#settings = settings;
    file.onChange(changed => {
      for (const [key, {userName}] of this.#remembered) if (changed.has(userName)) this.#remembered.delete(key);
    });
  }

  /** Throws `LoginError` with the reason. */
  async check(credentials: Credentials): Promise<Actor> {
    const {userName, password, address} = credentials;
    const client = `${address} ${userName}`;
    const waitMs = this.#throttle.waitMs(client);
    if (waitMs > 0) throw new LoginError('Too many failed logins', Math.ceil(waitMs / 1000));
    const entry = this.#file.entries().get(userName);
    if (entry === undefined) {
      this.#throttle.failed(client);
      throw new LoginError(`Username not found.${userName}`);
    }
    // The length in front keeps `ab` + `c` and `a` + `bc` apart.
    const text = `${this.#key}${userName.length} ${userName}${entry.hash}${password}${this.#key}`;
    // The key around the text in one call: an HMAC object takes 12 µs of every request, this half a microsecond.
    const mac = hash('sha256', text, 'base64');
    const known = this.#remembered.get(mac) ?? this.#verify(mac, client, credentials, entry.hash);
    if (!(await known.right)) throw new LoginError('Wrong password');
    return {userName, groups: entry.groups};
  }

  #verify(mac: string, client: string, {userName, password}: Credentials, stored: string): Verification {
    // Counted as a failure until it is known to be right: guesses sent all at once must not slip through together.
    this.#throttle.failed(client);
    const right = verifyPassword(this.#settings, userName, password, stored).then(
      isRight => {
        if (isRight) this.#throttle.succeeded(client);
        else this.#remembered.delete(mac);
        return isRight;
      },
      error => {
        this.#remembered.delete(mac);
        throw error;
      },
    );
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    const verification = {userName, right};
    this.#remembered.set(mac, verification);
    return verification;
  }
}
