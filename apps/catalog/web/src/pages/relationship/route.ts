import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

/** Where links to a relationship have always pointed. */
export const relationshipRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/relationshipDetailPage/$guid',
  component: lazyRouteComponent(() => import('./relationship-page.tsx'), 'RelationshipPage'),
});
