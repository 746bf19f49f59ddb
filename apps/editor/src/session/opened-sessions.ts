import {randomInt} from 'node:crypto';
import type {SqlEngine} from '../engine/sql-engine.ts';
import type {Lease} from './lease.ts';
import type {SessionPool} from './session-pool.ts';

/** A session that somebody opened by hand. `id` is ours and means nothing to the server. */
export type OpenedSession = {readonly id: number; readonly userName: string; readonly lease: Lease};

const maxId = 2 ** 31;

/**
 * Sessions that clients opened and will close by themselves. They are theirs until then, or until
 * nobody uses them.
 */
export class OpenedSessions {
  readonly #pool: SessionPool;
  readonly #opened = new Map<number, OpenedSession>();

  constructor(pool: SessionPool) {
    this.#pool = pool;
  }

  async open(engine: SqlEngine, userName: string): Promise<OpenedSession> {
    const lease = await this.#pool.lease(engine, {name: userName});
    this.#forgetDead();
    // Not counted up: a number from before a restart must not be somebody's session now.
    const session = {id: randomInt(1, maxId), userName, lease};
    this.#opened.set(session.id, session);
    return session;
  }

  /**
   * Name of the session in the pool, for a lease of it; undefined for another user's or one that is
   * gone.
   */
  poolIdOf(userName: string, id: number): string | undefined {
    const session = this.#find(userName, id);
    session?.lease.touch();
    return session?.lease.id;
  }

  /** False when there is no such session. */
  async close(userName: string, id: number): Promise<boolean> {
    const session = this.#find(userName, id);
    if (session === undefined) return false;
    this.#opened.delete(id);
    const {lease} = session;
    const wasOpen = await this.#pool.close(userName, lease.id);
    await lease.release();
    return wasOpen;
  }

  #find(userName: string, id: number): OpenedSession | undefined {
    const session = this.#opened.get(id);
    return session?.userName === userName ? session : undefined;
  }

  #forgetDead(): void {
    const alive = new Set(this.#pool.ledger().map(entry => entry.id));
    for (const [id, {lease}] of this.#opened) if (!alive.has(lease.id)) this.#opened.delete(id);
  }
}
