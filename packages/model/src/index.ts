export {AppError, printJava, render, type Refusal} from './error.ts';
export {writeFailure} from './full-disk.ts';
export {errorTable, type ErrorKind} from './error-table.ts';
export {maxJsonDepth, tooDeepAt} from './json-depth.ts';
export {JsonError, parseJson} from './json-error.ts';
export {maxBatchRequests} from './limits.ts';
export {byGuid, lookup} from './lookup.ts';
export {wrongShape} from './json-shape.ts';
export {isPooledTransaction, postgresAddresses, prefersFollowers} from './postgres-address.ts';
export {sourcePlaces} from './source-places.ts';
export {toAtlasNames, toMetaNames} from './names.ts';

export {hasAdministrators} from './access/administrators.ts';
export * from './access/access-request.ts';
export * from './access/change-record.ts';
export * from './access/check-changes.ts';
export * from './access/decide.ts';
export {isForAll} from './access/deny.ts';
export {mayTouch} from './access/may-touch.ts';
export * from './access/narrowed.ts';
export * from './access/policy.ts';
export * from './access/read-policy.ts';
export {fitsAny} from './access/policy-pattern.ts';
export * from './access/readable.ts';
export * from './access/references.ts';

export {type Containment} from './asset/containment.ts';
export {
  governanceGroups,
  groupTypes,
  membershipFacets,
  membershipGroup,
  membershipOf,
  ownershipFacets,
  qualityGroup,
  trustGroup,
  type GroupKind,
} from './governance/governance.ts';
export {ownersOf, type OwnerRoles} from './governance/owner-roles.ts';
export {certified, deprecated, trustOf, type Trust} from './governance/trust.ts';
export {qualityOf, qualityValues, type CheckCounts} from './governance/quality.ts';
export {readTrust, trustValues, type TrustInput} from './governance/plan-trust.ts';
export * from './governance/change-filter.ts';
export * from './governance/message-template.ts';
export {usualEvery} from './governance/delivery-pauses.ts';
export {planOwners} from './governance/owners.ts';
export {assetTypesOf, containmentsAbove, pathAbove, tablesOfColumns} from './asset/asset-path.ts';
export {manualLabel, manualName} from './asset/manual-lineage.ts';
export {partsQuery, partsRelation} from './asset/parts-query.ts';

export * from './types/type-def.ts';
export {filterTypes, type TypeFilter} from './types/type-filter.ts';
export {
  typeDefJson,
  typesDefJson,
  typeHeadersText,
  typesDefText,
  type RootDefJson,
  type TypeDefJson,
  type TypesDefJson,
} from './types/type-json.ts';
export {checkUnused, findTypesToDelete, planTypeDelete} from './types/type-plan-delete.ts';
export {planTypeCreate, planTypeUpdate} from './types/type-plan.ts';
export * from './types/type-kinds.ts';
export {readTypesInput} from './types/type-input.ts';
export {inOrderOfNames} from './types/type-changes.ts';
export * from './types/type-registry.ts';
export * from './types/type-roots.ts';

export type {SaveMode} from './entity/appended.ts';
export * from './entity/audit.ts';
export * from './entity/audit-history.ts';
export * from './entity/audit-json.ts';
export {planLabels} from './entity/annotations.ts';
export {asStored} from './entity/as-stored.ts';
export {planBusinessRemoval, planBusinessUpdate} from './entity/plan-business.ts';
export * from './entity/drafts.ts';
export * from './entity/entity.ts';
export {readRelationship, type IncomingRelationship} from './entity/incoming-relationship.ts';
export {relationshipJson, type RelationshipJson} from './entity/relationship-view.ts';
export {
  compareDigits,
  exactly,
  isExact,
  nearest,
  parseExactly,
  plainDigits,
  writtenText,
} from './entity/exact-number.ts';
export {flowChange, type FlowChange, type Source, type Way} from './entity/flow.ts';
export {planClassifications, planClassificationUpdates} from './entity/plan-classifications.ts';
export * from './entity/plan-delete.ts';
export {changed, edgeRefsOf} from './entity/plan-edges.ts';
export {inverseEdgeRefs, inverseReferences, planInverse} from './entity/plan-inverse.ts';
export {plainEdgeRefsOf} from './entity/plan-plain-edges.ts';
export {
  edgeRefsAt,
  orientEnds,
  planBlocks,
  planRelationship,
  planRelationshipUpdate,
  type Passing,
} from './entity/plan-relationship.ts';
export {planSave, touch, touchedBy} from './entity/plan-save.ts';
export * from './entity/record.ts';
export * from './entity/relationship-header.ts';
export * from './entity/notified-changes.ts';
export {guidFactory} from './entity/uuid.ts';
export {
  normaliseValue,
  readObjectId,
  refuse,
  sameValue,
  type Issues,
  type ObjectId,
} from './entity/value.ts';
export * from './entity/header.ts';
export {showValue} from './entity/show-value.ts';
export * from './entity/view.ts';

