import {uploadRoutes} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {referenceMetrics} from '../admin/reference-metrics.ts';
import type {ApiContext, Route} from './route.ts';

/** Serves declared routes. */
export function mountRoutes(api: FastifyInstance, routes: readonly Route[], context: ApiContext): void {
  const mount = (scope: FastifyInstance, list: readonly Route[]) => {
    for (const {method, path, open, produces, handle} of list) {
      const metric = referenceMetrics.get(`${method} ${path}`);
      scope.route({
        method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        config: {...(open ? {open} : {}), ...(produces === undefined ? {} : {produces})},
        handler: (request, reply) => handle(request, reply, context),
        ...(metric === undefined
          ? {}
          : {
              onResponse: (_request, reply, done) => {
                context.telemetry.countCall(metric, reply.elapsedTime);
                done();
              },
            }),
      });
    }
  };
  const takesForm = ({body}: Route) =>
    body !== undefined && 'mediaType' in body && body.mediaType === 'multipart/form-data';
  mount(
    api,
    routes.filter(route => !takesForm(route)),
  );
  uploadRoutes(api, scope => mount(scope, routes.filter(takesForm)));
}
