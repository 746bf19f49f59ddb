import {randomBytes} from 'node:crypto';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Log} from '../log.ts';
import {LoginError} from '../auth/actor.ts';
import {endSession, here} from '../auth/login/end-session.ts';
import type {Login} from '../auth/login/open-login.ts';
import {visitorOf} from '../auth/login/session-list.ts';
import {
  atlasSessionCookie,
  cookieOf,
  sessionIdOf,
  setCookie,
  setSessionCookie,
} from '../auth/session/session-cookie.ts';
import type {ProviderStay, Session} from '../auth/session/session.ts';
import {isOwnPath} from '../http/own-address.ts';
import type {Link} from './link.ts';
import type {ServerName} from './link-token.ts';
import {originOf, ssoPaths} from './paths.ts';
import {issueCode, type RedeemedLogin, serverRoutes} from './sso-server-routes.ts';
import {digestOf, isOfBrowser, newState, readState} from './sso-state.ts';

const open = {config: {open: true}};
/** Redirects alone lie in between, and what the clocks of two machines differ. */
const stateMs = 120_000;
/** Longer addresses do not fit into that of a request with all else that is there. */
const maxNextLength = 1000;
const readyForMs = 5000;

export type SsoPages = {
  readonly own: ServerName;
  /** Where people go who do not say where to. */
  readonly home: string;
  readonly loginPage: string;
  /** Name of the session cookie; that of the Atlas API when not given. */
  readonly cookie?: string;
  readonly log: Log;
  /** More cookies that belong to a new session. */
  readonly started?: (reply: FastifyReply, session: Session) => void;
  /** What else lets a person in, and ends with all sessions. */
  readonly alsoEverywhere: (userName: string) => Promise<void>;
};

/** A login at the half that the browser comes from, which cannot be taken over here. */
class UnknownHere extends LoginError {}

/**
 * Who is logged in at one half is logged in at the other: the login page of one sends a browser by
 * the other, which gives it a code, and the servers tell each other whose code it is. Docs/adr says
 * against what each check stands.
 */
export class SingleSignOn {
  readonly #link: Link;
  readonly #login: Login;
  readonly #pages: SsoPages;
  readonly #cookie: string;
  #ready: {readonly at: number; readonly isReady: Promise<boolean>} | undefined;

