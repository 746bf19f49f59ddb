import {AsyncLocalStorage} from 'node:async_hooks';
import {csrfTokenOf} from '@gazetteer/server';
import {outsideOfTraces} from '@gazetteer/server/trace';
import type {FastifyInstance} from 'fastify';

/**
 * Where a request came from, for servers that are told so, and who asked for what, for the record
 * of what it changes.
 */
export type RequestOrigin = {
  readonly userName: string;
  readonly request: string;
  /** Method and pattern of the route. */
  readonly action: string;
  readonly address: string;
  readonly csrfToken: string;
};

const current = new AsyncLocalStorage<RequestOrigin>();

/**
 * Keeps at hand where each request came from. Only the opening of a session on a server and the
 * database ask for it, many calls below the request and whatever the operation, so it is no
 * parameter of all of them.
 */
export function keepOrigin(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const {session} = request;
    if (session === undefined) done();
    else {
      const {ip: address, id, method, routeOptions} = request;
      const action = `${method} ${routeOptions.url ?? ''}`;
      const {userName} = session.actor;
      current.run({address, csrfToken: csrfTokenOf(session), userName, request: id, action}, done);
    }
  });
}

/** Work that a request begins, and that is not done for it. */
export function outsideOfRequests<T>(work: () => T): T {
  return outsideOfTraces(() => current.exit(work));
}

/** Undefined for work that no request has asked for. */
export function currentOrigin(): RequestOrigin | undefined {
  return current.getStore();
}
