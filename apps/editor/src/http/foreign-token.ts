import {type Session, sessionIdOf} from '@gazetteer/server';
import type {FastifyRequest} from 'fastify';
import {tokenPrefix} from '../token/personal-tokens.ts';
import type {SignedTokens} from '../token/signed-tokens.ts';

/**
 * The token of another issuer that the person behind a request has logged in with, for SQL servers that take it as well.
 * It stays with the session that it began, and goes with it.
 * @param cookie that may hold the token in place of the header; empty for none
 */
export function foreignTokens(tokens: SignedTokens, cookie: string): (request: FastifyRequest) => string | undefined {
  const known = new WeakMap<Session, string>();
  return request => {
    const {session} = request;
    if (session === undefined) return undefined;
    const [scheme, bearer = ''] = (request.headers.authorization ?? '').split(' ', 2);
    const isBearer = scheme?.toLowerCase() === 'bearer' && bearer !== '';
    const given = isBearer ? bearer : cookie === '' ? undefined : sessionIdOf(request, cookie);
    const isForeign = given !== undefined && !given.startsWith(tokenPrefix) && !tokens.isOfOurForm(given);
    if (isForeign) known.set(session, given);
    return known.get(session);
  };
}
