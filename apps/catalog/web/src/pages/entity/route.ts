import {createRoute, lazyRouteComponent} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';
import {type LineageSearch, readLineageSearch} from '../lineage/lineage-link.ts';
import {type PartsSearch, readPartsSearch} from './parts-link.ts';

export const entityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/detailPage/$guid',
  /** The tab; links from outside write it like this. */
  validateSearch: (
    search: Readonly<Record<string, unknown>>,
  ): {tabActive?: string; seen?: number} & LineageSearch & PartsSearch => ({
    ...(typeof search['tabActive'] === 'string' ? {tabActive: search['tabActive']} : {}),
    // The time of the last visit, with which a link to the history says since when.
    ...(Number(search['seen']) > 0 ? {seen: Number(search['seen'])} : {}),
    ...readLineageSearch(search),
    ...readPartsSearch(search),
  }),
  component: lazyRouteComponent(() => import('./entity-page.tsx'), 'EntityPage'),
});
