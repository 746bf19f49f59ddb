import type {Settings} from './catalog.ts';
import {hookSettingsOf} from './notification/hook-options.ts';
import {namingRulesOf} from './openlineage/naming-options.ts';
import {notificationScopeOf} from './notification/notification-options.ts';
import {catalogOptions, type CatalogOptions} from './options.ts';

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
    hook: hookSettingsOf(options),
    openLineage: namingRulesOf(options),
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

/** `{"hive_table.attributes.exclude": "a, b"}` -> `{hive_table: ['a', 'b']}` */
function excludedAttributes(rows: Readonly<Record<string, string>>): Record<string, string[]> {
  const excluded: Record<string, string[]> = {};
  for (const [key, names] of Object.entries(rows)) {
    if (!key.endsWith(excludeSuffix)) continue;
    excluded[key.slice(0, -excludeSuffix.length)] = names.split(',').map(name => name.trim());
  }
  return excluded;
}

/** Those of a catalog that was told nothing. */
export const defaultSettings: Settings = settingsOf(
  Object.fromEntries(
    Object.entries(catalogOptions.options).map(([name, option]) => [name, option.default]),
  ) as CatalogOptions,
);
