import type {FastifyRequest} from 'fastify';
import {type Authenticator, LoginError} from '../actor.ts';
import {whileLoggingIn} from '../../http/limit-requests.ts';
import {type CredentialCheck, sentBy} from './check-credentials.ts';

type NameAndPassword = {readonly userName: string; readonly password: string};

/**
 * What the Authorization header says, unchecked; `undefined` when it is absent or of another
 * scheme.
 */
export function basicCredentials(request: FastifyRequest): NameAndPassword | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  const text = Buffer.from(token ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw new LoginError('Invalid basic authentication token');
  return {userName: text.slice(0, colon), password: text.slice(colon + 1)};
}

export function basicAuthenticator(credentials: CredentialCheck): Authenticator {
  return async request => {
    const given = basicCredentials(request);
    if (given === undefined) return undefined;
    return {
      actor: await credentials.check({...given, ...sentBy(request)}, work =>
        whileLoggingIn(request, work),
      ),
    };
  };
}
