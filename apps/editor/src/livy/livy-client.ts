import type {EditorConfig} from '../config/editor-config.ts';
import {JsonCallError, JsonClient} from '../net/json-client.ts';

export type LivyOptions = {
  readonly url: string;
  readonly isKerberised: boolean;
  /** The server wants to hear with every change that it comes from no web page. */
  readonly hasCsrf: boolean;
  readonly timeoutMs: number;
};

/** `sessions` run statements one by one, `batches` one program. */
export type LivyKind = 'sessions' | 'batches';

/** A session or a batch, as the server tells it. */
export type LivySession = {
  readonly id: number;
  readonly name?: string | null;
  readonly state: string;
  readonly kind?: string;
  readonly owner?: string | null;
  readonly proxyUser?: string | null;
  readonly appId?: string | null;
  readonly appInfo?: {
    readonly driverLogUrl?: string | null;
    readonly sparkUiUrl?: string | null;
  } | null;
  readonly log?: readonly string[];
};

export type LivyStatement = {
  readonly id: number;
  readonly state: 'waiting' | 'running' | 'available' | 'error' | 'cancelling' | 'cancelled';
  /** 0 to 1. */
  readonly progress?: number;
  readonly output?: LivyOutput | null;
};

export type LivyOutput =
  | {readonly status: 'ok'; readonly data: Readonly<Record<string, unknown>>}
  | {
      readonly status: 'error';
      readonly ename?: string;
      readonly evalue?: string;
      readonly traceback?: readonly string[];
    };

const pageSize = 500;
const callTimeoutMs = 30_000;

/** Undefined where no such server is configured. */
export function livyClientOf({sqlalt}: EditorConfig): LivyClient | undefined {
  const {
    livy_server_url: url,
    security_enabled: isKerberised = false,
    csrf_enabled: hasCsrf,
  } = sqlalt;
  return url === undefined
    ? undefined
    : new LivyClient({url, isKerberised, hasCsrf, timeoutMs: callTimeoutMs});
}

/**
 * The REST API of a server of Spark sessions. Every call is for one user, whom the server is asked
 * to act for, so that it decides what that user may see.
 */
export class LivyClient {
  readonly #http: JsonClient;

  constructor({url, isKerberised, hasCsrf, timeoutMs}: LivyOptions) {
    const headers: Record<string, string> = hasCsrf ? {'X-Requested-By': 'gazetteer'} : {};
    this.#http = new JsonClient({url, isKerberised, timeoutMs, headers});
  }

  get url(): string {
    return this.#http.url;
  }

  async list(user: string, kind: LivyKind): Promise<readonly LivySession[]> {
    const all: LivySession[] = [];
    for (let from = 0; ; from += pageSize) {
      const query = {doAs: user, from: String(from), size: String(pageSize)};
      const {sessions = [], total = 0} = (await this.#http.get(`/${kind}`, query)) as {
        readonly sessions?: readonly LivySession[];
        readonly total?: number;
      };
      all.push(...sessions);
      if (sessions.length === 0 || all.length >= total) return all;
    }
  }

  /** Undefined when there is none, or none that the user may see. */
  async read(user: string, kind: LivyKind, id: number): Promise<LivySession | undefined> {
    return await unlessMissing(
      this.#http.get(`/${kind}/${id}`, {doAs: user}) as Promise<LivySession>,
    );
  }

  async log(
    user: string,
    kind: LivyKind,
    id: number,
    from: number,
    size: number,
  ): Promise<readonly string[]> {
    const query = {doAs: user, from: String(from), size: String(size)};
    const answer = (await this.#http.get(`/${kind}/${id}/log`, query)) as {
      readonly log?: readonly string[];
    };
    return answer.log ?? [];
  }

  /** Ends it, with all that runs in it. One that is gone already is fine. */
  async delete(user: string, kind: LivyKind, id: number): Promise<void> {
    await unlessMissing(this.#http.send('DELETE', `/${kind}/${id}`, {doAs: user}));
  }

  async createSession(
    user: string,
    session: {readonly kind: string; readonly conf: Readonly<Record<string, string>>},
  ): Promise<LivySession> {
    const body = {kind: session.kind, proxyUser: user, conf: session.conf};
    return (await this.#http.send('POST', '/sessions', {doAs: user}, body)) as LivySession;
  }

  async submit(user: string, session: number, code: string, kind: string): Promise<LivyStatement> {
    const path = `/sessions/${session}/statements`;
    return (await this.#http.send('POST', path, {doAs: user}, {code, kind})) as LivyStatement;
  }

  async statement(user: string, session: number, id: number): Promise<LivyStatement | undefined> {
    const path = `/sessions/${session}/statements/${id}`;
    return await unlessMissing(this.#http.get(path, {doAs: user}) as Promise<LivyStatement>);
  }

  async cancel(user: string, session: number, id: number): Promise<void> {
    await this.#http.send('POST', `/sessions/${session}/statements/${id}/cancel`, {doAs: user}, {});
  }
}

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof JsonCallError && error.status === 404) return undefined;
    throw error;
  }
}
