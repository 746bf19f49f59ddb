import {createHmac, randomBytes, randomInt} from 'node:crypto';
import type {Actor} from './actor.ts';

/** A browser's or a client's stay. `id` is a secret: whoever holds it is the actor. */
export type Session = {
  readonly id: string;
  readonly actor: Actor;
  usedAt: number;
  /** On the clock of `usedAt`. */
  readonly endsAt: number;
  csrfToken: string | undefined;
  /** Who logged in, where that is somebody who speaks for the actor. */
  readonly proxyUser?: string;
  readonly provider?: ProviderStay;
};

/** A provider's names for a person and, where it tells, for their stay there. */
export type ProviderStay = {readonly subject: string; readonly stay: string | undefined};

export type SessionLimits = {
  /** A session that is not used for so long ends. */
  readonly idleMs: number;
  /** A session ends so long after its start. */
  readonly maxAgeMs: number;
};

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Sessions in memory. Every call with a password gets a session, as clients of the
 * Atlas API expect, and most never send its cookie back; those are kept apart, so that a script with a thousand calls a
 * second cannot push out the people who are logged in. Each of the two sets holds `limit` sessions; the one unused for
 * longest makes room.
 */
export class Sessions {
  readonly #limits: SessionLimits;
  readonly #limit: number;
  readonly #now: () => number;
  readonly #tokenKey = randomBytes(32);
  readonly #unclaimed = new Map<string, Session>();
  readonly #claimed = new Map<string, Session>();
  /** Ids of the unclaimed in the order of their start, as a ring: finding the oldest of a churning map costs 9 µs. */
  readonly #started: string[] = [];
  #nextStarted = 0;

  constructor(limits: SessionLimits, limit = 10_000, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#limit = limit;
    this.#now = now;
  }

  /**
   * @param validForMs how long the proof of who it is holds, when that is shorter than a session's age. 0 for no longer than this
   *   request: then the token for changes is the person's, as the page that has read it and the change it goes with have no
   *   session in common
   * @param provider who it is there, for one that began at a provider
   */
  start(actor: Actor, validForMs = Number.POSITIVE_INFINITY, provider?: ProviderStay): Session {
    const now = this.#now();
    const session: Session = {
      id: randomBytes(24).toString('base64url'),
      actor,
      usedAt: now,
      endsAt: now + Math.min(validForMs, this.#limits.maxAgeMs),
      csrfToken: validForMs === 0 ? this.#tokenOf(actor) : undefined,
      ...(provider !== undefined && {provider}),
    };
    const oldest = this.#started[this.#nextStarted];
    if (oldest !== undefined) this.#unclaimed.delete(oldest);
    this.#started[this.#nextStarted] = session.id;
    this.#nextStarted = (this.#nextStarted + 1) % this.#limit;
    this.#unclaimed.set(session.id, session);
    return session;
  }

  /** The session of a cookie, which thereby counts as used now. */
  use(id: string): Session | undefined {
    const session = this.#claimed.get(id) ?? this.#unclaimed.get(id);
    if (session === undefined) return undefined;
    this.end(id);
    const now = this.#now();
    if (now - session.usedAt > this.#limits.idleMs || now > session.endsAt) return undefined;
    session.usedAt = now;
    this.#claimed.set(id, session);
    if (this.#claimed.size > this.#limit) {
      const oldest = this.#claimed.keys().next();
      if (!oldest.done) this.#claimed.delete(oldest.value);
    }
    return session;
  }

  #tokenOf({userName}: Actor): string {
    return createHmac('sha256', this.#tokenKey).update(userName).digest('hex').slice(0, 32);
  }

  end(id: string): void {
    this.#claimed.delete(id);
    this.#unclaimed.delete(id);
  }

  /**
   * For somebody who is logged out at a provider: of that stay, or where one of the two is not known, of that person.
   * @returns how many ended
   */
  endAtProvider({subject, stay}: {subject: string | undefined; stay: string | undefined}): number {
    let count = 0;
    for (const sessions of [this.#claimed, this.#unclaimed]) {
      for (const [id, {provider}] of sessions) {
        if (provider === undefined) continue;
        const isByStay = stay !== undefined && provider.stay !== undefined;
        if (isByStay ? provider.stay !== stay : provider.subject !== subject) continue;
        sessions.delete(id);
        count++;
      }
    }
    return count;
  }

  /** For users whose password or groups changed: they log in again. */
  endOf(userNames: ReadonlySet<string>): void {
    for (const sessions of [this.#claimed, this.#unclaimed]) {
      for (const [id, {actor}] of sessions) if (userNames.has(actor.userName)) sessions.delete(id);
    }
  }
}

/** The token that a browser must send back with every change; made on first use, because most sessions never ask. */
export function csrfTokenOf(session: Session): string {
  session.csrfToken ??= Array.from({length: 20}, () => alphanumerics[randomInt(alphanumerics.length)]).join('');
  return session.csrfToken;
}
