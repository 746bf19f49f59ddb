import {hash} from 'node:crypto';
import type {Actor} from '../actor.ts';

/** A browser's or a client's stay. `id` is a secret: whoever holds it is the actor. */
export type Session = {
  readonly id: string;
  readonly actor: Actor;
  usedAt: number;
  /** On the same clock. */
  readonly startedAt: number;
  /** What began it, where that is known. */
  readonly visitor?: Visitor;
  /** On the clock of `usedAt`. */
  readonly endsAt: number;
  csrfToken: string | undefined;
  /** Who logged in, where that is somebody who speaks for the actor. */
  readonly proxyUser?: string;
  readonly provider?: ProviderStay;
  /**
   * For a session that other processes know, too: when it was last seen that nobody has ended it.
   */
  seenAt?: number;
};

/** Where a session was begun: its address, and the program as it calls itself. */
export type Visitor = {readonly address: string; readonly agent: string};

/** A session as its person sees it. */
export type ListedSession = {
  readonly userName: string;
  /** Names it and lets nobody in. */
  readonly id: string;
  readonly visitor: Visitor | undefined;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly usedAt: number;
};

/** What is known of a session that is over. */
export type EndedSession = {
  readonly userName: string;
  /** As in a list. */
  readonly id: string;
  readonly provider: ProviderStay | undefined;
};

/** A provider's names for a person and, where it tells, for their stay there. */
export type ProviderStay = {
  /** Which provider, and as which client of it. */
  readonly client: string;
  readonly subject: string;
  readonly stay: string | undefined;
  /** What the provider wants to see of whoever logs out there. */
  readonly idToken?: string;
};

export type SessionLimits = {
  /** A session that is not used for so long ends. */
  readonly idleMs: number;
  /** A session ends so long after its start. */
  readonly maxAgeMs: number;
};

/** Whoever sees it cannot tell the id, which lets its holder in. */
export function listedIdOf(key: string): string {
  return hash('sha256', `listed ${key}`, 'base64url').slice(0, 22);
}
