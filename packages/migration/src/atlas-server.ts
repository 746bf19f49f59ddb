import {once} from 'node:events';
import {setTimeout as pause} from 'node:timers/promises';
import {parseJson} from '@gazetteer/model';

export type Login = {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly token?: string | undefined;
  /** What to do where a login is refused. */
  readonly hint: string;
  /** Of every request, such as the cookies of a session. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The login of one side, with its secrets from the environment. */
export function loginIn(
  env: NodeJS.ProcessEnv,
  side: 'FROM' | 'TO',
  user: string | undefined,
): Login {
  return {
    user,
    password: env[`MIGRATE_${side}_PASSWORD`],
    token: env[`MIGRATE_${side}_TOKEN`],
    hint: 'set --from-user or --to-user, and the password in its variable',
  };
}

/** A server refused a request: its own message, for the operator. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether it can be the address of one; logins have no place in it. */
export const isServerAddress = (text: string): boolean => /^https?:\/\/[^\s@]+$/.test(text);

/** Times that a request is sent which found the server busy, restarting or away. */
const maxTries = 6;
const firstPauseMs = 500;
/** Of an error page that is quoted. */
const maxQuoted = 300;
const passing = new Set([429, 502, 503, 504]);

/**
 * A server that speaks the Atlas API, or one below another address, spoken to as its other clients
 * do. Numbers of answers stay as they were written.
 */
export class AtlasServer {
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal;
  readonly #hint: string;
  readonly #prefix: string;

  constructor(
    url: string,
    {user, password, token, hint, headers}: Login,
    signal: AbortSignal,
    prefix = '/api/atlas',
  ) {
    this.#prefix = prefix;
    this.url = url.replace(/\/+$/, '').replace(/\/api\/(?:atlas|meta)$/, '');
    const basic =
      user === undefined
        ? undefined
        : `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
    const authorization = token === undefined ? basic : `Bearer ${token}`;
    this.#headers = {
      ...(authorization !== undefined && {authorization}),
      // Both servers take a name that is no browser's for a client without cookies.
      'user-agent': 'gazetteer',
      'x-xsrf-header': '""',
      ...headers,
    };
    this.#signal = signal;
    this.#hint = hint;
  }

  /** @throws Refused; Error when the server does not answer at all */
  async get(path: string): Promise<unknown> {
    return await this.#ask(path, {});
  }

  /** For what can be sent twice: searches, and what finds by name what it made. */
  async post(path: string, body: unknown): Promise<unknown> {
    return await this.#ask(path, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
  }

  /** For what would do something else a second time. */
  async once(path: string, body: unknown): Promise<unknown> {
    const headers = {'content-type': 'application/json'};
    return await this.#ask(path, {method: 'POST', headers, body: JSON.stringify(body)}, 1);
  }

  /** The same by another method; without a body where there is none. */
  async change(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    const json = {headers: {'content-type': 'application/json'}, body: JSON.stringify(body)};
    return await this.#ask(path, {method, ...(body === undefined ? {} : json)}, 1);
  }

  /** What is under way when the signal comes is left to itself: a file can't be taken back. */
  async form(path: string, form: FormData): Promise<unknown> {
    const sent = this.#ask(path, {method: 'POST', body: form, signal: null});
    return await Promise.race([sent, abortedBy(this.#signal)]);
  }

  async #ask(path: string, init: RequestInit, tries = maxTries): Promise<unknown> {
    for (let tried = 1; ; tried++) {
      const answer = await this.#send(path, init).catch((error: unknown) => error as Error);
      this.#signal.throwIfAborted();
      const isPassing = answer instanceof Error || passing.has(answer.status);
      if (!isPassing || tried === tries) {
        if (answer instanceof Error) throw unreachable(this.url, answer);
        const text = await answer.text();
        if (!answer.ok) throw new Refused(answer.status, this.#refusal(path, answer, text));
        return text === '' ? undefined : parseJson(text);
      }
      if (!(answer instanceof Error)) await answer.body?.cancel();
      await pause(firstPauseMs * 2 ** (tried - 1), undefined, {signal: this.#signal});
    }
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    return await fetch(`${this.url}${this.#prefix}${path}`, {
      ...init,
      headers: {...this.#headers, accept: 'application/json', ...(init.headers as object)},
      redirect: 'manual',
      signal: init.signal === null ? null : this.#signal,
    });
  }

  #refusal(path: string, answer: Response, text: string): string {
    const {url} = this;
    if (answer.status === 401)
      return `${url} wants a login, or refused the one given: ${this.#hint}`;
    if (answer.status >= 300 && answer.status < 400)
      return `${url} sends to ${answer.headers.get('location') ?? 'another address'}: name that address`;
    let said = text.slice(0, maxQuoted);
    try {
      const {errorMessage, message} = parseJson(text) as Readonly<Record<string, unknown>>;
      said = String(errorMessage ?? message ?? said);
    } catch {
      // A page of a proxy, quoted as it is.
    }
    return `${url} refused ${path.split('?')[0]} (${answer.status}): ${said}`;
  }
}

/** Never resolves. */
async function abortedBy(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  await once(signal, 'abort');
  throw signal.reason;
}

function unreachable(url: string, error: Error): Error {
  const cause = (error.cause as Error | undefined)?.message ?? error.message;
  return new Error(`${url} does not answer (${cause}). Is it running?`, {cause: error});
}
