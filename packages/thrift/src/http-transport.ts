import type {Agent, ClientRequest, IncomingMessage} from 'node:http';
import {Agent as HttpsAgent, request as httpsRequest} from 'node:https';
import {describe, tlsSettings, type TlsOptions} from './connect-socket.ts';
import {CookieJar} from './cookie-jar.ts';
import {SaslError, ThriftError, TransportError} from './errors.ts';
import {KerberosContext} from './kerberos.ts';
import {encodeCall} from './message.ts';
import {struct} from './codec.ts';
import {tooLarge} from './message-scanner.ts';
import {defaultMaxMessageBytes, type Transport} from './transport.ts';

// An import of `node:http` itself loads its WebSocket as well, for a tenth of a second of CPU at
// each start.
const {Agent: HttpAgent, request: httpRequest} = process.getBuiltinModule('node:http');

/** Who we are to the server, over HTTP. */
export type HttpAuth =
  | {readonly mechanism: 'NONE'}
  | {readonly mechanism: 'BASIC'; readonly user: string; readonly password: string}
  /** Kerberos; `principal` is the server's, in full, usually `HTTP/host@REALM`. */
  | {readonly mechanism: 'NEGOTIATE'; readonly principal: string; readonly mutual?: MutualProof}
  /**
   * The token is asked for at each message: sessions last longer than tokens. Without one the
   * message goes without.
   */
  | {readonly mechanism: 'BEARER'; readonly token: () => string | undefined};

/** Whether a server has to prove who it is: if it offers to, always, never. */
export type MutualProof = 'OPTIONAL' | 'REQUIRED' | 'DISABLED';

export type HttpOptions = {
  /** Such as `http://server:10001/cliservice`; names and passwords in it are refused. */
  readonly url: string;
  readonly auth: HttpAuth;
  readonly tls?: TlsOptions | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxMessageBytes?: number;
};

const nothing = struct('nothing', {});
/** Of an error page, enough to tell what is wrong. */
const shownBytes = 500;

/**
 * Messages as POST requests, over connections that are kept. Cookies are kept too: they carry the
 * login, and for a load balancer the server where the session lives. Requests stand alone, so a
 * failed one leaves the transport open.
 */
export class HttpTransport implements Transport {
  readonly peer: string;
  readonly #url: URL;
  readonly #options: HttpOptions;
  readonly #agent: Agent;
  readonly #cookies = new CookieJar();
  #request: ClientRequest | undefined;
  #isOpen = true;

