import {createHmac, randomBytes} from 'node:crypto';
import type {Actor} from '../actor.ts';
import {
  type EndedSession,
  type ListedSession,
  listedIdOf,
  type ProviderStay,
  type Session,
  type SessionLimits,
  type Visitor,
} from './session.ts';
import type {SharedSessions} from './shared-sessions.ts';

export type Beginning = {
  /** Who it is there, for one that began at a provider. */
  readonly provider?: ProviderStay;
  readonly visitor?: Visitor;
  /** How long the login holds that it rests on, when that is shorter than a session's age. */
  readonly validForMs?: number;
};

/** For servers whose sessions are those of other processes, too. */
export type Sharing = {
  readonly sessions: SharedSessions;
  /** The same in all of them. */
  readonly tokenKey: Buffer;
};

/** A session that somebody ended at another process is used no longer than this. */
const seenForMs = 1000;

/**
 * Sessions in use of one user: whoever makes any number of them pushes out their own, and nobody
 * else's.
 */
const maxPerUser = 500;

/**
 * Sessions in memory. Every call with a password gets a session, as clients of the Atlas API
 * expect, and most never send its cookie back; those are kept apart, so that a script with a
 * thousand calls a second cannot push out the people who are logged in. Each of the two sets holds
 * `limit` sessions; the one unused for longest makes room.
 *
 * Where several processes share a store, sessions of people who logged in by a page are written
 * down there, and memory is for the moment only: they hold at every process, and when they end, at
 * every process. What comes with a proof of its own in each request stays in memory.
 */
export class Sessions {
  readonly #limits: SessionLimits;
  readonly #limit: number;
  readonly #now: () => number;
  readonly #tokenKey: Buffer;
  readonly #shared: SharedSessions | undefined;
  readonly #unclaimed = new Map<string, Session>();
  readonly #claimed = new Map<string, Session>();
  /** Ids of the claimed by user, the one unused for longest first. */
  readonly #claimedOf = new Map<string, Set<string>>();
  /**
   * Ids of the unclaimed in the order of their start, as a ring: finding the oldest of a churning
   * map costs 9 µs.
   */
  readonly #started: string[] = [];
  #nextStarted = 0;

  constructor(
    limits: SessionLimits,
    limit = 10_000,
    now: () => number = () => performance.now(),
    sharing?: Sharing,
  ) {
    this.#limits = limits;
    this.#shared = sharing?.sessions;
    this.#tokenKey = sharing?.tokenKey ?? randomBytes(32);
    this.#limit = limit;
    this.#now = now;
  }

