import {routesOf, streams} from '@gazetteer/kernel/http';
import type {HookConsumer} from '../notification/hook-consumer.ts';
import {type Door, type Route} from '../api/route.ts';
import {readMetrics} from './metrics.ts';
import {metricsOperations} from './operations.ts';
import * as shapes from './shapes.ts';

type HookDoor = Door & {readonly hooks: HookConsumer};
const stream = streams<HookDoor>();

/** What there is in the store, now and at the times when it was counted. */
export const metricsRoutes: readonly Route<HookDoor>[] = [
  stream(
    'GET /admin/metrics',
    {
      summary: 'How many entities there are of each type and classification',
      description: 'Counts with subtypes are included. Deleted entities are counted apart.',
      answer: shapes.metrics,
    },
    (_input, request, reply, {run, hooks}) =>
      run(request, reply, readMetrics, hooks.statistics.stats()),
  ),
  ...routesOf(metricsOperations),
];
