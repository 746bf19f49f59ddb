import {setTimeout as delay} from 'node:timers/promises';
import type {Log} from '@gazetteer/server';
import type {LivyKindOfCode} from '../../config/livy-interpreter.ts';
import type {LivyClient, LivySession as Answer} from '../../livy/livy-client.ts';
import {
  SqlError,
  type EngineUser,
  type SessionEndpoint,
  type SessionHandle,
  type SqlEngine,
  type SqlSession,
} from '../sql-engine.ts';
import {livyDialect} from './livy-dialect.ts';
import {livyError} from './livy-error.ts';
import {isOver, LivySession} from './livy-session.ts';
import {numbersIn} from './livy-statement.ts';

export type LivyEngineOptions = {
  readonly id: string;
  readonly displayName: string;
  /** Undefined where no server is configured. */
  readonly client: LivyClient | undefined;
  readonly kind: LivyKindOfCode;
  /** Settings of Spark for each session. */
  readonly conf: Readonly<Record<string, string>>;
  /** A cluster may take long to find room for a session. */
  readonly startTimeoutMs: number;
  readonly log: Log;
};

const module = 'livy';
const pollMs = {first: 100, last: 2000};

/**
 * Spark through a server of sessions (Livy): SQL, Scala, Python and R. Everybody has one session,
 * in which variables live on.
 */
export class LivyEngine implements SqlEngine {
  readonly id: string;
  readonly displayName: string;
  readonly dialect: string;
  readonly sql = livyDialect;
  readonly features = {cancel: true, logs: false, resume: true};
  readonly #options: LivyEngineOptions;

  constructor(options: LivyEngineOptions) {
    this.id = options.id;
    this.displayName = options.displayName;
    this.dialect = options.kind === 'sql' ? 'sparksql' : options.kind;
    this.#options = options;
  }

  async locate(user: EngineUser): Promise<SessionEndpoint> {
    const client = this.#client;
    return {
      endpoint: client.url,
      principal: undefined,
      rules: {closeSessions: false, hasSessionPool: false, maxNumberOfSessions: 1},
      open: signal => this.#open(client, user, signal),
    };
  }

  async resume(user: EngineUser, handle: SessionHandle): Promise<SqlSession> {
    return this.#session(this.#client, user, numbersIn(handle.guid).session);
  }

  get #client(): LivyClient {
    const {client} = this.#options;
    if (client !== undefined) return client;
    throw new SqlError(
      'misconfigured',
      'livy_server_url in [sqlalt] (or [spark]) names no server of Spark sessions',
    );
  }

  async #open(client: LivyClient, user: EngineUser, signal?: AbortSignal): Promise<SqlSession> {
    const {log, kind, conf} = this.#options;
    log.info(
      {module, server: client.url, kind},
      `Opening ${this.id} session for user ${user.name}`,
    );
    const {id} = await livyError(client.createSession(user.name, {kind, conf}));
    try {
      await this.#started(client, user.name, id, signal);
      log.info({module}, `Session ${id} opened`);
      return this.#session(client, user, id);
    } catch (error) {
      // Nobody would ever use it.
      await client
        .delete(user.name, 'sessions', id)
        .catch((failure: unknown) =>
          log.warn({module, session: id, error: failure}, 'session could not be ended'),
        );
      throw error;
    }
  }

  async #started(
    client: LivyClient,
    user: string,
    id: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const {startTimeoutMs} = this.#options;
    const until = Date.now() + startTimeoutMs;
    for (let pauseMs = pollMs.first; ; pauseMs = Math.min(pauseMs * 1.5, pollMs.last)) {
      const session = await livyError(client.read(user, 'sessions', id));
      if (session === undefined || isOver(session.state))
        throw await this.#failed(client, user, id, session);
      if (session.state === 'idle' || session.state === 'busy') return;
      if (Date.now() > until) {
        throw new SqlError(
          'timeout',
          `The Spark session was still ${session.state} after ${startTimeoutMs / 1000} s`,
        );
      }
      await delay(pauseMs, undefined, {signal});
    }
  }

  /** With the last words of its log, which are where the reason is. */
  async #failed(
    client: LivyClient,
    user: string,
    id: number,
    session: Answer | undefined,
  ): Promise<SqlError> {
    const lines =
      session === undefined ? [] : await livyError(client.log(user, 'sessions', id, 0, 100));
    const said = lines.map(line => line.trim()).filter(line => line !== '');
    const state = session?.state ?? 'gone';
    return new SqlError(
      'refused',
      [`The Spark session is ${state} before it began`, ...said.slice(-20)].join('\n'),
    );
  }

  #session(client: LivyClient, user: EngineUser, id: number): SqlSession {
    return new LivySession({client, user: user.name, id, kind: this.#options.kind});
  }
}
