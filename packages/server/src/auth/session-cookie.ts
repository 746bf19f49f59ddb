import {parseCookie, stringifySetCookie} from 'cookie';
import type {FastifyReply, FastifyRequest} from 'fastify';

/** The name that clients of the Atlas API know. Cookies are shared by all ports of a host, so each server needs its own. */
export const atlasSessionCookie = 'ATLASSESSIONID';

const attributes = {path: '/', httpOnly: true, sameSite: 'lax'} as const;

export function sessionIdOf(request: FastifyRequest, name: string = atlasSessionCookie): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : parseCookie(header)[name];
}

export function setSessionCookie(reply: FastifyReply, id: string, name: string = atlasSessionCookie): void {
  void reply.header('set-cookie', stringifySetCookie({name, value: id, ...attributes}));
}

export function clearSessionCookie(reply: FastifyReply, name: string = atlasSessionCookie): void {
  void reply.header('set-cookie', stringifySetCookie({name, value: '', maxAge: 0, ...attributes}));
}
