import {hash, randomBytes} from 'node:crypto';
import type {Actor} from './actor.ts';
import type {Notes} from './notes.ts';
import type {ProviderStay, Session, SessionLimits} from './session.ts';

/** As it is written down. Times are epoch ms. */
export type SharedLogin = {
  readonly key: string;
  readonly userName: string;
  readonly provider: {readonly client: string; readonly subject: string; readonly stay: string | undefined} | undefined;
  readonly usedAt: number;
  readonly endsAt: number;
  /** JSON text. */
  readonly content: string;
};

/** Where several processes write down who is logged in. */
export interface LoginRecords extends Notes {
  addSession(login: SharedLogin, old: {usedBefore: number; endedBefore: number}): Promise<void>;
  session(key: string): Promise<SharedLogin | undefined>;
  useSession(key: string, usedAt: number): Promise<void>;
  endSession(key: string): Promise<void>;
  endSessionsOf(userName: string): Promise<void>;
  endSessionsAt(client: string, subject: string | undefined, stay: string | undefined): Promise<number>;
  /** What all have in common under this name: `made` by whoever is first. */
  secret(name: string, made: string): Promise<string>;
}

type Content = {readonly actor: Actor; readonly revision: string; readonly idToken?: string};

/** Tells ids that are written down from others, for which nobody has to look. */
const mark = 'shared.';

/** Sessions that several processes know. What is written down is a digest of a session's id: no read of it lets anybody in. */
export class SharedSessions {
  readonly #records: LoginRecords;
  readonly #server: string;
  readonly #limits: SessionLimits;
  readonly #revisionOf: (userName: string) => string | undefined;

  /**
   * @param server catalog or editor, which may share the records but not their sessions
   * @param revisionOf changes when a person has to log in again
   */
  constructor(input: {
    records: LoginRecords;
    server: string;
    limits: SessionLimits;
    revisionOf: (userName: string) => string | undefined;
  }) {
    this.#records = input.records;
    this.#server = input.server;
    this.#limits = input.limits;
    this.#revisionOf = input.revisionOf;
  }

  newId(): string {
    return `${mark}${randomBytes(24).toString('base64url')}`;
  }

  isShared(id: string): boolean {
    return id.startsWith(mark);
  }

  async add({id, actor, provider}: Session, endsInMs: number): Promise<void> {
    const now = Date.now();
    const {idToken} = provider ?? {};
    const content: Content = {
      actor,
      revision: this.#revision(actor.userName),
      ...(idToken !== undefined && {idToken}),
    };
    const {userName} = actor;
    await this.#records.addSession(
      {
        key: this.#keyOf(id),
        userName,
        provider,
        usedAt: now,
        endsAt: now + endsInMs,
        content: JSON.stringify(content),
      },
      {usedBefore: now - this.#limits.idleMs, endedBefore: now},
    );
  }

  /** Undefined when nobody has it, when it has ended, and when its person's password has changed as far as is known here. */
  async use(id: string): Promise<{session: {actor: Actor; provider?: ProviderStay}; endsInMs: number} | undefined> {
    const key = this.#keyOf(id);
    const login = await this.#records.session(key);
    const now = Date.now();
    if (login === undefined || now - login.usedAt > this.#limits.idleMs || now > login.endsAt) return undefined;
    const {actor, revision, idToken} = JSON.parse(login.content) as Content;
    if (revision !== this.#revision(actor.userName)) return undefined;
    // Often enough for the limit, and seldom enough for pages with many requests.
    if (now - login.usedAt > Math.min(60_000, this.#limits.idleMs / 10)) await this.#records.useSession(key, now);
    const provider = login.provider && {...login.provider, ...(idToken !== undefined && {idToken})};
    return {session: {actor, ...(provider !== undefined && {provider})}, endsInMs: login.endsAt - now};
  }

  async end(id: string): Promise<void> {
    await this.#records.endSession(this.#keyOf(id));
  }

  async endOf(userName: string): Promise<void> {
    await this.#records.endSessionsOf(userName);
  }

  async endAtProvider(
    client: string,
    {subject, stay}: {subject: string | undefined; stay: string | undefined},
  ): Promise<number> {
    return await this.#records.endSessionsAt(client, subject, stay);
  }

  #keyOf(id: string): string {
    return hash('sha256', `${this.#server} ${id}`, 'base64url');
  }

  /** Not the line itself, which holds the digest of a password. */
  #revision(userName: string): string {
    return hash('sha256', this.#revisionOf(userName) ?? '', 'base64url');
  }
}
