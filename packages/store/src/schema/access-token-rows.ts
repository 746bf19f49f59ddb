import type {AccessToken, AccessTokens, TokenOwner} from '@gazetteer/db';
import type {GraphRead, GraphTx} from './graph.ts';
import {accessTokens} from './schema.ts';

export async function tokensOf({session}: GraphRead, userName: string): Promise<AccessToken[]> {
  return await accessTokens.list(session, userName);
}

export async function tokenOwner({session}: GraphRead, token: string): Promise<TokenOwner | undefined> {
  return await accessTokens.ownerOf(session, token);
}

export async function createToken(
  {session}: GraphTx,
  ...given: Parameters<AccessTokens['create']> extends [unknown, ...infer Rest] ? Rest : never
): Promise<(AccessToken & {readonly token: string}) | undefined> {
  return await accessTokens.create(session, ...given);
}

export async function revokeToken({session}: GraphTx, userName: string, uuid: string): Promise<boolean> {
  return await accessTokens.revoke(session, userName, uuid);
}

export async function revokeTokensOf({session}: GraphTx, userName: string): Promise<void> {
  await accessTokens.revokeAllOf(session, userName);
}

export async function noteTokenUse({session}: GraphTx, uuid: string): Promise<void> {
  await accessTokens.noteUse(session, uuid);
}
