import {createRoute, lazyRouteComponent, redirect} from '@tanstack/react-router';
import {rootRoute} from '../../shell/root-route.tsx';
import type {AdministratorLink} from './link.ts';

/** All that a tab may keep in the address. */
const names = [
  'tabActive',
  'user',
  'operation',
  'since',
  'until',
  'type',
  'from',
  'groups',
  'privilege',
  'guid',
  'end2',
  'detail',
] as const;

/** Where links to tabs point that catalogs of this kind have here. */
const formerTabs: Readonly<Record<string, {to: '/types' | '/administrator'; search?: object}>> = {
  typeSystem: {to: '/types', search: {view: 'picture'}},
  enum: {to: '/types', search: {category: 'ENUM'}},
  businessMetadata: {to: '/types', search: {category: 'BUSINESS_METADATA'}},
  audit: {to: '/administrator', search: {tabActive: 'adminAudit'}},
};

export const administratorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/administrator',
  validateSearch: (search: Record<string, unknown>): AdministratorLink =>
    Object.fromEntries(names.flatMap(name => (search[name] ? [[name, String(search[name])]] : []))),
  beforeLoad: ({search: {tabActive = ''}}) => {
    const elsewhere = formerTabs[tabActive];
    if (elsewhere !== undefined) throw redirect({...elsewhere, replace: true});
  },
  component: lazyRouteComponent(() => import('./administrator-page.tsx'), 'AdministratorPage'),
});
