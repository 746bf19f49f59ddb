import {createRoute, lazyRouteComponent, redirect} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';
import {readSearchLink, searchLink} from './search-link.ts';

/** The page that everybody starts on: everything there is. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({to: '/search/searchResult', search: searchLink({}), replace: true});
  },
});

export const searchHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  beforeLoad: () => {
    throw redirect({to: '/search/searchResult', search: searchLink({}), replace: true});
  },
});

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search/searchResult',
  validateSearch: readSearchLink,
  component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
});
