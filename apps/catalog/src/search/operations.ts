import {basicSearch, basicSearchByQuery} from './basic-search.ts';
import {createSavedSearch, deleteSavedSearch, updateSavedSearch} from './change-saved-searches.ts';
import {downloadPage} from './download-page.ts';
import {tablePage} from './table-page.ts';
import {dslSearch} from './dsl-search.ts';
import {
  explainBasicByQuery,
  explainDslByQuery,
  explainQuickByQuery,
  explainSearch,
} from './explain-search.ts';
import {fullTextSearch} from './full-text-search.ts';
import {indexHealth} from './index-health.ts';
import {quickSearch, quickSearchByQuery} from './quick-search.ts';
import {listSavedSearches, readSavedSearch} from './read-saved-searches.ts';
import {runSavedSearch, runSavedSearchByGuid} from './run-saved-search.ts';
import {searchFacets} from './search-facets.ts';
import {searchByAttribute} from './search-by-attribute.ts';
import {searchParts} from './search-parts.ts';
import {searchRelated} from './search-related.ts';
import {searchRelations, searchRelationsByQuery} from './search-relations.ts';
import {correctSpelling} from './correct-spelling.ts';
import {suggest} from './suggest.ts';
import {typeahead} from './typeahead.ts';

export const searchOperations = {
  basicSearchByQuery,
  basicSearch,
  quickSearchByQuery,
  quickSearch,
  searchFacets,
  suggest,
  typeahead,
  correctSpelling,
  searchByAttribute,
  fullTextSearch,
  dslSearch,
  explainBasicByQuery,
  explainSearch,
  explainQuickByQuery,
  explainDslByQuery,
  searchRelated,
  searchParts,
  searchRelationsByQuery,
  searchRelations,
  listSavedSearches,
  createSavedSearch,
  updateSavedSearch,
  readSavedSearch,
  deleteSavedSearch,
  runSavedSearch,
  runSavedSearchByGuid,
  downloadPage,
  tablePage,
  indexHealth,
};
