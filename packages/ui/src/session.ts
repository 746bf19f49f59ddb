/**
 * Requests of a page that is logged in by a cookie: changes carry the token of the session, and
 * when the session has ended the request waits until somebody has logged in again, and is then sent
 * as if nothing had happened. So no typed text is lost.
 */
export type SessionFacts = {
  readonly userName: string;
  readonly csrfHeader: string;
  readonly csrfToken: string;
};

export type SessionOptions = {
  /** Asks the server who is logged in. Given a `fetch` that answers 401 or 419 as they come. */
  readonly read: (fetch: typeof globalThis.fetch) => Promise<SessionFacts>;
  /** Undefined when it worked, else what to tell. */
  readonly logIn: (userName: string, password: string) => Promise<string | undefined>;
  /** Leaves the page for the login page, for whoever is not the one whose session has ended. */
  readonly leave: () => void;
};

/** What to tell of a login that was refused: both servers answer alike. */
export function loginProblem({status, headers}: Response): string {
  const wait = headers.get('retry-after');
  // Other answers ask for patience as well, such as that of a server that is starting.
  if (wait !== null && (status === 401 || status === 429))
    return `Too many failed attempts. Try again in ${wait} s.`;
  if (status === 401) return 'The password is wrong.';
  return `The server couldn’t log you in (status ${status}).`;
}

/** No answer at all. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('Couldn’t reach the server. Is it running?', {cause});
  }
}

/** The catalog says 419, as Apache Atlas does. */
const hasEnded = (status: number) => status === 401 || status === 419;
/** Requests of these methods need no token. */
const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS']);

export class Session {
  readonly #options: SessionOptions;
  #facts: SessionFacts | undefined;
  /** One dialog for all requests that wait. */
  #waiting: {readonly promise: Promise<void>; readonly resolve: () => void} | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /**
   * Reads who is logged in; the facts are there until the page is left. Throws what `read` throws.
   */
  async start(): Promise<SessionFacts> {
    this.#facts = await this.#options.read(this.#plainFetch);
    return this.#facts;
  }

  /** For `useSyncExternalStore`: whether somebody has to log in again, and who. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly isWaiting = (): boolean => this.#waiting !== undefined;

  get userName(): string | undefined {
    return this.#facts?.userName;
  }

  leave(): void {
    this.#options.leave();
  }

  /** Logs in again and lets all waiting requests go on. The text says why it did not work. */
  async logInAgain(password: string): Promise<string | undefined> {
    const problem = await this.#options.logIn(this.userName ?? '', password);
    if (problem !== undefined) return problem;
    await this.start();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve();
    this.#tell();
    return undefined;
  }

  /** `fetch` that waits for a new login where one is needed. */
  readonly fetch: typeof globalThis.fetch = (input, init) =>
    this.#send(globalThis.fetch, input, init);

  /** The same over another way to send, such as `uploadFetch`. */
  fetchOver(send: typeof globalThis.fetch): typeof globalThis.fetch {
    return (input, init) => this.#send(send, input, init);
  }

  async #send(
    send: typeof globalThis.fetch,
    input: string | URL | Request,
    init?: RequestInit,
  ): Promise<Response> {
    for (;;) {
      await this.#waiting?.promise;
      const answer = await this.#sendOnce(send, input, init);
      if (!hasEnded(answer.status)) return answer;
      await this.#askForLogin();
    }
  }

  readonly #plainFetch: typeof globalThis.fetch = (input, init) =>
    this.#sendOnce(globalThis.fetch, input, init);

  async #sendOnce(
    send: typeof globalThis.fetch,
    input: string | URL | Request,
    init: RequestInit = {},
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    // Makes the server say that the session has ended instead of answering with the login page.
    headers.set('x-requested-with', 'XMLHttpRequest');
    const isChange = !changesNothing.has((init.method ?? 'GET').toUpperCase());
    if (isChange && this.#facts !== undefined)
      headers.set(this.#facts.csrfHeader, this.#facts.csrfToken);
    try {
      return await send(input, {...init, headers});
    } catch (error) {
      throw error instanceof TypeError ? new UnreachableError(error) : error;
    }
  }

  #askForLogin(): Promise<void> {
    if (this.#waiting === undefined) {
      const {promise, resolve} = Promise.withResolvers<void>();
      this.#waiting = {promise, resolve};
      this.#tell();
    }
    return this.#waiting.promise;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
