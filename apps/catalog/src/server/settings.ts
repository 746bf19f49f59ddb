import {join, resolve} from 'node:path';
import {kafkaOf, mailSettingsOf, usageRulesOf} from '@gazetteer/server';
import type {AutoPurge} from '../admin/auto-purge.ts';
import type {Settings, SubscriptionSettings} from '../catalog.ts';
import type {DownloadOptions} from '../download/downloads.ts';
import type {Means} from '../subscription/open-target.ts';
import type {TransferSettings} from '../transfer/transfers.ts';
import {envelopeOf} from '../notification/start-notifications.ts';
import {hookSettingsOf} from '../options/hook-options.ts';
import {namingRulesOf} from '../options/naming-options.ts';
import {listed, notificationScopeOf} from '../options/notification-options.ts';
import {catalogOptions, type CatalogOptions} from '../options/catalog-options.ts';

const dayMs = 86_400_000;
const excludeSuffix = '.attributes.exclude';

/**
 * What operations need of the options.
 * @param keeper under what names records of changes are kept
 */
export function settingsOf(options: CatalogOptions, keeper?: Settings['keeper']): Settings {
  return {
    keeper,
    searchDefaultLimit: options.searchDefaultLimit,
    searchMaxLimit: options.searchMaxLimit,
    queryMaxLength: options.queryMaxLength,
    dslMaxLength: options.dslMaxLength,
    lineageOnDemand: options.lineageOnDemand,
    lineageDefaultRelations: options.lineageDefaultRelations,
    lineageMaxNodes: options.lineageMaxNodes,
    maxEntitiesPerRequest: options.maxEntitiesPerRequest,
    unauditedAttributes: excludedAttributes(options.auditedEntities),
    deletes: options.deleteHandler.endsWith('HardDeleteHandlerV1') ? 'hard' : 'soft',
    deleteTypeOverride: options.deleteTypeOverride,
    createShells: options.createShells,
    annotationLimits: {
      labelLength: options.labelMaxLength,
      customKeyLength: options.customKeyMaxLength,
      customValueLength: options.customValueMaxLength,
    },
    purgeMaxRequestSize: options.purgeMaxRequestSize,
    notificationScope: notificationScopeOf(options),
    subscriptions: subscriptionSettingsOf(options),
    digests: {DAILY: options.digestDaily, WEEKLY: options.digestWeekly},
    hook: hookSettingsOf(options),
    openLineage: namingRulesOf(options),
    usage: {...usageRulesOf(options), days: options.usageDays},
    undoDays: options.undoDays,
    ageOut: {
      criteria: {
        auditAgingEnabled: options.agingEnabled,
        defaultAgeoutEnabled: options.defaultAgeOut,
        auditSweepoutEnabled: options.sweepOut,
        createEventsAgeoutAllowed: options.creationsAgeOut,
        subTypesIncluded: options.agingWithSubTypes,
        defaultAgeoutAuditCount: options.defaultAgeOutCount,
        defaultAgeoutTTLInDays: options.defaultAgeOutDays,
        customAgeoutAuditCount: options.customAgeOutCount,
        customAgeoutTTLInDays: options.customAgeOutDays,
        customAgeoutEntityTypes: options.customAgeOutTypes,
        customAgeoutActionTypes: options.customAgeOutActions,
        sweepoutEntityTypes: options.sweepOutTypes,
        sweepoutActionTypes: options.sweepOutActions,
      },
      floor: {ttlInDays: options.ageOutMinDays, auditCount: options.ageOutMinCount},
    },
  };
}

function subscriptionSettingsOf(options: CatalogOptions): SubscriptionSettings {
  const mail = mailSettingsOf(options);
  return {
    hasMail: mail !== undefined,
    mailDomains: mail?.domains ?? [],
    hasKafka: options.kafkaBrokers !== '',
    takenTopics: [...listed(options.hookTopics), options.entitiesTopic],
    pauseAfterMs: options.subscriptionPauseMs,
  };
}

/** `{"hive_table.attributes.exclude": "a, b"}` -> `{hive_table: ['a', 'b']}` */
function excludedAttributes(rows: Readonly<Record<string, string>>): Record<string, string[]> {
  const excluded: Record<string, string[]> = {};
  for (const [key, names] of Object.entries(rows)) {
    if (!key.endsWith(excludeSuffix)) continue;
    excluded[key.slice(0, -excludeSuffix.length)] = names.split(',').map(name => name.trim());
  }
  return excluded;
}

/** What exports and imports need to know. */
export function transferSettingsOf(options: CatalogOptions): TransferSettings {
  const {importTempFolder, importAllowedFolder, dataFolder, maxBodyBytes} = options;
  return {
    folder:
      importTempFolder === '' ? join(resolve(dataFolder), 'transfer') : resolve(importTempFolder),
    namespace: options.metadataNamespace,
    allowedFolder: importAllowedFolder === '' ? undefined : resolve(importAllowedFolder),
    maxArchiveBytes: options.importMaxBytes,
    limits: {
      maxEntries: 50_000_000,
      maxEntryBytes: maxBodyBytes,
      maxTotalBytes: options.importMaxUnpackedBytes,
    },
  };
}

/** Where files for people are written, and how many. */
export function downloadOptionsOf(options: CatalogOptions): DownloadOptions {
  return {
    folder:
      options.downloadFolder === ''
        ? join(resolve(options.dataFolder), 'downloads')
        : options.downloadFolder,
    maxPending: options.downloadMaxPending,
    maxPendingPerUser: options.downloadMaxPendingPerUser,
    maxBytesPerUser: options.downloadMaxBytesPerUser,
    expiryMs: options.downloadExpiryMs,
    minFreeBytes: options.minFreeBytes,
  };
}

/** What subscriptions reach their targets with. */
export function meansOf(options: CatalogOptions): Means {
  return {
    mail: mailSettingsOf(options),
    kafka: kafkaOf(options),
    envelope: envelopeOf(options),
    allowPrivate: options.webhookPrivate,
    timeoutMs: options.webhookTimeoutMs,
    address: options.notificationAddress.replace(/\/+$/, ''),
  };
}

/** When what is purged by itself; undefined: never. */
export function autoPurgeOf({
  purgeSchedule,
  purgeRetentionDays,
  purgeServices,
}: CatalogOptions): AutoPurge | undefined {
  if (purgeSchedule === '') return undefined;
  const services = purgeServices
    .split(',')
    .flatMap(name => (name.trim() === '' ? [] : [name.trim()]));
  return {schedule: purgeSchedule, retentionMs: purgeRetentionDays * dayMs, services};
}

/** Those of a catalog that was told nothing. */
export const defaultSettings: Settings = settingsOf(
  Object.fromEntries(
    Object.entries(catalogOptions.options).map(([name, option]) => [name, option.default]),
  ) as CatalogOptions,
);
