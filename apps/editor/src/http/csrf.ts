import {randomBytes, timingSafeEqual} from 'node:crypto';
import {givenIn} from '@gazetteer/kernel/http';
import {textIn} from '@gazetteer/kernel/loose-fields';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {cookieOf, csrfTokenOf, isFromOtherSite, type Session, setCookie} from '@gazetteer/server';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const cookieName = 'csrftoken';

/** The cookie that pages and scripts read the token from. */
export function setCsrfCookie(reply: FastifyReply, session: Session): void {
  setCookie(reply, {name: cookieName, value: csrfTokenOf(session), httpOnly: false});
}

/**
 * For the login form, where there is no session yet: scripts read the cookie there and send it
 * along with name and password. The login brings the token that counts.
 */
export function setFirstCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (cookieOf(request, cookieName) !== undefined) return;
  setCookie(reply, {name: cookieName, value: randomBytes(16).toString('hex'), httpOnly: false});
}

/**
 * A change by a session's cookie alone must carry the session's token, as header or as form field:
 * other sites can make a browser send cookies. They cannot make it send a name and password of
 * their choice, so those pass, except where the browser itself says that another site is behind the
 * request.
 */
export function checkCsrf(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const {session} = request;
    if (session === undefined || safeMethods.has(request.method)) return undefined;
    if (request.headers.authorization !== undefined && !isFromOtherSite(request)) return undefined;
    return isSame(tokenIn(request), csrfTokenOf(session)) ? undefined : refuse(reply);
  });
}

export function refuse(reply: FastifyReply): FastifyReply {
  return reply
    .code(403)
    .type('application/json; charset=utf-8')
    .send('{"detail":"CSRF Failed: CSRF token missing or incorrect."}');
}

function tokenIn(request: FastifyRequest): string {
  const header = request.headers['x-csrftoken'];
  if (typeof header === 'string') return header;
  return textIn(givenIn(request), 'csrfmiddlewaretoken');
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
