export {
  entitiesAsOf,
  entityAsOf,
  lastKnown,
  readAudit,
  sourcesOf,
  type AuditedEvent,
  type AuditPosition,
  type AuditQuery,
  type PastEntity,
} from './graph/audit.ts';
export {attachedSince, lastEventsOf, updatesAt, type EntityEvent} from './graph/followed-events.ts';
export {accessTokens} from './schema/access-tokens.ts';
export {maxTokens, tokenPrefix, tokenScopes} from '@gazetteer/db';
export type {AccessToken, TokenOwner, TokenScope} from '@gazetteer/db';
export {hiddenGuid} from './schema/graph.ts';
export type {Access, EdgeStep, EntityCount, GraphRead, GraphTx, Hold} from './schema/graph.ts';
export {neighbourCounts, neighbourPage, type Neighbour} from './graph/neighbour-page.ts';
export {GraphStore} from './graph/graph-store.ts';
export type {Purpose, TypeSystem} from './schema/type-store.ts';
export {searchEntities, searchPage, type SearchHits} from './search/search.ts';
export {firstOfKinds} from './search/search-first.ts';
export {countDsl, dslEntities, dslGroups} from './search/search-dsl.ts';
export {
  explainSearch,
  explainStatements,
  type ExplainedStatement,
} from './search/search-explain.ts';
export {searchWithFacets, type SearchFacets} from './search/search-facets.ts';
export {countFacets, type FacetCount, type FacetCounts} from './search/count-facets.ts';
export {searchRelations} from './search/search-relations.ts';
export {corrected, misspelledWords} from './search/spelling.ts';
export {containersOf, ownersLike, termsLike} from './search/typeahead.ts';
export {suggestTerms} from './search/search-suggest.ts';
export {indexHealth, type IndexHealth, searchBackend, storeName} from './search/search-health.ts';
export {classifiedSince} from './graph/classified-since.ts';
export {propagationsOver} from './graph/propagations-over.ts';
export {propagationPaths, type PropagationPath} from './propagation/propagation-path.ts';
export {appliedMigrations} from './schema/applied-migrations.ts';
export {
  changedSince,
  connected,
  entitiesByGuid,
  entitiesOfTypes,
  inward,
  ofTypes,
  outward,
  ownedPairs,
  freshView,
  walkedRecords,
} from './graph/walk.ts';
export type {Walked} from './schema/rows.ts';
export {changedAfter, checkRows, rewriteRows, type CheckedRows} from './graph/check-rows.ts';
export {ageOut, countAgedOut, historyFloor, type AgeOutRule} from './graph/age-out.ts';
export {
  addBulkEntities,
  bulkEntities,
  bulkTask,
  type BulkEntity,
  type BulkOutcome,
} from './queues/bulk-entities.ts';
export {
  addTasks,
  changeStatus,
  hasUnfinished,
  isUnfinished,
  pendingTask,
  readTasks,
  removeTasks,
  saveProgress,
  tasksBy,
  tasksBeginning,
  unfinished,
  unfinishedTasks,
  updateTask,
  type Task,
} from './queues/tasks.ts';
export {
  changeHead,
  changeHeads,
  changeHeadsOf,
  changePartsBehind,
  changeTexts,
  dropOldChanges,
  keepChange,
  markUndone,
  type ChangeHead,
} from './queues/change-records.ts';
export {
  changeSubscriptionOf,
  changeSubscriptions,
  keepSubscriptionState,
  moveSubscription,
  removeChangeSubscription,
  saveChangeSubscription,
  subscriptionLease,
  type ChangeSubscription,
  type StoredSubscription,
  type SubscriptionDelivery,
  type SubscriptionState,
  type SubscriptionTarget,
} from './queues/change-subscriptions.ts';
export {
  dueDigests,
  followDigestOf,
  removeFollowDigest,
  saveFollowDigest,
  type DigestEvery,
  type FollowDigest,
} from './queues/follow-digests.ts';
export {
  metadataSourceOf,
  metadataSources,
  removeMetadataSource,
  saveMetadataSource,
  sourceRunTask,
  type MetadataSource,
} from './queues/metadata-sources.ts';
export {blocksOf, holdPropagations} from './propagation/propagation-state.ts';
export {outdateOldRows, reindexPart, reindexTask, type NextPart} from './graph/reindex.ts';
export {readSetting, writeSetting} from './schema/settings.ts';
export {deletedBefore} from './graph/deleted-before.ts';
export {
  carriedCounts,
  readableClassificationCounts,
  readableCounts,
} from './graph/readable-counts.ts';
export {dropLease, endLeases, isLeased, leaseMs, takeLease} from './queues/lease.ts';
export {
  awaitsNumbers,
  changesFrom,
  lastPosition,
  numberChanges,
  positionText,
  readPosition,
  startPosition,
  trimChanges,
  type OutboxEvent,
  type OutboxPosition,
} from './queues/outbox.ts';
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
  type MessageInLine,
  type StoredMessage,
} from './queues/inbox.ts';
export {
  auditLinesToSend,
  dropAuditLines,
  keepAuditLines,
  type Keeper,
  type KeptRecord,
} from './queues/kept-records.ts';
export * from './lineage/lineage-state.ts';
export * from './lineage/producer-names.ts';
export {ageOutUsage, countUses, newReports, type CountedUse} from './usage/count-uses.ts';
export {mostUsed, usageOf, usageTotals, type Usage} from './usage/read-usage.ts';
