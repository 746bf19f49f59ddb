import {parseCookie, stringifySetCookie} from 'cookie';
import type {FastifyReply, FastifyRequest} from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * True where browsers come over HTTPS, so that they are told to send cookies back over nothing
     * else.
     */
    secureCookies: boolean;
  }
}

/**
 * The name that clients of the Atlas API know. Cookies are shared by all ports of a host, so each
 * server needs its own.
 */
export const atlasSessionCookie = 'ATLASSESSIONID';

const attributes = {path: '/', httpOnly: true, sameSite: 'lax'} as const;

export function sessionIdOf(
  request: FastifyRequest,
  name: string = atlasSessionCookie,
): string | undefined {
  return cookieOf(request, name);
}

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : parseCookie(header)[name];
}

export function setSessionCookie(
  reply: FastifyReply,
  id: string,
  name: string = atlasSessionCookie,
): void {
  setCookie(reply, {name, value: id});
}

export function clearSessionCookie(reply: FastifyReply, name: string = atlasSessionCookie): void {
  setCookie(reply, {name, value: '', maxAge: 0});
}

type Cookie = {
  readonly name: string;
  readonly value: string;
  /** In seconds; as long as the browser runs when not given. */
  readonly maxAge?: number;
  /** False for what scripts of a page read. */
  readonly httpOnly?: boolean;
  readonly path?: string;
};

/**
 * Sent back to this site only, also from a link elsewhere, and over HTTPS only where this server
 * has it.
 */
export function setCookie(reply: FastifyReply, cookie: Cookie): void {
  const secure = reply.request.protocol === 'https' || reply.server.secureCookies;
  void reply.header('set-cookie', stringifySetCookie({...attributes, ...cookie, secure}));
}
