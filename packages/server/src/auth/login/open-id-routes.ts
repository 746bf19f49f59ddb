import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Log} from '../../log.ts';
import {addressOf, isOwnPath} from '../../http/own-address.ts';
import {LoginError} from '../actor.ts';
import {endSession} from './end-session.ts';
import {visitorOf} from './session-list.ts';
import type {OpenIdLogin} from '../openid/open-id.ts';
import type {Login} from './open-login.ts';
import {endShared, shareLogout} from '../openid/provider-logout.ts';
import {
  atlasSessionCookie,
  cookieOf,
  setCookie,
  setSessionCookie,
} from '../session/session-cookie.ts';
import type {Session} from '../session/session.ts';
import {escapeHtml} from '../../web/html.ts';

export const openIdPaths = {
  login: '/oidc/login',
  callback: '/oidc/callback',
  logout: '/oidc/backchannel-logout',
} as const;

const open = {config: {open: true}};

export type OpenIdPages = {
  /** Where people go who do not say where to. */
  readonly home: string;
  /** Name of the session cookie; that of the Atlas API when not given. */
  readonly cookie?: string;
  readonly log: Log;
  /** Answers with the login page, which says that it did not work. */
  readonly failed: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** More cookies that belong to a new session. */
  readonly started?: (reply: FastifyReply, session: Session) => void;
};

/** The way to the provider and back; nothing where nobody set one up. */
export function openIdRoutes(
  app: FastifyInstance,
  login: Pick<Login, 'openId' | 'sessions' | 'partner'>,
  pages: OpenIdPages,
): void {
  const {openId} = login;
  if (openId === undefined) return;
  const {home, cookie = atlasSessionCookie, log, failed} = pages;
  const browserCookie = `${cookie}_OIDC`;
  const guarded = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<FastifyReply>,
  ) => {
    void reply.header('cache-control', 'no-store');
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      log.warn(
        {requestId: request.id, address: request.ip, reason: error.message},
        'login at the provider failed',
      );
      return failed(request, reply);
    }
  };
  app.get(openIdPaths.login, open, (request, reply) =>
    guarded(request, reply, async () => {
      const {next} = request.query as {next?: unknown};
      const redirectUri = `${addressOf(request)}${openIdPaths.callback}`;
      const known = cookieOf(request, browserCookie);
      const wanted = typeof next === 'string' && isOwnPath(next) ? next : home;
      const {url, browser} = await openId.begin({redirectUri, browser: known, next: wanted});
      setCookie(reply, {name: browserCookie, value: browser, path: '/oidc', maxAge: 600});
      return reply.redirect(url, 302);
    }),
  );
  app.get(openIdPaths.callback, open, (request, reply) =>
    guarded(request, reply, async () => {
      const query = request.url.slice(openIdPaths.callback.length);
      const {actor, provider, next} = await openId.finish(query, cookieOf(request, browserCookie));
      await endSession(request, login, cookie);
      const session = await login.sessions.open(actor, {provider, visitor: visitorOf(request)});
      setSessionCookie(reply, session.id, cookie);
      pages.started?.(reply, session);
      return reply.redirect(next, 302);
    }),
  );
  providerLogoutRoute(app, openId, login, log);
}

const maxLogoutBytes = 64 * 1024;

/**
 * What the provider itself posts when somebody logs out there; it proves itself by the token's
 * signature.
 */
function providerLogoutRoute(
  app: FastifyInstance,
  openId: OpenIdLogin,
  {sessions, partner}: Pick<Login, 'sessions' | 'partner'>,
  log: Log,
): void {
  const leave = shareLogout(openId.client, sessions, partner?.ended);
  app.addHook('onClose', async () => leave());
  void app.register(async scope => {
    scope.removeAllContentTypeParsers();
    const form = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(
      form,
      {parseAs: 'string', bodyLimit: maxLogoutBytes},
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    scope.post(openIdPaths.logout, open, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const token =
        request.body instanceof URLSearchParams ? request.body.get('logout_token') : undefined;
      try {
        const ended = await endShared(openId.client, await openId.loggedOut(token ?? ''));
        await Promise.all(ended.map(({tell, ...session}) => tell?.(session)));
        log.info(
          {requestId: request.id, ended: ended.length},
          'somebody was logged out at the provider',
        );
        return await reply.send();
      } catch (error) {
        if (!(error instanceof LoginError)) throw error;
        log.warn(
          {requestId: request.id, address: request.ip, reason: error.message},
          'a logout is not accepted',
        );
        return await reply
          .code(400)
          .send({error: 'invalid_request', error_description: error.message});
      }
    });
  });
}

/** The button of a login page; empty where there is no provider. */
export function openIdButton({openId}: Pick<Login, 'openId'>, next = ''): string {
  if (openId === undefined) return '';
  const query = next === '' ? '' : `?next=${encodeURIComponent(next)}`;
  return `<a id="provider" href="${openIdPaths.login}${query}">Log in with ${escapeHtml(openId.label)}</a>`;
}
