import type {OptionTable, OptionValues} from '@gazetteer/settings';
import {join, resolve} from 'node:path';
import {limitOptions, storeAddress, tlsOptions, traceOptions} from '@gazetteer/server';
import packageJson from '../../package.json' with {type: 'json'};
import {inertKeys} from './inert-keys.ts';
import {hookOptions} from './hook-options.ts';
import {notificationOptions} from './notification-options.ts';
import {openLineageOptions} from './naming-options.ts';
import {adminOptions} from './admin-options.ts';
import {entityAuditOptions} from './audit-options.ts';
import {deleteOptions, entityOptions} from './entity-options.ts';
import {accessOptions} from './login-options.ts';
import {pageOptions} from './page-options.ts';
import {lineageOptions, searchOptions} from './search-options.ts';
import {usageOptions} from './usage-options.ts';
import {serverOptions} from './server-options.ts';
import {storeOptions} from './store-options.ts';

/** Read once, in main.ts. `npm run docs` prints this table as docs/config.md, in this order. */
const options = {
  ...serverOptions,
  ...tlsOptions,
  ...limitOptions,
  ...storeOptions,
  ...entityOptions,
  ...deleteOptions,
  ...entityAuditOptions,
  ...searchOptions,
  ...lineageOptions,
  ...notificationOptions,
  ...hookOptions,
  ...openLineageOptions,
  ...usageOptions,
  ...accessOptions,
  ...adminOptions,
  ...pageOptions,
  ...traceOptions,
};

export type CatalogOptions = OptionValues<typeof options>;

export const catalogOptions: OptionTable<typeof options> = {
  server: 'catalog',
  version: packageJson.version,
  envPrefix: 'GAZETTEER_',
  options,
  inert: inertKeys,
};

/** `sqlite:<absolute file>` or the PostgreSQL URL. */
export function databaseOf({database, dataFolder}: CatalogOptions): string {
  return storeAddress(database, join(resolve(dataFolder), 'catalog.db'));
}
