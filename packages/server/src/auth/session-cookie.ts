import {fastifyCookie} from '@fastify/cookie';
import type {FastifyReply, FastifyRequest} from 'fastify';

// The name that clients of the Atlas API know.
const cookieName = 'ATLASSESSIONID';

export function sessionIdOf(request: FastifyRequest): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : fastifyCookie.parse(header)[cookieName];
}

export function setSessionCookie(reply: FastifyReply, id: string): void {
  void reply.header(
    'set-cookie',
    fastifyCookie.serialize(cookieName, id, {path: '/', httpOnly: true, sameSite: 'lax'}),
  );
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.header(
    'set-cookie',
    fastifyCookie.serialize(cookieName, '', {path: '/', httpOnly: true, sameSite: 'lax', maxAge: 0}),
  );
}
