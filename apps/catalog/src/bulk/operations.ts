import {
  cancelBulkChange,
  createBulkChange,
  listBulkChanges,
  listBulkEntities,
  readBulkChange,
  resumeBulkChange,
  undoBulkChange,
} from './bulk-changes.ts';
import {importTable} from './import-table.ts';
import {importTerms} from './import-terms.ts';
import {
  failBulkChange,
  hasBulkChanges,
  keepRehearsedPart,
  leaveBulkChanges,
  nextBulkPart,
  prolongBulkChanges,
  readBulkPage,
  runBulkPart,
} from './run-part.ts';
import {undoChange} from './undo-change.ts';

export const bulkOperations = {
  createBulkChange,
  undoBulkChange,
  undoChange,
  cancelBulkChange,
  resumeBulkChange,
  listBulkChanges,
  readBulkChange,
  listBulkEntities,
  importTable,
  importTerms,
  hasBulkChanges,
  nextBulkPart,
  prolongBulkChanges,
  readBulkPage,
  runBulkPart,
  keepRehearsedPart,
  failBulkChange,
  leaveBulkChanges,
};
