import {explainAccess} from './access/explain-access.ts';
import {readEntityAsOf} from './entity/read-as-of.ts';
import {removeBusinessMetadata, setBusinessMetadata} from './entity/business-metadata.ts';
import {importBusinessMetadata} from './entity/import-business-metadata.ts';
import {updateByUniqueAttributes} from './entity/update-by-unique.ts';
import {purgeEntities} from './entity/purge-entities.ts';
import {readEntityAudit} from './entity/read-audit.ts';
import {createOldTypes, listOldTypes, readOldType, updateOldTypes} from './legacy/change-types.ts';
import {
  addTrait,
  deleteReferenceableByUnique,
  deleteReferenceables,
  readReferenceable,
  readTraitDefinition,
  readTraits,
  removeTrait,
  saveReferenceables,
  updateProperty,
  updateReferenceable,
} from './legacy/entities.ts';
import {readLineageGraph, readSchema} from './legacy/lineage.ts';
import {listGuids, readOldAudit, searchAnyway, searchByDsl, searchByText} from './legacy/search.ts';
import {readLineageOnDemand} from './lineage/read-lineage-on-demand.ts';
import {readLineage, readLineageByUniqueAttributes} from './lineage/read-lineage.ts';
import {addClassifications, removeClassification, updateClassifications} from './entity/classify-entity.ts';
import {classifyEntities} from './entity/classify-many.ts';
import {explainClassification} from './entity/explain-classification.ts';
import {readClassifications, readClassifiedSince, readOneClassification} from './entity/read-classifications.ts';
import {setClassifications} from './entity/set-classifications.ts';
import {addLabels, removeLabels, setLabels} from './entity/label-entity.ts';
import {updateAttribute} from './entity/update-attribute.ts';
import {deleteByUniqueAttributes, deleteEntities} from './entity/delete-entities.ts';
import {
  readByUniqueAttributes,
  readEntities,
  readEntity,
  readHeader,
  readHeaderByUniqueAttributes,
  readManyByUniqueAttributes,
} from './entity/read-entities.ts';
import {saveEntities, saveEntity} from './entity/save-entities.ts';
import {purgeBatch, recordPurgeRun} from './admin/purge-batch.ts';
import {checkPart, rebuildPart, repairPart, selectToCheck} from './admin/check-state.ts';
import {noteIndexRecovery, readIndexRecovery} from './admin/index-recovery.ts';
import {
  deleteTasks,
  failTaskPart,
  leaveTasks,
  listTasks,
  queueAgeOut,
  queueAgeOutWhenDue,
  rehearseAgeOut,
  runTaskPart,
} from './admin/tasks.ts';
import {listAuditBatches, listAuditDetails, readAuditSummary} from './admin/audit-details.ts';
import {listAudits} from './admin/list-audits.ts';
import {listPatches} from './admin/list-patches.ts';
import {
  collectMetrics,
  listMetricsInRange,
  listMetricsStats,
  readMetricsCharts,
  readMetricsStat,
} from './admin/metrics-history.ts';
import {readMetrics} from './admin/metrics.ts';
import {readServer} from './admin/read-server.ts';
import {recordServerStart} from './admin/server-start.ts';
import {readStoreSize} from './admin/store-size.ts';
import {assignTerm, unassignTerm} from './glossary/assign-term.ts';
import {deleteGlossary, deleteTerm} from './glossary/delete-glossary.ts';
import {importTerms} from './glossary/import-terms.ts';
import {listCategories, listCategoryHeaders, listRelatedCategories, readCategory} from './glossary/read-categories.ts';
import {listGlossaries, readDetailedGlossary, readGlossary} from './glossary/read-glossaries.ts';
import {listAssignedEntities, listRelatedTerms, listTermHeaders, listTerms, readTerm} from './glossary/read-terms.ts';
import {
  createCategories,
  createCategory,
  deleteCategory,
  updateCategory,
  updateCategoryTexts,
} from './glossary/save-categories.ts';
import {createGlossary, updateGlossary, updateGlossaryTexts} from './glossary/save-glossary.ts';
import {createTerm, createTerms, updateTerm, updateTermTexts} from './glossary/save-terms.ts';
import {searchGlossary} from './glossary/search-glossary.ts';
import {writeGlossaryTable} from './glossary/write-glossary-table.ts';
import {basicSearch} from './search/basic-search.ts';
import {downloadPage} from './search/download/download-page.ts';
import {
  countInbox,
  dropFailedMessages,
  listFailedMessages,
  replayFailedMessages,
} from './notification/failed-messages.ts';
import {dropSentAuditLines, nextAuditLines} from './notification/audit-lines.ts';
import {failMessage, hasWaiting, nextMessages} from './notification/inbox-turn.ts';
import {receiveMessages} from './notification/receive-messages.ts';
import {takeInMessages} from './notification/take-in-messages.ts';
import {readChanges} from './notification/read-changes.ts';
import {keepPlace, settleChanges, takePlace, trimOutbox} from './notification/places.ts';
import {dslSearch} from './search/dsl-search.ts';
import {explainSearch} from './search/explain-search.ts';
import {fullTextSearch} from './search/full-text-search.ts';
import {indexHealth} from './search/index-health.ts';
import {createSavedSearch, deleteSavedSearch, updateSavedSearch} from './search/change-saved-searches.ts';
import {listSavedSearches, readSavedSearch} from './search/read-saved-searches.ts';
import {runSavedSearch, runSavedSearchByGuid} from './search/run-saved-search.ts';
import {quickSearch} from './search/quick-search.ts';
import {searchByAttribute} from './search/search-by-attribute.ts';
import {searchRelated} from './search/search-related.ts';
import {searchRelations} from './search/search-relations.ts';
import {suggest} from './search/suggest.ts';
import {readRelationshipByGuid} from './relationship/read-relationship.ts';
import {createRelationship, deleteRelationship, updateRelationship} from './relationship/save-relationship.ts';
import {
  abortImport,
  listImports,
  listUnfinishedImports,
  readImport,
  registerImport,
  updateImport,
} from './transfer/async-import-records.ts';
import {exportEntities} from './transfer/export-entities.ts';
import {importBatch} from './transfer/import-batch.ts';
import {importPropagation} from './transfer/import-propagation.ts';
import {importTypes} from './transfer/import-types.ts';
import {markReplicated} from './transfer/other-server.ts';
import {listTransfers, recordTransfer} from './transfer/record-transfer.ts';
import {lockImports, unlockImports} from './transfer/transfer-lock.ts';
import {createTypes, deleteType, deleteTypes, updateTypes} from './types/change-types.ts';
import {listTypeHeaders, listTypes, readType, readTypeByGuid} from './types/read-types.ts';

