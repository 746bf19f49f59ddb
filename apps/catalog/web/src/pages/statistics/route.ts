import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

export type StatisticsLink = {
  /** Type whose counts the chart shows; all without it. */
  type?: string;
  /** How far back the chart goes. */
  span?: string;
  /** Time of the counts that are shown, in epoch milliseconds; now without it. */
  at?: string;
};

export const statisticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/statistics',
  validateSearch: (search: Record<string, unknown>): StatisticsLink =>
    Object.fromEntries(['type', 'span', 'at'].flatMap(name => (search[name] ? [[name, String(search[name])]] : []))),
  component: lazyRouteComponent(() => import('./statistics-page.tsx'), 'StatisticsPage'),
});
