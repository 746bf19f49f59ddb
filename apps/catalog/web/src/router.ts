import {createRouter} from '@tanstack/react-router';
import {hashBangHistory} from './history.ts';
import {routes} from './pages/routes.ts';
import {PageError} from './shell/root-route.tsx';
import {parseParams, stringifyParams} from './search-params.ts';

export const router = createRouter({
  routeTree: routes,
  history: hashBangHistory(),
  // The library would write texts as JSON; links from outside have plain ones.
  parseSearch: parseParams,
  stringifySearch: stringifyParams,
  // Within the frame, so that the way on is at hand.
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  // Data is cached by the query library.
  defaultPreloadStaleTime: 0,
  // The frame scrolls to the top of a new page.
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