/**
 * Every operation of the catalog and the kind of thread it runs on when the store is SQLite: `writer` for whatever
 * writes, `reader` for what may take long or grow (a database entity lists its tables), `background` for reads of a good part of
 * all there is, which would keep a reader from everybody else, `main` for reads that are always
 * so short that handing them over costs more than doing them.
 */
export const operations = {
  explainAccess: {run: explainAccess, on: 'main'},
  readLineage: {run: readLineage, on: 'reader'},
  readLineageOnDemand: {run: readLineageOnDemand, on: 'reader'},
  readLineageByUniqueAttributes: {run: readLineageByUniqueAttributes, on: 'reader'},
  addClassifications: {run: addClassifications, on: 'writer'},
  addLabels: {run: addLabels, on: 'writer'},
  readClassifications: {run: readClassifications, on: 'main'},
  readOneClassification: {run: readOneClassification, on: 'main'},
  classifyEntities: {run: classifyEntities, on: 'writer'},
  explainClassification: {run: explainClassification, on: 'reader'},
  readClassifiedSince: {run: readClassifiedSince, on: 'reader'},
  setClassifications: {run: setClassifications, on: 'writer'},
  updateClassifications: {run: updateClassifications, on: 'writer'},
  removeClassification: {run: removeClassification, on: 'writer'},
  removeLabels: {run: removeLabels, on: 'writer'},
  setLabels: {run: setLabels, on: 'writer'},
  updateAttribute: {run: updateAttribute, on: 'writer'},
  createRelationship: {run: createRelationship, on: 'writer'},
  deleteRelationship: {run: deleteRelationship, on: 'writer'},
  readRelationshipByGuid: {run: readRelationshipByGuid, on: 'main'},
  updateRelationship: {run: updateRelationship, on: 'writer'},
  createTypes: {run: createTypes, on: 'writer'},
  deleteByUniqueAttributes: {run: deleteByUniqueAttributes, on: 'writer'},
  deleteEntities: {run: deleteEntities, on: 'writer'},
  deleteType: {run: deleteType, on: 'writer'},
  deleteTypes: {run: deleteTypes, on: 'writer'},
  listTypeHeaders: {run: listTypeHeaders, on: 'reader'},
  // Half a megabyte that is kept as text: copying it from thread to thread costs more than putting it together.
  listTypes: {run: listTypes, on: 'main'},
  readByUniqueAttributes: {run: readByUniqueAttributes, on: 'reader'},
  readEntities: {run: readEntities, on: 'reader'},
  readEntity: {run: readEntity, on: 'reader'},
  readEntityAsOf: {run: readEntityAsOf, on: 'reader'},
  removeBusinessMetadata: {run: removeBusinessMetadata, on: 'writer'},
  setBusinessMetadata: {run: setBusinessMetadata, on: 'writer'},
  importBusinessMetadata: {run: importBusinessMetadata, on: 'writer'},
  updateByUniqueAttributes: {run: updateByUniqueAttributes, on: 'writer'},
  purgeEntities: {run: purgeEntities, on: 'writer'},
  readEntityAudit: {run: readEntityAudit, on: 'reader'},
  readHeader: {run: readHeader, on: 'main'},
  readHeaderByUniqueAttributes: {run: readHeaderByUniqueAttributes, on: 'main'},
  readManyByUniqueAttributes: {run: readManyByUniqueAttributes, on: 'reader'},
  readType: {run: readType, on: 'main'},
  readTypeByGuid: {run: readTypeByGuid, on: 'main'},
  saveEntities: {run: saveEntities, on: 'writer'},
  saveEntity: {run: saveEntity, on: 'writer'},
  updateTypes: {run: updateTypes, on: 'writer'},
  basicSearch: {run: basicSearch, on: 'reader'},
  downloadPage: {run: downloadPage, on: 'reader'},
  dslSearch: {run: dslSearch, on: 'reader'},
  explainSearch: {run: explainSearch, on: 'reader'},
  fullTextSearch: {run: fullTextSearch, on: 'reader'},
  indexHealth: {run: indexHealth, on: 'reader'},
  listGlossaries: {run: listGlossaries, on: 'reader'},
  createSavedSearch: {run: createSavedSearch, on: 'writer'},
  updateSavedSearch: {run: updateSavedSearch, on: 'writer'},
  deleteSavedSearch: {run: deleteSavedSearch, on: 'writer'},
  readSavedSearch: {run: readSavedSearch, on: 'main'},
  runSavedSearch: {run: runSavedSearch, on: 'reader'},
  runSavedSearchByGuid: {run: runSavedSearchByGuid, on: 'reader'},
  searchRelated: {run: searchRelated, on: 'reader'},
  searchRelations: {run: searchRelations, on: 'reader'},
  assignTerm: {run: assignTerm, on: 'writer'},
  importTerms: {run: importTerms, on: 'writer'},
  searchGlossary: {run: searchGlossary, on: 'reader'},
  writeGlossaryTable: {run: writeGlossaryTable, on: 'reader'},
  unassignTerm: {run: unassignTerm, on: 'writer'},
  deleteGlossary: {run: deleteGlossary, on: 'writer'},
  deleteTerm: {run: deleteTerm, on: 'writer'},
  createCategories: {run: createCategories, on: 'writer'},
  createCategory: {run: createCategory, on: 'writer'},
  deleteCategory: {run: deleteCategory, on: 'writer'},
  updateCategory: {run: updateCategory, on: 'writer'},
  updateCategoryTexts: {run: updateCategoryTexts, on: 'writer'},
  createGlossary: {run: createGlossary, on: 'writer'},
  updateGlossary: {run: updateGlossary, on: 'writer'},
  updateGlossaryTexts: {run: updateGlossaryTexts, on: 'writer'},
  createTerm: {run: createTerm, on: 'writer'},
  createTerms: {run: createTerms, on: 'writer'},
  updateTerm: {run: updateTerm, on: 'writer'},
  updateTermTexts: {run: updateTermTexts, on: 'writer'},
  listCategories: {run: listCategories, on: 'reader'},
  listCategoryHeaders: {run: listCategoryHeaders, on: 'reader'},
  listRelatedCategories: {run: listRelatedCategories, on: 'reader'},
  readCategory: {run: readCategory, on: 'reader'},
  readDetailedGlossary: {run: readDetailedGlossary, on: 'reader'},
  readGlossary: {run: readGlossary, on: 'reader'},
  listAssignedEntities: {run: listAssignedEntities, on: 'reader'},
  listRelatedTerms: {run: listRelatedTerms, on: 'reader'},
  listTermHeaders: {run: listTermHeaders, on: 'reader'},
  listTerms: {run: listTerms, on: 'reader'},
  readTerm: {run: readTerm, on: 'reader'},
  listSavedSearches: {run: listSavedSearches, on: 'main'},
  quickSearch: {run: quickSearch, on: 'reader'},
  readMetrics: {run: readMetrics, on: 'main'},
  readStoreSize: {run: readStoreSize, on: 'main'},
  collectMetrics: {run: collectMetrics, on: 'writer'},
  listMetricsStats: {run: listMetricsStats, on: 'reader'},
  readMetricsStat: {run: readMetricsStat, on: 'reader'},
  listMetricsInRange: {run: listMetricsInRange, on: 'reader'},
  readMetricsCharts: {run: readMetricsCharts, on: 'reader'},
  listAudits: {run: listAudits, on: 'reader'},
  readAuditSummary: {run: readAuditSummary, on: 'main'},
  listAuditDetails: {run: listAuditDetails, on: 'reader'},
  purgeBatch: {run: purgeBatch, on: 'writer'},
  recordPurgeRun: {run: recordPurgeRun, on: 'writer'},
  selectToCheck: {run: selectToCheck, on: 'reader'},
  checkPart: {run: checkPart, on: 'reader'},
  repairPart: {run: repairPart, on: 'writer'},
  rebuildPart: {run: rebuildPart, on: 'writer'},
  readIndexRecovery: {run: readIndexRecovery, on: 'main'},
  noteIndexRecovery: {run: noteIndexRecovery, on: 'writer'},
  listTasks: {run: listTasks, on: 'reader'},
  deleteTasks: {run: deleteTasks, on: 'writer'},
  queueAgeOut: {run: queueAgeOut, on: 'writer'},
  rehearseAgeOut: {run: rehearseAgeOut, on: 'reader'},
  queueAgeOutWhenDue: {run: queueAgeOutWhenDue, on: 'writer'},
  runTaskPart: {run: runTaskPart, on: 'writer'},
  failTaskPart: {run: failTaskPart, on: 'writer'},
  leaveTasks: {run: leaveTasks, on: 'writer'},
  listAuditBatches: {run: listAuditBatches, on: 'reader'},
  readServer: {run: readServer, on: 'main'},
  listPatches: {run: listPatches, on: 'main'},
  recordServerStart: {run: recordServerStart, on: 'writer'},
  searchByAttribute: {run: searchByAttribute, on: 'reader'},
  suggest: {run: suggest, on: 'reader'},
  createOldTypes: {run: createOldTypes, on: 'writer'},
  updateOldTypes: {run: updateOldTypes, on: 'writer'},
  addTrait: {run: addTrait, on: 'writer'},
  deleteReferenceableByUnique: {run: deleteReferenceableByUnique, on: 'writer'},
  deleteReferenceables: {run: deleteReferenceables, on: 'writer'},
  removeTrait: {run: removeTrait, on: 'writer'},
  saveReferenceables: {run: saveReferenceables, on: 'writer'},
  updateProperty: {run: updateProperty, on: 'writer'},
  updateReferenceable: {run: updateReferenceable, on: 'writer'},
  listOldTypes: {run: listOldTypes, on: 'reader'},
  readOldType: {run: readOldType, on: 'reader'},
  readReferenceable: {run: readReferenceable, on: 'reader'},
  readTraitDefinition: {run: readTraitDefinition, on: 'reader'},
  readTraits: {run: readTraits, on: 'reader'},
  readLineageGraph: {run: readLineageGraph, on: 'reader'},
  readSchema: {run: readSchema, on: 'reader'},
  listGuids: {run: listGuids, on: 'reader'},
  readOldAudit: {run: readOldAudit, on: 'reader'},
  searchAnyway: {run: searchAnyway, on: 'reader'},
  searchByDsl: {run: searchByDsl, on: 'reader'},
  searchByText: {run: searchByText, on: 'reader'},
  importBatch: {run: importBatch, on: 'writer'},
  importPropagation: {run: importPropagation, on: 'writer'},
  importTypes: {run: importTypes, on: 'writer'},
  lockImports: {run: lockImports, on: 'writer'},
  unlockImports: {run: unlockImports, on: 'writer'},
  abortImport: {run: abortImport, on: 'writer'},
  registerImport: {run: registerImport, on: 'writer'},
  updateImport: {run: updateImport, on: 'writer'},
  listImports: {run: listImports, on: 'reader'},
  listUnfinishedImports: {run: listUnfinishedImports, on: 'reader'},
  readImport: {run: readImport, on: 'main'},
  exportEntities: {run: exportEntities, on: 'background'},
  listTransfers: {run: listTransfers, on: 'reader'},
  markReplicated: {run: markReplicated, on: 'writer'},
  recordTransfer: {run: recordTransfer, on: 'writer'},
  readChanges: {run: readChanges, on: 'reader'},
  settleChanges: {run: settleChanges, on: 'main'},
  takePlace: {run: takePlace, on: 'writer'},
  keepPlace: {run: keepPlace, on: 'writer'},
  trimOutbox: {run: trimOutbox, on: 'writer'},
  receiveMessages: {run: receiveMessages, on: 'writer'},
  hasWaiting: {run: hasWaiting, on: 'main'},
  nextAuditLines: {run: nextAuditLines, on: 'main'},
  dropSentAuditLines: {run: dropSentAuditLines, on: 'writer'},
  nextMessages: {run: nextMessages, on: 'writer'},
  takeInMessages: {run: takeInMessages, on: 'writer'},
  failMessage: {run: failMessage, on: 'writer'},
  countInbox: {run: countInbox, on: 'main'},
  listFailedMessages: {run: listFailedMessages, on: 'reader'},
  replayFailedMessages: {run: replayFailedMessages, on: 'writer'},
  dropFailedMessages: {run: dropFailedMessages, on: 'writer'},
} as const;

export type OperationName = keyof typeof operations;
/** What an operation takes besides the catalog handle. */
export type OperationArgs<Name extends OperationName> = Parameters<(typeof operations)[Name]['run']>[1];
