import type {FastifyInstance} from 'fastify';
import type {Telemetry} from '../host/telemetry.ts';

/** Counts every answer by method, route and status; addresses that no route has are one of them. */
export function countRequests(app: FastifyInstance, telemetry: Telemetry): void {
  app.addHook('onResponse', (request, reply, done) => {
    const {method} = request;
    telemetry.countRequest(
      {method, route: request.routeOptions.url ?? 'none', status: reply.statusCode},
      reply.elapsedTime,
    );
    done();
  });
}