  constructor(app: FastifyInstance, link: Link, login: Login, pages: SsoPages) {
    this.#link = link;
    this.#login = login;
    this.#pages = pages;
    this.#cookie = pages.cookie ?? atlasSessionCookie;
    app.get(ssoPaths.ticket, open, (request, reply) => this.#giveTicket(request, reply));
    app.get(ssoPaths.done, open, (request, reply) => this.#finish(request, reply));
    serverRoutes(app, link, login, pages);
  }

  /**
   * Sends a browser that wants to log in by the other half; undefined when it is to see the form.
   * @param next where it wants to go afterwards
   */
  async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    next: string,
  ): Promise<FastifyReply | undefined> {
    const query = request.query as Record<string, unknown>;
    // Programs read the form, and other answers than pages are for scripts.
    const isPage = request.headers.accept?.includes('text/html') === true;
    if (!isPage || query[here] !== undefined || query['failed'] !== undefined) return undefined;
    const pages = this.#link.neighbour()?.pagesFor(request);
    if (pages === undefined || (await this.#session(request)) !== undefined) return undefined;
    if (!(await this.#isReady())) return undefined;
    const {own, home} = this.#pages;
    const known = cookieOf(request, this.#browserCookie);
    const isGood = known !== undefined && /^[\w-]{32}$/.test(known);
    const browser = isGood ? known : randomBytes(24).toString('base64url');
    setCookie(reply, {name: this.#browserCookie, value: browser, path: '/sso', maxAge: 120});
    const state = newState(this.#link, {
      from: own,
      next: isOwnPath(next) && next.length <= maxNextLength ? next : home,
      browser,
      until: Date.now() + stateMs,
    });
    return redirect(reply, `${pages}${ssoPaths.ticket}?${new URLSearchParams({state})}`);
  }

  get #browserCookie(): string {
    return `${this.#cookie}_SSO`;
  }

  async #session(request: FastifyRequest): Promise<Session | undefined> {
    this.#login.refresh();
    const id = sessionIdOf(request, this.#cookie);
    return id === undefined ? undefined : await this.#login.sessions.find(id);
  }

  /** A browser that is sent to a server which does not answer could not log in at all. */
  async #isReady(): Promise<boolean> {
    const now = performance.now();
    if (this.#ready === undefined || now - this.#ready.at > readyForMs) {
      const asked = this.#link.neighbour()?.tell(ssoPaths.ready, {});
      const isReady = (asked ?? Promise.reject(new Error('gone'))).then(
        answer => answer.ok,
        () => false,
      );
      this.#ready = {at: now, isReady};
    }
    return await this.#ready.isReady;
  }

  /** At the half where somebody may be logged in. */
  async #giveTicket(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const {state: given} = request.query as {state?: unknown};
    const state = readState(this.#link, given, Date.now());
    // Where to is what this server knows of the other one, and nothing that comes with a request.
    const pages = this.#link.neighbour()?.pagesFor(request);
    if (state?.from !== this.#link.other || pages === undefined)
      return await reply.code(400).send({message: 'This login was not begun at the other server.'});
    const session = await this.#session(request);
    const code = session && (await issueCode(this.#login, session, String(given), lookOf(request)));
    const query = new URLSearchParams({state: String(given), ...(code !== undefined && {code})});
    return redirect(reply, `${pages}${ssoPaths.done}?${query}`);
  }

  /** At the half where the login was begun. */
  async #finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const {state: given, code} = request.query as {state?: unknown; code?: unknown};
    const state = readState(this.#link, given, Date.now());
    const {own, cookie, started, log} = this.#pages;
    const isOurs =
      state?.from === own && isOfBrowser(state, cookieOf(request, this.#browserCookie));
    if (!isOurs || typeof code !== 'string')
      return redirect(reply, this.#formFor(isOurs ? state.next : ''));
    try {
      const {
        session: stay,
        endsInMs,
        look,
        userName,
        groups,
      } = await this.#redeem(code, String(given));
      const provider = {client: originOf(this.#link.other), subject: userName, stay};
      if (!(await this.#isIn(request, provider))) {
        await endSession(request, this.#login, cookie);
        const session = await this.#login.sessions.open(
          {userName, groups},
          {provider, validForMs: endsInMs, visitor: visitorOf(request)},
        );
        setSessionCookie(reply, session.id, cookie);
        started?.(reply, session);
      }
      if (look !== undefined)
        setCookie(reply, {name: lookCookie, value: look, maxAge: yearSeconds, httpOnly: false});
      return redirect(reply, state.next);
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      const told = {requestId: request.id, address: request.ip, reason: error.message};
      log.warn(told, `login through the ${this.#link.other} failed`);
      const isUnknown = error instanceof UnknownHere;
      return redirect(reply, this.#formFor(state.next, isUnknown ? {failed: 'account'} : {}));
    }
  }

  /**
   * Whether another tab has come from the same login meanwhile: to end its session would end that
   * login.
   */
  async #isIn(request: FastifyRequest, {client, subject, stay}: ProviderStay): Promise<boolean> {
    const there = await this.#session(request);
    const from = there?.provider;
    return there?.actor.userName === subject && from?.client === client && from.stay === stay;
  }

  #formFor(next: string, more: Readonly<Record<string, string>> = {}): string {
    const {loginPage, home} = this.#pages;
    const query = {[here]: 'true', ...(next !== '' && next !== home && {next}), ...more};
    return `${loginPage}?${new URLSearchParams(query)}`;
  }

  /** @throws LoginError for a code that is not good, or not for anybody who is known here */
  async #redeem(code: string, state: string): Promise<RedeemedLogin> {
    const asked = this.#link.neighbour()?.tell(ssoPaths.redeem, {code, state: digestOf(state)});
    const answer = await asked?.catch(() => undefined);
    if (answer?.ok !== true)
      throw new LoginError(`The ${this.#link.other} does not know the code (${answer?.status})`);
    const login = (await answer.json()) as RedeemedLogin;
    const {revisionOf, isThere} = this.#login;
    if (revisionOf(login.userName) === undefined || !(await isThere(login.userName)))
      throw new UnknownHere(`There is no user ${login.userName} here`);
    return login;
  }
}

const lookCookie = 'gazetteer_look';
const yearSeconds = 31_536_000;

function lookOf(request: FastifyRequest): string | undefined {
  const look = cookieOf(request, lookCookie);
  return look !== undefined && /^\w{1,12}\.\w{1,12}$/.test(look) ? look : undefined;
}

/** Addresses with codes are nobody's business: kept nowhere, and told to no other page. */
function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(to, 302);
}
