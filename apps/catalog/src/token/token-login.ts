import {type Authenticator, type Log, type Login, LoginError} from '@gazetteer/server';
import {tokenPrefix} from '@gazetteer/store';
import {catalogItself, type CatalogHost} from '../caller.ts';
import {tokenOperations} from './operations.ts';

export type TokenLogin = {
  readonly authenticator: (
    login: Pick<Login, 'revisionOf' | 'isThere' | 'groupsOf'>,
  ) => Authenticator;
  readonly revokeTokensOf: (userName: string) => Promise<void>;
};

const system = catalogItself('token');

/**
 * Logs programs in by `Authorization: Bearer gzt_…`. Other bearers are left to whoever takes them.
 */
export function tokenLogin(host: CatalogHost, log: Log): TokenLogin {
  return {
    authenticator: login => async request => {
      const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ', 2);
      if (scheme?.toLowerCase() !== 'bearer' || !token.startsWith(tokenPrefix)) return undefined;
      const {owner} = await host.call(tokenOperations.findTokenOwner, system, {token});
      if (owner === undefined)
        throw new LoginError('The access token is not valid: it was revoked, or its time is over');
      const {uuid, userName, scope, isStale} = owner;
      if (login.revisionOf(userName) === undefined || !(await login.isThere(userName))) {
        throw new LoginError('The user of the access token is not there any more');
      }
      // Nobody waits for it: a store that cannot be written to lets programs read all the same.
      if (isStale) {
        host.call(tokenOperations.noteTokenUse, system, {uuid}).catch((error: unknown) => {
          log.warn({error}, 'the use of an access token could not be noted');
        });
      }
      const groups = await login.groupsOf(userName);
      // Nothing is kept: the token may be revoked at any time.
      return {actor: {userName, groups, ...(scope === 'all' ? {} : {scope})}, validForMs: 0};
    },
    revokeTokensOf: async userName =>
      await host.call(tokenOperations.revokeTokensOf, system, {userName}),
  };
}
