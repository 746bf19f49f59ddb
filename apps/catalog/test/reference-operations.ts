const typeDef = 'category guid name version typeVersion createdBy updatedBy createTime updateTime';

/** Members that each type of answer has, whatever its values. */
const members: Readonly<Record<string, string>> = {
  AtlasAsyncImportRequest: 'importId status importDetails importResult',
  AtlasBaseTypeDef: typeDef,
  AtlasBusinessMetadataDef: `${typeDef} attributeDefs`,
  AtlasCheckStateResult:
    'entitiesScanned entitiesOk entitiesFixed entitiesPartiallyFixed entitiesNotFixed state',
  AtlasClassification: 'typeName entityGuid entityStatus propagate',
  AtlasClassificationDef: `${typeDef} attributeDefs superTypes entityTypes subTypes`,
  AtlasEntitiesWithExtInfo: 'entities referredEntities',
  AtlasEntityDef: `${typeDef} attributeDefs superTypes subTypes relationshipAttributeDefs businessAttributeDefs`,
  AtlasEntityHeader:
    'typeName attributes guid status displayText classificationNames meaningNames meanings isIncomplete labels',
  AtlasEntityHeaders: 'guidHeaderMap',
  AtlasEntityWithExtInfo: 'entity referredEntities',
  AtlasEnumDef: `${typeDef} elementDefs`,
  AtlasGlossary: 'guid qualifiedName name',
  AtlasGlossaryCategory: 'guid qualifiedName name anchor',
  AtlasGlossaryExtInfo: 'guid qualifiedName name termInfo categoryInfo',
  AtlasGlossaryTerm: 'guid qualifiedName name anchor',
  AtlasImportResult:
    'request userName clientIpAddress hostName timeStamp metrics processedEntities operationStatus',
  AtlasLineageInfo: 'baseEntityGuid lineageDirection lineageDepth guidEntityMap relations',
  AtlasMetrics: 'data',
  AtlasMetricsStat: 'guid metricsId collectionTime timeToLiveMillis metrics',
  AtlasPatches: 'patches',
  AtlasQuickSearchResult: 'searchResults aggregationMetrics',
  AtlasRelationship: 'typeName guid end1 end2 label propagateTags status',
  AtlasRelationshipDef: `${typeDef} attributeDefs relationshipCategory propagateTags endDef1 endDef2`,
  AtlasRelationshipWithExtInfo: 'relationship',
  AtlasSearchResult: 'queryType approximateCount',
  AtlasSearchResultDownloadStatus: 'searchDownloadRecords',
  AtlasServer: 'guid name fullName displayName',
  AtlasStructDef: `${typeDef} attributeDefs`,
  AtlasSuggestionsResult: 'suggestions prefixString',
  AtlasTypesDef:
    'enumDefs structDefs classificationDefs entityDefs relationshipDefs businessMetadataDefs',
  AtlasUserSavedSearch: 'guid ownerName name searchType searchParameters',
  BulkImportResponse: 'failedImportInfoList successImportInfoList',
  DataSetLineageResponse: 'requestId tableName results',
  DataSetSchemaResponse: 'requestId tableName results',
  DiscoveryResponse: 'requestId query queryType dataType count results',
  EntityMutationResponse: 'mutatedEntities',
  GlossarySearchResult: 'approximateCount',
  LineageResponse: 'requestId results',
  PList: 'list startIndex pageSize totalCount sortType',
  PurgeSummary: 'requestedCount purgedCount failedCount',
  SchemaResponse: 'requestId results',
};

/**
 * Every operation of the Atlas API, relative to its base, and what its documentation says that it
 * answers: a type of `members`, or members themselves; `list`, `map`, `text`, `file`, `boolean`,
 * and `none` for 204; before it the status where that is another one. Names of path parameters are
 * nobody's business, so they are left out.
 */
