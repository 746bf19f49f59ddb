import type {OptionTable, OptionValues} from '@gazetteer/settings';
import {join, resolve} from 'node:path';
import {limitOptions, tlsOptions} from '@gazetteer/server';
import packageJson from '../package.json' with {type: 'json'};
import type {AutoPurge} from './admin/auto-purge.ts';
import {inertKeys} from './inert-keys.ts';
import {hookOptions} from './notification/hook-options.ts';
import {notificationOptions} from './notification/notification-options.ts';
import {openLineageOptions} from './openlineage/naming-options.ts';
import {adminOptions} from './options/admin-options.ts';
import {entityAuditOptions} from './options/audit-options.ts';
import {deleteOptions, entityOptions} from './options/entity-options.ts';
import {accessOptions} from './options/login-options.ts';
import {pageOptions} from './options/page-options.ts';
import {lineageOptions, searchOptions} from './options/search-options.ts';
import {serverOptions} from './options/server-options.ts';
import {storeOptions} from './options/store-options.ts';
import type {DownloadOptions} from './search/download/downloads.ts';
import type {TransferSettings} from './transfer/transfers.ts';

const dayMs = 86_400_000;

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
  ...accessOptions,
  ...adminOptions,
  ...pageOptions,
};

export type CatalogOptions = OptionValues<typeof options>;

export const catalogOptions: OptionTable<typeof options> = {
  server: 'catalog',
  version: packageJson.version,
  envPrefix: 'GAZETTEER_',
  options,
  inert: inertKeys,
};

/** What exports and imports need to know. */
export function transferSettingsOf(options: CatalogOptions): TransferSettings {
  const {importTempFolder, importAllowedFolder, dataFolder, maxBodyBytes} = options;
  return {
    folder: importTempFolder === '' ? join(resolve(dataFolder), 'transfer') : resolve(importTempFolder),
    namespace: options.metadataNamespace,
    allowedFolder: importAllowedFolder === '' ? undefined : resolve(importAllowedFolder),
    maxArchiveBytes: options.importMaxBytes,
    limits: {maxEntries: 50_000_000, maxEntryBytes: maxBodyBytes, maxTotalBytes: options.importMaxUnpackedBytes},
  };
}

/** Where files for people are written, and how many. */
export function downloadOptionsOf(options: CatalogOptions): DownloadOptions {
  return {
    folder: options.downloadFolder === '' ? join(resolve(options.dataFolder), 'downloads') : options.downloadFolder,
    maxPending: options.downloadMaxPending,
    maxPendingPerUser: options.downloadMaxPendingPerUser,
    maxBytesPerUser: options.downloadMaxBytesPerUser,
    expiryMs: options.downloadExpiryMs,
    minFreeBytes: options.minFreeBytes,
  };
}

/** The policy file, absolute; undefined when none is to be looked at. */
export function policyFileOf({authorizer, policyFile}: CatalogOptions): string | undefined {
  const isNone = authorizer === 'none' || authorizer.endsWith('.AtlasNoneAuthorizer');
  return isNone || policyFile === '' ? undefined : resolve(policyFile);
}

/** When what is purged by itself; undefined: never. */
export function autoPurgeOf({purgeSchedule, purgeRetentionDays, purgeServices}: CatalogOptions): AutoPurge | undefined {
  if (purgeSchedule === '') return undefined;
  const services = purgeServices.split(',').flatMap(name => (name.trim() === '' ? [] : [name.trim()]));
  return {schedule: purgeSchedule, retentionMs: purgeRetentionDays * dayMs, services};
}

/** `sqlite:<absolute file>` or the PostgreSQL URL. */
export function databaseOf({database, dataFolder}: CatalogOptions): string {
  if (database === '') return `sqlite:${join(resolve(dataFolder), 'catalog.db')}`;
  return database.startsWith('sqlite:') ? `sqlite:${resolve(database.slice('sqlite:'.length))}` : database;
}
