import type {EntityRecord, Guid} from '@gazetteer/model';
import type {Catalog} from '../catalog.ts';
import {basicSearch} from './basic-search.ts';
import {dslSearch, type DslResult} from './dsl-search.ts';
import type {SearchResult} from './find.ts';
import {searchRelations, type RelationsResult} from './search-relations.ts';
import {checkUser, ownSavedSearch, savedSearchByName, savedSearchJson} from './saved-search.ts';

type Result = SearchResult | DslResult | RelationsResult;

/** GET /search/saved/execute/{name} */
export async function runSavedSearch(
  c: Catalog,
  {name, user}: {name: string; user?: string | undefined},
): Promise<Result> {
  checkUser(c, user);
  return await run(c, await c.read('UserProfileService.getSavedSearch', graph => savedSearchByName(c, graph, name)));
}

/** GET /search/saved/execute/guid/{guid} */
export async function runSavedSearchByGuid(c: Catalog, {guid}: {guid: Guid}): Promise<Result> {
  return await run(c, await c.read('UserProfileService.getSavedSearch', graph => ownSavedSearch(c, graph, guid)));
}

async function run(c: Catalog, record: EntityRecord): Promise<Result> {
  const {searchType, searchParameters = {}} = savedSearchJson(record);
  if (searchType === 'ADVANCED') return await dslSearch(c, {query: searchParameters});
  const body = JSON.stringify(searchParameters);
  return searchType === 'BASIC_RELATIONSHIP' ? await searchRelations(c, {body}) : await basicSearch(c, {body});
}
