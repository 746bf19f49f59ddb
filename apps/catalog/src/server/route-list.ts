import {routesOf} from '@gazetteer/kernel/http';
import type {Route} from '../api/route.ts';
import {auditRoutes} from '../admin/audit-routes.ts';
import {metricsRoutes} from '../admin/metrics-routes.ts';
import {processRoutes, type ProcessDoor} from '../admin/process-routes.ts';
import {adminRoutes, type SessionDoor} from '../admin/routes.ts';
import {bulkRoutes} from '../bulk/routes.ts';
import {dictionaryRoutes} from '../dictionary/routes.ts';
import {domainOperations} from '../domain/operations.ts';
import {entityOperations} from '../entity/operations.ts';
import {entityRoutes} from '../entity/routes.ts';
import {glossaryOperations} from '../glossary/operations.ts';
import {glossaryRoutes} from '../glossary/routes.ts';
import {legacyRoutes} from '../legacy/routes.ts';
import {lineageOperations} from '../lineage/operations.ts';
import {notificationRoutes, type NotificationDoor} from '../notification/routes.ts';
import {openLineageOperations} from '../openlineage/operations.ts';
import {type EditorDoor, editorRoutes} from '../openlineage/routes.ts';
import {relationshipOperations} from '../relationship/operations.ts';
import {glossaryDownloadRoutes} from '../download/glossary-routes.ts';
import {downloadRoutes, type DownloadDoor} from '../download/routes.ts';
import {searchOperations} from '../search/operations.ts';
import {sourceRoutes} from '../source/routes.ts';
import {subscriptionRoutes, type SubscriptionDoor} from '../subscription/routes.ts';
import {tokenOperations} from '../token/operations.ts';
import {transferRoutes, type TransferDoor} from '../transfer/routes.ts';
import {usageOperations} from '../usage/operations.ts';
import {typeOperations} from '../types/operations.ts';
import {typeRoutes} from '../types/routes.ts';
import {batchOperations} from './operations.ts';

/** What the lists of all folders need of the server. */
export type ApiDoor = DownloadDoor &
  EditorDoor &
  NotificationDoor &
  ProcessDoor &
  SessionDoor &
  SubscriptionDoor &
  TransferDoor;

/** Everything that the API serves; one list per URL family. */
export const routes: readonly Route<ApiDoor>[] = [
  ...routesOf(entityOperations),
  ...entityRoutes,
  ...routesOf(relationshipOperations),
  ...routesOf(typeOperations),
  ...typeRoutes,
  ...routesOf(searchOperations),
  ...downloadRoutes,
  ...routesOf(batchOperations),
  ...bulkRoutes,
  ...routesOf(domainOperations),
  ...dictionaryRoutes,
  ...routesOf(lineageOperations),
  ...routesOf(glossaryOperations),
  ...glossaryRoutes,
  ...glossaryDownloadRoutes,
  ...adminRoutes,
  ...metricsRoutes,
  ...auditRoutes,
  ...transferRoutes,
  ...notificationRoutes,
  ...routesOf(openLineageOperations),
  ...routesOf(usageOperations),
  ...editorRoutes,
  ...sourceRoutes,
  ...subscriptionRoutes,
  ...routesOf(tokenOperations),
  ...processRoutes,
  ...legacyRoutes,
];
