import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

export const importRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/import/assets',
    component: lazyRouteComponent(() => import('./import-assets-page.tsx'), 'ImportAssetsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/import/businessMetadata',
    component: lazyRouteComponent(
      () => import('./import-business-metadata-page.tsx'),
      'ImportBusinessMetadataPage',
    ),
  }),
] as const;
