import {createRoute, lazyRouteComponent, redirect} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';
import {type GlossaryLink, readGlossaryLink} from './glossary-link.ts';

/** What stays while one looks at one term after the other: the tree. */
const glossaryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/glossary',
  validateSearch: (search: Readonly<Record<string, unknown>>): GlossaryLink =>
    readGlossaryLink(search),
  component: lazyRouteComponent(() => import('./glossary-page.tsx'), 'GlossaryPage'),
});

const glossariesRoute = createRoute({
  getParentRoute: () => glossaryRoute,
  path: '/',
  beforeLoad: ({search}) => {
    // Links from outside may name what they are about as a parameter. Its other parameters stay as
    // they are.
    const {guid, ...rest} = search;
    if (guid !== undefined)
      throw redirect({to: '/glossary/$guid', params: {guid}, search: rest, replace: true});
  },
  component: lazyRouteComponent(() => import('./glossaries-page.tsx'), 'GlossariesPage'),
});

const importRoute = createRoute({
  getParentRoute: () => glossaryRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('./import/import-page.tsx'), 'ImportPage'),
});

const itemRoute = createRoute({
  getParentRoute: () => glossaryRoute,
  path: '/$guid',
  component: lazyRouteComponent(() => import('./item-page.tsx'), 'ItemPage'),
});

export const glossaryRoutes = glossaryRoute.addChildren([glossariesRoute, importRoute, itemRoute]);
