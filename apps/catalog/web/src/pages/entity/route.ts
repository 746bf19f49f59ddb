import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

export const entityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/detailPage/$guid',
  /** The tab; links from outside write it like this. */
  validateSearch: (search: Readonly<Record<string, unknown>>): {tabActive?: string} =>
    typeof search['tabActive'] === 'string' ? {tabActive: search['tabActive']} : {},
  component: lazyRouteComponent(() => import('./entity-page.tsx'), 'EntityPage'),
});
