import type {Log} from '@gazetteer/server';
import {
  SqlError,
  type EngineUser,
  type SessionEndpoint,
  type SessionHandle,
  type SqlEngine,
  type SqlSession,
} from '../engine/sql-engine.ts';
import {HeldSession, type LedgerEntry} from './held-session.ts';
import {identityOf} from './identity.ts';
import {Lease} from './lease.ts';
import {SessionLines, type WaitOptions} from './session-lines.ts';

export type SessionPoolOptions = {
  readonly log: Log;
  /** Sessions that nobody uses are closed after this time. */
  readonly idleMs?: number;
  /** Leases that nobody touches are taken away after this time. */
  readonly leaseMs?: number;
  /** How long a server may take to say that it knows a session, or to close one. */
  readonly answerMs?: number;
  /** How often the reaper looks; 0 is never. */
  readonly sweepMs?: number;
  readonly now?: () => number;
};

export type LeaseOptions = {
  /**
   * A session of the same user and engine that is wanted if it still lives; else there is another.
   */
  readonly sessionId?: string | undefined;
  /** No other will do: one that has ended is told of, and nothing is run in another. */
  readonly isExact?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait where as many are in use as the user may have; absent: not at all. */
  readonly waitOptions?: WaitOptions | undefined;
  /**
   * Nobody waits for it: it gets what is free, and nothing that is in use is given back for it.
   */
  readonly isBackground?: boolean;
};

const module = 'session';

/**
 * All sessions on SQL servers. A session belongs to one identity and has a connection of its own,
 * so that nobody ever speaks through another's. Limits count the sessions that live, not what was
 * once opened.
 */
