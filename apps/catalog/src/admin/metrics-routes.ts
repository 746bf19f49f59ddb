import {flag, list, needed, optionalInteger} from '../api/parameters.ts';
import {route, serve, type Route} from '../api/route.ts';
import {list as listOf, mapOf} from '../api/shape.ts';
import * as shapes from './shapes.ts';

const range = {
  startTime: needed(optionalInteger('Milliseconds since 1970')),
  endTime: needed(optionalInteger('Milliseconds since 1970, after `startTime`')),
  typeNames: list('Once for each type; `_ALL_ENTITY_TYPES` for all together', 'typeName'),
};

/** What there is in the store, now and at the times when it was counted. */
export const metricsRoutes: readonly Route[] = [
  serve(
    'GET /admin/metrics',
    {summary: 'How many entities there are of each type and classification', answer: shapes.metrics},
    (_input, request, reply, {run, hooks}) => run(request, reply, 'readMetrics', hooks.statistics.stats()),
  ),
  route(
    'GET /admin/metricsstats',
    'listMetricsStats',
    {
      summary: 'Counts of earlier times, the newest first',
      query: {isMinimal: flag('Without the counts', {default: true, wireName: 'mininfo'})},
      answer: listOf(shapes.metricsStat),
    },
    input => input,
  ),
  route(
    'GET /admin/metricsstat/{collectionTime}',
    'readMetricsStat',
    {
      summary: 'The counts of one earlier time',
      answer: shapes.metricsStat,
      errors: ['INVALID_PARAMETERS', 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'],
    },
    input => input,
  ),
  route(
    'GET /admin/metricsstats/range',
    'listMetricsInRange',
    {
      summary: 'Counts of some types between two times',
      query: range,
      answer: listOf(shapes.metricsStat),
      errors: ['INVALID_PARAMETERS'],
    },
    input => input,
  ),
  route(
    'GET /admin/metricsstats/charts',
    'readMetricsCharts',
    {
      summary: 'Counts of some types between two times, as lines of a chart',
      query: range,
      answer: mapOf(listOf(shapes.chart)),
      errors: ['INVALID_PARAMETERS'],
    },
    input => input,
  ),
];
