export {
  entityAsOf,
  lastKnown,
  readAudit,
  sourcesOf,
  type AuditedEvent,
  type AuditPosition,
  type AuditQuery,
} from './audit.ts';
export {hiddenGuid} from './graph-store.ts';
export type {Access, EdgeStep, EntityCount, GraphRead, GraphStore, GraphTx, Hold} from './graph-store.ts';
export {neighbourCounts, neighbourPage, type Neighbour, type NeighbourOrder} from './neighbour-page.ts';
export {SqlGraphStore} from './sql-graph-store.ts';
export type {TypeSystem} from './type-store.ts';
export {searchEntities, type SearchHits} from './search.ts';
export {dslEntities, dslGroups} from './search-dsl.ts';
export {explainSearch, explainStatements, type ExplainedStatement} from './search-explain.ts';
export {searchFacets, type SearchFacets} from './search-facets.ts';
export {searchRelations, type RelationHits} from './search-relations.ts';
export {suggestTerms} from './search-suggest.ts';
export {indexHealth, type IndexHealth, searchBackend, storeName} from './search-health.ts';
export {classifiedSince} from './classified-since.ts';
export {passingOver} from './passing-over.ts';
export {propagationPaths, type PropagationPath} from './propagation-path.ts';
export {appliedMigrations} from './applied-migrations.ts';
export {
  changedSince,
  connected,
  entitiesByGuid,
  entitiesOfTypes,
  inward,
  ofTypes,
  outward,
  ownedPairs,
  seenAnew,
  walkedRecords,
  type Walked,
} from './walk.ts';
export {changedBehind, checkRows, writeRowsAnew, type CheckedRows} from './check-rows.ts';
export {ageOut, countAgedOut, historyFloor, type AgeOutRule} from './age-out.ts';
export {addTasks, readTasks, removeTasks, unfinishedTasks, updateTask, type Task, type TaskStatus} from './tasks.ts';
export {blocksOf, holdPropagations} from './propagation-state.ts';
export {outdateOldRows, reindexPart, reindexTask, type NextPart} from './reindex.ts';
export {readSetting, writeSetting} from './settings.ts';
export {deletedBefore} from './deleted-before.ts';
export {readableClassificationCounts, readableCounts} from './readable-counts.ts';
export {dropLease, endLeases, isLeased, takeLease} from './lease.ts';
export {
  awaitsNumbers,
  changesFrom,
  lastPlace,
  numberChanges,
  placeText,
  readPlace,
  startPlace,
  trimChanges,
  type OutboxEvent,
  type Place,
} from './outbox.ts';
export {
  addMessages,
  countAttempt,
  countMessages,
  failedMessages,
  failMessages,
  failOldSegments,
  isAnyWaiting,
  messagesOf,
  removeFailed,
  removeMessages,
  retryFailed,
  segmentsOf,
  waitingMessages,
  type NewMessage,
  type StoredMessage,
} from './inbox.ts';
export {auditLinesToSend, dropAuditLines, keepAuditLines, type Keeper, type KeptRecord} from './kept-records.ts';
