import {ApiError, errorOf, isMissingToken} from './errors.ts';
import type {Answer, DryRun, InputArgument, OperationKey} from './operations.ts';

export type ClientOptions = {
  /** Address of the API; `/api/meta` of the page's own server when not given. */
  readonly baseUrl?: string;
  /** Sent with every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  /**
   * The token of the session, from a page that knows it already; asked of the server when not
   * given.
   * @param isAnew the server did not take the one before: the session is another one
   */
  readonly token?: (isAnew: boolean) => Promise<Token>;
};

/** What a browser sends with a change, and in which header. */
type Token = {readonly header: string; readonly value: string};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Told as a file arrives: bytes so far, and of how many, when the server says. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
  /** Told of each line but the last of an answer in lines of JSON. */
  readonly onNews?: (news: Readonly<Record<string, unknown>>) => void;
};

type Parts = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/**
 * The catalog's API for browsers and Node. Operations are named as the API document names them:
 * `client.call('GET /v2/entity/guid/{guid}', {path: {guid}})`. In a browser it uses the login of
 * the page and proves, with the session's token, that its changes are wanted.
 */
export class CatalogClient {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;
  readonly #isBrowser = 'document' in globalThis;
  readonly #readToken: (isAnew: boolean) => Promise<Token>;
  #token: Promise<Token> | undefined;

  constructor({baseUrl = '/api/meta', headers = {}, fetch: given, token}: ClientOptions = {}) {
    this.#baseUrl = baseUrl.replace(/\/$/, '');
    this.#headers = headers;
    // The browser's own refuses to be called as a method of something else.
    this.#fetch = given ?? ((input, init) => fetch(input, init));
    this.#readToken = token ?? (() => this.#tokenOfSession());
  }

  /**
   * @returns the answer: JSON, text, or a Blob, by its media type; undefined when there is no
   * content
   * @throws ApiError, SignedOutError; what `fetch` throws when there is no connection or the signal
   * says so
   */
  async call<Key extends OperationKey>(
    key: Key,
    ...[input, options]: InputArgument<Key, CallOptions>
  ): Promise<Answer<Key>> {
    return (await this.#send(key, (input ?? {}) as Parts, options ?? {})) as Answer<Key>;
  }

  /** What a change would do, without doing it. */
  async dryRun<Key extends OperationKey>(
    key: Key,
    ...[input, options]: InputArgument<Key, CallOptions>
  ): Promise<DryRun<Key>> {
    const parts = (input ?? {}) as Parts;
    return (await this.#send(
      key,
      {...parts, query: {...parts.query, dryRun: true}},
      options ?? {},
    )) as DryRun<Key>;
  }

  /** Where an operation is found, for links: downloads and the like. */
  urlOf<Key extends OperationKey>(key: Key, ...[input]: InputArgument<Key, never>): string {
    return this.#url(key, (input ?? {}) as Parts);
  }

  async #send(key: string, parts: Parts, options: CallOptions): Promise<unknown> {
    const isChange = this.#isBrowser && !key.startsWith('GET ');
    try {
      return await this.#request(key, parts, options, isChange ? await this.#tokenOf() : undefined);
    } catch (error) {
      if (!isChange || !isMissingToken(error as ApiError)) throw error;
      // The session is another one since the token was asked for: somebody logged in again.
      this.#token = undefined;
      return await this.#request(key, parts, options, await this.#tokenOf(true));
    }
  }

  async #request(
    key: string,
    parts: Parts,
    {signal, onProgress, onNews}: CallOptions,
    token: Token | undefined,
  ): Promise<unknown> {
    const isJson = parts.body !== undefined && !(parts.body instanceof FormData);
    const response = await this.#fetch(this.#url(key, parts), {
      method: key.slice(0, key.indexOf(' ')),
      headers: {
        // A page that is not logged in is told so instead of being sent to the login page.
        ...(this.#isBrowser ? {'x-requested-with': 'XMLHttpRequest'} : {}),
        ...(isJson ? {'content-type': 'application/json'} : {}),
        ...(token === undefined ? {} : {[token.header]: token.value}),
        ...this.#headers,
      },
      ...(parts.body === undefined
        ? {}
        : {body: isJson ? JSON.stringify(parts.body) : (parts.body as FormData)}),
      ...(signal === undefined ? {} : {signal}),
    });
    if (!response.ok) {
      throw errorOf(
        response.status,
        response.headers.get('requestid') ?? undefined,
        await response.text(),
      );
    }
    if (onNews !== undefined && typeOf(response).startsWith('application/x-ndjson'))
      return await lastLine(response, onNews);
    return await contentOf(onProgress === undefined ? response : counted(response, onProgress));
  }

  #url(key: string, {path = {}, query = {}}: Parts): string {
    const filled = key
      .slice(key.indexOf(' ') + 1)
      .replace(/\{(\w+)\}/g, (_, name: string) => partOf(name, path[name] ?? ''));
    const pairs = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const one of [value].flat())
        if (one !== undefined && one !== null) pairs.append(name, String(one));
    }
    return `${this.#baseUrl}${filled}${pairs.size === 0 ? '' : `?${pairs.toString()}`}`;
  }

  /** Asked for once, by the first change. */
  async #tokenOf(isAnew = false): Promise<Token> {
    const token = (this.#token ??= this.#readToken(isAnew));
    try {
      return await token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }

  async #tokenOfSession(): Promise<Token> {
    const session = await this.call('GET /admin/session');
    return {header: session['atlas.rest-csrf.custom-header'], value: session._csrfToken};
  }
}

/** The same answer, whose bytes are told as they come. */
function counted(response: Response, onProgress: NonNullable<CallOptions['onProgress']>): Response {
  if (response.body === null || response.status === 204) return response;
  // What is compressed on its way has another length there.
  const length = response.headers.has('content-encoding')
    ? null
    : response.headers.get('content-length');
  const total = length === null ? undefined : Number(length);
  let received = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      received += chunk.byteLength;
      onProgress(received, total);
      controller.enqueue(chunk);
    },
  });
  const {status, headers} = response;
  return new Response(response.body.pipeThrough(counter), {status, headers});
}

async function contentOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = typeOf(response);
  if (type.startsWith('application/json')) return await response.json();
  return type.startsWith('text/') ? await response.text() : await response.blob();
}

const typeOf = ({headers}: Response): string => headers.get('content-type') ?? '';

/** @throws ApiError when the last line tells of a failure, or there is none */
async function lastLine(
  response: Response,
  onNews: NonNullable<CallOptions['onNews']>,
): Promise<unknown> {
  const requestId = response.headers.get('requestid') ?? undefined;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let [last, rest] = ['', ''];
  for (;;) {
    const {done, value} = (await reader?.read()) ?? {done: true};
    if (done) break;
    const lines = `${rest}${value}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (last !== '') onNews(JSON.parse(last) as Readonly<Record<string, unknown>>);
      last = line;
    }
  }
  if (last === '') throw errorOf(502, requestId, 'The answer ended early');
  const answer = JSON.parse(last) as {readonly failed?: number};
  if (answer.failed !== undefined) throw errorOf(answer.failed, requestId, last);
  return answer;
}

/** @throws ApiError for what would lead to another address, encoded or not */
function partOf(name: string, value: string): string {
  if (value !== '.' && value !== '..') return encodeURIComponent(value);
  const message = `${name} may not be "." or ".."`;
  throw new ApiError(400, {errorCode: '', message, issues: [message], requestId: undefined});
}
