import {type AccessToken, AccessTokens, type Database, maxTokens} from '@gazetteer/db';
import {AppError} from '@gazetteer/model';

export {tokenPrefix} from '@gazetteer/db';

const tokens = new AccessTokens('editor_token');

export async function listTokens(db: Database, userName: string): Promise<AccessToken[]> {
  return await db.read(session => tokens.list(session, userName));
}

/** Returns the token itself, which nobody can see again. */
export async function createToken(
  db: Database,
  userName: string,
  name: string,
  expiresAt: number | undefined,
): Promise<AccessToken & {readonly token: string}> {
  const made = await db.write(session =>
    tokens.create(session, userName, {name, scope: 'all', expiresAt}),
  );
  if (made === undefined)
    throw new AppError('CONFLICT', [`There are ${maxTokens} tokens, which is the limit.`]);
  return made;
}

export async function revokeToken(db: Database, userName: string, uuid: string): Promise<void> {
  const isRevoked = await db.write(session => tokens.revoke(session, userName, uuid));
  if (!isRevoked) throw new AppError('NOT_FOUND', ['There is no such token of yours.']);
}

export async function revokeTokensOf(db: Database, userName: string): Promise<void> {
  await db.write(session => tokens.revokeAllOf(session, userName));
}

/** Whose token this is; undefined when it is nobody's or its time is over. */
export async function ownerOf(db: Database, token: string): Promise<string | undefined> {
  const owner = await db.read(session => tokens.ownerOf(session, token));
  if (owner?.isStale === true) await db.write(session => tokens.noteUse(session, owner.uuid));
  return owner?.userName;
}
