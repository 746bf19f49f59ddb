import type {FastifyReply, FastifyRequest} from 'fastify';
import {addressOf} from '../../http/own-address.ts';
import type {Login} from './open-login.ts';
import {clearSessionCookie, sessionIdOf} from '../session/session-cookie.ts';
import type {Session} from '../session/session.ts';

/** Ends the session of a request's cookie, at every process; what it was, when there was one. */
export async function endSession(
  request: FastifyRequest,
  {sessions}: Pick<Login, 'sessions'>,
  cookie?: string,
): Promise<Session | undefined> {
  const id = sessionIdOf(request, cookie);
  if (id === undefined) return undefined;
  const session = await sessions.find(id);
  await sessions.endEverywhere(id);
  return session;
}

export type LogOutOptions = {
  readonly cookie?: string;
  readonly loginPage: string;
  /** What else lets this person in. */
  readonly alsoEverywhere?: (userName: string) => Promise<void>;
};

/**
 * Ends the session here and, where it came from a provider, there; then the browser is back at the
 * login page. With
 * `?everywhere=true` all sessions of that person end, those of other machines included, and
 * all signed tokens.
 */
export async function logOut(
  request: FastifyRequest,
  reply: FastifyReply,
  login: Pick<Login, 'sessions' | 'openId' | 'endAllOf'>,
  {cookie, loginPage, alsoEverywhere}: LogOutOptions,
): Promise<FastifyReply> {
  const session = await endSession(request, login, cookie);
  clearSessionCookie(reply, cookie);
  const {everywhere} = request.query as {everywhere?: unknown};
  if (
    session !== undefined &&
    everywhere === 'true' &&
    request.headers['sec-fetch-site'] !== 'cross-site'
  ) {
    await login.endAllOf(session.actor.userName);
    await alsoEverywhere?.(session.actor.userName);
  }
  const elsewhere =
    session && (await login.openId?.logoutUrl(session, `${addressOf(request)}${loginPage}`));
  return reply.header('cache-control', 'no-store').redirect(elsewhere ?? loginPage, 302);
}