export * from './search/classification-text.ts';
export * from './search/derived-rows.ts';
export * from './search/describe-condition.ts';
export * from './search/dsl.ts';
export * from './search/facets.ts';
export * from './search/query-ages.ts';
export {dayMs, dayOf, type Clock} from './search/search-dates.ts';
export {isDslWord, parseDsl} from './search/dsl-parser.ts';
export {printDsl} from './search/dsl-print.ts';
export {projectRows} from './search/dsl-project.ts';
export * from './search/dsl-resolve.ts';
export * from './search/related-search.ts';
export * from './search/relations-search.ts';
export {CategoryTree, type CategoryNode} from './glossary/category-tree.ts';
export * from './glossary/glossary-entity.ts';
export * from './glossary/glossary-search.ts';
export * from './glossary/glossary-types.ts';
export * from './glossary/glossary-view.ts';
export * from './glossary/glossary-table.ts';
export {importColumns, readImportLines, type TermName} from './glossary/import-lines.ts';
export * from './glossary/plan-assignments.ts';
export {
  namesOf,
  planTermImport,
  type ImportInfo,
  type StoredTerm,
} from './glossary/plan-term-import.ts';
export * from './glossary/read-glossary-body.ts';

export {
  bulkActionTypes,
  readBulkAction,
  type BulkAction,
  type ValueAction,
} from './bulk/bulk-action.ts';
export {bulkTarget, bulkValue, planBulkValue} from './bulk/plan-bulk.ts';
export {joinCell} from './glossary/listed-cells.ts';
export type {BulkRules, BulkState} from './bulk/bulk-parts.ts';
export {columnsWanted, termNames} from './bulk/plan-columns.ts';
export {readTable, type TableLine} from './bulk/table-lines.ts';

export {operators, type Operator} from './search/operator.ts';
export * from './search/search-document.ts';
export {systemField, type FilterField} from './search/search-fields.ts';
export * from './search/search-matches.ts';
export {nextMarker} from './search/search-marker.ts';
export * from './search/search-parameters.ts';
export * from './search/search-query.ts';
export * from './search/search-text.ts';
export * from './search/search.ts';
export * from './search/edit-distance.ts';
export * from './search/tokens.ts';

export {assignGuids} from './transfer/assigned-guids.ts';
export * from './transfer/import-edges.ts';
export {readTransformers} from './transfer/import-transformers.ts';
export * from './transfer/import-transforms.ts';
export * from './transfer/imported-entity.ts';
export * from './transfer/match-import.ts';
export * from './transfer/plan-import.ts';
export {planImportTypes} from './transfer/plan-import-types.ts';

export {type HookEntities} from './ingest/hook-entity.ts';
export {noHookRules, type HookRules} from './ingest/hook-rules.ts';
export {preprocessHook} from './ingest/preprocess-hook.ts';

export * from './ingest/openlineage/event.ts';
export * from './ingest/openlineage/run-state.ts';
export * from './ingest/openlineage/dataset-identity.ts';
export * from './ingest/openlineage/dataset-asset.ts';
export * from './ingest/openlineage/process-identity.ts';
export * from './ingest/openlineage/entity-bodies.ts';
