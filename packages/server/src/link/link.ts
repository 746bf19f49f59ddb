import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {FastifyInstance, FastifyRequest, InjectOptions} from 'fastify';
import {type Authenticator, LoginError} from '../auth/actor.ts';
import type {Login} from '../auth/login/open-login.ts';
import {addressOf} from '../http/own-address.ts';
import {
  linkPrefix,
  linkToken,
  readLinkToken,
  signature,
  type LinkCaller,
  type ServerName,
} from './link-token.ts';
import {traced, traceHeaders} from '../trace/span.ts';

/** The other half of the product, in this process or at an address. */
export type Neighbour = {
  /** Where a browser finds its pages, without a path; undefined where that is not known. */
  readonly pagesFor: (request: FastifyRequest) => string | undefined;
  /**
   * Asks it in somebody's name: an address below its root, as `fetch` takes it.
   * @param limitMs for how long an answer is waited for, where no page waits
   */
  readonly fetchAs: (caller: LinkCaller, limitMs?: number) => typeof fetch;
  /**
   * Posts to one of the addresses that only servers use.
   * @throws when it does not answer in time
   */
  readonly tell: (path: string, body: object) => Promise<Response>;
};

type Joined = {readonly app: FastifyInstance; readonly url: string};

/** The servers of this process, which find each other here. */
export class House {
  /** Nobody else has to know it, and the next process has another one. */
  readonly secret = randomBytes(32).toString('base64url');
  readonly #servers = new Map<ServerName, Joined>();

  join(name: ServerName, server: Joined): void {
    this.#servers.set(name, server);
  }

  server(name: ServerName): Joined | undefined {
    return this.#servers.get(name);
  }
}

type LinkInput = {
  readonly own: ServerName;
  /** Address of the other one; empty where it is in the same process, or there is none. */
  readonly url: string;
  /** File of the secret that both share; empty where they share a process. */
  readonly secretFile: string;
  /** The servers of this process, where there are two. */
  readonly house?: House | undefined;
};

/** The way from one server to the other, and who comes that way. */
export class Link {
  readonly #input: LinkInput;
  readonly #secret: string | undefined;
  readonly #other: ServerName;

