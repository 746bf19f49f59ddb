import type {FastifyReply, FastifyRequest} from 'fastify';
import {type LoginError, pathOf, type Refusals} from '@gazetteer/server';
import {refuse} from '../http/csrf.ts';
import {TokenError} from '../token/bearer.ts';

/**
 * Calls of the API get 401, scripts in a page a text that they look for, and whoever opens a page
 * the login form.
 */
export const refusals: Refusals = {
  unauthenticated: (request, reply, failure) => {
    void reply.header('cache-control', 'no-store');
    if (failure?.retryAfterSeconds !== undefined)
      void reply.header('retry-after', failure.retryAfterSeconds);
    if (isForApi(request) || failure !== undefined) return refuseCall(reply, failure);
    if (request.headers['x-requested-with'] === 'XMLHttpRequest') {
      return reply
        .header('x-hue-middleware-response', 'LOGIN_REQUIRED')
        .type('text/plain; charset=utf-8')
        .send('/* login required */');
    }
    return reply.redirect(`/hue/accounts/login?next=${encodeURIComponent(request.url)}`, 302);
  },
  forbidden: (_request, reply, failure) =>
    reply
      .code(403)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({detail: failure.message})),
  unwanted: (_request, reply) => refuse(reply),
};

function isForApi(request: FastifyRequest): boolean {
  return /^\/(?:api\/|mcp$)/.test(pathOf(request));
}

function refuseCall(reply: FastifyReply, failure: LoginError | undefined): FastifyReply {
  if (failure instanceof TokenError) {
    const {message: detail} = failure;
    const messages = [
      {token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid or expired'},
    ];
    return reply.code(401).send({detail, code: 'token_not_valid', messages});
  }
  const detail =
    failure === undefined
      ? 'Authentication credentials were not provided.'
      : failure.retryAfterSeconds === undefined
        ? 'Invalid username/password.'
        : failure.message;
  return reply.code(401).type('application/json; charset=utf-8').send(JSON.stringify({detail}));
}
