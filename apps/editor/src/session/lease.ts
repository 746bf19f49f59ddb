import {SqlError, type EngineUser, type SqlEngine, type SqlSession} from '../engine/sql-engine.ts';
import type {HeldSession} from './held-session.ts';
import type {WaitOptions} from './session-lines.ts';

/** What a lease asks of the pool that gave it. */
export type Lender = {
  renew(lease: Lease, why: string): Promise<HeldSession>;
  giveBack(held: HeldSession): Promise<void>;
  now(): number;
};

type RenewOptions = {
  readonly waitOptions?: WaitOptions | undefined;
  readonly isBackground?: boolean;
  readonly isExact?: boolean;
};

/**
 * The right to use a session, until it is released. A lease that nobody touches for long is taken
 * away, so whoever lets a statement run keeps touching its lease.
 */
export class Lease implements AsyncDisposable {
  readonly engine: SqlEngine;
  readonly user: EngineUser;
  /** Of whoever asked for it: a session that is lost may have to be waited for once more. */
  readonly options: RenewOptions;
  readonly #lender: Lender;
  #held: HeldSession;
  #isReleased = false;

  /** @param held with a place taken for this lease */
  constructor(lender: Lender, held: HeldSession, options: RenewOptions = {}) {
    this.#lender = lender;
    this.#held = held;
    this.engine = held.engine;
    this.user = held.user;
    const {waitOptions, isBackground = false, isExact = false} = options;
    this.options = {waitOptions, isBackground, isExact};
  }

  /**
   * Names the session to `SessionPool.lease` and `close`. Another one after a new session had to be
   * opened.
   */
  get id(): string {
    return this.#held.id;
  }

  get held(): HeldSession {
    return this.#held;
  }

  /** @throws {SqlError} after the release */
  get session(): SqlSession {
    const {session} = this.#held;
    if (this.#isReleased || session === undefined)
      throw new SqlError('session-expired', 'The session was given back');
    return session;
  }

  touch(): void {
    this.#held.usedAt = this.#lender.now();
  }

  /**
   * Runs the first call of a piece of work. When the server does not know the session any more, or
   * its connection was lost before, the lease goes on with a new session and `work` runs once more:
   * nothing of it was carried out. Not where no other session will do.
   * @throws {SqlError} `session-expired`
   */
  async run<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    this.touch();
    if (!this.session.isOpen) await this.#renew('its connection is lost');
    try {
      return await work(this.session);
    } catch (error) {
      if (!(error instanceof SqlError) || error.kind !== 'session-expired') throw error;
      await this.#renew(error.message);
      return await work(this.session);
    } finally {
      this.touch();
    }
  }

  /** Ends when the session is free for others, or closed where nobody may get it. */
  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.touch();
    await this.#lender.giveBack(this.#held);
  }

  /** The same where another node has the session: it stays on its server, and nobody here gets it. */
  async leave(): Promise<void> {
    this.#held.isLeft = true;
    await this.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }

  async #renew(why: string): Promise<void> {
    if (this.options.isExact === true) throw new SqlError('session-expired', why);
    this.#held = await this.#lender.renew(this, why);
  }
}
