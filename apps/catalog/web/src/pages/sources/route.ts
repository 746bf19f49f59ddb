import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

const sourcePage = lazyRouteComponent(() => import('./source-page.tsx'), 'SourcePage');

export const sourceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sources',
    component: lazyRouteComponent(() => import('./sources-page.tsx'), 'SourcesPage'),
  }),
  createRoute({getParentRoute: () => rootRoute, path: '/sources/$name', component: sourcePage}),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sources/$name/runs/$run',
    component: sourcePage,
  }),
] as const;
