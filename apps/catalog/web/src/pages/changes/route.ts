// Each page is loaded when its address is opened.
import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

export const changesRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/changes',
    component: lazyRouteComponent(() => import('./changes-page.tsx'), 'ChangesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/changes/$changeId',
    component: lazyRouteComponent(() => import('./change-page.tsx'), 'ChangePage'),
  }),
] as const;
