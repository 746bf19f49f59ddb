import {randomUUID} from 'node:crypto';
import {identityOf} from './identity.ts';
import type {
  EngineUser,
  SessionEndpoint,
  SessionRules,
  SqlEngine,
  SqlSession,
} from '../engine/sql-engine.ts';

/** One line of the list of who holds which session; times are epoch milliseconds. */
export type LedgerEntry = {
  readonly id: string;
  readonly user: string;
  readonly engineId: string;
  readonly endpoint: string;
  readonly principal: string | undefined;
  /** The server's name of the session; undefined while it is being opened. */
  readonly guid: string | undefined;
  readonly state: 'opening' | 'idle' | 'in use' | 'lost';
  readonly leases: number;
  readonly openedAt: number;
  readonly usedAt: number;
};

/**
 * A session of the pool, from the moment at which its opening begins, since it takes up its place
 * from then on.
 */
export class HeldSession {
  readonly id = randomUUID();
  readonly engine: SqlEngine;
  readonly user: EngineUser;
  readonly identity: string;
  readonly place: Pick<SessionEndpoint, 'endpoint' | 'principal'>;
  readonly rules: SessionRules;
  readonly opened: Promise<SqlSession>;
  readonly openedAt: number;
  usedAt: number;
  leases = 0;
  /** Whether another node has it: it ends here, and stays on its server. */
  isLeft = false;
  /** Undefined while it is being opened. */
  session: SqlSession | undefined;

  constructor(
    engine: SqlEngine,
    user: EngineUser,
    place: SessionEndpoint,
    opening: Promise<SqlSession>,
    now: number,
  ) {
    this.engine = engine;
    this.user = user;
    this.identity = identityOf(user, engine.id, place);
    this.place = place;
    this.rules = place.rules;
    this.openedAt = this.usedAt = now;
    this.opened = opening.then(session => (this.session = session));
    // Thrown where it is awaited.
    this.opened.catch(() => undefined);
  }

  /** Takes up a place: what has lost its connection does not, whoever still holds it. */
  get isLive(): boolean {
    return !this.isLeft && (this.session?.isOpen ?? true);
  }

  get isIdle(): boolean {
    return this.leases === 0 && this.session !== undefined;
  }

  /** Whether anybody may get it after its last lease is over. */
  get isKept(): boolean {
    const {closeSessions, hasSessionPool, maxNumberOfSessions} = this.rules;
    return !closeSessions && (hasSessionPool || maxNumberOfSessions === 1);
  }

  belongsTo(user: string, engineId: string): boolean {
    return this.user.name === user && this.engine.id === engineId;
  }

  entry(): LedgerEntry {
    const {id, user, engine, place, session, leases, openedAt, usedAt} = this;
    const state =
      session === undefined
        ? 'opening'
        : !session.isOpen
          ? 'lost'
          : leases === 0
            ? 'idle'
            : 'in use';
    const {endpoint, principal} = place;
    const guid = session?.handle.guid;
    return {
      id,
      user: user.name,
      engineId: engine.id,
      endpoint,
      principal,
      guid,
      state,
      leases,
      openedAt,
      usedAt,
    };
  }
}
