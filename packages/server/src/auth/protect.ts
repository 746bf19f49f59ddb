import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {type Actor, type Authenticator, LoginError} from './actor.ts';
import {basicCredentials} from './basic.ts';
import {type BrowserRules} from './browser.ts';
import type {PasswordFile} from './password-file.ts';
import {sessionIdOf, setSessionCookie} from './session-cookie.ts';
import type {Session, Sessions} from './sessions.ts';
import {answerUnauthenticated} from './unauthenticated.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; on open routes an actor without a name. */
    readonly actor: Actor;
    /** Absent only on open routes. */
    session: Session | undefined;
  }
  interface FastifyContextConfig {
    /** Served to anybody, without login: the login page, the server's status. */
    open?: boolean;
  }
}

export type Protection = {
  /** Asked in this order when there is no session. */
  readonly authenticators: readonly Authenticator[];
  readonly sessions: Sessions;
  /** Looked at before a session is trusted: its user's line may have changed. */
  readonly passwords: PasswordFile;
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
  /** For a change that the user may not have wanted. */
  readonly unwanted: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

const nobody: Actor = {userName: '', groups: []};

/**
 * Lets through only requests with a login, and of browsers only those that change nothing or carry their session's token.
 * Unknown paths are protected, too: whoever is not logged in learns nothing about what exists.
 */
export function protect(app: FastifyInstance, protection: Protection): void {
  const {browser} = protection;
  const refusals: Refusals = protection.refusals ?? {
    unauthenticated: (request, reply, failure) => answerUnauthenticated(request, reply, browser, failure),
    unwanted: (_request, reply) => answerUnwanted(reply),
  };
  app.decorateRequest('session', undefined);
  app.decorateRequest('actor', {
    getter(this: FastifyRequest) {
      return this.session?.actor ?? nobody;
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config?.open === true) return undefined;
    try {
      const session = await authenticate(request, reply, protection);
      if (session === undefined) return refusals.unauthenticated(request, reply, undefined);
      request.session = session;
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      return refusals.unauthenticated(request, reply, error);
    }
    return browser.isWanted(request, request.session) ? undefined : refusals.unwanted(request, reply);
  });
}

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  {authenticators, sessions, passwords, cookie}: Protection,
): Promise<Session | undefined> {
  passwords.entries();
  const id = sessionIdOf(request, cookie);
  const session = id === undefined ? undefined : sessions.use(id);
  // A client that names another user than its cookie's wants to be that one.
  const named = basicCredentials(request)?.userName;
  if (session !== undefined && (named === undefined || named === session.actor.userName)) return session;
  for (const authenticator of authenticators) {
    const actor = await authenticator(request);
    if (actor === undefined) continue;
    const started = sessions.start(actor);
    setSessionCookie(reply, started.id, cookie);
    return started;
  }
  return undefined;
}

export function answerUnwanted(reply: FastifyReply): FastifyReply {
  return reply
    .code(400)
    .type('application/json;charset=utf-8')
    .send('{"msgDesc":"Missing header or invalid Header value for CSRF Vulnerability Protection"}');
}
