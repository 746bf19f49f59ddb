import type {Database} from '@gazetteer/db';
import {type Authenticator, LoginError, type Login} from '@gazetteer/server';
import {ownerOf, tokenPrefix} from './personal-tokens.ts';
import type {SignedTokens} from './signed-tokens.ts';

/** A token was sent and is not good. */
export class TokenError extends LoginError {
  constructor() {
    super('Given token not valid for any token type');
    this.name = 'TokenError';
  }
}

export type BearerLogin = Pick<
  Login,
  'takesTokens' | 'revisionOf' | 'tokenRevisionOf' | 'isThere' | 'groupsOf'
>;

/**
 * Logs in by the header `Authorization: Bearer <token>`: one that somebody made, or one of a login.
 * Groups are those of now. Tokens of another issuer are left to whoever takes them.
 */
export function bearerAuthenticator(
  db: Database,
  tokens: SignedTokens,
  login: BearerLogin,
): Authenticator {
  return async request => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ', 2);
    if (scheme?.toLowerCase() !== 'bearer') return undefined;
    const isPersonal = token.startsWith(tokenPrefix);
    if (login.takesTokens && !isPersonal && !tokens.isOfOurForm(token)) return undefined;
    const userName = isPersonal
      ? await ownerOf(db, token)
      : await tokens.check(token, 'access', login.tokenRevisionOf);
    if (userName === undefined || login.revisionOf(userName) === undefined) throw new TokenError();
    if (!(await login.isThere(userName))) throw new TokenError();
    // Nothing is kept: the token may be taken back at any time.
    return {actor: {userName, groups: await login.groupsOf(userName)}, validForMs: 0};
  };
}
