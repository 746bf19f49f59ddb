import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';
import type {StatisticsLink} from './link.ts';

export const statisticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/statistics',
  validateSearch: (search: Record<string, unknown>): StatisticsLink =>
    Object.fromEntries(
      ['type', 'span', 'at'].flatMap(name => (search[name] ? [[name, String(search[name])]] : [])),
    ),
  component: lazyRouteComponent(() => import('./statistics-page.tsx'), 'StatisticsPage'),
});