  /**
   * @param validForMs how long the proof of who it is holds, when that is shorter than a session's
   * age. 0 for no longer than this request: then the token for changes is the person's, as the page
   * that has read it and the change it goes with have no session in common
   */
  start(
    actor: Actor,
    validForMs = Number.POSITIVE_INFINITY,
    {provider, visitor}: Beginning = {},
  ): Session {
    const now = this.#now();
    const session: Session = {
      id: randomBytes(24).toString('base64url'),
      actor,
      usedAt: now,
      startedAt: now,
      endsAt: now + Math.min(validForMs, this.#limits.maxAgeMs),
      csrfToken: validForMs === 0 ? this.#tokenOf(actor) : undefined,
      ...(provider !== undefined && {provider}),
      ...(visitor !== undefined && {visitor}),
    };
    const oldest = this.#started[this.#nextStarted];
    if (oldest !== undefined) this.#unclaimed.delete(oldest);
    this.#started[this.#nextStarted] = session.id;
    this.#nextStarted = (this.#nextStarted + 1) % this.#limit;
    this.#unclaimed.set(session.id, session);
    return session;
  }

  /** For somebody who logged in by a page: other processes know the session as well. */
  async open(actor: Actor, beginning?: Beginning): Promise<Session> {
    const session = this.start(actor, beginning?.validForMs, beginning);
    if (this.#shared === undefined) return session;
    this.end(session.id);
    const now = this.#now();
    const shared = {...session, id: this.#shared.newId(), seenAt: now};
    await this.#shared.add(shared, shared.endsAt - now);
    this.#claim(shared);
    return shared;
  }

  /** How long a session lasts at most. */
  remainingMs({endsAt}: Session): number {
    return endsAt - this.#now();
  }

  /** The session of a cookie, which thereby counts as used now. */
  async find(id: string): Promise<Session | undefined> {
    const shared = this.#shared;
    if (shared === undefined || !shared.isShared(id)) return this.use(id);
    const now = this.#now();
    const known = this.#claimed.get(id);
    if (known?.seenAt !== undefined && now - known.seenAt < seenForMs) return this.use(id);
    const found = await shared.use(id);
    if (found === undefined) {
      this.end(id);
      return undefined;
    }
    // The same object, as what was begun with it may still hold it.
    const session: Session = known ?? {
      ...found.session,
      id,
      usedAt: now,
      startedAt: now - found.ageMs,
      endsAt: now + found.endsInMs,
      csrfToken: undefined,
    };
    session.seenAt = now;
    session.usedAt = now;
    this.#claim(session);
    return session;
  }

  /** The session of a cookie as far as this process knows it, which thereby counts as used now. */
  use(id: string): Session | undefined {
    const session = this.#claimed.get(id) ?? this.#unclaimed.get(id);
    if (session === undefined) return undefined;
    this.end(id);
    const now = this.#now();
    if (now - session.usedAt > this.#limits.idleMs || now > session.endsAt) return undefined;
    session.usedAt = now;
    this.#claim(session);
    return session;
  }

  #claim(session: Session): void {
    this.end(session.id);
    const {id, actor} = session;
    this.#claimed.set(id, session);
    const own = this.#claimedOf.get(actor.userName) ?? new Set();
    this.#claimedOf.set(actor.userName, own.add(id));
    if (own.size > maxPerUser) this.#endFirst(own);
    if (this.#claimed.size > this.#limit) this.#endFirst(this.#claimed);
  }

  #endFirst(sessions: {keys(): Iterator<string>}): void {
    const oldest = sessions.keys().next();
    if (oldest.done !== true) this.end(oldest.value);
  }

  #tokenOf({userName}: Actor): string {
    return createHmac('sha256', this.#tokenKey).update(userName).digest('hex').slice(0, 32);
  }

  /** In this process only. */
  end(id: string): void {
    this.#unclaimed.delete(id);
    const userName = this.#claimed.get(id)?.actor.userName;
    if (userName === undefined) return;
    this.#claimed.delete(id);
    const own = this.#claimedOf.get(userName);
    own?.delete(id);
    if (own?.size === 0) this.#claimedOf.delete(userName);
  }

  /** At every process that shares it. */
  async endEverywhere(id: string): Promise<void> {
    this.end(id);
    if (this.#shared?.isShared(id) === true) await this.#shared.end(id);
  }

  /**
   * Of a person, the one used last first; of programs that log in with each call, those alone that
   * send their cookie back.
   */
  async list(userName: string): Promise<ListedSession[]> {
    return this.#listed((await this.#shared?.list(userName)) ?? [], userName);
  }

  /** Of all users, those used last first. */
  async newest(limit: number): Promise<ListedSession[]> {
    return this.#listed((await this.#shared?.newest(limit)) ?? []).slice(0, limit);
  }

  /** @param shared those that other processes know as well */
  #listed(shared: readonly ListedSession[], userName?: string): ListedSession[] {
    const now = this.#now();
    const epoch = Date.now() - now;
    const own = [...this.#claimed.values()].filter(
      ({id, actor, usedAt, endsAt}) =>
        (userName === undefined || actor.userName === userName) &&
        this.#shared?.isShared(id) !== true &&
        now - usedAt <= this.#limits.idleMs &&
        now <= endsAt,
    );
    const listed = own.map(({id, actor, visitor, startedAt, usedAt}) => ({
      id: this.listedId(id),
      userName: actor.userName,
      visitor,
      startedAt: epoch + startedAt,
      usedAt: epoch + usedAt,
    }));
    return [...listed, ...shared].toSorted((a, b) => b.usedAt - a.usedAt);
  }

  /** By what a list calls it. @returns undefined when that person has none of this name */
  async endListed(userName: string, listedId: string): Promise<EndedSession | undefined> {
    const known = [...this.#claimed.values()].find(
      ({id, actor}) => actor.userName === userName && this.listedId(id) === listedId,
    );
    if (known !== undefined) this.end(known.id);
    const shared = await this.#shared?.endListed(userName, listedId);
    return shared ?? (known && {userName, id: listedId, provider: known.provider});
  }

  listedId(id: string): string {
    return this.#shared?.isShared(id) === true ? this.#shared.listedId(id) : listedIdOf(id);
  }

  /** Everything of one person at every process. */
  async endEverywhereOf(userName: string): Promise<void> {
    this.endOf(new Set([userName]));
    await this.#shared?.endOf(userName);
  }

  /**
   * For somebody who is logged out at a provider: of that stay, or where one of the two is not
   * known, of that person.
   * @returns what ended
   */
  async endAtProvider(
    client: string,
    who: {subject: string | undefined; stay: string | undefined},
  ): Promise<EndedSession[]> {
    const known = this.#endKnownAtProvider(client, who);
    return this.#shared === undefined ? known : await this.#shared.endAtProvider(client, who);
  }

  #endKnownAtProvider(
    client: string,
    {subject, stay}: {subject: string | undefined; stay: string | undefined},
  ): EndedSession[] {
    const ended: EndedSession[] = [];
    for (const sessions of [this.#claimed, this.#unclaimed]) {
      for (const [id, {actor, provider}] of sessions) {
        if (provider?.client !== client) continue;
        const isByStay = stay !== undefined && provider.stay !== undefined;
        if (isByStay ? provider.stay !== stay : provider.subject !== subject) continue;
        this.end(id);
        ended.push({userName: actor.userName, id: this.listedId(id), provider});
      }
    }
    return ended;
  }

  /**
   * For users whose password or groups changed: they log in again. A shared session knows by itself
   * that it does not hold.
   * @returns those who were logged in
   */
  endOf(userNames: ReadonlySet<string>): ReadonlySet<string> {
    const ended = new Set<string>();
    for (const sessions of [this.#claimed, this.#unclaimed]) {
      for (const [id, {actor}] of sessions) {
        if (!userNames.has(actor.userName)) continue;
        this.end(id);
        ended.add(actor.userName);
      }
    }
    return ended;
  }
}
