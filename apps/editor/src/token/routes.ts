import type {Database} from '@gazetteer/db';
import {type Login, LoginError} from '@gazetteer/server';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {Fields} from '../editor-api/fields.ts';
import {Refusal} from '../http/refusal.ts';
import {restRoutes} from '../http/rest.ts';
import {uuidIn} from '../http/rest-input.ts';
import {createToken, listTokens, revokeToken} from './personal-tokens.ts';
import type {SignedTokens, TokenKind} from './signed-tokens.ts';

export type TokenParts = {
  readonly db: Database;
  readonly tokens: SignedTokens;
  readonly login: Pick<Login, 'credentials' | 'revisionOf'>;
};

const dayMs = 86_400_000;
const notValid = {detail: 'Token is invalid or expired', code: 'token_not_valid'};

/** Tokens for scripts: those of a login, as in the reference, and those that people make and take back. */
export function tokenRoutes(app: FastifyInstance, {db, tokens, login: {credentials, revisionOf}}: TokenParts): void {
  const issued = (kind: TokenKind, userName: string) => tokens.issue(kind, userName, revisionOf(userName) ?? '');
  for (const prefix of ['/api/v1/token', '/api/token']) {
    open(app, `${prefix}/auth`, async (fields, request, reply) => {
      const {userName} = await credentials.check({
        userName: fields.text('username'),
        password: fields.text('password'),
        address: request.ip,
      });
      return await reply.send({refresh: issued('refresh', userName), access: issued('access', userName)});
    });
    open(app, `${prefix}/verify`, async (fields, _request, reply) => {
      const userName = tokens.check(fields.text('token'), undefined, revisionOf);
      return await (userName === undefined ? reply.code(401).send(notValid) : reply.send({}));
    });
    open(app, `${prefix}/refresh`, async (fields, _request, reply) => {
      const userName = tokens.check(fields.text('refresh'), 'refresh', revisionOf);
      if (userName === undefined) return await reply.code(401).send(notValid);
      return await reply.send({access: issued('access', userName)});
    });
  }
  restRoutes(app, {
    'GET /api/v1/tokens': async ({actor}) => ({tokens: await listTokens(db, actor.userName)}),
    'POST /api/v1/tokens': async ({actor, body, reply}) => {
      const name = body.text('name', undefined, 200).trim();
      if (name === '') throw new Refusal(400, 'name is empty.');
      const days = body.has('days') ? Math.max(1, body.wholeNumber('days', undefined, 3650)) : undefined;
      const made = await createToken(db, actor.userName, name, days && Date.now() + days * dayMs);
      void reply.code(201);
      return made;
    },
    'DELETE /api/v1/tokens/:uuid': async ({actor, path}) => {
      await revokeToken(db, actor.userName, uuidIn(path));
      return undefined;
    },
  });
}

type OpenCall = (fields: Fields, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** For those who are not logged in yet. */
function open(app: FastifyInstance, url: string, call: OpenCall): void {
  app.post(url, {config: {open: true, rest: true}}, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      return await call(request.body instanceof Fields ? request.body : new Fields(new Map()), request, reply);
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      const wait = error.retryAfterSeconds;
      if (wait !== undefined) return await reply.code(429).header('retry-after', wait).send({detail: error.message});
      return await reply.code(401).send({detail: 'No active account found with the given credentials'});
    }
  });
}
