import {routesOf} from '@gazetteer/kernel/http';
import type {Route} from '../api/route.ts';
import {receiveLineageEvent, receiveLineageEvents} from './receive-events.ts';

/**
 * Where producers of OpenLineage send to unless they are told otherwise: below `/api/v1`,
 * `/lineage` and `/lineage/batch`.
 */
export const producerRoutes: readonly Route[] = routesOf({
  receiveLineageEvent,
  receiveLineageEvents,
}).map(route => ({
  ...route,
  path: route.path.replace('/v2/lineage/events', '/lineage'),
}));
