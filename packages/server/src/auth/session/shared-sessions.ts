import {hash, randomBytes} from 'node:crypto';
import type {Actor} from '../actor.ts';
import type {Notes} from '../notes.ts';
import type {TryRecords} from '../password/shared-tries.ts';
import {
  type EndedSession,
  type ListedSession,
  listedIdOf,
  type ProviderStay,
  type Session,
  type SessionLimits,
  type Visitor,
} from './session.ts';

/** As it is written down. Times are epoch ms. */
export type SharedLogin = {
  readonly key: string;
  readonly userName: string;
  readonly provider:
    | {readonly client: string; readonly subject: string; readonly stay: string | undefined}
    | undefined;
  readonly usedAt: number;
  readonly endsAt: number;
  /** JSON text. */
  readonly content: string;
};

/** Where several processes write down who is logged in. */
export interface LoginRecords extends Notes, TryRecords {
  addSession(login: SharedLogin, old: {usedBefore: number; endedBefore: number}): Promise<void>;
  session(key: string): Promise<SharedLogin | undefined>;
  useSession(key: string, usedAt: number): Promise<void>;
  sessionsOf(userName: string): Promise<readonly SharedLogin[]>;
  /** Of all users, those used last first. */
  newestSessions(limit: number): Promise<readonly SharedLogin[]>;
  endSession(key: string): Promise<void>;
  endSessionsOf(userName: string): Promise<void>;
  endSessionsAt(
    client: string,
    subject: string | undefined,
    stay: string | undefined,
  ): Promise<readonly {readonly key: string; readonly userName: string}[]>;
  /** Epoch ms; 0 for somebody who never did. */
  loggedOutAt(userName: string): Promise<number>;
  keepLogout(userName: string, at: number): Promise<void>;
}

type Content = {
  readonly actor: Actor;
  readonly revision: string;
  /** Catalog or editor. */
  readonly server?: string;
  /** Epoch ms. */
  readonly startedAt?: number;
  readonly visitor?: Visitor;
  readonly idToken?: string;
};

type Found = {
  readonly session: {
    readonly actor: Actor;
    readonly provider?: ProviderStay;
    readonly visitor?: Visitor;
  };
  readonly endsInMs: number;
  readonly ageMs: number;
};

/** Tells ids that are written down from others, for which nobody has to look. */
const mark = 'shared.';

/**
 * Sessions that several processes know. What is written down is a digest of a session's id: no read
 * of it lets anybody in.
 */
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

  async add({id, actor, provider, visitor}: Session, endsInMs: number): Promise<void> {
    const now = Date.now();
    const {idToken} = provider ?? {};
    const content: Content = {
      actor,
      revision: this.#revision(actor.userName),
      server: this.#server,
      startedAt: now,
      ...(visitor !== undefined && {visitor}),
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

  /**
   * Undefined when nobody has it, when it has ended, and when its person's password has changed as
   * far as is known here.
   */
  async use(id: string): Promise<Found | undefined> {
    const key = this.#keyOf(id);
    const login = await this.#records.session(key);
    const now = Date.now();
    const content = login && this.#contentOf(login, now);
    if (login === undefined || content === undefined) return undefined;
    const {actor, visitor, startedAt = now} = content;
    // Often enough for the limit, and seldom enough for pages with many requests.
    if (now - login.usedAt > Math.min(60_000, this.#limits.idleMs / 10))
      await this.#records.useSession(key, now);
    const provider = providerOf(login);
    const session = {
      actor,
      ...(provider !== undefined && {provider}),
      ...(visitor !== undefined && {visitor}),
    };
    return {session, endsInMs: login.endsAt - now, ageMs: now - startedAt};
  }

  /** Undefined for what holds no more. */
  #contentOf({usedAt, endsAt, content}: SharedLogin, now: number): Content | undefined {
    if (now - usedAt > this.#limits.idleMs || now > endsAt) return undefined;
    const read = JSON.parse(content) as Content;
    return read.revision === this.#revision(read.actor.userName) ? read : undefined;
  }

  async list(userName: string): Promise<ListedSession[]> {
    return this.#listed(await this.#records.sessionsOf(userName));
  }

  /** Of all users. */
  async newest(limit: number): Promise<ListedSession[]> {
    // Half of them may be of the other server.
    return this.#listed(await this.#records.newestSessions(2 * limit));
  }

  #listed(logins: readonly SharedLogin[]): ListedSession[] {
    const now = Date.now();
    return logins.flatMap(login => {
      const content = this.#contentOf(login, now);
      if (content?.server !== this.#server) return [];
      const {visitor, startedAt = login.usedAt} = content;
      const {key, userName, usedAt} = login;
      return [{id: listedIdOf(key), userName, visitor, startedAt, usedAt}];
    });
  }

  async endListed(userName: string, listedId: string): Promise<EndedSession | undefined> {
    const found = (await this.#records.sessionsOf(userName)).find(
      ({key}) => listedIdOf(key) === listedId,
    );
    if (found === undefined) return undefined;
    await this.#records.endSession(found.key);
    return {userName, id: listedId, provider: providerOf(found)};
  }

  listedId(id: string): string {
    return listedIdOf(this.#keyOf(id));
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
  ): Promise<EndedSession[]> {
    const ended = await this.#records.endSessionsAt(client, subject, stay);
    return ended.map(({key, userName}) => ({
      userName,
      id: listedIdOf(key),
      provider: {client, subject: subject ?? '', stay},
    }));
  }

  #keyOf(id: string): string {
    return hash('sha256', `${this.#server} ${id}`, 'base64url');
  }

  /** Not the line itself, which holds the digest of a password. */
  #revision(userName: string): string {
    return hash('sha256', this.#revisionOf(userName) ?? '', 'base64url');
  }
}

function providerOf({provider, content}: SharedLogin): ProviderStay | undefined {
  const {idToken} = JSON.parse(content) as Content;
  return provider && {...provider, ...(idToken !== undefined && {idToken})};
}
