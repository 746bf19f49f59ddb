import type {EntityRecord} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {query, within} from '../operation.ts';
import {user, wrongDsl, wrongFilter, wrongSearch} from './addresses.ts';
import {basicSearch} from './basic-search.ts';
import {dslSearch, type DslResult} from './dsl-search.ts';
import type {SearchResult} from './find.ts';
import {searchRelations, type RelationsResult} from './search-relations.ts';
import {checkUser, ownSavedSearch, savedSearchByName, savedSearchJson} from './saved-search.ts';
import * as shapes from './shapes.ts';

type Result = SearchResult | DslResult | RelationsResult;

/** What is saved may have become wrong since: a type that it names is gone. */
const wrongSaved = [...wrongSearch, ...wrongFilter, ...wrongDsl, 'UNKNOWN_GLOSSARY_TERM'] as const;
const description = 'The hits are those that the caller can read now.';

/** GET /search/saved/execute/{name} */
export const runSavedSearch = query('GET /v2/search/saved/execute/{name}', {
  summary: 'Run a saved search',
  description,
  query: {user},
  answer: shapes.searchResult,
  errors: [...wrongSaved, 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'],
  on: 'search',
  read: ({name, user}, c) => {
    checkUser(c, user);
    return name;
  },
  logAs: 'UserProfileService.getSavedSearch',
  run: async (graph, name, c): Promise<Result> =>
    await run(graph, c, await savedSearchByName(c, graph, name)),
});

/** GET /search/saved/execute/guid/{guid} */
export const runSavedSearchByGuid = query('GET /v2/search/saved/execute/guid/{guid}', {
  summary: 'Run a saved search, named by its guid',
  description,
  answer: shapes.searchResult,
  errors: [...wrongSaved, 'INSTANCE_GUID_NOT_FOUND'],
  on: 'search',
  logAs: 'UserProfileService.getSavedSearch',
  run: async (graph, {guid}, c): Promise<Result> =>
    await run(graph, c, await ownSavedSearch(c, graph, guid)),
});

async function run(graph: GraphRead, c: Context, record: EntityRecord): Promise<Result> {
  const {searchType, searchParameters = {}} = savedSearchJson(record);
  if (searchType === 'ADVANCED') return await within(dslSearch, graph, c, searchParameters);
  const body = JSON.stringify(searchParameters);
  return searchType === 'BASIC_RELATIONSHIP'
    ? await within(searchRelations, graph, c, {body})
    : await within(basicSearch, graph, c, {body});
}
