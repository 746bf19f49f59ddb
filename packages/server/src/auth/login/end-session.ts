import type {FastifyReply, FastifyRequest} from 'fastify';
import {addressOf} from '../../http/own-address.ts';
import type {Login} from './open-login.ts';
import {clearSessionCookie, sessionIdOf} from '../session/session-cookie.ts';
import type {Session} from '../session/session.ts';

/**
 * Ends the session of a request's cookie, at every process and at the other half of the product;
 * what it was, when there was one.
 * @param returnTo where a browser comes back to from the provider of the other half
 */
export async function endSession(
  request: FastifyRequest,
  {sessions, partner}: Pick<Login, 'sessions' | 'partner'>,
  cookie?: string,
  returnTo?: string,
): Promise<{readonly session: Session; readonly elsewhere: string | undefined} | undefined> {
  const id = sessionIdOf(request, cookie);
  if (id === undefined) return undefined;
  const session = await sessions.find(id);
  await sessions.endEverywhere(id);
  if (session === undefined) return undefined;
  const {actor, provider} = session;
  const ended = {userName: actor.userName, id: sessions.listedId(id), provider};
  return {session, elsewhere: await partner?.ended(ended, returnTo)};
}

/** Parameter of the login page: nothing is asked of the other half. */
export const here = 'here';

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
  login: Pick<Login, 'sessions' | 'openId' | 'endAllOf' | 'partner'>,
  {cookie, loginPage, alsoEverywhere}: LogOutOptions,
): Promise<FastifyReply> {
  const returnTo = `${addressOf(request)}${loginPage}`;
  const ended = await endSession(request, login, cookie, returnTo);
  clearSessionCookie(reply, cookie);
  const {everywhere} = request.query as {everywhere?: unknown};
  if (
    ended !== undefined &&
    everywhere === 'true' &&
    request.headers['sec-fetch-site'] !== 'cross-site'
  ) {
    const {userName} = ended.session.actor;
    await login.endAllOf(userName);
    await alsoEverywhere?.(userName);
    await login.partner?.endedEverywhere(userName);
  }
  const elsewhere =
    ended && ((await login.openId?.logoutUrl(ended.session, returnTo)) ?? ended.elsewhere);
  // Whoever has just logged out is asked who it is, and not logged in by the other half.
  const stay = login.partner?.isThere() === true ? `${loginPage}?${here}=true` : loginPage;
  return reply.header('cache-control', 'no-store').redirect(elsewhere ?? stay, 302);
}
