import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';
import {readRelationshipsLink, type RelationshipsLink} from './relationships-link.ts';

/** Where links to a relationship have always pointed. */
const relationshipRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/relationshipDetailPage/$guid',
  component: lazyRouteComponent(() => import('./relationship-page.tsx'), 'RelationshipPage'),
});

const relationshipsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/relationships',
  validateSearch: (search: Readonly<Record<string, unknown>>): RelationshipsLink =>
    readRelationshipsLink(search),
  component: lazyRouteComponent(() => import('./relationships-page.tsx'), 'RelationshipsPage'),
});

export const relationshipRoutes = [relationshipRoute, relationshipsRoute] as const;
