/**
 * System types by their neutral name, and by the name that clients of the Atlas API know.
 * Everything stored, and everything on /api/meta, carries the neutral one; /api/atlas translates at
 * its edge.
 */
export const systemTypeNames = {
  __MetaUserProfile: '__AtlasUserProfile',
  __MetaUserSavedSearch: '__AtlasUserSavedSearch',
  __MetaUserFollows: '__AtlasUserFollows',
  __MetaMetricsStat: '__AtlasMetricsStat',
  __MetaAuditEntry: '__AtlasAuditEntry',
  __MetaAsyncImportRequest: '__AtlasAsyncImportRequest',
  __MetaUserProfile_savedsearches: '__AtlasUserProfile_savedsearches',
} as const;

// A label of a reference attribute is `__` before the type's name:
// `____MetaUserProfile.savedSearches`.
const suffixes = Object.keys(systemTypeNames).map(name => name.slice('__Meta'.length));
const names = `(?<!\\w)((?:__)?)(?:PREFIX)(${suffixes.join('|')})(?!\\w)`;
const atlasNames = new RegExp(names.replace('PREFIX', '__Atlas'), 'g');
const metaNames = new RegExp(names.replace('PREFIX', '__Meta'), 'g');

/**
 * Any text of a request under /api/atlas with the names that we store. Other words, also longer
 * ones, stay as they are.
 */
export function toMetaNames(text: string): string {
  return text.includes('__Atlas') ? text.replace(atlasNames, '$1__Meta$2') : text;
}

/** Any text of an answer under /api/atlas with the names its clients know. */
export function toAtlasNames(text: string): string {
  return text.includes('__Meta') ? text.replace(metaNames, '$1__Atlas$2') : text;
}
