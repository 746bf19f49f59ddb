import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {type Actor, LoginError} from '../actor.ts';
import {basicCredentials} from '../password/basic.ts';
import {type BrowserRules} from '../session/browser.ts';
import type {Login} from './open-login.ts';
import {visitorOf} from './session-list.ts';
import {sessionIdOf, setSessionCookie} from '../session/session-cookie.ts';
import type {Session} from '../session/session.ts';
import {csrfTokenOf} from '../session/csrf-token.ts';
import {answerForbidden, answerUnauthenticated} from './unauthenticated.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; on open routes an actor without a name. */
    readonly actor: Actor;
    /** Absent only on open routes. */
    session: Session | undefined;
  }
  interface FastifyContextConfig {
    /**
     * Served to anybody, without login: the login page, the server's status. `named` where those
     * who do log in are told more: then credentials that are sent are checked.
     */
    open?: boolean | 'named';
    /** Tokens of these scopes are taken; others that have one are refused. */
    scopes?: readonly string[];
  }
}

export type Protection = {
  readonly login: Pick<Login, 'authenticators' | 'sessions' | 'proxies' | 'refresh' | 'challenge'> &
    Partial<Pick<Login, 'isNamed'>>;
  readonly browser: BrowserRules;
  /** Name of the session cookie; that of the Atlas API when not given. */
  readonly cookie?: string;
  /** How refusals are answered; as clients of the Atlas API expect when not given. */
  readonly refusals?: Refusals;
};

export type Refusals = {
  readonly unauthenticated: (
    request: FastifyRequest,
    reply: FastifyReply,
    failure: LoginError | undefined,
  ) => FastifyReply;
  readonly forbidden: (
    request: FastifyRequest,
    reply: FastifyReply,
    failure: LoginError,
  ) => FastifyReply;
  /** For a change that the user may not have wanted. */
  readonly unwanted: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

const nobody: Actor = {userName: '', groups: []};

/**
 * Lets through only requests with a login, and of browsers only those that change nothing or carry
 * their session's token. Unknown paths are protected, too: whoever is not logged in learns nothing
 * about what exists.
 */
export function protect(app: FastifyInstance, protection: Protection): void {
  const {browser} = protection;
  const refusals: Refusals = protection.refusals ?? {
    unauthenticated: (request, reply, failure) =>
      answerUnauthenticated(request, reply, browser, failure),
    forbidden: (request, reply, failure) => answerForbidden(request, reply, failure),
    unwanted: (_request, reply) => answerUnwanted(reply),
  };
  app.decorateRequest('session', undefined);
  app.decorateRequest('actor', {
    getter(this: FastifyRequest) {
      return this.session?.actor ?? nobody;
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    const {open} = request.routeOptions.config ?? {};
    const named = saysWho(request, protection);
    // Where nobody is let in as well, a cookie of no session of ours is as good as none: the
    // login page leaves one with every browser that was sent there.
    const mayBeNobody = open === 'named' && !named;
    if (open === true || (mayBeNobody && request.headers.cookie === undefined)) return undefined;
    try {
      const session = await authenticate(request, reply, protection);
      if (session === undefined) {
        if (mayBeNobody) return undefined;
        return refusals.unauthenticated(request, reply, challengeOf(request, reply, protection));
      }
      keepToScope(session.actor, request);
      request.session = await speakFor(request, session, protection);
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      if (mayBeNobody) return undefined;
      if (error.challenge !== undefined) void reply.header('www-authenticate', error.challenge);
      return error.isForbidden
        ? refusals.forbidden(request, reply, error)
        : refusals.unauthenticated(request, reply, error);
    }
    return browser.isWanted(request, request.session)
      ? undefined
      : refusals.unwanted(request, reply);
  });
}

/** A token that is for something else is refused, whoever it speaks for. */
function keepToScope({scope}: Actor, {routeOptions}: FastifyRequest): void {
  if (scope === undefined || routeOptions.config?.scopes?.includes(scope) === true) return;
  throw new LoginError(
    `This access token has the scope "${scope}", which does not allow this request`,
    {
      isForbidden: true,
    },
  );
}

/** By itself, not by a cookie that its program happens to keep. */
function saysWho(request: FastifyRequest, {login}: Protection): boolean {
  return request.headers.authorization !== undefined || login.isNamed?.(request) === true;
}

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  protection: Protection,
): Promise<Session | undefined> {
  const {
    login: {authenticators, sessions, refresh},
    cookie,
  } = protection;
  refresh();
  const id = sessionIdOf(request, cookie);
  const session = id === undefined ? undefined : await sessions.find(id);
  // A request that says who it is from is from nobody else, whatever cookie has come along:
  // programs and proxies share one store of cookies among several people.
  if (
    session !== undefined &&
    (!saysWho(request, protection) ||
      basicCredentials(request)?.userName === session.actor.userName)
  ) {
    return session;
  }
  for (const authenticator of authenticators) {
    const proof = await authenticator(request, reply);
    if (proof === undefined) continue;
    if (
      session !== undefined &&
      proof.validForMs !== 0 &&
      proof.actor.userName === session.actor.userName
    )
      return session;
    const started = sessions.start(proof.actor, proof.validForMs, {visitor: visitorOf(request)});
    if (proof.validForMs !== 0) setSessionCookie(reply, started.id, cookie);
    return started;
  }
  // Credentials of a kind that nobody here takes say nothing.
  return session;
}

/**
 * Asks whoever did not log in for a ticket, where tickets are taken. A browser gets the login page
 * unless told otherwise.
 */
function challengeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  {login: {challenge}, browser}: Protection,
): LoginError | undefined {
  if (challenge === undefined || (browser.isBrowser(request) && !challenge.isForBrowsers))
    return undefined;
  void reply.header('www-authenticate', challenge.text);
  return challenge.isForBrowsers
    ? new LoginError('A Kerberos ticket is needed', {challenge: challenge.text})
    : undefined;
}

/** A proxy's session is its own; whom it speaks for is said by each request anew. */
async function speakFor(
  request: FastifyRequest,
  session: Session,
  {login}: Protection,
): Promise<Session> {
  const actor = await login.proxies.speakFor(request, session.actor);
  return actor === session.actor
    ? session
    : {...session, actor, proxyUser: session.actor.userName, csrfToken: csrfTokenOf(session)};
}

export function answerUnwanted(reply: FastifyReply): FastifyReply {
  return reply
    .code(400)
    .type('application/json;charset=utf-8')
    .send('{"msgDesc":"Missing header or invalid Header value for CSRF Vulnerability Protection"}');
}
