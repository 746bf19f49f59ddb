import type {Database} from '@gazetteer/db';
import {type Authenticator, LoginError, type PasswordFile} from '@gazetteer/server';
import {ownerOf, tokenPrefix} from './personal-tokens.ts';
import type {SignedTokens} from './signed-tokens.ts';

/** A token was sent and is not good. */
export class TokenError extends LoginError {
  constructor() {
    super('Given token not valid for any token type');
    this.name = 'TokenError';
  }
}

/** Logs in by the header `Authorization: Bearer <token>`: one that somebody made, or one of a login. Groups are those of now. */
export function bearerAuthenticator(db: Database, tokens: SignedTokens, passwords: PasswordFile): Authenticator {
  return async request => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ', 2);
    if (scheme?.toLowerCase() !== 'bearer') return undefined;
    const userName = token.startsWith(tokenPrefix)
      ? await ownerOf(db, token)
      : tokens.check(token, 'access', name => passwords.entries().get(name)?.hash);
    const entry = userName === undefined ? undefined : passwords.entries().get(userName);
    if (userName === undefined || entry === undefined) throw new TokenError();
    return {userName, groups: entry.groups};
  };
}
