import * as shape from '@gazetteer/kernel/shape';
import {query} from '../operation.ts';
import {user} from './addresses.ts';
import {
  checkUser,
  ownSavedSearches,
  savedSearchByName,
  savedSearchJson,
  type SavedSearch,
} from './saved-search.ts';
import * as shapes from './shapes.ts';

/** GET /search/saved: the caller's own; none without a profile, which a read never makes. */
export const listSavedSearches = query('GET /v2/search/saved', {
  summary: "The caller's saved searches",
  description: 'Saved searches are private: users see only their own.',
  query: {user},
  answer: shape.list(shapes.savedSearch),
  errors: ['BAD_REQUEST'],
  on: 'main',
  logAs: 'UserProfileService.getSavedSearches',
  read: ({user}, c) => checkUser(c, user),
  run: async (graph, _own, c): Promise<SavedSearch[]> =>
    (await ownSavedSearches(c, graph)).map(savedSearchJson),
});

/** GET /search/saved/{name} */
export const readSavedSearch = query('GET /v2/search/saved/{name}', {
  summary: 'A saved search by its name',
  description: 'Only among the saved searches of the caller.',
  query: {user},
  answer: shapes.savedSearch,
  errors: ['BAD_REQUEST', 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'],
  on: 'main',
  logAs: 'UserProfileService.getSavedSearch',
  read: ({name, user}, c) => {
    checkUser(c, user);
    return name;
  },
  run: async (graph, name, c): Promise<SavedSearch> =>
    savedSearchJson(await savedSearchByName(c, graph, name)),
});
