import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  component: lazyRouteComponent(() => import('./about-page.tsx'), 'AboutPage'),
});
