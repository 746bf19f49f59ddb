import type {FastifyInstance} from 'fastify';
import type {ApiContext, Route} from './route.ts';

/** Serves declared routes. */
export function mountRoutes(api: FastifyInstance, routes: readonly Route[], context: ApiContext): void {
  for (const {method, path, open, produces, handle} of routes) {
    api.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: {...(open ? {open} : {}), ...(produces === undefined ? {} : {produces})},
      handler: (request, reply) => handle(request, reply, context),
    });
  }
}