const table = `
GET /v2/entity/guid/{}: AtlasEntityWithExtInfo
GET /v2/entity/guid/{}/header: AtlasEntityHeader
GET /v2/entity/uniqueAttribute/type/{}/header: AtlasEntityHeader
GET /v2/entity/uniqueAttribute/type/{}: AtlasEntityWithExtInfo
PUT /v2/entity/uniqueAttribute/type/{}: EntityMutationResponse
DELETE /v2/entity/uniqueAttribute/type/{}: EntityMutationResponse
POST /v2/entity: EntityMutationResponse
PUT /v2/entity/guid/{}: EntityMutationResponse
DELETE /v2/entity/guid/{}: EntityMutationResponse
GET /v2/entity/guid/{}/classification/{}: AtlasClassification
GET /v2/entity/guid/{}/classifications: PList
POST /v2/entity/uniqueAttribute/type/{}/classifications: none
POST /v2/entity/guid/{}/classifications: none
PUT /v2/entity/uniqueAttribute/type/{}/classifications: none
PUT /v2/entity/guid/{}/classifications: none
DELETE /v2/entity/uniqueAttribute/type/{}/classification/{}: none
DELETE /v2/entity/guid/{}/classification/{}: none
GET /v2/entity/bulk/uniqueAttribute/type/{}: AtlasEntitiesWithExtInfo
GET /v2/entity/bulk: AtlasEntitiesWithExtInfo
POST /v2/entity/bulk: EntityMutationResponse
DELETE /v2/entity/bulk: EntityMutationResponse
POST /v2/entity/bulk/classification: none
GET /v2/entity/{}/audit: list
GET /v2/entity/bulk/headers: AtlasEntityHeaders
POST /v2/entity/bulk/setClassifications: list
POST /v2/entity/guid/{}/businessmetadata: none
DELETE /v2/entity/guid/{}/businessmetadata: none
POST /v2/entity/guid/{}/businessmetadata/{}: none
DELETE /v2/entity/guid/{}/businessmetadata/{}: none
POST /v2/entity/guid/{}/labels: none
DELETE /v2/entity/guid/{}/labels: none
PUT /v2/entity/guid/{}/labels: none
POST /v2/entity/uniqueAttribute/type/{}/labels: none
PUT /v2/entity/uniqueAttribute/type/{}/labels: none
DELETE /v2/entity/uniqueAttribute/type/{}/labels: none
GET /v2/entity/businessmetadata/import/template: text
POST /v2/entity/businessmetadata/import: BulkImportResponse
GET /v2/types/typedef/name/{}: AtlasBaseTypeDef
GET /v2/types/typedef/guid/{}: AtlasBaseTypeDef
GET /v2/types/typedefs/headers: list
GET /v2/types/typedefs: AtlasTypesDef
GET /v2/types/enumdef/name/{}: AtlasEnumDef
GET /v2/types/enumdef/guid/{}: AtlasEnumDef
GET /v2/types/structdef/name/{}: AtlasStructDef
GET /v2/types/structdef/guid/{}: AtlasStructDef
GET /v2/types/classificationdef/name/{}: AtlasClassificationDef
GET /v2/types/classificationdef/guid/{}: AtlasClassificationDef
GET /v2/types/entitydef/name/{}: AtlasEntityDef
GET /v2/types/entitydef/guid/{}: AtlasEntityDef
GET /v2/types/relationshipdef/name/{}: AtlasRelationshipDef
GET /v2/types/relationshipdef/guid/{}: AtlasRelationshipDef
GET /v2/types/businessmetadatadef/guid/{}: AtlasBusinessMetadataDef
GET /v2/types/businessmetadatadef/name/{}: AtlasBusinessMetadataDef
POST /v2/types/typedefs: AtlasTypesDef
PUT /v2/types/typedefs: AtlasTypesDef
DELETE /v2/types/typedefs: none
DELETE /v2/types/typedef/name/{}: none
POST /v2/relationship: AtlasRelationship
PUT /v2/relationship: AtlasRelationship
GET /v2/relationship/guid/{}: AtlasRelationshipWithExtInfo
DELETE /v2/relationship/guid/{}: none
GET /v2/search/dsl: AtlasSearchResult
POST /v2/search/dsl/download/create_file: none
GET /v2/search/fulltext: AtlasSearchResult
GET /v2/search/basic: AtlasSearchResult
GET /v2/search/attribute: AtlasSearchResult
POST /v2/search/basic: AtlasSearchResult
POST /v2/search/basic/download/create_file: none
GET /v2/search/download/status: AtlasSearchResultDownloadStatus
GET /v2/search/download/{}: text
POST /v2/search/relations: AtlasSearchResult
GET /v2/search/relations: AtlasSearchResult
GET /v2/search/relationship: AtlasSearchResult
POST /v2/search/saved: AtlasUserSavedSearch
PUT /v2/search/saved: AtlasUserSavedSearch
GET /v2/search/saved/{}: AtlasUserSavedSearch
GET /v2/search/saved: list
DELETE /v2/search/saved/{}: none
GET /v2/search/saved/execute/{}: AtlasSearchResult
GET /v2/search/saved/execute/guid/{}: AtlasSearchResult
GET /v2/search/quick: AtlasQuickSearchResult
POST /v2/search/quick: AtlasQuickSearchResult
GET /v2/search/suggestions: AtlasSuggestionsResult
GET /v2/lineage/{}: AtlasLineageInfo
POST /v2/lineage/{}: AtlasLineageInfo
GET /v2/lineage/uniqueAttribute/type/{}: AtlasLineageInfo
GET /v2/glossary: list
GET /v2/glossary/{}: AtlasGlossary
GET /v2/glossary/{}/detailed: AtlasGlossaryExtInfo
GET /v2/glossary/term/{}: AtlasGlossaryTerm
GET /v2/glossary/category/{}: AtlasGlossaryCategory
POST /v2/glossary: AtlasGlossary
POST /v2/glossary/term: AtlasGlossaryTerm
POST /v2/glossary/terms: list
POST /v2/glossary/category: AtlasGlossaryCategory
POST /v2/glossary/categories: list
PUT /v2/glossary/{}: AtlasGlossary
PUT /v2/glossary/{}/partial: AtlasGlossary
PUT /v2/glossary/term/{}: AtlasGlossaryTerm
PUT /v2/glossary/term/{}/partial: AtlasGlossaryTerm
PUT /v2/glossary/category/{}: AtlasGlossaryCategory
PUT /v2/glossary/category/{}/partial: AtlasGlossaryCategory
DELETE /v2/glossary/{}: none
DELETE /v2/glossary/term/{}: none
DELETE /v2/glossary/category/{}: none
GET /v2/glossary/{}/terms: list
GET /v2/glossary/{}/terms/headers: list
GET /v2/glossary/{}/categories: list
GET /v2/glossary/{}/categories/headers: list
GET /v2/glossary/category/{}/terms: list
GET /v2/glossary/terms/{}/related: map
GET /v2/glossary/terms/{}/assignedEntities: list
POST /v2/glossary/terms/{}/assignedEntities: none
DELETE /v2/glossary/terms/{}/assignedEntities: none
PUT /v2/glossary/terms/{}/assignedEntities: none
GET /v2/glossary/category/{}/related: map
GET /v2/glossary/import/template: text
POST /v2/glossary/search: GlossarySearchResult
POST /v2/glossary/download/create_file: none
POST /v2/glossary/create_file: none
GET /v2/glossary/download/status: AtlasSearchResultDownloadStatus
GET /v2/glossary/download/{}: text
POST /v2/glossary/import: BulkImportResponse
POST /v2/notification/topic/{}: none
GET /v2/indexrecovery: map
POST /v2/indexrecovery/start: none
GET /admin/stack: text
GET /admin/version: Description Revision Version Name
GET /admin/status: Status
GET /admin/session: userName groups timezones atlas.rest-csrf.enabled
GET /admin/metrics: AtlasMetrics
GET /admin/metricsstats: list
GET /admin/metricsstat/{}: AtlasMetricsStat
GET /admin/metricsstats/range: list
GET /admin/metricsstats/charts: map
POST /admin/export: file
POST /admin/import: AtlasImportResult
POST /admin/async/import: AtlasAsyncImportRequest
DELETE /admin/async/import/{}: none
GET /admin/async/import/status: PList
GET /admin/async/import/status/{}: AtlasAsyncImportRequest
PUT /admin/purge: EntityMutationResponse
POST /admin/importfile: AtlasImportResult
GET /admin/server/{}: AtlasServer
GET /admin/expimp/audit: list
POST /admin/audits/ageout: list
POST /admin/audits: list
GET /admin/audit/{}/details: list
GET /admin/audit/{}/summary: PurgeSummary
GET /admin/audit/{}/batches: list
GET /admin/activeSearches: list
DELETE /admin/activeSearches/{}: boolean
POST /admin/checkstate: AtlasCheckStateResult
GET /admin/patches: AtlasPatches
GET /admin/tasks: list
DELETE /admin/tasks: none
GET /admin/debug/metrics: map
GET /admin/liveness: text
GET /admin/readiness: text
POST /entities: 201 requestId entities definition
PUT /entities: requestId
POST /entities/qualifiedName: requestId entities definition
POST /entities/{}: requestId entities definition
DELETE /entities: requestId entities
GET /entities/{}: requestId definition
GET /entities: requestId definition
GET /entities/{}/traits: requestId results count
GET /entities/{}/traitDefinitions: requestId results count
GET /entities/{}/traitDefinitions/{}: requestId results
POST /entities/{}/traits: 201 requestId
DELETE /entities/{}/traits/{}: requestId traitName
GET /entities/{}/audit: requestId events
POST /types: 201 requestId types
PUT /types: requestId types
GET /types/{}: requestId typeName definition
GET /types: requestId results count
GET /lineage/{}/inputs/graph: LineageResponse
GET /lineage/{}/outputs/graph: LineageResponse
GET /lineage/{}/schema: SchemaResponse
GET /lineage/hive/table/{}/inputs/graph: DataSetLineageResponse
GET /lineage/hive/table/{}/outputs/graph: DataSetLineageResponse
GET /lineage/hive/table/{}/schema: DataSetSchemaResponse
GET /discovery/search: DiscoveryResponse
GET /discovery/search/dsl: DiscoveryResponse
GET /discovery/search/fulltext: DiscoveryResponse
`;

export type ReferenceOperation = {
  readonly operation: string;
  readonly status: number;
  /** A kind of answer, or the members that an object has. */
  readonly answer: readonly string[];
};

export const documented: readonly ReferenceOperation[] = table
  .trim()
  .split('\n')
  .map(line => {
    const [operation = '', what = ''] = line.split(': ');
    const [, status, kind = ''] = /^(\d+ )?(.*)$/.exec(what) ?? [];
    return {
      operation,
      status: Number(status ?? (kind === 'none' ? 204 : 200)),
      answer: (members[kind] ?? kind).split(' '),
    };
  });

export const referenceOperations: readonly string[] = documented.map(one => one.operation);
