import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';

const sourcePage = lazyRouteComponent(() => import('./source-page.tsx'), 'SourcePage');

/** What an address of the list says behind the question mark. */
type SourcesLink = {
  /** Engine of the editor that is to be read, as the editor links to it. */
  readonly engine?: string;
};

export const sourceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sources',
    validateSearch: ({engine}: Record<string, unknown>): SourcesLink =>
      engine ? {engine: String(engine)} : {},
    component: lazyRouteComponent(() => import('./sources-page.tsx'), 'SourcesPage'),
  }),
  createRoute({getParentRoute: () => rootRoute, path: '/sources/$name', component: sourcePage}),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sources/$name/runs/$run',
    component: sourcePage,
  }),
] as const;
