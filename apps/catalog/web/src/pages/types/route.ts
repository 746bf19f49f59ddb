import {createRoute, lazyRouteComponent, redirect} from '@tanstack/react-router';
import {queries, typesQuery} from '../../api/queries.ts';
import {rootRoute} from '../../shell/root-route.tsx';
import {readTypesLink, type TypesLink} from './types-link.ts';

const typesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/types',
  validateSearch: (search: Readonly<Record<string, unknown>>): TypesLink => readTypesLink(search),
  component: lazyRouteComponent(() => import('./types-page.tsx'), 'TypesPage'),
});

const typeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/types/$name',
  component: lazyRouteComponent(() => import('./type-page.tsx'), 'TypePage'),
});

const newTypeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/newType',
  /** What kind of type, and the type that it is to stand under. */
  validateSearch: (
    search: Readonly<Record<string, unknown>>,
  ): {category?: string; under?: string} => ({
    // What else stands in the address is no business of the form.
    ...(typeof search['category'] === 'string' ? {category: search['category']} : {}),
    ...(typeof search['under'] === 'string' ? {under: search['under']} : {}),
  }),
  component: lazyRouteComponent(() => import('./type-form-page.tsx'), 'NewTypePage'),
});

const editTypeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/types/$name/edit',
  component: lazyRouteComponent(() => import('./type-form-page.tsx'), 'EditTypePage'),
});

/** Where links to a classification point that come from catalogs of this kind. */
const tagRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tag/tagAttribute/$name',
  beforeLoad: ({params: {name}}) => {
    throw redirect({to: '/types/$name', params: {name}, replace: true});
  },
});

/** The same for business metadata, which they name by guid. */
const businessMetadataRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/administrator/businessMetadata/$guid',
  loader: async ({params: {guid}}) => {
    const {businessMetadataDefs} = await queries.ensureQueryData(typesQuery);
    const def = businessMetadataDefs.find(one => one.guid === guid);
    throw def === undefined
      ? redirect({to: '/types', search: {category: 'BUSINESS_METADATA'}, replace: true})
      : redirect({to: '/types/$name', params: {name: def.name}, replace: true});
  },
});

export const typeRoutes = [
  typesRoute,
  typeRoute,
  newTypeRoute,
  editTypeRoute,
  tagRoute,
  businessMetadataRoute,
] as const;
