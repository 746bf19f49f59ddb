import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

export type AdministratorLink = {
  tabActive?: string;
  /** Who did it. */
  user?: string;
  operation?: string;
  /** Rows that were passed over. */
  from?: string;
};

const names = ['tabActive', 'user', 'operation', 'from'] as const;

export const administratorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/administrator',
  validateSearch: (search: Record<string, unknown>): AdministratorLink =>
    Object.fromEntries(names.flatMap(name => (search[name] ? [[name, String(search[name])]] : []))),
  component: lazyRouteComponent(() => import('./administrator-page.tsx'), 'AdministratorPage'),
});
