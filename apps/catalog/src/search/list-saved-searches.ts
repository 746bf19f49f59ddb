import {type EntityRecord, type Guid} from '@gazetteer/model';
import type {Catalog} from '../catalog.ts';
import {loadProfile} from './profile.ts';

export type SavedSearch = {
  guid: Guid;
  ownerName?: unknown;
  name?: unknown;
  searchType?: unknown;
  searchParameters?: unknown;
  uiParameters?: unknown;
};

/** GET /search/saved: the caller's own; none without a profile. */
export async function listSavedSearches(c: Catalog): Promise<SavedSearch[]> {
  const profile = await loadProfile(c);
  if (profile === undefined) return [];
  const owned = await c.read('UserProfileService.getSavedSearches', graph => graph.ownedBy([profile.guid], 'ACTIVE'));
  return owned.filter(one => one.typeName === '__MetaUserSavedSearch').map(savedSearch);
}

function savedSearch({guid, attributes}: EntityRecord): SavedSearch {
  const {searchParameters, ...others} = attributes;
  const known = ['ownerName', 'name', 'searchType', 'uiParameters'].filter(name => others[name] !== undefined);
  return {
    guid,
    ...Object.fromEntries(known.map(name => [name, others[name]])),
    // Kept as text, since its shape is that of the API and no type of the store.
    ...(typeof searchParameters === 'string' ? {searchParameters: JSON.parse(searchParameters) as unknown} : {}),
  };
}
