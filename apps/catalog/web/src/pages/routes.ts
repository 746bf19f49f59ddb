import {rootRoute} from '../shell/root-route.tsx';
import {aboutRoute} from './about/route.ts';
import {administratorRoute} from './administrator/route.ts';
import {bulkRoutes} from './bulk/route.ts';
import {changesRoutes} from './changes/route.ts';
import {domainsRoute} from './domains/route.ts';
import {entityRoute} from './entity/route.ts';
import {glossaryRoutes} from './glossary/route.ts';
import {searchHomeRoute, searchRoute} from './search/route.ts';
import {importRoutes} from './import/route.ts';
import {homeRoute} from './home/route.ts';
import {notificationsRoute} from './notifications/route.ts';
import {relationshipRoutes} from './relationship/route.ts';
import {sourceRoutes} from './sources/route.ts';
import {statisticsRoute} from './statistics/route.ts';
import {subscriptionRoutes} from './subscriptions/route.ts';
import {typeRoutes} from './types/route.ts';

/** Every page; each folder beside this file is one. */
export const routes = rootRoute.addChildren([
  homeRoute,
  searchHomeRoute,
  searchRoute,
  entityRoute,
  ...relationshipRoutes,
  domainsRoute,
  glossaryRoutes,
  aboutRoute,
  notificationsRoute,
  statisticsRoute,
  ...typeRoutes,
  administratorRoute,
  ...bulkRoutes,
  ...changesRoutes,
  ...importRoutes,
  ...sourceRoutes,
  ...subscriptionRoutes,
]);
