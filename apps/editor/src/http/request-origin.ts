import {AsyncLocalStorage} from 'node:async_hooks';
import {isIP} from 'node:net';
import {comesFrom, csrfTokenOf} from '@gazetteer/server';
import type {FastifyInstance, FastifyRequest} from 'fastify';

/** Where a request came from, for servers that are told so. */
export type RequestOrigin = {
  readonly address: string;
  readonly csrfToken: string;
};

const current = new AsyncLocalStorage<RequestOrigin>();

/**
 * Keeps at hand where each request came from. Only the opening of a session on a server asks for it, many calls below the
 * request and whatever the operation, so it is no parameter of all of them.
 */
export function keepOrigin(app: FastifyInstance, addressOf: (request: FastifyRequest) => string): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const {session} = request;
    if (session === undefined) done();
    else {
      current.run({address: addressOf(request), csrfToken: csrfTokenOf(session)}, done);
    }
  });
}

/** Undefined for work that no request has asked for. */
export function currentOrigin(): RequestOrigin | undefined {
  return current.getStore();
}

/**
 * Whom a proxy says it speaks for, when that is an address. Of anybody else it would be a name of their own choice: in the access
 * log, and for rules of SQL servers about addresses.
 * @param proxies their addresses and networks
 */
export function clientAddress(proxies: readonly string[]): (request: FastifyRequest) => string {
  return request => {
    const forwarded = request.headers['x-forwarded-for'];
    const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim() ?? '';
    return isIP(first) === 0 || !comesFrom(proxies, request.ip) ? request.ip : first;
  };
}