  /** @throws Error for the operator, when the secret cannot be read or is none */
  constructor(input: LinkInput) {
    this.#input = input;
    this.#other = input.own === 'catalog' ? 'editor' : 'catalog';
    this.#secret = secretIn(input) ?? input.house?.secret;
    if (input.url !== '' && this.#secret === undefined)
      throw new Error(
        `--${this.#other}-url needs --link-secret-file, a file that both servers read, with a secret of 32 characters or more`,
      );
  }

  /** Undefined while there is none: the other server of a process may come later, or not at all. */
  neighbour(): Neighbour | undefined {
    const secret = this.#secret;
    const {own, url, house} = this.#input;
    const joined = house?.server(this.#other);
    if (secret === undefined || (joined === undefined && url === '')) return undefined;
    const send = tracedTo(this.#other, joined === undefined ? remote(url) : inMemory(joined.app));
    const token = (caller: LinkCaller) =>
      `Bearer ${linkToken(secret, this.#other, caller, Date.now())}`;
    return {
      pagesFor: request =>
        url === '' ? besideOwn(request, house?.server(own), joined) : url.replace(/\/+$/, ''),
      fetchAs:
        (caller, limitMs = timeoutMs) =>
        async (input, init) =>
          await send(String(input), {
            ...init,
            signal: AbortSignal.any([
              AbortSignal.timeout(limitMs),
              ...(init?.signal ? [init.signal] : []),
            ]),
            headers: {
              ...(init?.headers as Record<string, string> | undefined),
              accept: 'application/json',
              authorization: token(caller),
            },
          }),
      tell: async (path, body) =>
        await send(path, {
          method: 'POST',
          signal: AbortSignal.timeout(tellTimeoutMs),
          headers: {'content-type': 'application/json', authorization: token(itself)},
          body: JSON.stringify(body),
        }),
    };
  }

  get other(): ServerName {
    return this.#other;
  }

  /** What both servers can say of a text and nobody else. */
  sign(text: string): string | undefined {
    return this.#secret === undefined ? undefined : signature(this.#secret, `signed.${text}`);
  }

  /** Whether the other server asks on its own account. */
  isFromNeighbour(request: FastifyRequest): boolean {
    const token = bearerOf(request);
    if (token === undefined || this.#secret === undefined) return false;
    try {
      const caller = readLinkToken(this.#secret, this.#input.own, token, Date.now());
      return caller.isServer === true && caller.userName === '';
    } catch (error) {
      if (error instanceof LoginError) return false;
      throw error;
    }
  }

  /** Lets in the other server, and whoever it asks for, as far as this one knows them as well. */
  authenticator(login: Pick<Login, 'revisionOf' | 'isThere'>): Authenticator {
    return async request => {
      const token = bearerOf(request);
      if (token === undefined) return undefined;
      if (this.#secret === undefined)
        throw new LoginError('This server shares no secret with another one (--link-secret-file)');
      const caller = readLinkToken(this.#secret, this.#input.own, token, Date.now());
      const {userName, groups, scope, isServer} = caller;
      if (isServer === true && userName === '')
        return {actor: {userName: ownAccount, groups: [], isNeighbour: true}, validForMs: 0};
      if (
        userName === '' ||
        login.revisionOf(userName) === undefined ||
        !(await login.isThere(userName))
      )
        throw new LoginError(`There is no user ${userName} here`);
      const actor = {
        userName,
        groups,
        ...(scope === undefined ? {} : {scope}),
        ...(isServer === true ? {isNeighbour: true as const} : {}),
      };
      return {actor, validForMs: 0};
    };
  }
}

/** A server on its own account, and nobody's. */
export const itself: LinkCaller = {userName: '', groups: [], isServer: true};
/** Who has done what a server does on its own account. */
const ownAccount = 'gazetteer';

function bearerOf({headers}: FastifyRequest): string | undefined {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ', 2);
  return scheme?.toLowerCase() === 'bearer' && token.startsWith(linkPrefix) ? token : undefined;
}

function secretIn({secretFile}: LinkInput): string | undefined {
  if (secretFile === '') return undefined;
  let text;
  try {
    text = readFileSync(secretFile, 'utf8').trim();
  } catch (cause) {
    throw new Error(
      `--link-secret-file ${secretFile} cannot be read: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
  if (text.length < 32)
    throw new Error(
      `--link-secret-file ${secretFile} has ${text.length} characters; a secret has 32 or more, such as those of "openssl rand -hex 32"`,
    );
  return text;
}

/**
 * The host that the browser asks, at the other port. Behind a proxy, which has one port for both,
 * that leads nowhere.
 */
function besideOwn(
  request: FastifyRequest,
  own: Joined | undefined,
  other: Joined | undefined,
): string | undefined {
  if (own === undefined || other === undefined) return undefined;
  const seen = new URL(addressOf(request));
  const [here, there] = [new URL(own.url), new URL(other.url)];
  if (seen.port !== here.port || seen.protocol !== here.protocol) return undefined;
  seen.port = there.port;
  seen.protocol = there.protocol;
  return seen.origin;
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** What is asked for a page must not keep it waiting for ever. */
const timeoutMs = 15_000;
/** Somebody waits who wants to log in or out. */
const tellTimeoutMs = 3000;

/** The other server goes on with the trace of the request that asks it. */
function tracedTo(server: ServerName, send: Send): Send {
  return async (path, init) => {
    const method = init.method ?? 'GET';
    const about = {'http.request.method': method, 'peer.service': `gazetteer-${server}`};
    const go = () =>
      send(path, {...init, headers: {...(init.headers as object), ...traceHeaders()}});
    return await traced(`${method} ${server}`, about, go, 'client');
  };
}

function remote(url: string): Send {
  const base = url.replace(/\/+$/, '');
  return async (path, init) => await fetch(base + path, {...init, redirect: 'error'});
}

/** Asks a server of this process, without a connection. */
export function inMemory(app: FastifyInstance): Send {
  return async (path, {method = 'GET', headers, body, signal}) => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: headers as Record<string, string>,
      ...(signal ? {signal} : {}),
      ...(body === undefined || body === null ? {} : {payload: body as string}),
    });
    const given = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    );
    const isEmpty = [204, 304].includes(answer.statusCode);
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: given,
    });
  };
}
