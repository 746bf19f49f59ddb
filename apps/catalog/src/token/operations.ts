import {body} from '@gazetteer/kernel';
import {membersOf, name, optional, wholeNumber, choice, shapeOf} from '@gazetteer/kernel/fields';
import {list, named, object, oneOf, text, time} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {
  type AccessToken,
  accessTokens,
  maxTokens,
  type TokenOwner,
  tokenScopes,
} from '@gazetteer/store';
import {internal, open} from '../access/needs.ts';
import {change, query} from '../operation.ts';

const dayMs = 86_400_000;

/** Of a token that there is; it is told itself only once, when it is made. */
const members = {
  uuid: text('Its id'),
  name: text('What it is for'),
  scope: oneOf(
    tokenScopes,
    'What it allows: all that its user may do, reading, or sending OpenLineage events',
  ),
  createdAt: time('When it was made, in milliseconds since 1970, UTC'),
  expiresAt: time('When it ends; absent for one without an end'),
  usedAt: time('When it was last used, to the hour; absent for one that was not'),
};
const always = ['uuid', 'name', 'scope', 'createdAt'] as const;

/** GET /tokens */
const listTokens = query('GET /v2/tokens', {
  summary: 'Access tokens of the caller',
  description: 'Without the tokens themselves, of which only digests are kept.',
  answer: object({
    tokens: list(
      named('AccessToken', 'An access token for a program', () => object(members, always)),
      'The last made first',
    ),
  }),
  may: open,
  on: 'main',
  logAs: 'AccessToken.list',
  run: async (graph, _input, {actor: {userName}}): Promise<{tokens: AccessToken[]}> => ({
    tokens: await accessTokens.list(graph, userName),
  }),
});

/** Strictly: a token that allows more than somebody meant would be one too many. */
const wanted = {
  name: name('What it is for'),
  scope: choice('What it allows', tokenScopes, 'all'),
  days: optional(wholeNumber('For how many days; for ever without', {max: 3650})),
};

/** POST /tokens @throws CONFLICT for one too many */
const createToken = change('POST /v2/tokens', {
  summary: 'Create an access token',
  description:
    'For programs, which send it as `Authorization: Bearer …` and then are this user as far as its scope allows. The token is in this answer and never again.',
  body: body(shapeOf(wanted), json => membersOf(wanted, (json ?? {}) as never)),
  status: 201,
  answer: named('NewAccessToken', 'An access token, with the token itself', () =>
    object({...members, token: text('The token')}, [...always, 'token']),
  ),
  errors: ['BAD_REQUEST', 'CONFLICT'],
  may: open,
  logAs: 'AccessToken.create',
  run: async (tx, {body: {name: title, scope, days}}, {actor: {userName}}) => {
    const expiresAt = days === undefined ? undefined : Date.now() + Math.max(1, days) * dayMs;
    const made = await accessTokens.create(tx, userName, {name: title, scope, expiresAt});
    if (made === undefined)
      throw new AppError('CONFLICT', [`There are ${maxTokens} access tokens, which is the limit`]);
    return made;
  },
});

/** DELETE /tokens/{uuid} @throws NOT_FOUND */
const revokeToken = change('DELETE /v2/tokens/{uuid}', {
  summary: 'Revoke an access token',
  description: 'It lets nobody in from then on.',
  errors: ['NOT_FOUND'],
  may: open,
  logAs: 'AccessToken.revoke',
  run: async (tx, {uuid}, {actor: {userName}}): Promise<void> => {
    if (!(await accessTokens.revoke(tx, userName, uuid)))
      throw new AppError('NOT_FOUND', ['There is no such access token of yours']);
  },
});

/** Whose token this is, for the login. */
const findTokenOwner = query({
  may: internal,
  on: 'main',
  logAs: 'AccessToken.owner',
  run: async (graph, {token}: {token: string}): Promise<{owner?: TokenOwner}> => {
    const owner = await accessTokens.ownerOf(graph, token);
    return owner === undefined ? {} : {owner};
  },
});

/** Quiet: nobody waits for it. */
const noteTokenUse = change({
  may: internal,
  isQuiet: true,
  logAs: 'AccessToken.use',
  run: async (tx, {uuid}: {uuid: string}): Promise<void> => await accessTokens.noteUse(tx, uuid),
});

/** With all sessions of a user. */
const revokeTokensOf = change({
  may: internal,
  isQuiet: true,
  logAs: 'AccessToken.revokeAll',
  run: async (tx, {userName}: {userName: string}): Promise<void> =>
    await accessTokens.revokeAllOf(tx, userName),
});

export const tokenOperations = {
  listTokens,
  createToken,
  revokeToken,
  findTokenOwner,
  noteTokenUse,
  revokeTokensOf,
};
