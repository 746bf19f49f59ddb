import type {Catalog} from '../catalog.ts';
import {checkUser, ownSavedSearches, savedSearchByName, savedSearchJson, type SavedSearch} from './saved-search.ts';

type User = {user?: string | undefined};

/** GET /search/saved: the caller's own; none without a profile, which a read never makes. */
export async function listSavedSearches(c: Catalog, {user}: User): Promise<SavedSearch[]> {
  checkUser(c, user);
  const own = await c.read('UserProfileService.getSavedSearches', graph => ownSavedSearches(c, graph));
  return own.map(savedSearchJson);
}

/** GET /search/saved/{name} */
export async function readSavedSearch(c: Catalog, {name, user}: User & {name: string}): Promise<SavedSearch> {
  checkUser(c, user);
  return savedSearchJson(await c.read('UserProfileService.getSavedSearch', graph => savedSearchByName(c, graph, name)));
}
