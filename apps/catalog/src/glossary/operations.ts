import {assignTerm, unassignTerm, unassignTermByPut} from './assign-term.ts';
import {deleteGlossary, deleteTerm} from './delete-glossary.ts';
import {
  listCategories,
  listCategoryHeaders,
  listRelatedCategories,
  readCategory,
} from './read-categories.ts';
import {listGlossaries, readDetailedGlossary, readGlossary} from './read-glossaries.ts';
import {
  listAssignedEntities,
  listRelatedTerms,
  listTermHeaders,
  listTermHeadersOfCategory,
  listTerms,
  readTerm,
} from './read-terms.ts';
import {
  createCategories,
  createCategory,
  deleteCategory,
  updateCategory,
  updateCategoryTexts,
} from './save-categories.ts';
import {createGlossary, updateGlossary, updateGlossaryTexts} from './save-glossary.ts';
import {createTerm, createTerms, updateTerm, updateTermTexts} from './save-terms.ts';
import {searchGlossary} from './search-glossary.ts';
import {writeGlossaryTable} from './write-glossary-table.ts';

export const glossaryOperations = {
  listGlossaries,
  createGlossary,
  readGlossary,
  readDetailedGlossary,
  updateGlossary,
  updateGlossaryTexts,
  deleteGlossary,
  listTerms,
  listTermHeaders,
  listCategories,
  listCategoryHeaders,
  createTerm,
  createTerms,
  readTerm,
  updateTerm,
  updateTermTexts,
  deleteTerm,
  listRelatedTerms,
  listAssignedEntities,
  assignTerm,
  unassignTerm,
  unassignTermByPut,
  createCategory,
  createCategories,
  readCategory,
  updateCategory,
  updateCategoryTexts,
  deleteCategory,
  listTermHeadersOfCategory,
  listRelatedCategories,
  searchGlossary,
  writeGlossaryTable,
};
