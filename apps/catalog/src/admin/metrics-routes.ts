import type {FastifyInstance} from 'fastify';
import type {Run} from '../run.ts';

/** The route of /admin that asks the store. */
export function metricsRoutes(api: FastifyInstance, run: Run): void {
  api.get('/admin/metrics', (req, reply) => run(req, reply, 'readMetrics', undefined));
}
