import {form, type At, type FormBody, type Parameters} from '@gazetteer/kernel';
import {id, name, optional, wholeNumber} from '@gazetteer/kernel/fields';
import type {Route} from '@gazetteer/kernel/http';
import {text} from '@gazetteer/kernel/loose-fields';
import {list, named, object, text as textShape, type Shape} from '@gazetteer/kernel/shape';
import {LoginError, sentBy, whileLoggingIn} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {statementTime, whole} from '../http/shapes.ts';
import {change, type Door, query, stream} from '../operation.ts';
import {createToken, listTokens, revokeToken} from '../token/personal-tokens.ts';
import type {TokenKind} from '../token/signed-tokens.ts';

const dayMs = 86_400_000;
const notValid = {detail: 'Token is invalid or expired', code: 'token_not_valid'};
const access = textShape('For calls; good for a day');

/** Tokens of a login, as in the reference. They end with the password that they were got by. */
export const loginTokens: readonly Route<Door>[] = [
  open(
    'POST /auth',
    'Log in and get tokens',
    {username: text('Name of the user'), password: text('Their password')},
    whole({refresh: textShape('For another `access`; good for a week'), access}),
    async ({username: userName, password}, request, reply, door) => {
      const given = {userName, password, ...sentBy(request)};
      const {userName: found} = await door.login.credentials.check(given, work =>
        whileLoggingIn(request, work),
      );
      return await reply.send({
        refresh: await issued(door, 'refresh', found),
        access: await issued(door, 'access', found),
      });
    },
  ),
  open(
    'POST /verify',
    'Try a token',
    {token: text('Either of both')},
    object({}),
    async ({token}, _request, reply, {tokens, login}) => {
      const userName = await tokens.check(token, undefined, login.tokenRevisionOf);
      return await (userName === undefined ? reply.code(401).send(notValid) : reply.send({}));
    },
  ),
  open(
    'POST /refresh',
    'Get another token for calls',
    {refresh: text('That of the login')},
    whole({access}),
    async ({refresh}, _request, reply, door) => {
      const userName = await door.tokens.check(refresh, 'refresh', door.login.tokenRevisionOf);
      if (userName === undefined) return await reply.code(401).send(notValid);
      return await reply.send({access: await issued(door, 'access', userName)});
    },
  ),
];

async function issued({tokens, login}: Door, kind: TokenKind, userName: string): Promise<string> {
  return tokens.issue(kind, userName, (await login.tokenRevisionOf(userName)) ?? '');
}

/** For those who are not logged in yet. */
function open<P extends Parameters>(
  at: At & `POST ${string}`,
  summary: string,
  fields: P,
  answer: Shape,
  handle: (
    fields: {[Name in keyof P]: string},
    request: FastifyRequest,
    reply: FastifyReply,
    door: Door,
  ) => Promise<FastifyReply>,
): Route<Door> {
  const description = 'Needs no login. What is not good answers 401.';
  const body: FormBody = form(fields);
  return stream(
    at,
    {summary, description, body, answer, open: true, change: 'plain'},
    async (input, request, reply, door) => {
      try {
        return await handle(input as never, request, reply, door);
      } catch (error) {
        if (!(error instanceof LoginError)) throw error;
        const wait = error.retryAfterSeconds;
        if (wait !== undefined)
          return await reply.code(429).header('retry-after', wait).send({detail: error.message});
        return await reply
          .code(401)
          .send({detail: 'No active account found with the given credentials'});
      }
    },
  );
}

const members = {
  uuid: textShape('Its id'),
  name: textShape('What it is for'),
  scope: textShape('What it allows: `all` that its user may do'),
  createdAt: statementTime('When it was made'),
  expiresAt: statementTime('When it ends; absent for one without an end'),
  usedAt: statementTime('When it was last used, to the hour'),
};
const absent = ['expiresAt', 'usedAt'];

const listAll = query('GET /tokens', {
  summary: 'Tokens that the caller made for scripts',
  description: 'Without the tokens themselves, of which only digests are kept.',
  answer: whole({
    tokens: list(
      named('Token', 'A token for a script', () => whole(members, absent)),
      'The last made first',
    ),
  }),
  run: async ({db}, _input, {actor: {userName}}) => ({tokens: await listTokens(db, userName)}),
});

const create = change('POST /tokens', {
  summary: 'Make a token for a script',
  description: 'The token is shown this once.',
  body: form({
    name: name('What it is for'),
    days: optional(wholeNumber('For how many days; for ever without', {max: 3650})),
  }),
  answer: named('NewToken', 'A token for a script, with the token itself', () =>
    whole({...members, token: textShape('The token')}, absent),
  ),
  status: 201,
  errors: ['CONFLICT'],
  run: async ({db}, {name: title, days}, {actor: {userName}}) =>
    await createToken(
      db,
      userName,
      title,
      days === undefined ? undefined : Date.now() + Math.max(1, days) * dayMs,
    ),
});

const revoke = change('DELETE /tokens/{uuid}', {
  summary: 'Take a token back',
  description: 'It lets nobody in from then on.',
  segments: {uuid: id},
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) => await revokeToken(db, userName, uuid),
});

/** Tokens that people make and take back. */
export const tokenOperations = {listTokens: listAll, createToken: create, revokeToken: revoke};