  constructor(options: HttpOptions) {
    this.#url = new URL(options.url);
    if (this.#url.username !== '' || this.#url.password !== '')
      throw new TypeError('A URL with a name or password in it');
    const settings = {keepAlive: true, maxSockets: 1};
    this.#agent =
      this.#url.protocol === 'https:'
        ? new HttpsAgent({...settings, ...tlsSettings(this.#url.hostname, options.tls ?? {})})
        : new HttpAgent(settings);
    this.#options = options;
    this.peer = this.#url.href;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async exchange(message: Buffer): Promise<Buffer> {
    if (!this.#isOpen) throw new TransportError('closed', 'The connection was closed on this side');
    const isByCookie = this.#options.auth.mechanism === 'NEGOTIATE' && !this.#cookies.isEmpty;
    const hasLogin = this.#cookies.hasLogin;
    const answer = await this.#post(message, !isByCookie);
    if (answer.status === 401 && isByCookie) {
      // The cookie has run out. A request that is not let in is not carried out, so this does
      // nothing twice.
      this.#cookies.clear();
      return bodyOf(await this.#post(message, true), this.peer);
    }
    const isUnread = answer.status === 500 && answer.body.length === 0 && hasLogin;
    if (isUnread && (await this.#isLoginUnread(isByCookie)))
      return bodyOf(await this.#post(message, true), this.peer);
    if (answer.status >= 500) this.#cookies.clearLogin();
    return bodyOf(answer, this.peer);
  }

  /**
   * Whether a server said 500 since it was started anew, and cannot read the login of the one
   * before it, as Spark's: such a request has not been let in. So does a call that does nothing, as
   * long as that login comes with it; another one is fetched with it.
   */
  async #isLoginUnread(isByCookie: boolean): Promise<boolean> {
    const call = encodeCall('NoSuchMethod', 1, nothing, {});
    if ((await this.#post(call, !isByCookie)).status !== 500) return false;
    this.#cookies.clearLogin();
    return (await this.#post(call, true)).status === 200;
  }

  interrupt(reason: TransportError): void {
    this.#request?.destroy(reason);
  }

  close(): void {
    this.#isOpen = false;
    this.#request?.destroy(new TransportError('closed', 'The connection was closed on this side'));
    this.#agent.destroy();
  }

  async #post(message: Buffer, withCredentials: boolean): Promise<Answer> {
    const {auth} = this.#options;
    const context =
      withCredentials && auth.mechanism === 'NEGOTIATE'
        ? await KerberosContext.start(auth.principal, 'spnego')
        : undefined;
    const token = await context?.step(Buffer.alloc(0));
    const answer = await this.#send(
      message,
      withCredentials ? credentials(auth, token) : undefined,
    );
    if (context !== undefined && auth.mechanism === 'NEGOTIATE' && answer.status === 200) {
      const proof = proofIn(answer.headers['www-authenticate'], auth.mutual, this.peer);
      // A server that cannot prove itself fails here.
      if (proof !== undefined) await context.step(proof);
    }
    if (answer.status === 200) this.#cookies.keep(answer.headers['set-cookie'] ?? []);
    return answer;
  }

  async #send(message: Buffer, authorization: string | undefined): Promise<Answer> {
    const make = this.#url.protocol === 'https:' ? httpsRequest : httpRequest;
    const cookie = this.#cookies.header();
    const headers = {
      'Content-Type': 'application/x-thrift',
      Accept: 'application/x-thrift',
      'Content-Length': message.length,
      ...this.#options.headers,
      ...(cookie === undefined ? {} : {Cookie: cookie}),
      ...(authorization === undefined ? {} : {Authorization: authorization}),
    };
    const limit = this.#options.maxMessageBytes ?? defaultMaxMessageBytes;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const request = make(this.#url, {method: 'POST', agent: this.#agent, headers}, response => {
          readAnswer(response, limit).then(resolve, reject);
        });
        this.#request = request;
        request.once('error', reject);
        request.end(message);
      });
    } catch (cause) {
      throw this.#failed(cause);
    } finally {
      this.#request = undefined;
    }
  }

  #failed(cause: unknown): ThriftError {
    if (cause instanceof ThriftError) return cause;
    const code = (cause as {code?: string}).code ?? '';
    const isTls = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code);
    const isNever = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(
      code,
    );
    const reason = isTls ? 'tls' : isNever ? 'connect' : 'closed';
    return new TransportError(reason, `No answer from ${this.peer}: ${describe(cause)}`, {cause});
  }
}

/**
 * The server's half of the handshake, as far as it is wanted.
 * @throws {SaslError} when it has to be there and is not
 */
export function proofIn(
  header: string | undefined,
  mutual: MutualProof = 'OPTIONAL',
  peer = '',
): Buffer | undefined {
  if (mutual === 'DISABLED') return undefined;
  const proof = /^Negotiate +(\S+)/i.exec(header ?? '')?.[1];
  if (proof === undefined && mutual === 'REQUIRED')
    throw new SaslError(
      `${peer} did not prove who it is, which mutual_authentication=REQUIRED wants`,
    );
  return proof === undefined ? undefined : Buffer.from(proof, 'base64');
}

type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

async function readAnswer(response: IncomingMessage, limit: number): Promise<Answer> {
  const announced = Number(response.headers['content-length'] ?? 0);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop ends the connection as well.
    if (Math.max(length, announced) > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return {status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks)};
}

function credentials(auth: HttpAuth, token: Buffer | undefined): string | undefined {
  switch (auth.mechanism) {
    case 'NONE':
      return undefined;
    case 'BASIC':
      return `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`;
    case 'BEARER':
      return bearer(auth.token());
    case 'NEGOTIATE':
      return `Negotiate ${token?.toString('base64') ?? ''}`;
  }
}

function bearer(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `Bearer ${token}`;
}

function bodyOf({status, body}: Answer, peer: string): Buffer {
  if (status === 200) return body;
  const text = body
    .toString('utf8', 0, shownBytes)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  throw new TransportError('http', `HTTP ${status} from ${peer}${text === '' ? '' : `: ${text}`}`, {
    httpStatus: status,
  });
}
