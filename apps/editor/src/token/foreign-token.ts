import {sessionIdOf} from '@gazetteer/server';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {PeopleTokens} from './people-tokens.ts';
import {tokenPrefix} from './personal-tokens.ts';
import type {SignedTokens} from './signed-tokens.ts';

/**
 * Keeps the token of another issuer that a person has logged in with. Of somebody who speaks for
 * others it is not kept: it says who the proxy is, and a SQL server would take the person for the
 * proxy.
 * @param cookie that may hold the token in place of the header; empty for none
 */
export function keepForeignTokens(
  app: FastifyInstance,
  own: SignedTokens,
  people: PeopleTokens,
  cookie: string,
): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const {session} = request;
    const token =
      session === undefined || session.proxyUser !== undefined
        ? undefined
        : tokenOf(request, cookie);
    const isForeign =
      token !== undefined && !token.startsWith(tokenPrefix) && !own.isOfOurForm(token);
    if (isForeign) people.note(request.actor.userName, token);
    done();
  });
}

function tokenOf(request: FastifyRequest, cookie: string): string | undefined {
  const [scheme, bearer = ''] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() === 'bearer' && bearer !== '') return bearer;
  return cookie === '' ? undefined : sessionIdOf(request, cookie);
}
