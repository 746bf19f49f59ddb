import {
  abortImport,
  listImports,
  listUnfinishedImports,
  readImport,
  registerImport,
  updateImport,
} from './async-import-records.ts';
import {exportEntities} from './export-entities.ts';
import {importBatch} from './import-batch.ts';
import {importPropagation} from './import-propagation.ts';
import {importTypes} from './import-types.ts';
import {markReplicated} from './other-server.ts';
import {listTransfers, recordTransfer} from './record-transfer.ts';
import {lockImports, refuseDuringImport, unlockImports} from './transfer-lock.ts';

export const transferOperations = {
  listImports,
  readImport,
  listTransfers,
  exportEntities,
  importTypes,
  importBatch,
  importPropagation,
  lockImports,
  refuseDuringImport,
  unlockImports,
  registerImport,
  updateImport,
  abortImport,
  listUnfinishedImports,
  markReplicated,
  recordTransfer,
};
