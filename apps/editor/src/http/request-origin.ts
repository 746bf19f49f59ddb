import {AsyncLocalStorage} from 'node:async_hooks';
import {csrfTokenOf} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';

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
export function keepOrigin(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const {session} = request;
    if (session === undefined) done();
    else {
      current.run({address: request.ip, csrfToken: csrfTokenOf(session)}, done);
    }
  });
}

/** Undefined for work that no request has asked for. */
export function currentOrigin(): RequestOrigin | undefined {
  return current.getStore();
}