export class SessionPool {
  readonly #held = new Set<HeldSession>();
  readonly #closing = new Set<Promise<void>>();
  /** Those that servers have been told to close: until they have, they take up their places. */
  readonly #leaving = new Map<HeldSession, Promise<void>>();
  readonly #lines = new SessionLines();
  readonly #log: Log;
  readonly #idleMs: number;
  readonly #leaseMs: number;
  readonly #answerMs: number;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #lender = {
    renew: (lease: Lease, why: string) => this.#renew(lease, why),
    giveBack: (held: HeldSession) => this.#giveBack(held),
    now: () => this.#now(),
  };
  #isStopped = false;
  /**
   * Asked for a session of this user on this engine that could be given back, where as many as
   * there may be are in use.
   */
  onShortage: ((userName: string, engineId: string) => Promise<boolean>) | undefined;
  /** Openings are not waited for any longer. */
  readonly #givenUp = new AbortController();

  constructor(options: SessionPoolOptions) {
    this.#log = options.log;
    this.#idleMs = options.idleMs ?? 15 * 60_000;
    this.#leaseMs = options.leaseMs ?? 60 * 60_000;
    this.#answerMs = options.answerMs ?? 5000;
    this.#now = options.now ?? Date.now;
    const sweepMs = options.sweepMs ?? 30_000;
    if (sweepMs > 0) this.#timer = setInterval(() => void this.sweep(), sweepMs).unref();
  }

  /** Sessions that are open on servers. */
  get count(): number {
    return this.#held.size;
  }

  /**
   * A session to use until the lease is released.
   * @throws {SqlError} `too-many-sessions`, or why none could be opened; `session-expired` where
   *   the only one that would do has ended
   */
  async lease(engine: SqlEngine, user: EngineUser, options: LeaseOptions = {}): Promise<Lease> {
    const {sessionId, isExact = false} = options;
    if (sessionId !== undefined) {
      const held = this.#find(user.name, sessionId);
      if (held?.engine.id === engine.id && (await this.#reserve(held)))
        return new Lease(this.#lender, held, options);
      if (!isExact)
        this.#log.info(
          {module},
          `Retrying with a new session for ${user.name} because ${sessionId} is no longer there`,
        );
    }
    if (isExact) throw new SqlError('session-expired', 'The session has ended');
    return new Lease(this.#lender, await this.#acquire(engine, user, options), options);
  }

  /**
   * Runs work that may be done twice, such as reading metadata. The session is given back, or
   * closed where the rules say so, without the caller waiting for it.
   */
  async use<T>(
    engine: SqlEngine,
    user: EngineUser,
    work: (session: SqlSession) => Promise<T>,
    options: LeaseOptions = {},
  ) {
    const lease = await this.lease(engine, user, options);
    try {
      return await lease.run(work);
    } finally {
      this.#inBackground(lease.release());
    }
  }

  /**
   * Takes up a session that was opened before the editor was started. Undefined when the server has
   * forgotten it.
   */
  async adopt(
    engine: SqlEngine,
    user: EngineUser,
    handle: SessionHandle,
    signal?: AbortSignal,
  ): Promise<Lease | undefined> {
    const place = await engine.locate(user, signal);
    const session = await engine.resume(user, handle, signal);
    if (!(await this.#isAlive(session))) {
      await session.detach();
      return undefined;
    }
    const held = this.#hold(engine, user, place, Promise.resolve(session));
    await held.opened;
    return new Lease(this.#lender, held);
  }

  /** Closes a session of the user, whoever holds it. False when there is none. */
  async close(user: string, sessionId: string): Promise<boolean> {
    const held = this.#find(user, sessionId);
    if (held === undefined) return false;
    await this.#drop(held);
    return true;
  }

  /** Who holds which session, oldest first. */
  ledger(): readonly LedgerEntry[] {
    return [...this.#held].map(held => held.entry());
  }

  /** One round of the reaper: closes what nobody uses, drops what the servers have forgotten. */
  async sweep(): Promise<void> {
    await Promise.all([...this.#held].map(held => this.#reap(held)));
  }

  /**
   * Ends all connections. Sessions are closed, but for those in `keep`, which stay on their servers
   * to be adopted later. Servers that do not answer are not waited for.
   * @param keep ids of sessions
   */
  async stop(keep: ReadonlySet<string> = new Set()): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const held of this.#held) {
      if (keep.has(held.id) && held.session !== undefined)
        this.#inBackground(held.session.detach());
      else this.#inBackground(this.#drop(held));
    }
    this.#held.clear();
    const timer = setTimeout(() => this.#givenUp.abort(), this.#answerMs);
    while (this.#closing.size > 0) await Promise.all(this.#closing);
    clearTimeout(timer);
  }

  async #acquire(
    engine: SqlEngine,
    user: EngineUser,
    {signal, waitOptions, isBackground = false}: LeaseOptions,
  ): Promise<HeldSession> {
    const place = await engine.locate(user, signal);
    const attempt = () => this.#attempt(engine, user, place, {signal, waitOptions});
    const line = lineOf(user.name, engine.id);
    // Whoever would not wait anyway may take what is free just now: such calls are short.
    const mayPass = waitOptions === undefined && !isBackground;
    const mayTry = mayPass || !this.#lines.hasLine(line);
    let held = mayTry ? await attempt() : undefined;
    if (held === undefined && !isBackground) {
      const hasRoom = await this.onShortage?.(user.name, engine.id);
      if (hasRoom === true && mayTry) held = await attempt();
    }
    return held ?? (await this.#lines.wait(line, waitOptions, attempt));
  }

  /** Whether somebody waits for one more session of this user on this engine. */
  isShort(userName: string, engineId: string): boolean {
    return this.#lines.hasLine(lineOf(userName, engineId));
  }

  /** Undefined when as many sessions are in use as the user may have. */
  async #attempt(
    engine: SqlEngine,
    user: EngineUser,
    place: SessionEndpoint,
    {signal, waitOptions}: LeaseOptions,
  ): Promise<HeldSession | undefined> {
    const identity = identityOf(user, engine.id, place);
    const {closeSessions, maxNumberOfSessions: max, hasSessionPool} = place.rules;
    // One session is shared, calls of its users taking turns; of several, each has one user at a
    // time. One that is closed behind its statement is that statement's, and whoever waits for
    // another waits for its end.
    const isShared = max === 1 && (!closeSessions || waitOptions === undefined);
    const free = (): HeldSession | undefined =>
      [...this.#held].find(
        held =>
          held.identity === identity &&
          held.isLive &&
          (isShared || (hasSessionPool && held.isIdle)),
      );
    // Looked for again after each that turns out to be dead or is waited for: meanwhile another may
    // have come.
    for (;;) {
      for (let held = free(); held !== undefined; held = free()) {
        if (await this.#reserve(held, signal)) return held;
      }
      if (this.#isStopped) throw new SqlError('session-expired', 'The editor is stopping');
      const room = this.#room(engine, user, isShared, max);
      if (room === 'all in use') return undefined;
      if (room === 'free') break;
      await waitFor(room, signal);
    }
    // Others may come to wait for the only one, so it is not given up with the first who asked.
    const held = this.#hold(engine, user, place, place.open(max === 1 ? undefined : signal));
    try {
      await waitFor(held.opened, signal);
    } catch (error) {
      held.leases--;
      // Where only this one has given up, others may go on waiting for the opening.
      if (signal?.aborted !== true || held.leases === 0) this.#inBackground(this.#drop(held));
      throw error;
    }
    return held;
  }

  /** With a reservation for whoever asked. */
  #hold(
    engine: SqlEngine,
    user: EngineUser,
    place: SessionEndpoint,
    opening: Promise<SqlSession>,
  ): HeldSession {
    const held = new HeldSession(engine, user, place, opening, this.#now());
    held.leases = 1;
    this.#held.add(held);
    return held;
  }

  /**
   * Where it is to be waited for: an idle session, which can only be of another identity by now,
   * makes way, or one is being closed.
   */
  #room(
    engine: SqlEngine,
    user: EngineUser,
    isShared: boolean,
    max: number,
  ): 'free' | 'all in use' | Promise<void> {
    const isTheirs = (held: HeldSession): boolean => held.belongsTo(user.name, engine.id);
    const live = isShared ? [] : [...this.#held].filter(held => held.isLive && isTheirs(held));
    const leaving = [...this.#leaving].filter(([held]) => isTheirs(held)).map(([, gone]) => gone);
    if (max <= 0 || live.length + leaving.length < max) return 'free';
    const idle = live.find(({isIdle}) => isIdle);
    if (idle !== undefined) this.#inBackground(this.#drop(idle));
    const next = idle === undefined ? leaving : [...leaving, this.#leaving.get(idle)];
    return next.length === 0 ? 'all in use' : Promise.race(next);
  }

  #moved({user, engine}: HeldSession): void {
    this.#lines.moved(lineOf(user.name, engine.id));
  }

  /**
   * Takes a place at a session that can be used: one in use answers for itself, an idle one is
   * asked for. The place is taken first, or two would get the same idle session while the server is
   * asked.
   */
  async #reserve(held: HeldSession, signal?: AbortSignal): Promise<boolean> {
    const isIdle = held.isIdle;
    held.leases++;
    try {
      if (held.session === undefined) await waitFor(held.opened, signal);
      else if (isIdle && !(await this.#isAlive(held.session))) this.#inBackground(this.#drop(held));
      if (held.isLive && this.#held.has(held)) return true;
    } catch (error) {
      held.leases--;
      throw error;
    }
    held.leases--;
    return false;
  }

  async #isAlive(session: SqlSession): Promise<boolean> {
    const signal = AbortSignal.timeout(this.#answerMs);
    try {
      return await session.isAlive(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  }

  async #renew({held, engine, user, options}: Lease, why: string): Promise<HeldSession> {
    this.#log.info({module}, `Retrying with a new session because for ${user.name} of ${why}`);
    held.leases--;
    this.#inBackground(this.#drop(held));
    return await this.#acquire(engine, user, options);
  }

  async #giveBack(held: HeldSession): Promise<void> {
    held.leases--;
    if (held.leases > 0 || !this.#held.has(held)) return;
    if (!held.isKept || !held.isLive) await this.#drop(held);
    else this.#moved(held);
  }

  async #reap(held: HeldSession): Promise<void> {
    const unusedMs = this.#now() - held.usedAt;
    if (held.session === undefined) return;
    if (!held.isIdle) {
      if (unusedMs > this.#leaseMs) await this.#drop(held, 'nobody has used its lease for long');
    } else if (unusedMs > this.#idleMs) {
      await this.#drop(held, 'nobody uses it');
    } else {
      if (await this.#reserve(held)) held.leases--;
    }
  }

  /**
   * Forgets a session and closes it on its server, which may take its time but not for ever. Never
   * throws.
   */
  async #drop(held: HeldSession, why?: string): Promise<void> {
    if (!this.#held.delete(held)) return;
    const gone = this.#end(held, why).finally(() => {
      this.#leaving.delete(held);
      this.#moved(held);
    });
    // Whoever has lost it may have another at once: nobody waits for what a broken connection would
    // say.
    if (held.session !== undefined && held.isLive) this.#leaving.set(held, gone);
    else this.#moved(held);
    await gone;
  }

  async #end(held: HeldSession, why: string | undefined): Promise<void> {
    const text = `Closing session ${held.id} of ${held.user.name} on ${held.place.endpoint}`;
    if (why !== undefined) this.#log.info({module}, `${text}: ${why}`);
    const session = await waitFor(held.opened, this.#givenUp.signal).catch(() => undefined);
    if (session === undefined) {
      // One that is opened after all, with nobody to use it.
      void held.opened.then(
        late => late.detach(),
        () => undefined,
      );
      return;
    }
    try {
      if (held.isLeft) await session.detach();
      else await waitFor(session.close(), AbortSignal.timeout(this.#answerMs));
    } catch (error) {
      this.#log.info({module, error}, `${text} failed; its connection is cut`);
      await session.detach();
    }
  }

  #find(user: string, sessionId: string): HeldSession | undefined {
    return [...this.#held].find(({id, user: {name}}) => id === sessionId && name === user);
  }

  /** Work that nobody waits for until the end of the pool. */
  #inBackground(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.#log.error({module, error}, 'giving a session back failed'))
      .finally(() => this.#closing.delete(done));
    this.#closing.add(done);
  }
}

/** Of those who wait for one more session. */
function lineOf(user: string, engineId: string): string {
  return JSON.stringify([user, engineId]);
}

async function waitFor<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, {once: true});
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
