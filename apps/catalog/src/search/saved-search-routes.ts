import {text} from '../api/parameters.ts';
import {body, route, type Route} from '../api/route.ts';
import {list} from '../api/shape.ts';
import * as shapes from './shapes.ts';

const user = text("The caller's name; nobody sees those of others");
const notFound = ['BAD_REQUEST', 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'] as const;
const wrong = ['BAD_REQUEST', 'INVALID_PARAMETERS', 'SAVED_SEARCH_ALREADY_EXISTS', 'SAVED_SEARCH_CHANGE_USER'] as const;

/** Everything under /v2/search/saved. */
export const savedSearchRoutes: readonly Route[] = [
  route(
    'GET /v2/search/saved',
    'listSavedSearches',
    {summary: "The caller's saved searches", query: {user}, answer: list(shapes.savedSearch), errors: ['BAD_REQUEST']},
    input => input,
  ),
  route(
    'POST /v2/search/saved',
    'createSavedSearch',
    {
      summary: 'Save a search',
      body: body(shapes.savedSearch),
      answer: shapes.savedSearch,
      errors: [...wrong, 'INSTANCE_GUID_NOT_FOUND'],
    },
    input => input,
  ),
  route(
    'PUT /v2/search/saved',
    'updateSavedSearch',
    {
      summary: 'Change a saved search, named by its guid',
      body: body(shapes.savedSearch),
      answer: shapes.savedSearch,
      errors: [...wrong, 'INVALID_OBJECT_ID', 'INSTANCE_GUID_NOT_FOUND'],
    },
    input => input,
  ),
  route(
    'GET /v2/search/saved/{name}',
    'readSavedSearch',
    {summary: 'A saved search by its name', query: {user}, answer: shapes.savedSearch, errors: notFound},
    input => input,
  ),
  route(
    // A path has one name for its parameter, whatever the method.
    'DELETE /v2/search/saved/{name}',
    'deleteSavedSearch',
    {
      summary: 'Forget a saved search',
      description: 'Here `name` is its guid.',
      errors: ['BAD_REQUEST', 'INSTANCE_GUID_NOT_FOUND'],
    },
    ({name: guid}) => ({guid}),
  ),
  route(
    'GET /v2/search/saved/execute/{name}',
    'runSavedSearch',
    {summary: 'Run a saved search', query: {user}, answer: shapes.searchResult, errors: notFound},
    input => input,
  ),
  route(
    'GET /v2/search/saved/execute/guid/{guid}',
    'runSavedSearchByGuid',
    {
      summary: 'Run a saved search, named by its guid',
      answer: shapes.searchResult,
      errors: ['BAD_REQUEST', 'INSTANCE_GUID_NOT_FOUND'],
    },
    input => input,
  ),
];
