import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Executor} from '../host/executor.ts';
import type {Telemetry} from '../host/telemetry.ts';
import {readDebugMetrics} from './debug-metrics.ts';
import {readPrometheus} from './prometheus.ts';
import {readStack} from './stack.ts';
import type {EntityTally} from './store-size.ts';

const text = 'text/plain';

/** What is asked of this process rather than of the store: whether it lives, what it does, how it fares. */
export function processRoutes(api: FastifyInstance, executor: Executor, telemetry: Telemetry): void {
  const ask = async (request: FastifyRequest, name: 'indexHealth' | 'readStoreSize') =>
    JSON.parse((await executor.run(name, askerOf(request), {})) ?? 'null') as unknown;

  api.get('/admin/liveness', {config: {produces: text}}, () => 'Service is live');
  api.get('/admin/readiness', {config: {produces: text}}, async request => {
    const {healthy, backend} = (await ask(request, 'indexHealth')) as {healthy: boolean; backend: string};
    if (!healthy) throw new AppError('INTERNAL_ERROR', [`the search index ${backend} lacks entities of the store`]);
    return 'Service is ready to accept requests';
  });
  api.get('/admin/stack', {config: {produces: text}}, () => readStack(telemetry));
  api.get('/admin/debug/metrics', () => readDebugMetrics(telemetry));
  api.get('/admin/prometheus', {config: {produces: text, open: true}}, async (request, reply) => {
    const tally = (await ask(request, 'readStoreSize')) as EntityTally;
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(readPrometheus(telemetry, tally));
  });
}

function askerOf({actor, id}: FastifyRequest) {
  return {actor, requestId: id};
}
