// Each page is loaded when its address is opened.
import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

export const bulkRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/bulkChanges',
    component: lazyRouteComponent(() => import('./bulk-changes-page.tsx'), 'BulkChangesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/bulkChanges/$guid',
    component: lazyRouteComponent(() => import('./bulk-change-page.tsx'), 'BulkChangePage'),
  }),
] as const;
