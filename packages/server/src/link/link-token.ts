import {createHmac, timingSafeEqual} from 'node:crypto';
import {LoginError} from '../auth/actor.ts';

/** The two halves of the product. */
export type ServerName = 'catalog' | 'editor';

/** For whom one server asks the other: somebody who is logged in there, or the server itself. */
export type LinkCaller = {
  readonly userName: string;
  readonly groups: readonly string[];
  /** As far as the token goes that they are logged in with. */
  readonly scope?: string | undefined;
  /** Told by the server on its own account: in this person's name, or in nobody's. */
  readonly isServer?: boolean | undefined;
};

export const linkPrefix = 'gzl_';
/** Long enough for clocks that differ a little; a token is made for each request. */
const validMs = 120_000;

type Claims = LinkCaller & {readonly to: ServerName; readonly until: number};

/** Says to the other server who asks, as nobody can without the secret that both share. */
export function linkToken(secret: string, to: ServerName, caller: LinkCaller, now: number): string {
  const {userName, groups, scope, isServer} = caller;
  const claims: Claims = {userName, groups, scope, isServer, to, until: now + validMs};
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${linkPrefix}${text}.${signature(secret, text)}`;
}

/** @throws LoginError for one that is not good here and now */
export function readLinkToken(
  secret: string,
  to: ServerName,
  token: string,
  now: number,
): LinkCaller {
  const [text = '', signed = ''] = token.slice(linkPrefix.length).split('.', 2);
  if (!isSame(signed, signature(secret, text)))
    throw new LoginError('The other server has another link secret than this one');
  const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
  if (claims.to !== to) throw new LoginError(`This request is for the ${claims.to}`);
  if (Math.abs(claims.until - now - validMs) > validMs)
    throw new LoginError('The request of the other server is too old, or its clock is wrong');
  const {userName, groups, scope, isServer} = claims;
  return {userName, groups, scope, isServer};
}

export function signature(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export function isSame(given: string, right: string): boolean {
  const [a, b] = [given, right].map(one => Buffer.from(one)) as [Buffer, Buffer];
  return a.length === b.length && timingSafeEqual(a, b);
}
