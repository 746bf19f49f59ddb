import type {FastifyInstance, FastifyRequest} from 'fastify';
import {integerOf, listOf, textOf} from '../query.ts';
import type {Run} from '../run.ts';

type ByTime = {Params: {collectionTime: string}};

/** What there is in the store, now and at the times when it was counted. */
export function metricsRoutes(api: FastifyInstance, run: Run): void {
  api.get('/admin/metrics', (req, reply) => run(req, reply, 'readMetrics', undefined));
  api.get('/admin/metricsstats', (req, reply) =>
    run(req, reply, 'listMetricsStats', {isMinimal: textOf(req, 'mininfo')?.toLowerCase() !== 'false'}),
  );
  api.get<ByTime>('/admin/metricsstat/:collectionTime', (req, reply) =>
    run(req, reply, 'readMetricsStat', {collectionTime: req.params.collectionTime}),
  );
  api.get('/admin/metricsstats/range', (req, reply) => run(req, reply, 'listMetricsInRange', rangeOf(req)));
  api.get('/admin/metricsstats/charts', (req, reply) => run(req, reply, 'readMetricsCharts', rangeOf(req)));
}

function rangeOf(request: FastifyRequest) {
  return {
    startTime: integerOf(request, 'startTime'),
    endTime: integerOf(request, 'endTime'),
    typeNames: listOf(request, 'typeName'),
  };
}
