import {createRoute, redirect} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';
import {askAhead} from './ask-ahead.ts';
import {readSearchLink, searchLink} from './search-link.ts';
import {SearchPage} from './search-page.tsx';

/** Everything there is. */
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
  loaderDeps: ({search}) => search,
  loader: ({deps, preload}) => {
    // A pointer that passes over links is no search.
    if (!preload) askAhead(deps);
  },
  // Not a part of its own as other pages are: nearly every visit begins here.
  component: SearchPage,
});
