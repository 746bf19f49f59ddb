// Generated from the operations of apps/catalog by `npm run docs`.

export type Schemas = {
  /** An access token for a program */
  AccessToken: {
    /** Its id */
    "uuid": string;
    /** What it is for */
    "name": string;
    /** What it allows: all that its user may do, reading, or sending OpenLineage events */
    "scope": 'all' | 'read' | 'lineage';
    /** When it was made, in milliseconds since 1970, UTC */
    "createdAt": number;
    /** When it ends; absent for one without an end */
    "expiresAt"?: number | undefined;
    /** When it was last used, to the hour; absent for one that was not */
    "usedAt"?: number | undefined;
  };
  /** What stands between the two data sets */
  AddedLineage: {
    /** Of the process, which is labeled `lineage_by_hand` */
    "processGuid": string;
  };
  /** An asset that a change may break */
  AffectedAsset: {
    /** The asset */
    "entity": Schemas['EntityHeader'];
    /** How far it is from the table, from data set to data set */
    "hops": number;
    /** Changed columns that it is known to be made from */
    "columns": string[];
  };
  /** What a breaking change affects, one of all that is named here; where nothing is, any asset */
  AffectedFilter: {
    /** Assets that have one of these owners */
    "owners"?: string[] | undefined;
    /** GUIDs of domains: assets that belong to them */
    "domains"?: string[] | undefined;
    /** GUIDs of assets */
    "assets"?: string[] | undefined;
  };
  /** What a breaking change affects, one of all that is named here; where nothing is, any asset */
  AffectedFilterInput: {
    /** Assets that have one of these owners */
    "owners"?: (string | null)[] | null | undefined;
    /** GUIDs of domains: assets that belong to them */
    "domains"?: (string | null)[] | null | undefined;
    /** GUIDs of assets */
    "assets"?: (string | null)[] | null | undefined;
  };
  /** Assets by their guids */
  AssetsToAssign: {
    /** Of the assets */
    "guids": (string | null)[];
  };
  /** What became of assets */
  AssignedAssets: {
    /** Those that were changed */
    "changed": number;
    /** Those that were so already */
    "unchanged": number;
    /** Those that cannot belong to it, or that the caller may not change */
    "refused": ({"guid": string; "reason": string})[];
  };
  /** An import in the background */
  AsyncImportRequest: {
    /** Of the record */
    "guid"?: string | undefined;
    /** Of the import */
    "importId": string;
    /** State of the import */
    "status": 'STAGING' | 'WAITING' | 'PROCESSING' | 'SUCCESSFUL' | 'PARTIAL_SUCCESS' | 'ABORTED' | 'FAILED';
    /** How far it is */
    "importDetails": {"publishedEntityCount"?: number | undefined; "totalEntitiesCount"?: number | undefined; "importedEntitiesCount"?: number | undefined; "failedEntitiesCount"?: number | undefined; "failedEntities"?: string[] | undefined; "importProgress"?: number | undefined; "failures"?: {[name: string]: string} | undefined};
    /** Milliseconds since 1970, UTC */
    "receivedTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "stagedTime"?: number | undefined;
    /** 0 while it waits */
    "processingStartTime"?: number | undefined;
    /** 0 until it has ended */
    "completedTime"?: number | undefined;
    /** Result, once it has ended */
    "importResult"?: Schemas['ImportResult'] | undefined;
  };
  /** Imports in the background */
  AsyncImports: {
    /** The imports */
    "list"?: ({"importId"?: string | undefined; "status"?: 'STAGING' | 'WAITING' | 'PROCESSING' | 'SUCCESSFUL' | 'PARTIAL_SUCCESS' | 'ABORTED' | 'FAILED' | undefined; "importRequestReceivedTime"?: string | undefined; "importRequestUser"?: string | undefined})[] | undefined;
    /** Index of the first */
    "startIndex"?: number | undefined;
    /** Imports in the answer */
    "pageSize"?: number | undefined;
    /** Number of imports */
    "totalCount"?: number | undefined;
    /** Always NONE: newest first */
    "sortType"?: 'NONE' | undefined;
  };
  /** An attribute of a type */
  AttributeDef: {
    /** Unique within the type and its super types */
    "name": string;
    /** A primitive, `array<T>`, `map<K,V>`, or a type */
    "typeName": string;
    /** Whether entities can leave it out */
    "isOptional": boolean;
    /** One value, a list, or a set */
    "cardinality": 'SINGLE' | 'LIST' | 'SET';
    /** Fewest values of a list or set */
    "valuesMinCount": number;
    /** Most values of a list or set */
    "valuesMaxCount": number;
    /** Whether no two active entities of the type can have the same value; clients can name an entity by it */
    "isUnique": boolean;
    /** Whether filters look values up in an index; otherwise they read the entities of the type */
    "isIndexable": boolean;
    /** Whether notifications about an entity carry the value */
    "includeInNotification": boolean;
    /** Value when an entity leaves it out, as text */
    "defaultValue"?: string | undefined;
    /** What the value means */
    "description"?: string | undefined;
    /** 1 to 10; any other number counts as not set */
    "searchWeight": number;
    /** Kept as given: every attribute is found in the same way */
    "indexType"?: 'DEFAULT' | 'STRING' | undefined;
    /** References that are owned or owning */
    "constraints"?: ({"type": string; "params"?: {[name: string]: unknown} | undefined})[] | undefined;
    /** Settings of the attribute, such as maxStrLength and applicableEntityTypes */
    "options"?: {[name: string]: string} | undefined;
    /** Name that pages show */
    "displayName"?: string | undefined;
    /** Pattern for clients that compute the value; kept as given */
    "autoComputeFormat"?: string | undefined;
  };
  /** An attribute of a type */
  AttributeDefInput: {
    /** Unique within the type and its super types */
    "name"?: string | null | undefined;
    /** A primitive, `array<T>`, `map<K,V>`, or a type */
    "typeName": string;
    /** Whether entities can leave it out */
    "isOptional"?: boolean | null | undefined;
    /** One value, a list, or a set */
    "cardinality"?: 'SINGLE' | 'LIST' | 'SET' | null | undefined;
    /** Fewest values of a list or set */
    "valuesMinCount"?: number | null | undefined;
    /** Most values of a list or set */
    "valuesMaxCount"?: number | null | undefined;
    /** Whether no two active entities of the type can have the same value; clients can name an entity by it */
    "isUnique"?: boolean | null | undefined;
    /** Whether filters look values up in an index; otherwise they read the entities of the type */
    "isIndexable"?: boolean | null | undefined;
    /** Whether notifications about an entity carry the value */
    "includeInNotification"?: boolean | null | undefined;
    /** Value when an entity leaves it out, as text */
    "defaultValue"?: string | null | undefined;
    /** What the value means */
    "description"?: string | null | undefined;
    /** 1 to 10; any other number counts as not set */
    "searchWeight"?: number | null | undefined;
    /** Kept as given: every attribute is found in the same way */
    "indexType"?: 'DEFAULT' | 'STRING' | null | undefined;
    /** References that are owned or owning */
    "constraints"?: ({"type"?: string | null | undefined; "params"?: {[name: string]: unknown} | null | undefined} | null)[] | null | undefined;
    /** Settings of the attribute, such as maxStrLength and applicableEntityTypes */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** Name that pages show */
    "displayName"?: string | null | undefined;
    /** Pattern for clients that compute the value; kept as given */
    "autoComputeFormat"?: string | null | undefined;
  };
  /** An entry of the audit log */
  AuditEntry: {
    /** Of the entry */
    "guid"?: string | undefined;
    /** User who did it */
    "userName"?: string | undefined;
    /** What was done, such as PURGE */
    "operation"?: string | undefined;
    /** What it was asked to do */
    "params"?: string | undefined;
    /** When it began, in milliseconds since 1970 */
    "startTime"?: number | undefined;
    /** When it ended, in milliseconds since 1970 */
    "endTime"?: number | undefined;
    /** Address of the client */
    "clientId"?: string | undefined;
    /** What came of it, as JSON or text */
    "result"?: string | undefined;
    /** Number of entities or types concerned */
    "resultCount"?: number | undefined;
    /** Run of the automatic purge that the entry belongs to */
    "runId"?: string | undefined;
    /** SINGLE, or SUMMARY and BATCH of an automatic purge */
    "auditRowKind"?: string | undefined;
  };
  /** Which audit events of entities to remove */
  AuditReductionCriteria: {
    /** Whether anything is removed at all */
    "auditAgingEnabled"?: boolean | null | undefined;
    /** Whether the default limits apply */
    "defaultAgeoutEnabled"?: boolean | null | undefined;
    /** Whether all events of the sweep-out types and actions are removed */
    "auditSweepoutEnabled"?: boolean | null | undefined;
    /** Whether events of creation can be removed */
    "createEventsAgeoutAllowed"?: boolean | null | undefined;
    /** Whether types stand for their subtypes as well */
    "subTypesIncluded"?: boolean | null | undefined;
    /** Events that stay of each entity; 0: no limit */
    "defaultAgeoutAuditCount"?: number | null | undefined;
    /** Days that events stay; 0: no limit */
    "defaultAgeoutTTLInDays"?: number | null | undefined;
    /** Events kept of each entity of the custom types; 0: no limit */
    "customAgeoutAuditCount"?: number | null | undefined;
    /** Days that events of the custom types are kept; 0: no limit */
    "customAgeoutTTLInDays"?: number | null | undefined;
    /** Separated by commas */
    "customAgeoutEntityTypes"?: string | null | undefined;
    /** Separated by commas */
    "customAgeoutActionTypes"?: string | null | undefined;
    /** Separated by commas */
    "sweepoutEntityTypes"?: string | null | undefined;
    /** Separated by commas */
    "sweepoutActionTypes"?: string | null | undefined;
  };
  /** Which entries of the audit log to list */
  AuditSearchParameters: {
    /** Conditions on the entries */
    "auditFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** Entries in the answer */
    "limit"?: number | null | undefined;
    /** Entries to skip */
    "offset"?: number | null | undefined;
    /** Attribute to sort by */
    "sortBy"?: string | null | undefined;
    /** Order of the entries */
    "sortOrder"?: 'ASCENDING' | 'DESCENDING' | null | undefined;
  };
  /** What a user can do, and why */
  Authorization: {
    /** User that was asked about */
    "user": string;
    /** Groups of the user */
    "groups": string[];
    /** Roles that the policy gives to the user and the groups */
    "roles": string[];
    /** The policy that is in force */
    "policy"?: {"file"?: string | undefined; "loadedAt"?: string | undefined; "problem"?: string | undefined} | undefined;
    /** One for each privilege */
    "decisions": ({"privilege": string; "allowed": boolean; "because": string[]; "until"?: string | undefined; "ended"?: string[] | undefined; "lacking"?: string | undefined})[];
  };
  /** What each request of a batch was answered */
  BatchAnswer: {
    /** In the order of the requests */
    "responses": ({"id"?: string | undefined; "body"?: unknown | undefined})[];
  };
  /** Changes that are made together or not at all */
  BatchRequest: {
    /** At most 1000, in their order */
    "requests": ({"id"?: string | null | undefined; "method": 'POST' | 'PUT' | 'DELETE'; "path": string; "body"?: unknown | undefined} | null)[];
  };
  /** A column that was removed or retyped */
  BrokenColumn: {
    /** Its name */
    "name": string;
    /** What was done to it */
    "change": 'REMOVED' | 'RETYPED';
    /** Its data type before; absent where it was removed */
    "from"?: string | undefined;
    /** Its data type since; absent where it was removed */
    "to"?: string | undefined;
  };
  /** What is to be done to many entities */
  BulkAction: {
    /** What is done; the other members are for some of these. SET_COLUMNS is the import of a table, POST /v2/assets/import; UNDO takes back a change, POST /v2/undo/{changeId} */
    "type": 'ADD_CLASSIFICATION' | 'REMOVE_CLASSIFICATION' | 'ADD_TERMS' | 'REMOVE_TERMS' | 'ADD_LABELS' | 'REMOVE_LABELS' | 'SET_ATTRIBUTE' | 'SET_BUSINESS_METADATA' | 'SET_DOMAIN' | 'ADD_TO_PRODUCTS' | 'REMOVE_FROM_PRODUCTS' | 'SET_TRUST' | 'SET_COLUMNS' | 'UNDO' | 'DELETE';
    /** Of ADD_CLASSIFICATION; entities that have it already keep it */
    "classification"?: Schemas['Classification'] | undefined;
    /** Of REMOVE_CLASSIFICATION */
    "typeName"?: string | undefined;
    /** Of ADD_TERMS and REMOVE_TERMS */
    "termGuids"?: string[] | undefined;
    /** Of ADD_LABELS and REMOVE_LABELS */
    "labels"?: string[] | undefined;
    /** Of SET_ATTRIBUTE: an attribute that holds a single plain value and is not unique */
    "name"?: string | undefined;
    /** Of SET_ATTRIBUTE; none takes the value away */
    "value"?: unknown | undefined;
    /** Of SET_BUSINESS_METADATA: by business metadata and attribute; null takes a value away */
    "values"?: {[name: string]: {[name: string]: unknown}} | undefined;
    /** Of SET_DOMAIN; null: of none */
    "domainGuid"?: string | null | undefined;
    /** Of ADD_TO_PRODUCTS and REMOVE_FROM_PRODUCTS */
    "productGuids"?: string[] | undefined;
    /** Of SET_COLUMNS */
    "columns"?: string[] | undefined;
    /** Of UNDO */
    "changeId"?: string | undefined;
    /** Of SET_TRUST; what is left out is kept */
    "trust"?: Schemas['TrustInput'] | undefined;
  };
  /** What is to be done to many entities */
  BulkActionInput: {
    /** What is done; the other members are for some of these. SET_COLUMNS is the import of a table, POST /v2/assets/import; UNDO takes back a change, POST /v2/undo/{changeId} */
    "type": 'ADD_CLASSIFICATION' | 'REMOVE_CLASSIFICATION' | 'ADD_TERMS' | 'REMOVE_TERMS' | 'ADD_LABELS' | 'REMOVE_LABELS' | 'SET_ATTRIBUTE' | 'SET_BUSINESS_METADATA' | 'SET_DOMAIN' | 'ADD_TO_PRODUCTS' | 'REMOVE_FROM_PRODUCTS' | 'SET_TRUST' | 'SET_COLUMNS' | 'UNDO' | 'DELETE';
    /** Of ADD_CLASSIFICATION; entities that have it already keep it */
    "classification"?: Schemas['ClassificationInput'] | null | undefined;
    /** Of REMOVE_CLASSIFICATION */
    "typeName"?: string | null | undefined;
    /** Of ADD_TERMS and REMOVE_TERMS */
    "termGuids"?: (string | null)[] | null | undefined;
    /** Of ADD_LABELS and REMOVE_LABELS */
    "labels"?: (string | null)[] | null | undefined;
    /** Of SET_ATTRIBUTE: an attribute that holds a single plain value and is not unique */
    "name"?: string | null | undefined;
    /** Of SET_ATTRIBUTE; none takes the value away */
    "value"?: unknown | undefined;
    /** Of SET_BUSINESS_METADATA: by business metadata and attribute; null takes a value away */
    "values"?: {[name: string]: {[name: string]: unknown} | null} | null | undefined;
    /** Of SET_DOMAIN; null: of none */
    "domainGuid"?: string | null | undefined;
    /** Of ADD_TO_PRODUCTS and REMOVE_FROM_PRODUCTS */
    "productGuids"?: (string | null)[] | null | undefined;
    /** Of SET_COLUMNS */
    "columns"?: (string | null)[] | null | undefined;
    /** Of UNDO */
    "changeId"?: string | null | undefined;
    /** Of SET_TRUST; what is left out is kept */
    "trust"?: Schemas['TrustInputInput'] | null | undefined;
  };
  /** A change of many entities, and how far it is */
  BulkChange: {
    /** Of the change */
    "guid": string;
    /** How it is */
    "status": 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED' | 'CANCELLED';
    /** What is done to each */
    "action": Schemas['BulkAction'];
    /** What it changes */
    "search"?: Schemas['SearchParameters'] | undefined;
    /** What it changes, as a query of the DSL */
    "dsl"?: string | undefined;
    /** The change that it takes back */
    "undoOf"?: string | undefined;
    /** Whether it only tells what would be changed */
    "isRehearsal": boolean;
    /** Milliseconds since 1970, UTC */
    "createdTime": number;
    /** Milliseconds since 1970, UTC */
    "startTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "endTime"?: number | undefined;
    /** Why it failed */
    "errorMessage"?: string | undefined;
    /** Entities that there were at its start; of many an estimate */
    "total"?: number | undefined;
    /** Entities, by what became of them */
    "counts": {"changed": number; "alongWith": number; "unchanged": number; "refused": number; "conflicts": number};
    /** Of a rehearsal: how often a classification would come to, or go from, other entities over relationships */
    "reached"?: number | undefined;
  };
  /** What became of entities of a bulk change */
  BulkEntities: {
    /** In the order in which they were done */
    "entities": ({"entity": Schemas['EntityHeader']; "outcome": 'CHANGED' | 'FOLLOWED' | 'REFUSED' | 'CONFLICT'; "reason": string; "oldValue"?: unknown | undefined; "newValue"?: unknown | undefined})[];
    /** `after` of the next page; absent on the last */
    "next"?: number | undefined;
  };
  /** Result of importing a file */
  BulkImport: {
    /** Rows that failed */
    "failedImportInfoList": Schemas['ImportInfo'][];
    /** Rows that were imported */
    "successImportInfoList": Schemas['ImportInfo'][];
  };
  /** A change of everything that a search finds */
  BulkRequest: {
    /** As of POST /v2/search/basic; its page and order do not matter */
    "search"?: Schemas['SearchParametersInput'] | null | undefined;
    /** In place of `search`: a query of the DSL without selected values, groups and limit */
    "dsl"?: string | null | undefined;
    /** What is done to each */
    "action": Schemas['BulkActionInput'];
    /** Only tells what would be changed */
    "isRehearsal"?: boolean | null | undefined;
  };
  /** A group of attributes that people add to entities of existing types */
  BusinessMetadataDef: {
    /** Category of the type */
    "category": 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA';
    /** Assigned by the server */
    "guid"?: string | undefined;
    /** User who created the type */
    "createdBy"?: string | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | undefined;
    /** Grows by one with each update */
    "version"?: number | undefined;
    /** Unique among all types of all categories */
    "name": string;
    /** What the type is for */
    "description": string;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion": string;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string} | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs": Schemas['AttributeDef'][];
  };
  /** A group of attributes that people add to entities of existing types */
  BusinessMetadataDefInput: {
    /** Category of the type */
    "category"?: 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA' | null | undefined;
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** User who created the type */
    "createdBy"?: string | null | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | null | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | null | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | null | undefined;
    /** Grows by one with each update */
    "version"?: number | null | undefined;
    /** Unique among all types of all categories */
    "name"?: string | null | undefined;
    /** What the type is for */
    "description"?: string | null | undefined;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion"?: string | null | undefined;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | null | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs"?: (Schemas['AttributeDefInput'] | null)[] | null | undefined;
  };
  /** One change */
  Change: {
    /** Of its own for ever: who hears of a change twice can tell */
    "id": string;
    /** What changed */
    "operationType": 'ENTITY_CREATE' | 'ENTITY_UPDATE' | 'ENTITY_DELETE' | 'ENTITY_PURGE' | 'CLASSIFICATION_ADD' | 'CLASSIFICATION_UPDATE' | 'CLASSIFICATION_DELETE' | 'RELATIONSHIP_CREATE' | 'RELATIONSHIP_UPDATE' | 'RELATIONSHIP_DELETE';
    /** Milliseconds since 1970, UTC */
    "eventTime": number;
    /** Who changed it */
    "user": string;
    /** The classification that was attached, changed or taken away */
    "classification"?: string | undefined;
    /** The entity, as it is when the feed is read */
    "entity"?: Schemas['EntityHeader'] | undefined;
    /** The relationship, where one changed */
    "relationship"?: Schemas['RelationshipHeader'] | undefined;
  };
  /** Which changes; an empty list restricts nothing */
  ChangeFilter: {
    /** Entity types, with their subtypes */
    "types"?: string[] | undefined;
    /** Classifications, with their subtypes */
    "classifications"?: string[] | undefined;
    /** Whether a classification counts that was only propagated; true by default */
    "propagated"?: boolean | undefined;
    /** GUIDs of domains: they themselves, and what belongs to them */
    "domains"?: string[] | undefined;
    /** Kinds of changes; BREAKING_CHANGE, a column removed or retyped or a table dropped upstream of other assets, is by itself */
    "operations"?: ('ENTITY_CREATE' | 'ENTITY_UPDATE' | 'ENTITY_DELETE' | 'ENTITY_PURGE' | 'CLASSIFICATION_ADD' | 'CLASSIFICATION_UPDATE' | 'CLASSIFICATION_DELETE' | 'RELATIONSHIP_CREATE' | 'RELATIONSHIP_UPDATE' | 'RELATIONSHIP_DELETE' | 'BREAKING_CHANGE')[] | undefined;
    /** Of breaking changes only */
    "affects"?: Schemas['AffectedFilter'] | undefined;
  };
  /** Which changes; an empty list restricts nothing */
  ChangeFilterInput: {
    /** Entity types, with their subtypes */
    "types"?: (string | null)[] | null | undefined;
    /** Classifications, with their subtypes */
    "classifications"?: (string | null)[] | null | undefined;
    /** Whether a classification counts that was only propagated; true by default */
    "propagated"?: boolean | null | undefined;
    /** GUIDs of domains: they themselves, and what belongs to them */
    "domains"?: (string | null)[] | null | undefined;
    /** Kinds of changes; BREAKING_CHANGE, a column removed or retyped or a table dropped upstream of other assets, is by itself */
    "operations"?: ('ENTITY_CREATE' | 'ENTITY_UPDATE' | 'ENTITY_DELETE' | 'ENTITY_PURGE' | 'CLASSIFICATION_ADD' | 'CLASSIFICATION_UPDATE' | 'CLASSIFICATION_DELETE' | 'RELATIONSHIP_CREATE' | 'RELATIONSHIP_UPDATE' | 'RELATIONSHIP_DELETE' | 'BREAKING_CHANGE' | null)[] | null | undefined;
    /** Of breaking changes only */
    "affects"?: Schemas['AffectedFilterInput'] | null | undefined;
  };
  /** A part of the feed of changes */
  Changes: {
    /** Oldest first */
    "changes": Schemas['Change'][];
    /** What to give as `after` to go on */
    "next": string;
  };
  /** What to check */
  CheckStateRequest: {
    /** Entities to check */
    "entityGuids"?: (string | null)[] | null | undefined;
    /** With their sub-types */
    "entityTypes"?: (string | null)[] | null | undefined;
    /** Whether to repair what is wrong */
    "fixIssues"?: boolean | null | undefined;
  };
  /** What a check found */
  CheckStateResult: {
    /** Entities that were checked */
    "entitiesScanned"?: number | undefined;
    /** Entities in order */
    "entitiesOk"?: number | undefined;
    /** Entities that were repaired */
    "entitiesFixed"?: number | undefined;
    /** Entities that were repaired in part */
    "entitiesPartiallyFixed"?: number | undefined;
    /** Entities that are still not in order */
    "entitiesNotFixed"?: number | undefined;
    /** Overall result */
    "state"?: 'OK' | 'FIXED' | 'PARTIALLY_FIXED' | 'NOT_FIXED' | undefined;
    /** Those that were not in order, by guid */
    "entities"?: {[name: string]: {"guid"?: string | undefined; "typeName"?: string | undefined; "name"?: string | undefined; "status"?: string | undefined; "state"?: 'OK' | 'FIXED' | 'PARTIALLY_FIXED' | 'NOT_FIXED' | undefined; "issues"?: string[] | undefined}} | undefined;
  };
  /** How the checks of a data set ended */
  CheckedDataset: {
    /** Such as `hive://metastore.example:9083` */
    "namespace": string;
    /** Such as `sales.orders` */
    "name": string;
    /** Checks that passed */
    "passed"?: number | null | undefined;
    /** Checks that failed */
    "failed"?: number | null | undefined;
    /** Checks that could not be run */
    "errors"?: number | null | undefined;
  };
  /** A classification of an entity */
  Classification: {
    /** Name of the classification */
    "typeName": string;
    /** Values of the attributes of the classification */
    "attributes"?: {[name: string]: unknown} | null | undefined;
    /** The entity that it was attached to */
    "entityGuid"?: string | undefined;
    /** Status of the entity that it was attached to */
    "entityStatus"?: 'ACTIVE' | 'DELETED' | undefined;
    /** Whether it goes on to related entities; true when absent */
    "propagate"?: boolean | undefined;
    /** Whether propagated copies are removed when the entity is deleted */
    "removePropagationsOnEntityDelete"?: boolean | undefined;
    /** When it applies; always when empty */
    "validityPeriods"?: Schemas['TimeBoundary'][] | undefined;
  };
  /** A classification and the entities to attach it to */
  ClassificationAssociateRequest: {
    /** The classification to attach */
    "classification": Schemas['ClassificationInput'];
    /** Entities to attach it to */
    "entityGuids"?: (string | null)[] | null | undefined;
    /** For entitiesUniqueAttributes */
    "entityTypeName"?: string | null | undefined;
    /** Unique attributes of one entity each */
    "entitiesUniqueAttributes"?: ({[name: string]: unknown} | null)[] | null | undefined;
  };
  /** A tag with attributes that entities can carry */
  ClassificationDef: {
    /** Category of the type */
    "category": 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA';
    /** Assigned by the server */
    "guid"?: string | undefined;
    /** User who created the type */
    "createdBy"?: string | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | undefined;
    /** Grows by one with each update */
    "version"?: number | undefined;
    /** Unique among all types of all categories */
    "name": string;
    /** What the type is for */
    "description": string;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion": string;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string} | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs": Schemas['AttributeDef'][];
    /** Classifications whose attributes it inherits */
    "superTypes": string[];
    /** Entity types that it can be attached to, with their subtypes; empty: all */
    "entityTypes": string[];
    /** Classifications that name it as a super type */
    "subTypes": string[];
  };
  /** A tag with attributes that entities can carry */
  ClassificationDefInput: {
    /** Category of the type */
    "category"?: 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA' | null | undefined;
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** User who created the type */
    "createdBy"?: string | null | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | null | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | null | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | null | undefined;
    /** Grows by one with each update */
    "version"?: number | null | undefined;
    /** Unique among all types of all categories */
    "name"?: string | null | undefined;
    /** What the type is for */
    "description"?: string | null | undefined;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion"?: string | null | undefined;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | null | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs"?: (Schemas['AttributeDefInput'] | null)[] | null | undefined;
    /** Classifications whose attributes it inherits */
    "superTypes"?: (string | null)[] | null | undefined;
    /** Entity types that it can be attached to, with their subtypes; empty: all */
    "entityTypes"?: (string | null)[] | null | undefined;
    /** Classifications that name it as a super type */
    "subTypes"?: (string | null)[] | null | undefined;
  };
  /** Why an entity carries a classification */
  ClassificationExplanation: {
    /** Name of the classification */
    "typeName": string;
    /** The entity that was asked about */
    "guid": string;
    /** It is attached to the entity itself */
    "isOwn": boolean;
    /** Other entities that it comes from */
    "sourceCount": number;
    /** The first of them, each with the shortest way */
    "sources": ({"entityGuid"?: string | undefined; "entityStatus"?: 'ACTIVE' | 'DELETED' | undefined; "isConnected"?: boolean | undefined; "path"?: ({"entity"?: Schemas['EntityHeader'] | undefined; "relationship"?: {"guid"?: string | undefined; "typeName"?: string | undefined; "end1"?: string | undefined; "end2"?: string | undefined; "status"?: 'ACTIVE' | 'DELETED' | undefined; "propagateTags"?: string | undefined} | undefined})[] | undefined})[];
  };
  /** A classification that is followed */
  ClassificationFollow: {
    /** Of the classification */
    "name": string;
    /** Since when it is followed */
    "followedTime": number;
  };
  /** A classification of an entity */
  ClassificationInput: {
    /** Name of the classification */
    "typeName": string;
    /** Values of the attributes of the classification */
    "attributes"?: {[name: string]: unknown} | null | undefined;
    /** The entity that it was attached to */
    "entityGuid"?: string | null | undefined;
    /** Status of the entity that it was attached to */
    "entityStatus"?: 'ACTIVE' | 'DELETED' | null | undefined;
    /** Whether it goes on to related entities; true when absent */
    "propagate"?: boolean | null | undefined;
    /** Whether propagated copies are removed when the entity is deleted */
    "removePropagationsOnEntityDelete"?: boolean | null | undefined;
    /** When it applies; always when empty */
    "validityPeriods"?: (Schemas['TimeBoundaryInput'] | null)[] | null | undefined;
  };
  /** Classifications of an entity */
  ClassificationList: {
    /** The classifications */
    "list": Schemas['Classification'][];
    /** Index of the first */
    "startIndex"?: number | undefined;
    /** Number of classifications in the answer */
    "pageSize"?: number | undefined;
    /** Number of classifications */
    "totalCount": number;
    /** Order of the list */
    "sortType"?: 'NONE' | 'ASC' | 'DESC' | undefined;
  };
  /** Where searches find classifications */
  ClassifiedCounts: {
    /** Entities by classification; those without any are left out */
    "counts": {[name: string]: number};
    /** Nothing is counted further: this number stands for itself and all above it */
    "most": number;
  };
  /** Entities with the classifications that they are to have */
  ClassifiedHeaders: {
    /** By guid */
    "guidHeaderMap"?: {[name: string]: {"guid"?: string | null | undefined; "typeName"?: string | null | undefined; "attributes"?: {[name: string]: unknown} | null | undefined; "status"?: 'ACTIVE' | 'DELETED' | null | undefined; "displayText"?: string | null | undefined; "classificationNames"?: (string | null)[] | null | undefined; "classifications"?: (Schemas['ClassificationInput'] | null)[] | null | undefined; "meaningNames"?: (string | null)[] | null | undefined; "meanings"?: (Schemas['TermAssignmentInput'] | null)[] | null | undefined; "isIncomplete"?: boolean | null | undefined; "labels"?: (string | null)[] | null | undefined; "matches"?: ({"kind": 'attribute' | 'label' | 'custom' | 'business' | 'classification' | 'term' | 'type'; "field": string; "text": string} | null)[] | null | undefined} | null} | null | undefined;
  };
  /** A set of assets that is offered as one */
  DataProduct: {
    /** Of the entity */
    "guid": string;
    /** Made of the names at its creation, and kept since */
    "qualifiedName": string;
    /** What it is called; no other one beside it has the same name */
    "name": string;
    /** What is in it, in Markdown */
    "description"?: string | null | undefined;
    /** Who is responsible */
    "owner"?: string | null | undefined;
    /** The domain that it belongs to */
    "domainGuid"?: string | undefined;
  };
  /** What a data product is given */
  DataProductInput: {
    /** What it is called; no other one beside it has the same name */
    "name"?: string | null | undefined;
    /** What is in it, in Markdown */
    "description"?: string | null | undefined;
    /** Who is responsible */
    "owner"?: string | null | undefined;
    /** The domain that it belongs to; null for none */
    "domainGuid"?: string | null | undefined;
  };
  /** An asset, for whoever is about to use it */
  DatasetAsset: {
    /** Its GUID */
    "guid": string;
    /** Its type */
    "typeName": string;
    /** Its name */
    "name": string;
    /** Its qualified name */
    "qualifiedName": string;
    /** What people or sources say of it */
    "description"?: string | undefined;
    /** Who is responsible for it */
    "owners": string[];
    /** Names of its classifications, also of those that came to it */
    "classifications": string[];
    /** Names of its terms */
    "terms": string[];
    /** Certified, Draft, Deprecated or another one */
    "certification"?: string | undefined;
    /** What its users have to know now */
    "announcement"?: string | undefined;
    /** How the checks of what is in it ended last, where it has any */
    "checks"?: {"state": string; "passed": number; "failed": number; "errors": number} | undefined;
    /** Where it is not to be used any more */
    "deprecation"?: {"reason": string; "successor"?: {"guid"?: string | undefined; "name": string} | undefined} | undefined;
    /** Those that there is something to say of, where they were asked for */
    "columns"?: ({"name": string; "description"?: string | undefined; "classifications": string[]; "terms": string[]})[] | undefined;
  };
  /** A data set by the names of its producer */
  DatasetName: {
    /** Such as `hive://metastore.example:9083` */
    "namespace": string;
    /** Such as `sales.orders` */
    "name": string;
  };
  /** Calls and times of one operation */
  DebugMetrics: {
    /** Operation or call of the API */
    "name"?: string | undefined;
    /** Number of calls */
    "numops"?: number | undefined;
    /** Milliseconds */
    "minTime"?: number | undefined;
    /** Milliseconds */
    "maxTime"?: number | undefined;
    /** Milliseconds */
    "stdDevTime"?: number | undefined;
    /** Milliseconds */
    "avgTime"?: number | undefined;
  };
  /** A glossary with all its terms and categories */
  DetailedGlossary: {
    /** Assigned by the server */
    "guid": string;
    /** Without @ and . */
    "name"?: string | undefined;
    /** Assigned by the server: the names from the glossary down, such as revenue@Finance */
    "qualifiedName"?: string | undefined;
    /** One or two sentences */
    "shortDescription"?: string | undefined;
    /** As long as it takes */
    "longDescription"?: string | undefined;
    /** Classifications; those of a term propagate to its entities */
    "classifications"?: Schemas['Classification'][] | undefined;
    /** Custom properties: texts by name */
    "additionalAttributes"?: {[name: string]: string | null} | undefined;
    /** Language of the glossary */
    "language"?: string | undefined;
    /** How to use the glossary */
    "usage"?: string | undefined;
    /** Short forms of the terms */
    "terms"?: Schemas['RelatedTerm'][] | undefined;
    /** Short forms of the categories */
    "categories"?: Schemas['RelatedCategory'][] | undefined;
    /** By guid */
    "termInfo"?: {[name: string]: Schemas['GlossaryTerm']} | undefined;
    /** By guid */
    "categoryInfo"?: {[name: string]: Schemas['GlossaryCategory']} | undefined;
  };
  /** A search whose hits are described in a file */
  DictionaryRequest: {
    /** Title of the file */
    "title"?: string | null | undefined;
    /** What to search for */
    "searchParameters"?: Schemas['SearchParametersInput'] | null | undefined;
  };
  /** A domain, which assets belong to */
  Domain: {
    /** Of the entity */
    "guid": string;
    /** Made of the names at its creation, and kept since */
    "qualifiedName": string;
    /** What it is called; no other one beside it has the same name */
    "name": string;
    /** What is in it, in Markdown */
    "description"?: string | null | undefined;
    /** Who is responsible */
    "owner"?: string | null | undefined;
    /** The domain that it is in; none at the top */
    "parentGuid"?: string | undefined;
  };
  /** What a domain is given */
  DomainInput: {
    /** What it is called; no other one beside it has the same name */
    "name"?: string | null | undefined;
    /** What is in it, in Markdown */
    "description"?: string | null | undefined;
    /** Who is responsible */
    "owner"?: string | null | undefined;
    /** The domain that it is in; null for the top */
    "parentGuid"?: string | null | undefined;
  };
  /** A search whose hits are written into a file */
  DownloadRequest: {
    /** What to search for */
    "searchParameters"?: Schemas['SearchParametersInput'] | null | undefined;
    /** An attribute by the label of its column */
    "attributeLabelMap"?: {[name: string]: string | null} | null | undefined;
  };
  /** Files that were asked for */
  DownloadStatus: {
    /** The caller's files */
    "searchDownloadRecords": ({"status": 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED'; "fileName": string; "createdBy": string; "createdTime": number; "startTime"?: number | undefined; "rows"?: number | undefined; "total"?: number | undefined; "reason"?: string | undefined})[];
  };
  /** What a request would change */
  DryRun: {
    /** Always true */
    "dryRun": boolean;
    /** What the request would have answered */
    "response"?: unknown | undefined;
    /** See docs/dry-run.md */
    "changes": {[name: string]: {[name: string]: {"count": number; "list": unknown[]}}};
  };
  /** Entities with those that they refer to */
  EntitiesWithExtInfo: {
    /** Entities in the order of the request */
    "entities": Schemas['Entity'][];
    /** By guid: those that it refers to */
    "referredEntities"?: {[name: string]: Schemas['Entity']} | undefined;
  };
  /** Entities with those that they refer to */
  EntitiesWithExtInfoInput: {
    /** Entities in the order of the request */
    "entities": (Schemas['EntityInput'] | null)[];
    /** By guid: those that it refers to */
    "referredEntities"?: {[name: string]: Schemas['EntityInput'] | null} | null | undefined;
  };
  /** An entity: its type, its attributes and what is attached to it */
  Entity: {
    /** Assigned by the server; in a request `-` and any text names an entity of the same request */
    "guid": string;
    /** Type of the entity */
    "typeName": string;
    /** Values by attribute name */
    "attributes": {[name: string]: unknown};
    /** Related entities by the name of the relationship end */
    "relationshipAttributes"?: {[name: string]: unknown} | undefined;
    /** DELETED entities stay readable until they are purged */
    "status": 'ACTIVE' | 'DELETED';
    /** User who created the entity */
    "createdBy"?: string | undefined;
    /** User who last changed the entity */
    "updatedBy"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | undefined;
    /** What the entity was created with; an update does not raise it */
    "version"?: number | undefined;
    /** Whether only a reference to the entity has been received so far */
    "isIncomplete"?: boolean | undefined;
    /** Classifications, propagated ones included */
    "classifications"?: Schemas['Classification'][] | undefined;
    /** Assigned glossary terms */
    "meanings"?: Schemas['TermAssignment'][] | undefined;
    /** Labels of the entity */
    "labels"?: string[] | undefined;
    /** Custom properties: texts by name */
    "customAttributes"?: {[name: string]: string} | undefined;
    /** Values by business metadata and attribute */
    "businessAttributes"?: {[name: string]: {[name: string]: unknown}} | undefined;
    /** Repository that an imported entity comes from */
    "homeId"?: string | undefined;
    /** Where an imported entity comes from, as a number */
    "provenanceType"?: number | undefined;
  };
  /** One change of an entity */
  EntityAuditEvent: {
    /** Guid of the entity */
    "entityId": string;
    /** Milliseconds since 1970, UTC */
    "timestamp": number;
    /** User who made the change */
    "user": string;
    /** What was done */
    "action": 'BUSINESS_ATTRIBUTE_UPDATE' | 'CLASSIFICATION_ADD' | 'CLASSIFICATION_DELETE' | 'CLASSIFICATION_UPDATE' | 'CUSTOM_ATTRIBUTE_UPDATE' | 'ENTITY_CREATE' | 'ENTITY_DELETE' | 'ENTITY_IMPORT_CREATE' | 'ENTITY_IMPORT_DELETE' | 'ENTITY_IMPORT_UPDATE' | 'ENTITY_PURGE' | 'ENTITY_UPDATE' | 'LABEL_ADD' | 'LABEL_DELETE' | 'PROPAGATED_CLASSIFICATION_ADD' | 'PROPAGATED_CLASSIFICATION_DELETE' | 'PROPAGATED_CLASSIFICATION_UPDATE' | 'TERM_ADD' | 'TERM_DELETE';
    /** A prefix and JSON or words, such as `Updated: {…}` */
    "details": string;
    /** For startKey */
    "eventKey": string;
    /** The entity as it was after the event, when asked for */
    "entity": Schemas['Entity'] | null;
    /** Always null; kept for clients of older versions */
    "type": string | null;
    /** What the event changed, when asked for */
    "diff"?: {"attributes"?: {[name: string]: {"before": unknown; "after": unknown}} | undefined; "customAttributes"?: {[name: string]: {"before": unknown; "after": unknown}} | undefined; "businessAttributes"?: {[name: string]: {[name: string]: {"before": unknown; "after": unknown}}} | undefined; "labels"?: {"before": unknown; "after": unknown} | undefined; "status"?: {"before": unknown; "after": unknown} | undefined} | undefined;
  };
  /** An entity beside its header */
  EntityByUniqueAttribute: {
    /** Of the entity */
    "guid"?: string | undefined;
    /** Type of the entity */
    "typeName"?: string | undefined;
    /** Unique attributes, name, description, owner and createTime, and those asked for */
    "attributes"?: {[name: string]: unknown} | undefined;
    /** DELETED entities stay readable until they are purged */
    "status"?: 'ACTIVE' | 'DELETED' | undefined;
    /** Name to show: the name, display name or qualified name */
    "displayText"?: string | undefined;
    /** Names of the classifications, propagated ones included */
    "classificationNames"?: string[] | undefined;
    /** Classifications, propagated ones included */
    "classifications"?: Schemas['Classification'][] | undefined;
    /** Names of the assigned glossary terms */
    "meaningNames"?: string[] | undefined;
    /** Assigned glossary terms */
    "meanings"?: Schemas['TermAssignment'][] | undefined;
    /** Whether only a reference to the entity has been received so far */
    "isIncomplete"?: boolean | undefined;
    /** Labels of the entity */
    "labels"?: string[] | undefined;
    /** Of a search with `includeMatches`: where the words of the query are */
    "matches"?: ({"kind": 'attribute' | 'label' | 'custom' | 'business' | 'classification' | 'term' | 'type'; "field": string; "text": string})[] | undefined;
    /** The whole entity */
    "entity": Schemas['Entity'];
    /** By guid: those that it refers to */
    "referredEntities"?: {[name: string]: Schemas['Entity']} | undefined;
  };
  /** A type of entities */
  EntityDef: {
    /** Category of the type */
    "category": 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA';
    /** Assigned by the server */
    "guid"?: string | undefined;
    /** User who created the type */
    "createdBy"?: string | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | undefined;
    /** Grows by one with each update */
    "version"?: number | undefined;
    /** Unique among all types of all categories */
    "name": string;
    /** What the type is for */
    "description": string;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion": string;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string} | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs": Schemas['AttributeDef'][];
    /** Entity types whose attributes it inherits */
    "superTypes": string[];
    /** Entity types that name it as a super type */
    "subTypes": string[];
    /** Attributes that relationship types add */
    "relationshipAttributeDefs": Schemas['RelationshipAttributeDef'][];
    /** Business attributes that apply to it, by business metadata */
    "businessAttributeDefs": {[name: string]: Schemas['AttributeDef'][]};
    /** Other patterns for inherited attributes; kept as given */
    "attributeDefOverrides"?: ({"name"?: string | undefined; "autoComputeFormat"?: string | undefined})[] | undefined;
  };
  /** A type of entities */
  EntityDefInput: {
    /** Category of the type */
    "category"?: 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA' | null | undefined;
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** User who created the type */
    "createdBy"?: string | null | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | null | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | null | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | null | undefined;
    /** Grows by one with each update */
    "version"?: number | null | undefined;
    /** Unique among all types of all categories */
    "name"?: string | null | undefined;
    /** What the type is for */
    "description"?: string | null | undefined;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion"?: string | null | undefined;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | null | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs"?: (Schemas['AttributeDefInput'] | null)[] | null | undefined;
    /** Entity types whose attributes it inherits */
    "superTypes"?: (string | null)[] | null | undefined;
    /** Entity types that name it as a super type */
    "subTypes"?: (string | null)[] | null | undefined;
    /** Attributes that relationship types add */
    "relationshipAttributeDefs"?: (Schemas['RelationshipAttributeDefInput'] | null)[] | null | undefined;
    /** Business attributes that apply to it, by business metadata */
    "businessAttributeDefs"?: {[name: string]: (Schemas['AttributeDefInput'] | null)[] | null} | null | undefined;
    /** Other patterns for inherited attributes; kept as given */
    "attributeDefOverrides"?: ({"name"?: string | null | undefined; "autoComputeFormat"?: string | null | undefined} | null)[] | null | undefined;
  };
  /** An entity that is followed */
  EntityFollow: {
    /** Of the entity */
    "guid": string;
    /** Its type */
    "typeName": string;
    /** What people call it */
    "name": string;
    /** Whether it is deleted */
    "status": 'ACTIVE' | 'DELETED';
    /** Since when it is followed */
    "followedTime": number;
  };
  /** The short form of an entity */
  EntityHeader: {
    /** Of the entity */
    "guid": string;
    /** Type of the entity */
    "typeName": string;
    /** Unique attributes, name, description, owner and createTime, and those asked for */
    "attributes": {[name: string]: unknown};
    /** DELETED entities stay readable until they are purged */
    "status": 'ACTIVE' | 'DELETED';
    /** Name to show: the name, display name or qualified name */
    "displayText": string;
    /** Names of the classifications, propagated ones included */
    "classificationNames": string[];
    /** Classifications, propagated ones included */
    "classifications"?: Schemas['Classification'][] | undefined;
    /** Names of the assigned glossary terms */
    "meaningNames"?: string[] | undefined;
    /** Assigned glossary terms */
    "meanings"?: Schemas['TermAssignment'][] | undefined;
    /** Whether only a reference to the entity has been received so far */
    "isIncomplete"?: boolean | undefined;
    /** Labels of the entity */
    "labels": string[];
    /** Of a search with `includeMatches`: where the words of the query are */
    "matches"?: ({"kind": 'attribute' | 'label' | 'custom' | 'business' | 'classification' | 'term' | 'type'; "field": string; "text": string})[] | undefined;
  };
  /** Headers of entities */
  EntityHeaders: {
    /** By guid */
    "guidHeaderMap": {[name: string]: Schemas['EntityHeader']};
  };
  /** An entity: its type, its attributes and what is attached to it */
  EntityInput: {
    /** Assigned by the server; in a request `-` and any text names an entity of the same request */
    "guid"?: string | null | undefined;
    /** Type of the entity */
    "typeName": string;
    /** Values by attribute name */
    "attributes"?: {[name: string]: unknown} | null | undefined;
    /** Related entities by the name of the relationship end */
    "relationshipAttributes"?: {[name: string]: unknown} | null | undefined;
    /** DELETED entities stay readable until they are purged */
    "status"?: 'ACTIVE' | 'DELETED' | null | undefined;
    /** User who created the entity */
    "createdBy"?: string | null | undefined;
    /** User who last changed the entity */
    "updatedBy"?: string | null | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | null | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | null | undefined;
    /** What the entity was created with; an update does not raise it */
    "version"?: number | null | undefined;
    /** Whether only a reference to the entity has been received so far */
    "isIncomplete"?: boolean | null | undefined;
    /** Classifications, propagated ones included */
    "classifications"?: (Schemas['ClassificationInput'] | null)[] | null | undefined;
    /** Assigned glossary terms */
    "meanings"?: (Schemas['TermAssignmentInput'] | null)[] | null | undefined;
    /** Labels of the entity */
    "labels"?: (string | null)[] | null | undefined;
    /** Custom properties: texts by name */
    "customAttributes"?: {[name: string]: string | null} | null | undefined;
    /** Values by business metadata and attribute */
    "businessAttributes"?: {[name: string]: {[name: string]: unknown} | null} | null | undefined;
    /** Repository that an imported entity comes from */
    "homeId"?: string | null | undefined;
    /** Where an imported entity comes from, as a number */
    "provenanceType"?: number | null | undefined;
  };
  /** What a request changed */
  EntityMutation: {
    /** By CREATE, UPDATE, PARTIAL_UPDATE, DELETE and PURGE */
    "mutatedEntities"?: {[name: string]: Schemas['EntityHeader'][]} | undefined;
    /** From the guids of the request to those of the server */
    "guidAssignments"?: {[name: string]: string} | undefined;
    /** Entities of which only some attributes were given */
    "partialUpdatedEntities"?: Schemas['EntityHeader'][] | undefined;
    /** Entities that could not be changed, where a request allows that */
    "failedEntities"?: ({"guid"?: string | undefined; "errorCode"?: string | undefined; "errorMessage"?: string | undefined})[] | undefined;
    /** Of a purge of which not all was possible: how many were asked for, purged and not */
    "summary"?: {[name: string]: number} | undefined;
  };
  /** Who uses an entity, when, and what of it */
  EntityUsage: {
    /** Statements of people that read it */
    "queries": number;
    /** Statements of people that wrote it */
    "writes": number;
    /** How many people that were */
    "people": number;
    /** Runs of jobs that read it */
    "jobRuns": number;
    /** Of the newest statement or run that read it; absent when there is none */
    "lastQuery"?: number | undefined;
    /** Of the newest that wrote it; absent when there is none */
    "lastWrite"?: number | undefined;
    /** Days on which it was used, in order */
    "days": ({"date": string; "queries": number; "writes": number; "people": number; "jobRuns": number})[];
    /** The 100 who use it most; absent without the permission `admin-usage` */
    "users"?: ({"user": string; "queries": number; "writes": number; "totalTime": number; "longestTime": number; "lastUse": number})[] | undefined;
    /** Of the 100 that use it most those whose process is readable; all with the permission `admin-usage` */
    "jobs": ({"job": string; "queries": number; "writes": number; "totalTime": number; "longestTime": number; "lastUse": number})[];
    /** The 100 that statements name most */
    "columns": ({"name": string; "uses": number; "lastUse": number})[];
    /** The 100 that are most frequent */
    "joins": ({"entity": Schemas['EntityHeader']; "columns": ({"own": string; "other": string})[]; "uses": number; "lastUse": number})[];
    /** The most frequent 100, alike but for their values; those whose other tables the caller can’t read are left out */
    "statements": ({"sql": string; "isCut": boolean; "engine": string; "user"?: string | undefined; "duration": number; "uses": number; "lastUse": number})[];
  };
  /** An entity with those that it refers to */
  EntityWithExtInfo: {
    /** The entity */
    "entity": Schemas['Entity'];
    /** By guid: those that it refers to */
    "referredEntities"?: {[name: string]: Schemas['Entity']} | undefined;
  };
  /** An entity with those that it refers to */
  EntityWithExtInfoInput: {
    /** The entity */
    "entity": Schemas['EntityInput'];
    /** By guid: those that it refers to */
    "referredEntities"?: {[name: string]: Schemas['EntityInput'] | null} | null | undefined;
  };
  /** A type with a fixed list of values */
  EnumDef: {
    /** Category of the type */
    "category": 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA';
    /** Assigned by the server */
    "guid"?: string | undefined;
    /** User who created the type */
    "createdBy"?: string | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | undefined;
    /** Grows by one with each update */
    "version"?: number | undefined;
    /** Unique among all types of all categories */
    "name": string;
    /** What the type is for */
    "description": string;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion": string;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string} | undefined;
    /** The values */
    "elementDefs": ({"value": string; "description"?: string | undefined; "ordinal": number})[];
    /** Value used when none is given */
    "defaultValue"?: string | undefined;
  };
  /** A type with a fixed list of values */
  EnumDefInput: {
    /** Category of the type */
    "category"?: 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA' | null | undefined;
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** User who created the type */
    "createdBy"?: string | null | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | null | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | null | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | null | undefined;
    /** Grows by one with each update */
    "version"?: number | null | undefined;
    /** Unique among all types of all categories */
    "name"?: string | null | undefined;
    /** What the type is for */
    "description"?: string | null | undefined;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion"?: string | null | undefined;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | null | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** The values */
    "elementDefs"?: ({"value": string; "description"?: string | null | undefined; "ordinal"?: number | null | undefined} | null)[] | null | undefined;
    /** Value used when none is given */
    "defaultValue"?: string | null | undefined;
  };
  /** Why a request failed */
  Error: {
    /** Such as ATLAS-404-00-005 */
    "errorCode"?: string | undefined;
    /** What failed, and why */
    "errorMessage"?: string | undefined;
    /** Every issue, when there are several */
    "errors"?: string[] | undefined;
    /** In place of all others when a body is no JSON, under /api/atlas */
    "error"?: string | undefined;
    /** In place of all others when a browser sends a change without its token */
    "msgDesc"?: string | undefined;
  };
  /** An export or import that was done */
  ExportImportAuditEntry: {
    /** Of the entry */
    "guid"?: string | undefined;
    /** User who did it */
    "userName"?: string | undefined;
    /** Export or import */
    "operation"?: 'EXPORT' | 'IMPORT' | undefined;
    /** The request, as JSON */
    "operationParams"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "startTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "endTime"?: number | undefined;
    /** What came of it */
    "resultSummary"?: string | undefined;
    /** Catalog that entities came from */
    "sourceServerName"?: string | undefined;
    /** Catalog that entities went to */
    "targetServerName"?: string | undefined;
  };
  /** What to export */
  ExportRequest: {
    /** Entities to begin with */
    "itemsToExport"?: ({"guid"?: string | null | undefined; "typeName"?: string | null | undefined; "uniqueAttributes"?: {[name: string]: unknown} | null | undefined} | null)[] | null | undefined;
    /** fetchType (FULL, CONNECTED, INCREMENTAL), matchType (startsWith, endsWith, contains, matches, forType), skipLineage, changeMarker, replicatedTo, skipUpdateReplicationAttr, omitZipResponseForEmptyExport */
    "options"?: {[name: string]: unknown} | null | undefined;
  };
  /** What to search for, and how much of it to count */
  FacetParameters: {
    /** Words to find; `*` stands for any characters */
    "query"?: string | null | undefined;
    /** Only entities of this type; `_ALL_ENTITY_TYPES` for all */
    "typeName"?: string | null | undefined;
    /** Whether to leave out deleted entities */
    "excludeDeletedEntities"?: boolean | null | undefined;
    /** Whether to include entities of subtypes */
    "includeSubTypes"?: boolean | null | undefined;
    /** Conditions on attributes of the entities */
    "entityFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** To be shown beside those of every header */
    "attributes"?: (string | null)[] | null | undefined;
    /** Whether to answer only the attributes listed in `attributes` */
    "excludeHeaderAttributes"?: boolean | null | undefined;
    /** Hits in the answer */
    "limit"?: number | null | undefined;
    /** Hits to skip */
    "offset"?: number | null | undefined;
    /** Attribute to sort by */
    "sortBy"?: string | null | undefined;
    /** Order of the hits */
    "sortOrder"?: 'ASCENDING' | 'DESCENDING' | null | undefined;
    /** Values by the name of a facet, as POST /v2/search/facets answers them: hits have one of the values of each facet. An addition to the Atlas API */
    "facets"?: {[name: string]: (string | null)[] | null} | null | undefined;
    /** Only entities with this classification; names separated by commas */
    "classification"?: string | null | undefined;
    /** Qualified name of a glossary term */
    "termName"?: string | null | undefined;
    /** Only relationships of this type */
    "relationshipName"?: string | null | undefined;
    /** Whether hits have `matches`: where the words of the query are. An addition to the Atlas API */
    "includeMatches"?: boolean | null | undefined;
    /** Whether hits carry the attributes of their classifications */
    "includeClassificationAttributes"?: boolean | null | undefined;
    /** Whether to include subtypes of the classification */
    "includeSubClassifications"?: boolean | null | undefined;
    /** Conditions on attributes of the classification */
    "tagFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** Conditions on attributes of the relationship */
    "relationshipFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** `*` for the first page, then `nextMarker` of the last answer */
    "marker"?: string | null | undefined;
    /** Values of each facet in the answer: 50 by default, 1,000 at most */
    "facetSize"?: number | null | undefined;
  };
  /** A message of a hook that could not be processed */
  FailedMessage: {
    /** For replay and removal */
    "id": number;
    /** Topic that it came by */
    "topic": string;
    /** Where it stood in its topic; empty when it was posted */
    "origin": string;
    /** Milliseconds since 1970, UTC */
    "receivedTime": number;
    /** Why it could not be taken in */
    "reason": string;
    /** As it came */
    "message": string;
  };
  /** Messages of hooks that could not be processed */
  FailedMessages: {
    /** Oldest first */
    "messages": Schemas['FailedMessage'][];
    /** How many there are */
    "failed": number;
    /** How many wait to be taken in */
    "waiting": number;
  };
  /** A condition on an attribute, or a group of conditions */
  FilterCriteria: {
    /** Attribute to test */
    "attributeName"?: string | undefined;
    /** One of < > <= >= = != in like startsWith endsWith contains not_contains containsAny containsAll isNull notNull timerange notEmpty */
    "operator"?: string | undefined;
    /** Lists are separated by commas */
    "attributeValue"?: string | undefined;
    /** How the tests of a group combine */
    "condition"?: 'AND' | 'OR' | undefined;
    /** A group, in place of a test */
    "criterion"?: Schemas['FilterCriteria'][] | undefined;
  };
  /** A condition on an attribute, or a group of conditions */
  FilterCriteriaInput: {
    /** Attribute to test */
    "attributeName"?: string | null | undefined;
    /** One of < > <= >= = != in like startsWith endsWith contains not_contains containsAny containsAll isNull notNull timerange notEmpty */
    "operator"?: string | null | undefined;
    /** Lists are separated by commas */
    "attributeValue"?: string | null | undefined;
    /** How the tests of a group combine */
    "condition"?: 'AND' | 'OR' | null | undefined;
    /** A group, in place of a test */
    "criterion"?: (Schemas['FilterCriteriaInput'] | null)[] | null | undefined;
  };
  /** How a user is told by mail of what they follow */
  FollowDigest: {
    /** How often, at the times that the administrator has set */
    "every": 'NEVER' | 'DAILY' | 'WEEKLY';
    /** Mail address; empty where none was set */
    "address": string;
    /** Whether the catalog can send mail */
    "isPossible": boolean;
    /** When the next is due; absent where none is */
    "dueTime"?: number | undefined;
    /** When the last was sent; absent before the first */
    "sentTime"?: number | undefined;
    /** Why the last could not be sent; absent where it could */
    "error"?: string | undefined;
  };
  /** What is left out is kept */
  FollowDigestInput: {
    /** How often, at the times that the administrator has set */
    "every"?: 'NEVER' | 'DAILY' | 'WEEKLY' | null | undefined;
    /** Mail address that digests are sent to */
    "address"?: string | null | undefined;
  };
  /** What may break assets of the caller */
  FollowedBreakingChange: {
    /** When */
    "time": number;
    /** Who did it */
    "user": string;
    /** Whether it happened after `seenTime` */
    "isNew": boolean;
    /** What was done */
    "kind": 'TABLE_DROPPED' | 'COLUMNS_CHANGED';
    /** The table */
    "entity": Schemas['EntityHeader'];
    /** What was done to its columns; empty where it was dropped */
    "columns": Schemas['BrokenColumn'][];
    /** What of the caller’s it affects, the nearest first, 50 at most */
    "affected": Schemas['AffectedAsset'][];
    /** How much of the caller’s it affects */
    "affectedCount": number;
    /** Whether there is more downstream than was followed */
    "isPartial": boolean;
  };
  /** What may break what a user owns or follows */
  FollowedBreakingChanges: {
    /** The newest first */
    "changes": Schemas['FollowedBreakingChange'][];
    /** Whether there are more than the answer has, or than it looked at */
    "isMore": boolean;
  };
  /** What happened to something that is followed */
  FollowedChange: {
    /** When */
    "time": number;
    /** Who did it */
    "user": string;
    /** What was done */
    "action": 'BUSINESS_ATTRIBUTE_UPDATE' | 'CLASSIFICATION_ADD' | 'CLASSIFICATION_DELETE' | 'CLASSIFICATION_UPDATE' | 'CUSTOM_ATTRIBUTE_UPDATE' | 'ENTITY_CREATE' | 'ENTITY_DELETE' | 'ENTITY_IMPORT_CREATE' | 'ENTITY_IMPORT_DELETE' | 'ENTITY_IMPORT_UPDATE' | 'ENTITY_PURGE' | 'ENTITY_UPDATE' | 'LABEL_ADD' | 'LABEL_DELETE' | 'PROPAGATED_CLASSIFICATION_ADD' | 'PROPAGATED_CLASSIFICATION_DELETE' | 'PROPAGATED_CLASSIFICATION_UPDATE' | 'TERM_ADD' | 'TERM_DELETE';
    /** Whether it happened after `seenTime` */
    "isNew": boolean;
    /** What it was done to; of several one of them */
    "entity": Schemas['FollowedEntity'];
    /** How many entities it was done to in one request */
    "count": number;
    /** The followed entity: that entity itself, its term, its domain or its data product */
    "followed"?: Schemas['FollowedEntity'] | undefined;
    /** In place of `followed`: the classification */
    "followedClassification"?: string | undefined;
    /** That was added, changed or removed */
    "classification"?: string | undefined;
    /** That was assigned or removed */
    "term"?: Schemas['FollowedEntity'] | undefined;
    /** Names of the attributes that changed */
    "attributes"?: string[] | undefined;
  };
  /** News of what a user follows */
  FollowedChanges: {
    /** The newest first */
    "changes": Schemas['FollowedChange'][];
    /** How many happened after `seenTime` */
    "unread": number;
    /** Up to when changes were shown; 0 before the first */
    "seenTime": number;
    /** Whether there are more than the answer has, or than it looked at */
    "isMore": boolean;
  };
  /** An entity by its name */
  FollowedEntity: {
    /** Of the entity */
    "guid": string;
    /** Its type */
    "typeName": string;
    /** What people call it */
    "name": string;
    /** Whether it is deleted */
    "status": 'ACTIVE' | 'DELETED';
  };
  /** What a user follows */
  Follows: {
    /** Assets, glossary terms, domains and data products, by name; those that the caller may read */
    "entities": Schemas['EntityFollow'][];
    /** By name */
    "classifications": Schemas['ClassificationFollow'][];
  };
  /** A glossary to create or change */
  GivenGlossary: {
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** Without @ and . */
    "name"?: string | null | undefined;
    /** Assigned by the server: the names from the glossary down, such as revenue@Finance */
    "qualifiedName"?: string | null | undefined;
    /** One or two sentences */
    "shortDescription"?: string | null | undefined;
    /** As long as it takes */
    "longDescription"?: string | null | undefined;
    /** Classifications; those of a term propagate to its entities */
    "classifications"?: (Schemas['ClassificationInput'] | null)[] | null | undefined;
    /** Custom properties: texts by name */
    "additionalAttributes"?: {[name: string]: string | null} | null | undefined;
    /** Language of the glossary */
    "language"?: string | null | undefined;
    /** How to use the glossary */
    "usage"?: string | null | undefined;
    /** Short forms of the terms */
    "terms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Short forms of the categories */
    "categories"?: (Schemas['RelatedCategoryInput'] | null)[] | null | undefined;
    /** When it is asked for */
    "termCount"?: number | null | undefined;
    /** When it is asked for */
    "categoryCount"?: number | null | undefined;
  };
  /** A glossary */
  Glossary: {
    /** Assigned by the server */
    "guid": string;
    /** Without @ and . */
    "name"?: string | undefined;
    /** Assigned by the server: the names from the glossary down, such as revenue@Finance */
    "qualifiedName"?: string | undefined;
    /** One or two sentences */
    "shortDescription"?: string | undefined;
    /** As long as it takes */
    "longDescription"?: string | undefined;
    /** Classifications; those of a term propagate to its entities */
    "classifications"?: Schemas['Classification'][] | undefined;
    /** Custom properties: texts by name */
    "additionalAttributes"?: {[name: string]: string | null} | undefined;
    /** Language of the glossary */
    "language"?: string | undefined;
    /** How to use the glossary */
    "usage"?: string | undefined;
    /** Short forms of the terms */
    "terms"?: Schemas['RelatedTerm'][] | undefined;
    /** Short forms of the categories */
    "categories"?: Schemas['RelatedCategory'][] | undefined;
    /** When it is asked for */
    "termCount"?: number | undefined;
    /** When it is asked for */
    "categoryCount"?: number | undefined;
  };
  /** A category of a glossary */
  GlossaryCategory: {
    /** Assigned by the server */
    "guid"?: string | undefined;
    /** Without @ and . */
    "name"?: string | undefined;
    /** Assigned by the server: the names from the glossary down, such as revenue@Finance */
    "qualifiedName"?: string | undefined;
    /** One or two sentences */
    "shortDescription"?: string | undefined;
    /** As long as it takes */
    "longDescription"?: string | undefined;
    /** Classifications; those of a term propagate to its entities */
    "classifications"?: Schemas['Classification'][] | undefined;
    /** Custom properties: texts by name */
    "additionalAttributes"?: {[name: string]: string | null} | undefined;
    /** The glossary that it belongs to */
    "anchor"?: Schemas['GlossaryHeader'] | undefined;
    /** The category above it */
    "parentCategory"?: Schemas['RelatedCategory'] | undefined;
    /** Categories directly below it */
    "childrenCategories"?: Schemas['RelatedCategory'][] | undefined;
    /** Terms in the category */
    "terms"?: Schemas['RelatedTerm'][] | undefined;
  };
  /** A category of a glossary */
  GlossaryCategoryInput: {
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** Without @ and . */
    "name"?: string | null | undefined;
    /** Assigned by the server: the names from the glossary down, such as revenue@Finance */
    "qualifiedName"?: string | null | undefined;
    /** One or two sentences */
    "shortDescription"?: string | null | undefined;
    /** As long as it takes */
    "longDescription"?: string | null | undefined;
    /** Classifications; those of a term propagate to its entities */
    "classifications"?: (Schemas['ClassificationInput'] | null)[] | null | undefined;
    /** Custom properties: texts by name */
    "additionalAttributes"?: {[name: string]: string | null} | null | undefined;
    /** The glossary that it belongs to */
    "anchor"?: Schemas['GlossaryHeaderInput'] | null | undefined;
    /** The category above it */
    "parentCategory"?: Schemas['RelatedCategoryInput'] | null | undefined;
    /** Categories directly below it */
    "childrenCategories"?: (Schemas['RelatedCategoryInput'] | null)[] | null | undefined;
    /** Terms in the category */
    "terms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
  };
  /** What to write into a file */
  GlossaryExport: {
    /** Format of the file */
    "format": string;
    /** AUDIT, when absent: all there is to know; IMPORT_COMPATIBLE: terms as an import takes them */
    "mode"?: string | null | undefined;
    /** ALL, TERM or CATEGORY */
    "recordType"?: string | null | undefined;
    /** Of one glossary; without any: all */
    "glossaryGuid"?: string | null | undefined;
    /** Of these glossaries */
    "glossaryGuids"?: (string | null)[] | null | undefined;
    /** A part of it */
    "statusContains"?: string | null | undefined;
    /** A part of a name */
    "classificationContains"?: string | null | undefined;
    /** A part of any text */
    "searchQuery"?: string | null | undefined;
    /** No effect: deleted terms and categories are removed at once */
    "excludeDeleted"?: boolean | null | undefined;
    /** name, glossaryName, status, qualifiedName or recordType */
    "sortBy"?: string | null | undefined;
    /** Order of the rows */
    "sortOrder"?: string | null | undefined;
  };
  /** The glossary of a term or category */
  GlossaryHeader: {
    /** The glossary */
    "glossaryGuid": string;
    /** Of the relationship */
    "relationGuid"?: string | undefined;
    /** Name of the glossary */
    "displayText"?: string | undefined;
  };
  /** The glossary of a term or category */
  GlossaryHeaderInput: {
    /** The glossary */
    "glossaryGuid"?: string | null | undefined;
    /** Of the relationship */
    "relationGuid"?: string | null | undefined;
    /** Name of the glossary */
    "displayText"?: string | null | undefined;
  };
  /** Terms and categories that were found, by glossary */
  GlossaryHits: {
    /** Glossaries with hits */
    "glossary"?: ({"name"?: string | undefined; "guid"?: string | undefined; "shortDescription"?: string | undefined; "longDescription"?: string | undefined; "status"?: string | undefined; "terms"?: ({"name"?: string | undefined; "guid"?: string | undefined; "shortDescription"?: string | undefined; "longDescription"?: string | undefined; "status"?: string | undefined; "qualifiedName"?: string | undefined; "classifications"?: Schemas['Classification'][] | undefined; "customAttributes"?: {[name: string]: string} | undefined})[] | undefined; "categories"?: ({"name"?: string | undefined; "guid"?: string | undefined; "shortDescription"?: string | undefined; "longDescription"?: string | undefined; "status"?: string | undefined; "qualifiedName"?: string | undefined; "classifications"?: Schemas['Classification'][] | undefined; "customAttributes"?: {[name: string]: string} | undefined})[] | undefined})[] | undefined;
    /** All hits, of which this is one page */
    "approximateCount"?: number | undefined;
  };
  /** Result of importing a table of terms */
  GlossaryImport: {
    /** Rows that failed */
    "failedImportInfoList": Schemas['ImportInfo'][];
    /** Rows that were imported */
    "successImportInfoList": Schemas['ImportInfo'][];
    /** Of the bulk change that can be undone: the changed texts of existing terms; absent where none was changed */
    "bulkGuid"?: string | undefined;
    /** Of relationships that were added between existing terms; absent where none was added */
    "relationshipGuids"?: string[] | undefined;
  };
  /** What to find in glossaries */
  GlossarySearch: {
    /** 0: all; 25 when absent */
    "limit"?: number | null | undefined;
    /** Hits to skip */
    "offset"?: number | null | undefined;
    /** name, glossaryName, status, qualifiedName or recordType */
    "sortBy"?: string | null | undefined;
    /** Order of the hits */
    "sortOrder"?: string | null | undefined;
    /** Only in this glossary */
    "glossary"?: {"name"?: string | null | undefined; "guid"?: string | null | undefined} | null | undefined;
    /** ALL, TERM or CATEGORY */
    "glossaryType"?: string | null | undefined;
    /** A part of it */
    "status"?: string | null | undefined;
    /** A part of a name */
    "classificationContains"?: string | null | undefined;
    /** A part of any text */
    "searchQuery"?: string | null | undefined;
    /** No effect: deleted terms and categories are removed at once */
    "excludeDeleted"?: boolean | null | undefined;
  };
  /** A term of a glossary */
  GlossaryTerm: {
    /** Assigned by the server */
    "guid"?: string | undefined;
    /** Without @ and . */
    "name"?: string | undefined;
    /** Assigned by the server: the names from the glossary down, such as revenue@Finance */
    "qualifiedName"?: string | undefined;
    /** One or two sentences */
    "shortDescription"?: string | undefined;
    /** As long as it takes */
    "longDescription"?: string | undefined;
    /** Classifications; those of a term propagate to its entities */
    "classifications"?: Schemas['Classification'][] | undefined;
    /** Custom properties: texts by name */
    "additionalAttributes"?: {[name: string]: string | null} | undefined;
    /** Examples of the term */
    "examples"?: string[] | undefined;
    /** Abbreviation of the term */
    "abbreviation"?: string | undefined;
    /** How to use the term */
    "usage"?: string | undefined;
    /** The glossary that it belongs to */
    "anchor"?: Schemas['GlossaryHeader'] | undefined;
    /** Entities that have the term */
    "assignedEntities"?: Schemas['RelatedObjectId'][] | undefined;
    /** When it is asked for */
    "assignedCount"?: number | undefined;
    /** Categories that the term is in */
    "categories"?: Schemas['TermCategorization'][] | undefined;
    /** Terms to look at as well */
    "seeAlso"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that mean the same */
    "synonyms"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that mean the opposite */
    "antonyms"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms to use rather than this one */
    "preferredTerms"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that this one is preferred to */
    "preferredToTerms"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that this one has taken the place of */
    "replacementTerms"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that have taken the place of this one */
    "replacedBy"?: Schemas['RelatedTerm'][] | undefined;
    /** Translations of this term */
    "translationTerms"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that this one translates */
    "translatedTerms"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that are broader */
    "isA"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that are narrower */
    "classifies"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that are valid values of this one */
    "validValues"?: Schemas['RelatedTerm'][] | undefined;
    /** Terms that this one is a valid value of */
    "validValuesFor"?: Schemas['RelatedTerm'][] | undefined;
    /** What identifies the term */
    "glossaryTermHeader"?: {"termGuid"?: string | undefined; "qualifiedName"?: string | undefined} | undefined;
  };
  /** A term of a glossary */
  GlossaryTermInput: {
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** Without @ and . */
    "name"?: string | null | undefined;
    /** Assigned by the server: the names from the glossary down, such as revenue@Finance */
    "qualifiedName"?: string | null | undefined;
    /** One or two sentences */
    "shortDescription"?: string | null | undefined;
    /** As long as it takes */
    "longDescription"?: string | null | undefined;
    /** Classifications; those of a term propagate to its entities */
    "classifications"?: (Schemas['ClassificationInput'] | null)[] | null | undefined;
    /** Custom properties: texts by name */
    "additionalAttributes"?: {[name: string]: string | null} | null | undefined;
    /** Examples of the term */
    "examples"?: (string | null)[] | null | undefined;
    /** Abbreviation of the term */
    "abbreviation"?: string | null | undefined;
    /** How to use the term */
    "usage"?: string | null | undefined;
    /** The glossary that it belongs to */
    "anchor"?: Schemas['GlossaryHeaderInput'] | null | undefined;
    /** Entities that have the term */
    "assignedEntities"?: (Schemas['RelatedObjectIdInput'] | null)[] | null | undefined;
    /** When it is asked for */
    "assignedCount"?: number | null | undefined;
    /** Categories that the term is in */
    "categories"?: (Schemas['TermCategorizationInput'] | null)[] | null | undefined;
    /** Terms to look at as well */
    "seeAlso"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that mean the same */
    "synonyms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that mean the opposite */
    "antonyms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms to use rather than this one */
    "preferredTerms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that this one is preferred to */
    "preferredToTerms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that this one has taken the place of */
    "replacementTerms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that have taken the place of this one */
    "replacedBy"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Translations of this term */
    "translationTerms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that this one translates */
    "translatedTerms"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that are broader */
    "isA"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that are narrower */
    "classifies"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that are valid values of this one */
    "validValues"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** Terms that this one is a valid value of */
    "validValuesFor"?: (Schemas['RelatedTermInput'] | null)[] | null | undefined;
    /** What identifies the term */
    "glossaryTermHeader"?: {"termGuid"?: string | null | undefined; "qualifiedName"?: string | null | undefined} | null | undefined;
  };
  /** Result of one row of an imported file */
  ImportInfo: {
    /** Of the entity: its guid or what the file calls it */
    "parentObjectName": string;
    /** What was to be set */
    "childObjectName": string;
    /** Result of the row */
    "importStatus": 'SUCCESS' | 'FAILED';
    /** Why it failed, with the line */
    "remarks": string;
  };
  /** How to import */
  ImportRequest: {
    /** fileName, startGuid, startPosition, updateTypeDefinition, replicatedFrom, transforms, transformers, batchSize, size */
    "options"?: {[name: string]: string} | undefined;
    /** What the option size says, in results; 1 without it */
    "sizeOption"?: number | undefined;
  };
  /** How to import */
  ImportRequestInput: {
    /** fileName, startGuid, startPosition, updateTypeDefinition, replicatedFrom, transforms, transformers, batchSize, size */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** What the option size says, in results; 1 without it */
    "sizeOption"?: number | null | undefined;
  };
  /** Result of an import */
  ImportResult: {
    /** The request as it was understood */
    "request"?: Schemas['ImportRequest'] | undefined;
    /** User who imported */
    "userName"?: string | undefined;
    /** Address of the client */
    "clientIpAddress"?: string | undefined;
    /** Host of the server */
    "hostName"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "timeStamp"?: number | undefined;
    /** Numbers by what was counted */
    "metrics"?: {[name: string]: number} | undefined;
    /** Guids, owned entities included */
    "processedEntities"?: string[] | undefined;
    /** Overall result */
    "operationStatus"?: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAIL' | undefined;
    /** What the archive tells of its export */
    "exportResult"?: {[name: string]: unknown} | undefined;
  };
  /** Where the data of an entity comes from and goes to */
  Lineage: {
    /** The entity that was asked about */
    "baseEntityGuid": string;
    /** Upstream, downstream, or both */
    "lineageDirection": 'INPUT' | 'OUTPUT' | 'BOTH';
    /** Hops from data set to data set */
    "lineageDepth": number;
    /** Headers of all entities, by guid */
    "guidEntityMap": {[name: string]: Schemas['EntityHeader']};
    /** Edges */
    "relations": Schemas['LineageRelation'][];
    /** Entities that have more relations than are shown */
    "relationsOnDemand": {[name: string]: Schemas['LineageMoreRelations']};
    /** Limits that were asked for */
    "lineageOnDemandPayload"?: {[name: string]: Schemas['LineageConstraints']} | undefined;
  };
  /** What became of a list of events */
  LineageBatchResult: {
    /** Whether all were taken */
    "status": 'success' | 'partial_success';
    /** How many of which */
    "summary": {"received": number; "successful": number; "failed": number; "retriable": number; "non_retriable": number};
    /** Those that are wrong */
    "failed_events": ({"index": number; "reason": string; "retriable": boolean})[];
  };
  /** How much to show of an entity */
  LineageConstraints: {
    /** Upstream, downstream, or both */
    "direction"?: 'INPUT' | 'OUTPUT' | 'BOTH' | undefined;
    /** Inputs to show */
    "inputRelationsLimit"?: number | undefined;
    /** Outputs to show */
    "outputRelationsLimit"?: number | undefined;
    /** Hops from data set to data set; 0 and -1: all. Of the start only */
    "depth"?: number | undefined;
    /** Leave out so many relations of each direction */
    "from"?: number | undefined;
  };
  /** How much to show of an entity */
  LineageConstraintsInput: {
    /** Upstream, downstream, or both */
    "direction"?: 'INPUT' | 'OUTPUT' | 'BOTH' | null | undefined;
    /** Inputs to show */
    "inputRelationsLimit"?: number | null | undefined;
    /** Outputs to show */
    "outputRelationsLimit"?: number | null | undefined;
    /** Hops from data set to data set; 0 and -1: all. Of the start only */
    "depth"?: number | null | undefined;
    /** Leave out so many relations of each direction */
    "from"?: number | null | undefined;
  };
  /** A data set of a producer */
  LineageDataset: {
    /** By which it is known */
    "id": {"namespace": string; "name": string};
    /** A topic is a stream */
    "type": 'DB_TABLE' | 'STREAM';
    /** Of its producer */
    "name": string;
    /** The same */
    "physicalName": string;
    /** When it was told of first, as ISO 8601 has it */
    "createdAt": string;
    /** When it was told of last */
    "updatedAt": string;
    /** Of its producer */
    "namespace": string;
    /** Its namespace */
    "sourceName": string;
    /** Its columns */
    "fields": ({"name": string; "type": string; "tags": string[]; "description": string | null})[];
    /** Names of its classifications in the catalog */
    "tags": string[];
    /** What the catalog has of it */
    "description": string | null;
    /** What its producer told, as it told it */
    "facets": {[name: string]: unknown};
    /** False: what is gone is not there */
    "deleted": boolean;
  };
  /** What lies downstream or upstream of an entity, as a list */
  LineageImpact: {
    /** The entity that was asked about */
    "guid": string;
    /** Downstream or upstream */
    "direction": 'OUTPUT' | 'INPUT';
    /** Hops from data set to data set; 0 and -1: all */
    "depth": number;
    /** Data sets that are reached */
    "total": number;
    /** Those of them that have the words and values asked for */
    "count": number;
    /** Whether there may be more than the server walks to */
    "isPartial": boolean;
    /** Values of the data sets that the query and the other facets leave */
    "facets": ({"name": 'degree' | 'type' | 'owner' | 'classification'; "values": ({"value": string; "count": number})[]})[];
    /** Nearest first, then by name */
    "assets": ({"entity": Schemas['EntityHeader']; "degree": number; "path": string[]})[];
    /** Headers of all entities on the paths, by guid */
    "guidEntityMap": {[name: string]: Schemas['EntityHeader']};
  };
  /** A data set that another one is made from */
  LineageInput: {
    /** Of the data set upstream */
    "inputGuid": string;
    /** Why it is said by hand */
    "reason": string;
  };
  /** A job of a producer */
  LineageJob: {
    /** By which it is known */
    "id": {"namespace": string; "name": string};
    /** How it works */
    "type": 'BATCH' | 'STREAM';
    /** Of its producer */
    "name": string;
    /** The same, without the job that it is a part of */
    "simpleName": string;
    /** Job that it is a part of */
    "parentJobName": string | null;
    /** When it was told of first, as ISO 8601 has it */
    "createdAt": string;
    /** When it was told of last */
    "updatedAt": string;
    /** Of its producer */
    "namespace": string;
    /** What its last complete run read */
    "inputs": ({"namespace": string; "name": string})[];
    /** What its last complete run wrote */
    "outputs": ({"namespace": string; "name": string})[];
    /** Address of its source code */
    "location": string | null;
    /** What its producer says of it */
    "description": string | null;
    /** None of a job that is told of without runs */
    "latestRun": Schemas['LineageJobRun'] | null;
    /** What its producer told, as it told it */
    "facets": {[name: string]: unknown};
    /** None */
    "tags": string[];
  };
  /** A run of a job */
  LineageJobRun: {
    /** Of its producer */
    "id": string;
    /** When it was told of first, as ISO 8601 has it */
    "createdAt": string;
    /** When it was told of last */
    "updatedAt": string;
    /** When it was to start */
    "nominalStartTime": string | null;
    /** Until when it was to run */
    "nominalEndTime": string | null;
    /** A failure outdoes what else was told */
    "state": 'RUNNING' | 'COMPLETED' | 'ABORTED' | 'FAILED';
    /** Time of its first event */
    "startedAt": string;
    /** Time of its last event; none while it runs */
    "endedAt": string | null;
    /** From start to end */
    "durationMs": number | null;
    /** None */
    "args": {[name: string]: unknown};
    /** Its job */
    "jobVersion": {"namespace": string; "name": string};
    /** What it read */
    "inputVersions": ({"namespace": string; "name": string})[];
    /** What it wrote */
    "outputVersions": ({"namespace": string; "name": string})[];
    /** What its producer told, as it told it */
    "facets": {[name: string]: unknown};
  };
  /** What an entity has beyond what is shown */
  LineageMoreRelations: {
    /** Whether there are inputs that are not shown */
    "hasMoreInputs"?: boolean | undefined;
    /** Whether there are outputs that are not shown */
    "hasMoreOutputs"?: boolean | undefined;
    /** That are shown */
    "inputRelationsCount"?: number | undefined;
    /** That are shown */
    "outputRelationsCount"?: number | undefined;
    /** Whether as many inputs are shown as were asked for */
    "inputRelationsReachedLimit"?: boolean | undefined;
    /** Whether as many outputs are shown as were asked for */
    "outputRelationsReachedLimit"?: boolean | undefined;
    /** Inputs behind those that are shown */
    "remainingUpstreamCount"?: number | undefined;
    /** Outputs behind those that are shown */
    "remainingDownstreamCount"?: number | undefined;
  };
  /** A namespace of jobs and data sets */
  LineageNamespace: {
    /** Such as `etl` or `postgres://db.example:5432` */
    "name": string;
    /** When it was told of first, as ISO 8601 has it */
    "createdAt": string;
    /** When it was told of last */
    "updatedAt": string;
    /** `anonymous`: events name no owner */
    "ownerName": string;
    /** None */
    "description": string | null;
    /** False */
    "isHidden": boolean;
  };
  /** An edge of the lineage */
  LineageRelation: {
    /** Where data comes from */
    "fromEntityId": string;
    /** Where it goes to */
    "toEntityId": string;
    /** Guid of the relationship */
    "relationshipId": string;
    /** Where processes are hidden: the process between both */
    "processId"?: string | undefined;
  };
  /** A run of a process */
  LineageRun: {
    /** Of its producer */
    "runId": string;
    /** A failure outdoes what else was told */
    "state": 'RUNNING' | 'COMPLETE' | 'ABORT' | 'FAIL';
    /** Of the first event */
    "startTime": number;
    /** Of the last event */
    "endTime": number;
    /** Namespace of its job */
    "jobNamespace": string;
    /** Name of its job */
    "jobName": string;
    /** Job that it was a part of */
    "parentJob"?: string | undefined;
    /** Run that it was a part of */
    "parentRunId"?: string | undefined;
    /** Why it failed, its first 4,096 characters */
    "error"?: string | undefined;
    /** What it read */
    "inputs": ({"namespace": string; "name": string; "facets": {[name: string]: unknown}})[];
    /** What it wrote */
    "outputs": ({"namespace": string; "name": string; "facets": {[name: string]: unknown}})[];
    /** What else its producer told of the run */
    "facets": {[name: string]: unknown};
    /** What its producer told of the job */
    "jobFacets": {[name: string]: unknown};
  };
  /** Where data sets of producers are */
  LineageSource: {
    /** Kind of system, such as `POSTGRES` */
    "type": string;
    /** Namespace of its data sets */
    "name": string;
    /** When it was told of first, as ISO 8601 has it */
    "createdAt": string;
    /** When it was told of last */
    "updatedAt": string;
    /** The same, as an address */
    "connectionUrl": string;
    /** None */
    "description": string | null;
  };
  /** How many messages a request concerned */
  MessageCount: {
    /** Number of messages */
    "count": number;
  };
  /** Words of messages to people, with {{placeholders}}; what is left out has the usual words */
  MessageTemplate: {
    /** Of the message and the subject of a mail: {{subscription}}, {{count}} */
    "title"?: string | undefined;
    /** Of each change: {{what}}, {{name}}, {{type}}, {{user}}, {{time}}, {{times}}, {{details}}, {{link}} */
    "line"?: string | undefined;
  };
  /** Words of messages to people, with {{placeholders}}; what is left out has the usual words */
  MessageTemplateInput: {
    /** Of the message and the subject of a mail: {{subscription}}, {{count}} */
    "title"?: string | null | undefined;
    /** Of each change: {{what}}, {{name}}, {{type}}, {{user}}, {{time}}, {{times}}, {{details}}, {{link}} */
    "line"?: string | null | undefined;
  };
  /** Numbers of entities, types and classifications */
  Metrics: {
    /** The numbers */
    "data": {"general": {"entityCount": number; "tagCount": number; "typeCount": number; "typeUnusedCount": number; "collectionTime": number; "stats"?: {[name: string]: unknown} | undefined}; "entity": {[name: string]: {[name: string]: number}}; "tag": {"tagEntities"?: {[name: string]: number} | undefined}; "system": {[name: string]: {[name: string]: unknown}}};
  };
  /** One line of a chart */
  MetricsChart: {
    /** What the line counts */
    "key": 'Active' | 'Deleted' | 'Shell';
    /** Time and count */
    "values": number[][];
  };
  /** Numbers at an earlier time */
  MetricsStat: {
    /** Of the snapshot */
    "guid"?: string | undefined;
    /** Unique name of the snapshot */
    "metricsId"?: string | undefined;
    /** When it was counted, in milliseconds since 1970 */
    "collectionTime"?: number | undefined;
    /** How long the snapshot is kept */
    "timeToLiveMillis"?: number | undefined;
    /** Numbers by type, where types were asked for */
    "typeData"?: {[name: string]: {[name: string]: number}} | undefined;
    /** All numbers */
    "metrics"?: Schemas['Metrics'] | undefined;
  };
  /** An access token, with the token itself */
  NewAccessToken: {
    /** Its id */
    "uuid": string;
    /** What it is for */
    "name": string;
    /** What it allows: all that its user may do, reading, or sending OpenLineage events */
    "scope": 'all' | 'read' | 'lineage';
    /** When it was made, in milliseconds since 1970, UTC */
    "createdAt": number;
    /** When it ends; absent for one without an end */
    "expiresAt"?: number | undefined;
    /** When it was last used, to the hour; absent for one that was not */
    "usedAt"?: number | undefined;
    /** The token */
    "token": string;
  };
  /** What a request of the V1 API changed */
  OldEntityResult: {
    /** Of the request, as in the log of the server */
    "requestId": string;
    /** Guids of what changed */
    "entities"?: {"created"?: string[] | undefined; "updated"?: string[] | undefined; "deleted"?: string[] | undefined} | undefined;
    /** The entity, where there is one */
    "definition"?: Schemas['OldReferenceable'] | undefined;
    /** Guids of the request and of the server */
    "guidAssignments"?: {"guidAssignments": {[name: string]: string}} | undefined;
  };
  /** What identifies an entity in the V1 API */
  OldId: {
    /** Name of the class that clients expect */
    "jsonClass"?: string | undefined;
    /** Guid */
    "id"?: string | undefined;
    /** Type of the entity */
    "typeName"?: string | undefined;
    /** Always 0 */
    "version"?: number | undefined;
    /** ACTIVE or DELETED */
    "state"?: string | undefined;
  };
  /** Lineage in the form of the V1 API */
  OldLineage: {
    /** Of the request, as in the log of the server */
    "requestId": string;
    /** The table that was asked about */
    "tableName"?: string | undefined;
    /** Entities and edges */
    "results": Schemas['OldStruct'];
  };
  /** An entity of the V1 API */
  OldReferenceable: {
    /** Name of the class that clients expect */
    "jsonClass"?: string | undefined;
    /** What identifies the entity */
    "id"?: Schemas['OldId'] | undefined;
    /** Type of the entity */
    "typeName"?: string | undefined;
    /** Values by attribute name */
    "values"?: {[name: string]: unknown} | undefined;
    /** Names of the classifications */
    "traitNames"?: string[] | undefined;
    /** Classifications by name */
    "traits"?: {[name: string]: Schemas['OldStruct']} | undefined;
    /** Who created and changed it, and when */
    "systemAttributes"?: {[name: string]: unknown} | undefined;
  };
  /** Columns in the form of the V1 API */
  OldSchema: {
    /** Of the request, as in the log of the server */
    "requestId": string;
    /** The table that was asked about */
    "tableName"?: string | undefined;
    /** The columns */
    "results": {"dataType"?: unknown | undefined; "rows": ({[name: string]: unknown})[] | null};
  };
  /** A struct or classification of the V1 API */
  OldStruct: {
    /** Name of the class that clients expect */
    "jsonClass"?: string | undefined;
    /** Struct or classification */
    "typeName": string;
    /** Values by attribute name */
    "values"?: {[name: string]: unknown} | null | undefined;
  };
  /** Types in the form of the V1 API */
  OldTypesDef: {
    /** Enums */
    "enumTypes"?: ({"name"?: string | undefined; "description"?: string | undefined; "version"?: string | undefined; "enumValues"?: ({[name: string]: unknown})[] | undefined})[] | null | undefined;
    /** Structs */
    "structTypes"?: ({"typeName"?: string | undefined; "typeDescription"?: string | undefined; "typeVersion"?: string | undefined; "hierarchicalMetaTypeName"?: string | undefined; "superTypes"?: string[] | undefined; "attributeDefinitions"?: ({[name: string]: unknown})[] | undefined})[] | null | undefined;
    /** Classifications */
    "traitTypes"?: ({"typeName"?: string | undefined; "typeDescription"?: string | undefined; "typeVersion"?: string | undefined; "hierarchicalMetaTypeName"?: string | undefined; "superTypes"?: string[] | undefined; "attributeDefinitions"?: ({[name: string]: unknown})[] | undefined})[] | null | undefined;
    /** Entity types */
    "classTypes"?: ({"typeName"?: string | undefined; "typeDescription"?: string | undefined; "typeVersion"?: string | undefined; "hierarchicalMetaTypeName"?: string | undefined; "superTypes"?: string[] | undefined; "attributeDefinitions"?: ({[name: string]: unknown})[] | undefined})[] | null | undefined;
  };
  /** Types in the form of the V1 API */
  OldTypesDefInput: {
    /** Enums */
    "enumTypes"?: ({"name"?: string | null | undefined; "description"?: string | null | undefined; "version"?: string | null | undefined; "enumValues"?: ({[name: string]: unknown} | null)[] | null | undefined} | null)[] | null | undefined;
    /** Structs */
    "structTypes"?: ({"typeName"?: string | null | undefined; "typeDescription"?: string | null | undefined; "typeVersion"?: string | null | undefined; "hierarchicalMetaTypeName"?: string | null | undefined; "superTypes"?: (string | null)[] | null | undefined; "attributeDefinitions"?: ({[name: string]: unknown} | null)[] | null | undefined} | null)[] | null | undefined;
    /** Classifications */
    "traitTypes"?: ({"typeName"?: string | null | undefined; "typeDescription"?: string | null | undefined; "typeVersion"?: string | null | undefined; "hierarchicalMetaTypeName"?: string | null | undefined; "superTypes"?: (string | null)[] | null | undefined; "attributeDefinitions"?: ({[name: string]: unknown} | null)[] | null | undefined} | null)[] | null | undefined;
    /** Entity types */
    "classTypes"?: ({"typeName"?: string | null | undefined; "typeDescription"?: string | null | undefined; "typeVersion"?: string | null | undefined; "hierarchicalMetaTypeName"?: string | null | undefined; "superTypes"?: (string | null)[] | null | undefined; "attributeDefinitions"?: ({[name: string]: unknown} | null)[] | null | undefined} | null)[] | null | undefined;
  };
  /** Who is responsible for an asset, in which role */
  Owners: {
    /** The first one is the attribute `owner` */
    "owners"?: string[] | undefined;
    /** Who looks after documentation, terms and quality */
    "stewards"?: string[] | undefined;
    /** Who is asked when something does not work */
    "technicalContacts"?: string[] | undefined;
  };
  /** Who is responsible for an asset, in which role */
  OwnersInput: {
    /** The first one is the attribute `owner` */
    "owners"?: (string | null)[] | null | undefined;
    /** Who looks after documentation, terms and quality */
    "stewards"?: (string | null)[] | null | undefined;
    /** Who is asked when something does not work */
    "technicalContacts"?: (string | null)[] | null | undefined;
  };
  /** Changes of the schema of the store */
  Patches: {
    /** In the order in which they were applied */
    "patches": ({"id": string; "description"?: string | undefined; "type"?: string | undefined; "action"?: string | undefined; "status": string})[];
  };
  /** Users and groups that can log in */
  People: {
    /** Of users */
    "users": string[];
    /** Of groups */
    "groups": string[];
  };
  /** What to search for while typing */
  QuickSearchParameters: {
    /** Words to find; `*` stands for any characters */
    "query"?: string | null | undefined;
    /** Only entities of this type; `_ALL_ENTITY_TYPES` for all */
    "typeName"?: string | null | undefined;
    /** Whether to leave out deleted entities */
    "excludeDeletedEntities"?: boolean | null | undefined;
    /** Whether to include entities of subtypes */
    "includeSubTypes"?: boolean | null | undefined;
    /** Conditions on attributes of the entities */
    "entityFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** To be shown beside those of every header */
    "attributes"?: (string | null)[] | null | undefined;
    /** Whether to answer only the attributes listed in `attributes` */
    "excludeHeaderAttributes"?: boolean | null | undefined;
    /** Hits in the answer */
    "limit"?: number | null | undefined;
    /** Hits to skip */
    "offset"?: number | null | undefined;
    /** Attribute to sort by */
    "sortBy"?: string | null | undefined;
    /** Order of the hits */
    "sortOrder"?: 'ASCENDING' | 'DESCENDING' | null | undefined;
    /** Values by the name of a facet, as POST /v2/search/facets answers them: hits have one of the values of each facet. An addition to the Atlas API */
    "facets"?: {[name: string]: (string | null)[] | null} | null | undefined;
  };
  /** What a search found, with counts */
  QuickSearchResult: {
    /** The hits */
    "searchResults": Schemas['SearchResult'];
    /** Numbers of hits by type, status, owner and service */
    "aggregationMetrics": {[name: string]: ({"name": string; "count": number})[]};
  };
  /** A category that a term, category or glossary refers to */
  RelatedCategory: {
    /** The category */
    "categoryGuid": string;
    /** The category above it */
    "parentCategoryGuid"?: string | undefined;
    /** Of the relationship */
    "relationGuid"?: string | undefined;
    /** Name of the category */
    "displayText"?: string | undefined;
    /** What relates them */
    "description"?: string | undefined;
    /** When it is asked for */
    "termCount"?: number | undefined;
  };
  /** A category that a term, category or glossary refers to */
  RelatedCategoryInput: {
    /** The category */
    "categoryGuid"?: string | null | undefined;
    /** The category above it */
    "parentCategoryGuid"?: string | null | undefined;
    /** Of the relationship */
    "relationGuid"?: string | null | undefined;
    /** Name of the category */
    "displayText"?: string | null | undefined;
    /** What relates them */
    "description"?: string | null | undefined;
    /** When it is asked for */
    "termCount"?: number | null | undefined;
  };
  /** An entity that a term is assigned to */
  RelatedObjectId: {
    /** The entity */
    "guid": string;
    /** Type of the entity */
    "typeName": string;
    /** With the type in place of the guid */
    "uniqueAttributes"?: {[name: string]: unknown} | undefined;
    /** Status of the entity */
    "entityStatus"?: 'ACTIVE' | 'DELETED' | undefined;
    /** Name of the entity */
    "displayText"?: string | undefined;
    /** Of the entity */
    "qualifiedName"?: string | undefined;
    /** Relationship type of the assignment */
    "relationshipType"?: string | undefined;
    /** The assignment; needed to remove it */
    "relationshipGuid"?: string | undefined;
    /** Status of the assignment */
    "relationshipStatus"?: 'ACTIVE' | 'DELETED' | undefined;
    /** What is known of the assignment */
    "relationshipAttributes"?: {"typeName"?: string | undefined; "attributes"?: {[name: string]: unknown} | undefined} | undefined;
  };
  /** An entity that a term is assigned to */
  RelatedObjectIdInput: {
    /** The entity */
    "guid"?: string | null | undefined;
    /** Type of the entity */
    "typeName"?: string | null | undefined;
    /** With the type in place of the guid */
    "uniqueAttributes"?: {[name: string]: unknown} | null | undefined;
    /** Status of the entity */
    "entityStatus"?: 'ACTIVE' | 'DELETED' | null | undefined;
    /** Name of the entity */
    "displayText"?: string | null | undefined;
    /** Of the entity */
    "qualifiedName"?: string | null | undefined;
    /** Relationship type of the assignment */
    "relationshipType"?: string | null | undefined;
    /** The assignment; needed to remove it */
    "relationshipGuid"?: string | null | undefined;
    /** Status of the assignment */
    "relationshipStatus"?: 'ACTIVE' | 'DELETED' | null | undefined;
    /** What is known of the assignment */
    "relationshipAttributes"?: {"typeName"?: string | null | undefined; "attributes"?: {[name: string]: unknown} | null | undefined} | null | undefined;
  };
  /** A term that a term, category or glossary refers to */
  RelatedTerm: {
    /** The term */
    "termGuid": string;
    /** Of the relation; a request with it says everything about the relation */
    "relationGuid"?: string | undefined;
    /** Name of the term */
    "displayText"?: string | undefined;
    /** What relates the terms */
    "description"?: string | undefined;
    /** How they are related, as an expression */
    "expression"?: string | undefined;
    /** Person responsible for the relationship */
    "steward"?: string | undefined;
    /** Where the relationship comes from */
    "source"?: string | undefined;
    /** DRAFT, ACTIVE, DEPRECATED, OBSOLETE or OTHER */
    "status"?: string | undefined;
    /** Of the term */
    "qualifiedName"?: string | undefined;
  };
  /** A term that a term, category or glossary refers to */
  RelatedTermInput: {
    /** The term */
    "termGuid"?: string | null | undefined;
    /** Of the relation; a request with it says everything about the relation */
    "relationGuid"?: string | null | undefined;
    /** Name of the term */
    "displayText"?: string | null | undefined;
    /** What relates the terms */
    "description"?: string | null | undefined;
    /** How they are related, as an expression */
    "expression"?: string | null | undefined;
    /** Person responsible for the relationship */
    "steward"?: string | null | undefined;
    /** Where the relationship comes from */
    "source"?: string | null | undefined;
    /** DRAFT, ACTIVE, DEPRECATED, OBSOLETE or OTHER */
    "status"?: string | null | undefined;
    /** Of the term */
    "qualifiedName"?: string | null | undefined;
  };
  /** A relationship between two entities */
  Relationship: {
    /** Name of the relationship type */
    "typeName": string;
    /** Values by attribute name */
    "attributes"?: {[name: string]: unknown} | undefined;
    /** Assigned by the server */
    "guid": string;
    /** Always 0 */
    "provenanceType"?: number | undefined;
    /** Entity at the first end */
    "end1": Schemas['RelationshipEnd'];
    /** Entity at the second end */
    "end2": Schemas['RelationshipEnd'];
    /** Label of the edge; that of the type when absent */
    "label"?: string | undefined;
    /** As far as its type allows; what the type says when absent */
    "propagateTags"?: 'NONE' | 'ONE_TO_TWO' | 'TWO_TO_ONE' | 'BOTH' | undefined;
    /** Status of the relationship */
    "status": 'ACTIVE' | 'DELETED';
    /** User who created it */
    "createdBy"?: string | undefined;
    /** User who last changed it */
    "updatedBy"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | undefined;
    /** Always 0 */
    "version"?: number | undefined;
    /** Those that pass over it */
    "propagatedClassifications"?: Schemas['Classification'][] | undefined;
    /** Those that it does not let through, by typeName and entityGuid */
    "blockedPropagatedClassifications"?: Schemas['Classification'][] | undefined;
  };
  /** An attribute of an entity type that a relationship type adds */
  RelationshipAttributeDef: {
    /** Unique within the type and its super types */
    "name": string;
    /** A primitive, `array<T>`, `map<K,V>`, or a type */
    "typeName": string;
    /** Whether entities can leave it out */
    "isOptional": boolean;
    /** One value, a list, or a set */
    "cardinality": 'SINGLE' | 'LIST' | 'SET';
    /** Fewest values of a list or set */
    "valuesMinCount": number;
    /** Most values of a list or set */
    "valuesMaxCount": number;
    /** Whether no two active entities of the type can have the same value; clients can name an entity by it */
    "isUnique": boolean;
    /** Whether filters look values up in an index; otherwise they read the entities of the type */
    "isIndexable": boolean;
    /** Whether notifications about an entity carry the value */
    "includeInNotification": boolean;
    /** Value when an entity leaves it out, as text */
    "defaultValue"?: string | undefined;
    /** What the value means */
    "description"?: string | undefined;
    /** 1 to 10; any other number counts as not set */
    "searchWeight": number;
    /** Kept as given: every attribute is found in the same way */
    "indexType"?: 'DEFAULT' | 'STRING' | undefined;
    /** References that are owned or owning */
    "constraints"?: ({"type": string; "params"?: {[name: string]: unknown} | undefined})[] | undefined;
    /** Settings of the attribute, such as maxStrLength and applicableEntityTypes */
    "options"?: {[name: string]: string} | undefined;
    /** Name that pages show */
    "displayName"?: string | undefined;
    /** Pattern for clients that compute the value; kept as given */
    "autoComputeFormat"?: string | undefined;
    /** Relationship type that the attribute comes from */
    "relationshipTypeName": string;
    /** Whether the type declared the attribute before the relationship type existed */
    "isLegacyAttribute": boolean;
  };
  /** An attribute of an entity type that a relationship type adds */
  RelationshipAttributeDefInput: {
    /** Unique within the type and its super types */
    "name"?: string | null | undefined;
    /** A primitive, `array<T>`, `map<K,V>`, or a type */
    "typeName"?: string | null | undefined;
    /** Whether entities can leave it out */
    "isOptional"?: boolean | null | undefined;
    /** One value, a list, or a set */
    "cardinality"?: 'SINGLE' | 'LIST' | 'SET' | null | undefined;
    /** Fewest values of a list or set */
    "valuesMinCount"?: number | null | undefined;
    /** Most values of a list or set */
    "valuesMaxCount"?: number | null | undefined;
    /** Whether no two active entities of the type can have the same value; clients can name an entity by it */
    "isUnique"?: boolean | null | undefined;
    /** Whether filters look values up in an index; otherwise they read the entities of the type */
    "isIndexable"?: boolean | null | undefined;
    /** Whether notifications about an entity carry the value */
    "includeInNotification"?: boolean | null | undefined;
    /** Value when an entity leaves it out, as text */
    "defaultValue"?: string | null | undefined;
    /** What the value means */
    "description"?: string | null | undefined;
    /** 1 to 10; any other number counts as not set */
    "searchWeight"?: number | null | undefined;
    /** Kept as given: every attribute is found in the same way */
    "indexType"?: 'DEFAULT' | 'STRING' | null | undefined;
    /** References that are owned or owning */
    "constraints"?: ({"type"?: string | null | undefined; "params"?: {[name: string]: unknown} | null | undefined} | null)[] | null | undefined;
    /** Settings of the attribute, such as maxStrLength and applicableEntityTypes */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** Name that pages show */
    "displayName"?: string | null | undefined;
    /** Pattern for clients that compute the value; kept as given */
    "autoComputeFormat"?: string | null | undefined;
    /** Relationship type that the attribute comes from */
    "relationshipTypeName"?: string | null | undefined;
    /** Whether the type declared the attribute before the relationship type existed */
    "isLegacyAttribute"?: boolean | null | undefined;
  };
  /** A type of relationships between entities of two types */
  RelationshipDef: {
    /** Category of the type */
    "category": 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA';
    /** Assigned by the server */
    "guid"?: string | undefined;
    /** User who created the type */
    "createdBy"?: string | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | undefined;
    /** Grows by one with each update */
    "version"?: number | undefined;
    /** Unique among all types of all categories */
    "name": string;
    /** What the type is for */
    "description": string;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion": string;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string} | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs": Schemas['AttributeDef'][];
    /** COMPOSITION: the container owns the other end; AGGREGATION: it groups it */
    "relationshipCategory": 'ASSOCIATION' | 'AGGREGATION' | 'COMPOSITION';
    /** Label of the edge; derived from the name when absent */
    "relationshipLabel"?: string | undefined;
    /** Direction in which classifications propagate */
    "propagateTags": 'NONE' | 'ONE_TO_TWO' | 'TWO_TO_ONE' | 'BOTH';
    /** First end */
    "endDef1": Schemas['RelationshipEndDef'];
    /** Second end */
    "endDef2": Schemas['RelationshipEndDef'];
  };
  /** A type of relationships between entities of two types */
  RelationshipDefInput: {
    /** Category of the type */
    "category"?: 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA' | null | undefined;
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** User who created the type */
    "createdBy"?: string | null | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | null | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | null | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | null | undefined;
    /** Grows by one with each update */
    "version"?: number | null | undefined;
    /** Unique among all types of all categories */
    "name"?: string | null | undefined;
    /** What the type is for */
    "description"?: string | null | undefined;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion"?: string | null | undefined;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | null | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs"?: (Schemas['AttributeDefInput'] | null)[] | null | undefined;
    /** COMPOSITION: the container owns the other end; AGGREGATION: it groups it */
    "relationshipCategory"?: 'ASSOCIATION' | 'AGGREGATION' | 'COMPOSITION' | null | undefined;
    /** Label of the edge; derived from the name when absent */
    "relationshipLabel"?: string | null | undefined;
    /** Direction in which classifications propagate */
    "propagateTags"?: 'NONE' | 'ONE_TO_TWO' | 'TWO_TO_ONE' | 'BOTH' | null | undefined;
    /** First end */
    "endDef1"?: Schemas['RelationshipEndDefInput'] | null | undefined;
    /** Second end */
    "endDef2"?: Schemas['RelationshipEndDefInput'] | null | undefined;
  };
  /** An entity at an end of a relationship */
  RelationshipEnd: {
    /** The entity */
    "guid"?: string | undefined;
    /** Type of the entity */
    "typeName"?: string | undefined;
    /** In place of the guid */
    "uniqueAttributes"?: {[name: string]: unknown} | undefined;
  };
  /** One end of a relationship type */
  RelationshipEndDef: {
    /** Entity type at this end */
    "type": string;
    /** Attribute by which entities of this type show the other end */
    "name": string;
    /** Whether this end owns the other */
    "isContainer": boolean;
    /** How many entities the attribute can hold */
    "cardinality": 'SINGLE' | 'LIST' | 'SET';
    /** Whether the entity type declares the attribute itself */
    "isLegacyAttribute": boolean;
    /** What the end means */
    "description"?: string | undefined;
    /** Whether clients rename the other end as well; kept as given */
    "propagateRename"?: boolean | undefined;
    /** Attributes that clients copy to the other end, as pairs; kept as given */
    "propagateAttributes"?: ({[name: string]: string})[] | undefined;
    /** Whether deleting the entity at this end deletes those at the other */
    "propagateDelete"?: boolean | undefined;
  };
  /** One end of a relationship type */
  RelationshipEndDefInput: {
    /** Entity type at this end */
    "type": string;
    /** Attribute by which entities of this type show the other end */
    "name": string;
    /** Whether this end owns the other */
    "isContainer"?: boolean | null | undefined;
    /** How many entities the attribute can hold */
    "cardinality"?: 'SINGLE' | 'LIST' | 'SET' | null | undefined;
    /** Whether the entity type declares the attribute itself */
    "isLegacyAttribute"?: boolean | null | undefined;
    /** What the end means */
    "description"?: string | null | undefined;
    /** Whether clients rename the other end as well; kept as given */
    "propagateRename"?: boolean | null | undefined;
    /** Attributes that clients copy to the other end, as pairs; kept as given */
    "propagateAttributes"?: ({[name: string]: string | null} | null)[] | null | undefined;
    /** Whether deleting the entity at this end deletes those at the other */
    "propagateDelete"?: boolean | null | undefined;
  };
  /** An entity at an end of a relationship */
  RelationshipEndInput: {
    /** The entity */
    "guid"?: string | null | undefined;
    /** Type of the entity */
    "typeName"?: string | null | undefined;
    /** In place of the guid */
    "uniqueAttributes"?: {[name: string]: unknown} | null | undefined;
  };
  /** The short form of a relationship */
  RelationshipHeader: {
    /** Relationship type */
    "typeName": string;
    /** Values by attribute name */
    "attributes"?: {[name: string]: unknown} | undefined;
    /** Of the relationship */
    "guid": string;
    /** Status of the relationship */
    "status": 'ACTIVE' | 'DELETED';
    /** Direction in which classifications propagate */
    "propagateTags": 'NONE' | 'ONE_TO_TWO' | 'TWO_TO_ONE' | 'BOTH';
    /** Label of the edge */
    "label": string;
    /** Entity at the first end */
    "end1": {"guid": string; "typeName": string; "uniqueAttributes"?: {[name: string]: unknown} | undefined};
    /** Entity at the second end */
    "end2": {"guid": string; "typeName": string; "uniqueAttributes"?: {[name: string]: unknown} | undefined};
  };
  /** A relationship between two entities */
  RelationshipInput: {
    /** Name of the relationship type */
    "typeName"?: string | null | undefined;
    /** Values by attribute name */
    "attributes"?: {[name: string]: unknown} | null | undefined;
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** Always 0 */
    "provenanceType"?: number | null | undefined;
    /** Entity at the first end */
    "end1"?: Schemas['RelationshipEndInput'] | null | undefined;
    /** Entity at the second end */
    "end2"?: Schemas['RelationshipEndInput'] | null | undefined;
    /** Label of the edge; that of the type when absent */
    "label"?: string | null | undefined;
    /** As far as its type allows; what the type says when absent */
    "propagateTags"?: 'NONE' | 'ONE_TO_TWO' | 'TWO_TO_ONE' | 'BOTH' | null | undefined;
    /** Status of the relationship */
    "status"?: 'ACTIVE' | 'DELETED' | null | undefined;
    /** User who created it */
    "createdBy"?: string | null | undefined;
    /** User who last changed it */
    "updatedBy"?: string | null | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | null | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | null | undefined;
    /** Always 0 */
    "version"?: number | null | undefined;
    /** Those that pass over it */
    "propagatedClassifications"?: (Schemas['ClassificationInput'] | null)[] | null | undefined;
    /** Those that it does not let through, by typeName and entityGuid */
    "blockedPropagatedClassifications"?: (Schemas['ClassificationInput'] | null)[] | null | undefined;
  };
  /** Which relationships to find */
  RelationshipSearchParameters: {
    /** Relationship types, separated by commas */
    "relationshipName"?: string | null | undefined;
    /** Conditions on attributes of the relationships */
    "relationshipFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** Hits in the answer */
    "limit"?: number | null | undefined;
    /** Hits to skip */
    "offset"?: number | null | undefined;
    /** Attribute to sort by */
    "sortBy"?: string | null | undefined;
    /** Order of the hits */
    "sortOrder"?: 'ASCENDING' | 'DESCENDING' | null | undefined;
  };
  /** A relationship with headers of its ends */
  RelationshipWithExtInfo: {
    /** The relationship */
    "relationship": Schemas['Relationship'];
    /** Its ends by guid */
    "referredEntities"?: {[name: string]: Schemas['EntityHeader']} | undefined;
  };
  /** A search that a user saved */
  SavedSearch: {
    /** Of the saved search */
    "guid"?: string | undefined;
    /** User who saved it */
    "ownerName"?: string | undefined;
    /** Unique among the searches of the user */
    "name"?: string | undefined;
    /** Kind of search */
    "searchType"?: 'BASIC' | 'ADVANCED' | 'BASIC_RELATIONSHIP' | undefined;
    /** What to search for */
    "searchParameters"?: Schemas['SearchParameters'] | undefined;
    /** Kept for pages, as given */
    "uiParameters"?: string | undefined;
  };
  /** A search that a user saved */
  SavedSearchInput: {
    /** Of the saved search */
    "guid"?: string | null | undefined;
    /** User who saved it */
    "ownerName"?: string | null | undefined;
    /** Unique among the searches of the user */
    "name"?: string | null | undefined;
    /** Kind of search */
    "searchType"?: 'BASIC' | 'ADVANCED' | 'BASIC_RELATIONSHIP' | null | undefined;
    /** What to search for */
    "searchParameters"?: Schemas['SearchParametersInput'] | null | undefined;
    /** Kept for pages, as given */
    "uiParameters"?: string | null | undefined;
  };
  /** How a search is answered */
  SearchExplanation: {
    /** Kind of search */
    "queryType": 'BASIC' | 'DSL';
    /** A DSL query as it was understood */
    "queryText"?: string | undefined;
    /** In words: what leads to the hits, what is tested on them, their order */
    "steps": string[];
    /** Entities of the types */
    "candidates": number;
    /** Number of hits */
    "approximateCount": number;
    /** Milliseconds that the search took */
    "ms": number;
    /** Statements that were run */
    "statements": ({"sql": string; "rows": number; "ms": number; "plan": string[]})[];
  };
  /** What the hits of a search have, and how many of them */
  SearchFacets: {
    /** Those that hits have values of */
    "facets": ({"name": string; "values": ({"value": string; "label"?: string | undefined; "typeName"?: string | undefined; "count": number; "isMore"?: boolean | undefined})[]; "isMore"?: boolean | undefined})[];
  };
  /** What to search for */
  SearchParameters: {
    /** Words to find; `*` stands for any characters */
    "query"?: string | undefined;
    /** Only entities of this type; `_ALL_ENTITY_TYPES` for all */
    "typeName"?: string | undefined;
    /** Whether to leave out deleted entities */
    "excludeDeletedEntities"?: boolean | undefined;
    /** Whether to include entities of subtypes */
    "includeSubTypes"?: boolean | undefined;
    /** Conditions on attributes of the entities */
    "entityFilters"?: Schemas['FilterCriteria'] | undefined;
    /** To be shown beside those of every header */
    "attributes"?: string[] | undefined;
    /** Whether to answer only the attributes listed in `attributes` */
    "excludeHeaderAttributes"?: boolean | undefined;
    /** Hits in the answer */
    "limit"?: number | undefined;
    /** Hits to skip */
    "offset"?: number | undefined;
    /** Attribute to sort by */
    "sortBy"?: string | undefined;
    /** Order of the hits */
    "sortOrder"?: 'ASCENDING' | 'DESCENDING' | undefined;
    /** Values by the name of a facet, as POST /v2/search/facets answers them: hits have one of the values of each facet. An addition to the Atlas API */
    "facets"?: {[name: string]: string[]} | undefined;
    /** Only entities with this classification; names separated by commas */
    "classification"?: string | undefined;
    /** Qualified name of a glossary term */
    "termName"?: string | undefined;
    /** Only relationships of this type */
    "relationshipName"?: string | undefined;
    /** Whether hits have `matches`: where the words of the query are. An addition to the Atlas API */
    "includeMatches"?: boolean | undefined;
    /** Whether hits carry the attributes of their classifications */
    "includeClassificationAttributes"?: boolean | undefined;
    /** Whether to include subtypes of the classification */
    "includeSubClassifications"?: boolean | undefined;
    /** Conditions on attributes of the classification */
    "tagFilters"?: Schemas['FilterCriteria'] | undefined;
    /** Conditions on attributes of the relationship */
    "relationshipFilters"?: Schemas['FilterCriteria'] | undefined;
    /** `*` for the first page, then `nextMarker` of the last answer */
    "marker"?: string | undefined;
  };
  /** What to search for */
  SearchParametersInput: {
    /** Words to find; `*` stands for any characters */
    "query"?: string | null | undefined;
    /** Only entities of this type; `_ALL_ENTITY_TYPES` for all */
    "typeName"?: string | null | undefined;
    /** Whether to leave out deleted entities */
    "excludeDeletedEntities"?: boolean | null | undefined;
    /** Whether to include entities of subtypes */
    "includeSubTypes"?: boolean | null | undefined;
    /** Conditions on attributes of the entities */
    "entityFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** To be shown beside those of every header */
    "attributes"?: (string | null)[] | null | undefined;
    /** Whether to answer only the attributes listed in `attributes` */
    "excludeHeaderAttributes"?: boolean | null | undefined;
    /** Hits in the answer */
    "limit"?: number | null | undefined;
    /** Hits to skip */
    "offset"?: number | null | undefined;
    /** Attribute to sort by */
    "sortBy"?: string | null | undefined;
    /** Order of the hits */
    "sortOrder"?: 'ASCENDING' | 'DESCENDING' | null | undefined;
    /** Values by the name of a facet, as POST /v2/search/facets answers them: hits have one of the values of each facet. An addition to the Atlas API */
    "facets"?: {[name: string]: (string | null)[] | null} | null | undefined;
    /** Only entities with this classification; names separated by commas */
    "classification"?: string | null | undefined;
    /** Qualified name of a glossary term */
    "termName"?: string | null | undefined;
    /** Only relationships of this type */
    "relationshipName"?: string | null | undefined;
    /** Whether hits have `matches`: where the words of the query are. An addition to the Atlas API */
    "includeMatches"?: boolean | null | undefined;
    /** Whether hits carry the attributes of their classifications */
    "includeClassificationAttributes"?: boolean | null | undefined;
    /** Whether to include subtypes of the classification */
    "includeSubClassifications"?: boolean | null | undefined;
    /** Conditions on attributes of the classification */
    "tagFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** Conditions on attributes of the relationship */
    "relationshipFilters"?: Schemas['FilterCriteriaInput'] | null | undefined;
    /** `*` for the first page, then `nextMarker` of the last answer */
    "marker"?: string | null | undefined;
  };
  /** What a search found */
  SearchResult: {
    /** Kind of search */
    "queryType"?: 'BASIC' | 'DSL' | 'FULL_TEXT' | 'ATTRIBUTE' | 'RELATIONSHIP' | undefined;
    /** The parameters as they were understood */
    "searchParameters"?: Schemas['SearchParameters'] | undefined;
    /** The query */
    "queryText"?: string | undefined;
    /** Type that was searched */
    "type"?: string | undefined;
    /** Classification that was searched */
    "classification"?: string | undefined;
    /** Hits */
    "entities"?: Schemas['EntityHeader'][] | undefined;
    /** Relationships that were found */
    "relations"?: Schemas['RelationshipHeader'][] | undefined;
    /** Values that a DSL query selects */
    "attributes"?: {"name"?: string[] | undefined; "values"?: unknown[][] | undefined} | undefined;
    /** Hits of a full-text search */
    "fullTextResult"?: ({"entity"?: Schemas['EntityHeader'] | undefined; "score"?: number | undefined})[] | undefined;
    /** Entities that attributes of the hits refer to, by guid */
    "referredEntities"?: {[name: string]: Schemas['EntityHeader']} | undefined;
    /** Of all hits; -1: not counted */
    "approximateCount": number;
    /** `marker` of the next page; absent on the last */
    "nextMarker"?: string | undefined;
  };
  /** Up to when changes were shown */
  SeenChanges: {
    /** In milliseconds since 1970 */
    "seenTime": number;
  };
  /** Another catalog that entities were exchanged with */
  Server: {
    /** Of the entry */
    "guid"?: string | undefined;
    /** Name of the other catalog */
    "name"?: string | undefined;
    /** Name with the data center */
    "fullName"?: string | undefined;
    /** Name to show */
    "displayName"?: string | undefined;
    /** What was recorded about it, such as the time of the last exchange */
    "additionalInfo"?: {[name: string]: string} | undefined;
    /** Addresses of the other catalog */
    "urls"?: string[] | undefined;
  };
  /** The user who is logged in, and settings of the pages */
  Session: {
    /** User who is logged in */
    "userName": string;
    /** Groups of the user */
    "groups": string[];
    /** To be sent by browsers with each change, in the header named here */
    "_csrfToken": string;
    /** Whether changes from browsers need the token */
    "atlas.rest-csrf.enabled": boolean;
    /** User agents that count as browsers */
    "atlas.rest-csrf.browser-useragents-regex"?: string | undefined;
    /** Methods that need no token */
    "atlas.rest-csrf.methods-to-ignore"?: string | undefined;
    /** Header that carries the token */
    "atlas.rest-csrf.custom-header": string;
    /** What the user may do with something at least; pages offer nothing else. Where it was asked for */
    "privileges"?: string[] | undefined;
    /** Whether the user can create entities of some type */
    "atlas.entity.create.allowed"?: boolean | undefined;
    /** Whether the user can update entities of some type */
    "atlas.entity.update.allowed"?: boolean | undefined;
    /** Types whose entities pages can edit */
    "atlas.ui.editable.entity.types"?: string | undefined;
    /** Version of the pages, for pages of older versions */
    "atlas.ui.default.version"?: string | undefined;
    /** Date format of the pages */
    "atlas.ui.date.format"?: string | undefined;
    /** Whether dates show their time zone */
    "atlas.ui.date.timezone.format.enabled"?: boolean | undefined;
    /** Always false; for pages of older versions */
    "atlas.debug.metrics.enabled"?: boolean | undefined;
    /** Whether background tasks can be listed */
    "atlas.tasks.enabled"?: boolean | undefined;
    /** Always false; for pages of older versions */
    "atlas.tasks.ui.tab.enabled"?: boolean | undefined;
    /** Whether lineage can be loaded step by step */
    "atlas.lineage.on.demand.enabled"?: boolean | undefined;
    /** Relations of an entity that lineage on demand shows at first */
    "atlas.lineage.on.demand.default.node.count"?: number | undefined;
    /** Whether relationships can be searched */
    "atlas.relationship.search.enabled"?: boolean | undefined;
    /** Seconds until an idle session ends, when the administrator chose it */
    "atlas.session.timeout.secs"?: number | undefined;
    /** Time zones that pages offer */
    "timezones"?: string[] | undefined;
  };
  /** A source that the catalog reads */
  Source: {
    /** Letters, digits, ".", "_" and "-"; custom property `source` of what it brings */
    "name": string;
    /** One of GET /v2/sources/types */
    "type": string;
    /** Cron expression in the time zone of the server; empty: only when asked */
    "schedule": string;
    /** Percent of what the source had brought that one run may delete, or five; 20 unless given */
    "maxDeletes": number;
    /** Keys and their values, texts or lists of texts; without secrets */
    "config": {[name: string]: unknown};
    /** Secret keys that are set */
    "secrets": string[];
    /** When it is read next */
    "nextRunTime"?: number | undefined;
    /** Who added it */
    "createdBy": string;
    /** Milliseconds since 1970, UTC */
    "createdTime": number;
    /** Who saved it last; it is read in their name */
    "updatedBy": string;
    /** Milliseconds since 1970, UTC */
    "updatedTime": number;
    /** The newest run; absent before the first */
    "lastRun"?: Schemas['SourceRun'] | undefined;
  };
  /** What a source is given */
  SourceInput: {
    /** Letters, digits, ".", "_" and "-"; custom property `source` of what it brings */
    "name": string;
    /** One of GET /v2/sources/types */
    "type": string;
    /** Cron expression in the time zone of the server; empty: only when asked */
    "schedule"?: string | null | undefined;
    /** Percent of what the source had brought that one run may delete, or five; 20 unless given */
    "maxDeletes"?: number | null | undefined;
    /** Values by key; `${NAME}` is an environment variable of the server. null is none */
    "config": {[name: string]: unknown};
  };
  /** What a kind of source is asked */
  SourceKey: {
    /** Of the key */
    "name": string;
    /** Of value */
    "kind": 'text' | 'secret' | 'list' | 'integer' | 'flag' | 'choice';
    /** What it means */
    "doc": string;
    /** What it is when it is not given; empty for nothing */
    "default": string;
    /** Of a choice */
    "choices"?: string[] | undefined;
  };
  /** A reading of a source */
  SourceRun: {
    /** Of the run */
    "guid": string;
    /** Which source */
    "source": string;
    /** How it is */
    "status": 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED' | 'CANCELLED';
    /** Whether it only tells what would change */
    "isRehearsal": boolean;
    /** What began it */
    "trigger": 'PERSON' | 'SCHEDULE';
    /** Who started it; of a schedule, who saved the source */
    "requestedBy": string;
    /** Milliseconds since 1970, UTC */
    "createdTime": number;
    /** Milliseconds since 1970, UTC */
    "startTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "endTime"?: number | undefined;
    /** Why it failed */
    "errorMessage"?: string | undefined;
    /** Assets that were read so far */
    "assets": number;
    /** Assets that came */
    "created": {"count": number; "names": string[]};
    /** Assets that changed, or columns of them */
    "changed": {"count": number; "names": string[]};
    /** Assets that the source has no more */
    "deleted": {"count": number; "names": string[]};
    /** What could not be read; nothing was deleted then */
    "problems": string[];
  };
  /** What a source answered */
  SourceTest: {
    /** What answered */
    "message": string;
  };
  /** A kind of source */
  SourceType: {
    /** Its name */
    "type": string;
    /** What is read */
    "doc": string;
    /** In the order of a form */
    "keys": Schemas['SourceKey'][];
  };
  /** Words of a query that nothing has, and what was meant */
  Spelling: {
    /** The query */
    "query": string;
    /** The query with the likeliest word for each that nothing has */
    "corrected"?: string | undefined;
    /** In the order of the query */
    "words": ({"word": string; "similar": ({"word": string; "entityCount": number; "distance"?: number | undefined; "isPart": boolean})[]})[];
  };
  /** Whether the server is up */
  Status: {
    /** ACTIVE while the server answers */
    "Status": 'ACTIVE';
  };
  /** A type for values with attributes and no identity */
  StructDef: {
    /** Category of the type */
    "category": 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA';
    /** Assigned by the server */
    "guid"?: string | undefined;
    /** User who created the type */
    "createdBy"?: string | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | undefined;
    /** Grows by one with each update */
    "version"?: number | undefined;
    /** Unique among all types of all categories */
    "name": string;
    /** What the type is for */
    "description": string;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion": string;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string} | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs": Schemas['AttributeDef'][];
  };
  /** A type for values with attributes and no identity */
  StructDefInput: {
    /** Category of the type */
    "category"?: 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA' | null | undefined;
    /** Assigned by the server */
    "guid"?: string | null | undefined;
    /** User who created the type */
    "createdBy"?: string | null | undefined;
    /** User who last changed the type */
    "updatedBy"?: string | null | undefined;
    /** Milliseconds since 1970, UTC */
    "createTime"?: number | null | undefined;
    /** Milliseconds since 1970, UTC */
    "updateTime"?: number | null | undefined;
    /** Grows by one with each update */
    "version"?: number | null | undefined;
    /** Unique among all types of all categories */
    "name"?: string | null | undefined;
    /** What the type is for */
    "description"?: string | null | undefined;
    /** Version chosen by the author, such as 1.0 */
    "typeVersion"?: string | null | undefined;
    /** Service that the type belongs to, such as hive; pages group types by it */
    "serviceType"?: string | null | undefined;
    /** Settings of the type, as texts */
    "options"?: {[name: string]: string | null} | null | undefined;
    /** Attributes that the type itself declares */
    "attributeDefs"?: (Schemas['AttributeDefInput'] | null)[] | null | undefined;
  };
  /** A destination of changes */
  Subscription: {
    /** Its id */
    "uuid": string;
    /** Its name */
    "name": string;
    /** Where it delivers to */
    "target": Schemas['SubscriptionTarget'];
    /** Which changes it delivers */
    "filter": Schemas['ChangeFilter'];
    /** Of messages to people; absent where they have the usual words */
    "template"?: Schemas['MessageTemplate'] | undefined;
    /** Seconds between two deliveries at least */
    "every": number;
    /** Whether nothing is delivered */
    "isPaused": boolean;
    /** Why it was paused by the catalog; absent where a user has paused it */
    "pauseReason"?: string | undefined;
    /** Since when all attempts have failed; absent where the last has not */
    "failingSince"?: number | undefined;
    /** Of the last delivery; absent before the first */
    "deliveredTime"?: number | undefined;
    /** Who created it */
    "createdBy": string;
    /** When it was created */
    "createdTime": number;
    /** Who changed it last */
    "updatedBy": string;
    /** When it was changed last */
    "updatedTime": number;
  };
  /** A delivery, or one that failed repeatedly */
  SubscriptionDelivery: {
    /** Of the last attempt */
    "time": number;
    /** Number of changes */
    "changes": number;
    /** Number of attempts */
    "attempts": number;
    /** Why it failed, or which mail addresses refused it; empty for a delivery that succeeded */
    "error": string;
  };
  /** A destination of changes with its last deliveries */
  SubscriptionDetails: {
    /** Its id */
    "uuid": string;
    /** Its name */
    "name": string;
    /** Where it delivers to */
    "target": Schemas['SubscriptionTarget'];
    /** Which changes it delivers */
    "filter": Schemas['ChangeFilter'];
    /** Of messages to people; absent where they have the usual words */
    "template"?: Schemas['MessageTemplate'] | undefined;
    /** Seconds between two deliveries at least */
    "every": number;
    /** Whether nothing is delivered */
    "isPaused": boolean;
    /** Why it was paused by the catalog; absent where a user has paused it */
    "pauseReason"?: string | undefined;
    /** Since when all attempts have failed; absent where the last has not */
    "failingSince"?: number | undefined;
    /** Of the last delivery; absent before the first */
    "deliveredTime"?: number | undefined;
    /** Who created it */
    "createdBy": string;
    /** When it was created */
    "createdTime": number;
    /** Who changed it last */
    "updatedBy": string;
    /** When it was changed last */
    "updatedTime": number;
    /** The last 50, newest first */
    "deliveries": Schemas['SubscriptionDelivery'][];
  };
  /** What a subscription is given; what is left out of a change is kept */
  SubscriptionInput: {
    /** Its name, 200 characters at most */
    "name"?: string | null | undefined;
    /** Where it delivers to */
    "target"?: Schemas['SubscriptionTargetInput'] | null | undefined;
    /** Which changes it delivers */
    "filter"?: Schemas['ChangeFilterInput'] | null | undefined;
    /** Of messages to people; kept where it is left out, and removed by null */
    "template"?: Schemas['MessageTemplateInput'] | null | undefined;
    /** Seconds between two deliveries at least; 0 for webhooks and Kafka, 10 for chats and 300 for mail where it is left out */
    "every"?: number | null | undefined;
    /** Whether nothing is delivered */
    "isPaused"?: boolean | null | undefined;
  };
  /** Where a subscription delivers to */
  SubscriptionTarget: {
    /** Webhook, webhook of Slack or Teams, mail, topic of Kafka */
    "kind": 'WEBHOOK' | 'SLACK' | 'TEAMS' | 'MAIL' | 'KAFKA';
    /** Of a webhook, without its path: that may be a secret */
    "url"?: string | undefined;
    /** Whether requests to a webhook are signed */
    "hasSecret"?: boolean | undefined;
    /** Mail addresses */
    "addresses"?: string[] | undefined;
    /** Of Kafka */
    "topic"?: string | undefined;
  };
  /** Where to deliver to */
  SubscriptionTargetInput: {
    /** Webhook, webhook of Slack or Teams, mail, topic of Kafka */
    "kind"?: 'WEBHOOK' | 'SLACK' | 'TEAMS' | 'MAIL' | 'KAFKA' | null | undefined;
    /** Of a webhook; kept where it is left out and the kind stays */
    "url"?: string | null | undefined;
    /** Signs the requests to a webhook; kept where it is left out and the URL stays, and removed by null */
    "secret"?: string | null | undefined;
    /** Mail addresses, 20 at most */
    "addresses"?: (string | null)[] | null | undefined;
    /** Of Kafka */
    "topic"?: string | null | undefined;
  };
  /** Words to complete a search */
  Suggestions: {
    /** Words that begin with the prefix */
    "suggestions": string[];
    /** The prefix */
    "prefixString"?: string | undefined;
    /** Attribute that the words come from */
    "fieldName"?: string | undefined;
  };
  /** A search whose hits are written into a table */
  TableDownloadRequest: {
    /** What to search for */
    "searchParameters"?: Schemas['SearchParametersInput'] | null | undefined;
    /** CSV where it is left out */
    "format"?: 'CSV' | 'XLSX' | null | undefined;
    /** Beside `guid`, `typeName` and `qualifiedName`; none: name, description, owner, classifications, terms, labels, certification, tier and all business metadata */
    "columns"?: (string | null)[] | null | undefined;
  };
  /** Result of importing a table of assets */
  TableImport: {
    /** Rows that failed */
    "failedImportInfoList": Schemas['ImportInfo'][];
    /** Rows that were imported */
    "successImportInfoList": Schemas['ImportInfo'][];
    /** Entities that were changed */
    "changed": number;
    /** Entities that were as their row says already */
    "unchanged": number;
    /** Of the bulk change that can be undone; absent where nothing was changed */
    "bulkGuid"?: string | undefined;
  };
  /** Work in the background */
  Task: {
    /** Of the task */
    "guid": string;
    /** What it does, such as ATLAS_AUDIT_REDUCTION */
    "type": string;
    /** PENDING tasks wait, FAILED ones were tried three times or cancelled */
    "status": 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';
    /** User who started it */
    "createdBy"?: string | undefined;
    /** Milliseconds since 1970 */
    "createdTime"?: number | undefined;
    /** Milliseconds since 1970 */
    "updatedTime"?: number | undefined;
    /** Milliseconds since 1970; absent until it has started */
    "startTime"?: number | undefined;
    /** Milliseconds since 1970; absent until it has ended */
    "endTime"?: number | undefined;
    /** How often it was started */
    "attemptCount"?: number | undefined;
    /** Why the last attempt failed */
    "errorMessage"?: string | undefined;
    /** What it works on, and how far it is */
    "parameters"?: {[name: string]: unknown} | undefined;
  };
  /** A glossary term that is assigned to an entity */
  TermAssignment: {
    /** The term */
    "termGuid"?: string | undefined;
    /** The assignment; needed to remove it */
    "relationGuid"?: string | undefined;
    /** Name of the term */
    "displayText"?: string | undefined;
    /** Why the term was assigned */
    "description"?: string | undefined;
    /** How the assignment was found */
    "expression"?: string | undefined;
    /** User or program that assigned it */
    "createdBy"?: string | undefined;
    /** Person responsible for the assignment */
    "steward"?: string | undefined;
    /** Where the assignment comes from */
    "source"?: string | undefined;
    /** DISCOVERED, PROPOSED, IMPORTED, VALIDATED, DEPRECATED, OBSOLETE or OTHER */
    "status"?: string | undefined;
    /** 0 to 100 */
    "confidence"?: number | undefined;
    /** Of the term */
    "qualifiedName"?: string | undefined;
  };
  /** A glossary term that is assigned to an entity */
  TermAssignmentInput: {
    /** The term */
    "termGuid"?: string | null | undefined;
    /** The assignment; needed to remove it */
    "relationGuid"?: string | null | undefined;
    /** Name of the term */
    "displayText"?: string | null | undefined;
    /** Why the term was assigned */
    "description"?: string | null | undefined;
    /** How the assignment was found */
    "expression"?: string | null | undefined;
    /** User or program that assigned it */
    "createdBy"?: string | null | undefined;
    /** Person responsible for the assignment */
    "steward"?: string | null | undefined;
    /** Where the assignment comes from */
    "source"?: string | null | undefined;
    /** DISCOVERED, PROPOSED, IMPORTED, VALIDATED, DEPRECATED, OBSOLETE or OTHER */
    "status"?: string | null | undefined;
    /** 0 to 100 */
    "confidence"?: number | null | undefined;
    /** Of the term */
    "qualifiedName"?: string | null | undefined;
  };
  /** A category that a term is in */
  TermCategorization: {
    /** The category */
    "categoryGuid": string;
    /** Of the relationship */
    "relationGuid"?: string | undefined;
    /** Name of the category */
    "displayText"?: string | undefined;
    /** Why the term is in the category */
    "description"?: string | undefined;
    /** DRAFT, ACTIVE, DEPRECATED, OBSOLETE or OTHER */
    "status"?: string | undefined;
  };
  /** A category that a term is in */
  TermCategorizationInput: {
    /** The category */
    "categoryGuid"?: string | null | undefined;
    /** Of the relationship */
    "relationGuid"?: string | null | undefined;
    /** Name of the category */
    "displayText"?: string | null | undefined;
    /** Why the term is in the category */
    "description"?: string | null | undefined;
    /** DRAFT, ACTIVE, DEPRECATED, OBSOLETE or OTHER */
    "status"?: string | null | undefined;
  };
  /** A period in which a classification applies */
  TimeBoundary: {
    /** yyyy/MM/dd HH:mm:ss */
    "startTime"?: string | undefined;
    /** yyyy/MM/dd HH:mm:ss */
    "endTime"?: string | undefined;
    /** Such as UTC */
    "timeZone"?: string | undefined;
  };
  /** A period in which a classification applies */
  TimeBoundaryInput: {
    /** yyyy/MM/dd HH:mm:ss */
    "startTime"?: string | null | undefined;
    /** yyyy/MM/dd HH:mm:ss */
    "endTime"?: string | null | undefined;
    /** Such as UTC */
    "timeZone"?: string | null | undefined;
  };
  /** A data set, and what is known of it */
  ToldDataset: {
    /** Such as `hive://metastore.example:9083` */
    "namespace": string;
    /** Such as `sales.orders` */
    "name": string;
    /** As in OpenLineage events: `schema`, `documentation`, `ownership` */
    "facets"?: {[name: string]: unknown} | null | undefined;
  };
  /** How far an asset can be relied on, as far as it was said */
  Trust: {
    /** Certified, Draft, Deprecated or another element of `AssetCertification` */
    "certification"?: string | undefined;
    /** Of deprecated ones: why it is not to be used any more */
    "deprecationReason"?: string | undefined;
    /** Tier 1 to Tier 5 or another element of `AssetTier` */
    "tier"?: string | undefined;
    /** What users of the asset have to know now */
    "announcement"?: string | undefined;
    /** Information, Warning, Issue or another element of `AnnouncementType`; Information where only the text is given */
    "announcementType"?: string | undefined;
    /** Of deprecated ones: the GUID of the entity to use in its place */
    "successor"?: string | undefined;
    /** Who has announced it */
    "announcedBy"?: string | undefined;
    /** When, in milliseconds since 1970 */
    "announcedTime"?: number | undefined;
  };
  /** How far an asset can be relied on */
  TrustInput: {
    /** Certified, Draft, Deprecated or another element of `AssetCertification` */
    "certification"?: string | null | undefined;
    /** Of deprecated ones: why it is not to be used any more */
    "deprecationReason"?: string | null | undefined;
    /** Tier 1 to Tier 5 or another element of `AssetTier` */
    "tier"?: string | null | undefined;
    /** What users of the asset have to know now */
    "announcement"?: string | null | undefined;
    /** Information, Warning, Issue or another element of `AnnouncementType`; Information where only the text is given */
    "announcementType"?: string | null | undefined;
    /** Of deprecated ones: the GUID of the entity to use in its place */
    "successorGuid"?: string | null | undefined;
  };
  /** How far an asset can be relied on */
  TrustInputInput: {
    /** Certified, Draft, Deprecated or another element of `AssetCertification` */
    "certification"?: string | null | undefined;
    /** Of deprecated ones: why it is not to be used any more */
    "deprecationReason"?: string | null | undefined;
    /** Tier 1 to Tier 5 or another element of `AssetTier` */
    "tier"?: string | null | undefined;
    /** What users of the asset have to know now */
    "announcement"?: string | null | undefined;
    /** Information, Warning, Issue or another element of `AnnouncementType`; Information where only the text is given */
    "announcementType"?: string | null | undefined;
    /** Of deprecated ones: the GUID of the entity to use in its place */
    "successorGuid"?: string | null | undefined;
  };
  /** A type of any category */
  TypeDef: {"category"?: 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA' | null | undefined; "guid"?: string | undefined; "createdBy"?: string | undefined; "updatedBy"?: string | undefined; "createTime"?: number | undefined; "updateTime"?: number | undefined; "version"?: number | undefined; "name": string; "description"?: string | undefined; "typeVersion"?: string | undefined; "serviceType"?: string | undefined; "options"?: {[name: string]: string} | undefined; [name: string]: unknown};
  /** What identifies a type */
  TypeHeader: {
    /** Of the type */
    "guid": string;
    /** Of the type */
    "name": string;
    /** Service that the type belongs to */
    "serviceType"?: string | undefined;
    /** Category of the type */
    "category": 'ENUM' | 'STRUCT' | 'CLASSIFICATION' | 'ENTITY' | 'RELATIONSHIP' | 'BUSINESS_METADATA';
  };
  /** Types by category, each by its name or guid */
  TypeNames: {
    /** Enums */
    "enumDefs"?: ({"name"?: string | null | undefined; "guid"?: string | null | undefined} | null)[] | null | undefined;
    /** Structs */
    "structDefs"?: ({"name"?: string | null | undefined; "guid"?: string | null | undefined} | null)[] | null | undefined;
    /** Classifications */
    "classificationDefs"?: ({"name"?: string | null | undefined; "guid"?: string | null | undefined} | null)[] | null | undefined;
    /** Entity types */
    "entityDefs"?: ({"name"?: string | null | undefined; "guid"?: string | null | undefined} | null)[] | null | undefined;
    /** Relationship types */
    "relationshipDefs"?: ({"name"?: string | null | undefined; "guid"?: string | null | undefined} | null)[] | null | undefined;
    /** Business metadata */
    "businessMetadataDefs"?: ({"name"?: string | null | undefined; "guid"?: string | null | undefined} | null)[] | null | undefined;
  };
  /** What there is for what somebody types */
  Typeahead: {
    /** Assets and processes, those with the words in their names first, then what the columns found belong to */
    "assets": ({"guid": string; "typeName": string; "name": string; "qualifiedName"?: string | undefined; "columns"?: ({"guid": string; "typeName": string; "name": string; "qualifiedName"?: string | undefined})[] | undefined})[];
    /** Glossary terms with the words in their names */
    "terms": ({"guid": string; "typeName": string; "name": string; "qualifiedName"?: string | undefined})[];
    /** Owners of entities whose names begin so */
    "owners": string[];
    /** Where no entity was found: what was meant */
    "corrected"?: string | undefined;
  };
  /** Types by category */
  TypesDef: {
    /** Enums */
    "enumDefs": Schemas['EnumDef'][];
    /** Structs */
    "structDefs": Schemas['StructDef'][];
    /** Classifications */
    "classificationDefs": Schemas['ClassificationDef'][];
    /** Entity types */
    "entityDefs": Schemas['EntityDef'][];
    /** Relationship types */
    "relationshipDefs": Schemas['RelationshipDef'][];
    /** Business metadata */
    "businessMetadataDefs": Schemas['BusinessMetadataDef'][];
  };
  /** Types by category */
  TypesDefInput: {
    /** Enums */
    "enumDefs"?: (Schemas['EnumDefInput'] | null)[] | null | undefined;
    /** Structs */
    "structDefs"?: (Schemas['StructDefInput'] | null)[] | null | undefined;
    /** Classifications */
    "classificationDefs"?: (Schemas['ClassificationDefInput'] | null)[] | null | undefined;
    /** Entity types */
    "entityDefs"?: (Schemas['EntityDefInput'] | null)[] | null | undefined;
    /** Relationship types */
    "relationshipDefs"?: (Schemas['RelationshipDefInput'] | null)[] | null | undefined;
    /** Business metadata */
    "businessMetadataDefs"?: (Schemas['BusinessMetadataDefInput'] | null)[] | null | undefined;
  };
  /** A change that was made, and whether it can be undone */
  UndoableChange: {
    /** Of the change */
    "changeId": string;
    /** Who made it */
    "userName": string;
    /** When it began */
    "time": number;
    /** When its last transaction was made */
    "endTime": number;
    /** What made it */
    "kind": 'REQUEST' | 'BULK_CHANGE' | 'SOURCE_RUN';
    /** The operation that made it */
    "operation": string;
    /** Of SOURCE_RUN: the name of the source */
    "source"?: string | undefined;
    /** Number of transactions */
    "transactions": number;
    /** What changed, each transaction counted by itself */
    "counts": {"created": number; "changed": number; "deleted": number; "purged": number; "relationships": number; "classifications": number};
    /** Whether it can be undone as a whole or in part */
    "canUndo": boolean;
    /** Why it cannot */
    "reason"?: string | undefined;
    /** The change that undid it */
    "undoneBy"?: string | undefined;
  };
  /** A change and what it did */
  UndoableChangeDetails: {
    /** Of the change */
    "changeId": string;
    /** Who made it */
    "userName": string;
    /** When it began */
    "time": number;
    /** When its last transaction was made */
    "endTime": number;
    /** What made it */
    "kind": 'REQUEST' | 'BULK_CHANGE' | 'SOURCE_RUN';
    /** The operation that made it */
    "operation": string;
    /** Of SOURCE_RUN: the name of the source */
    "source"?: string | undefined;
    /** Number of transactions */
    "transactions": number;
    /** What changed, each transaction counted by itself */
    "counts": {"created": number; "changed": number; "deleted": number; "purged": number; "relationships": number; "classifications": number};
    /** Whether it can be undone as a whole or in part */
    "canUndo": boolean;
    /** Why it cannot */
    "reason"?: string | undefined;
    /** The change that undid it */
    "undoneBy"?: string | undefined;
    /** Those that the caller may read, the last change first */
    "entities": ({"entity": Schemas['EntityHeader']; "how": 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED'; "fields": ({"name": string; "before"?: unknown | undefined})[]; "classifications": string[]; "relationships": string[]})[];
    /** `after` of the next page; absent on the last */
    "next"?: number | undefined;
  };
  /** Changes, the newest first */
  UndoableChanges: {
    /** Those that match */
    "changes": Schemas['UndoableChange'][];
    /** `behind` of the next page; absent on the last */
    "next"?: string | undefined;
  };
  /** What became of an undo */
  UndoneChange: {
    /** The undo, a change of its own */
    "change": Schemas['BulkChange'];
    /** What stays, the first 100 of it; of a bulk change `GET /v2/bulk/{taskGuid}/entities` lists it */
    "conflicts": ({"entity": Schemas['EntityHeader']; "reason": string})[];
  };
  /** A statement that has succeeded */
  UsedStatement: {
    /** Unique: a statement that is sent again is not counted again */
    "id": string;
    /** Who ran it */
    "user": string;
    /** Where it was run */
    "engine": string;
    /** When it ended, in milliseconds since 1970 */
    "endTime": number;
    /** How long it took, in milliseconds */
    "duration": number;
    /** Its text */
    "sql": string;
    /** What it has in common with the same statement with other values; its text where it is left out */
    "shape"?: string | null | undefined;
    /** What it read */
    "inputs"?: ({"namespace": string; "name": string; "columns"?: (string | null)[] | null | undefined} | null)[] | null | undefined;
    /** What it wrote */
    "outputs"?: ({"namespace": string; "name": string; "columns"?: (string | null)[] | null | undefined} | null)[] | null | undefined;
    /** What it joined */
    "joins"?: ({"left": Schemas['DatasetName']; "right": Schemas['DatasetName']; "columns": ({"left": string; "right": string} | null)[]} | null)[] | null | undefined;
  };
  /** Name and version of the server */
  Version: {
    /** What the product is */
    "Description"?: string | undefined;
    /** Build */
    "Revision"?: string | undefined;
    /** Version of the product */
    "Version": string;
    /** Name of the product */
    "Name": string;
  };
};

/** By method and path: what a call takes and answers. */
export type Api = {
  /** Cancel a search: its client is answered with an error. False when there is no such search. */
  'DELETE /admin/activeSearches/{id}': {path: {id: string}; answer: boolean};
  /** Cancel an import that has not begun. Only an import that is still queued can be canceled. */
  'DELETE /admin/async/import/{importId}': {path: {importId: string}; answer: undefined};
  /** Remove tasks from the list; those that have not ended are canceled. A task that is running stops after its current step. */
  'DELETE /admin/tasks': {query?: {"guids"?: string[] | undefined}; answer: undefined};
  /** Delete entities by guid, or one by a unique attribute. Entities are marked as deleted and stay readable until they are purged. */
  'DELETE /entities': {query?: {"guid"?: string[] | undefined; "type"?: string | undefined; "property"?: string | undefined; "value"?: string | undefined}; answer: Schemas['OldEntityResult']};
  /** Remove a trait from an entity. Copies that propagated from the entity are removed as well. */
  'DELETE /entities/{guid}/traits/{traitName}': {path: {guid: string; traitName: string}; answer: {"requestId": string; "traitName"?: string | undefined}};
  /** Delete an empty domain. Refused while it has domains, data products or assets. */
  'DELETE /v2/domains/{guid}': {path: {guid: string}; answer: undefined};
  /** Remove assets from a domain. Those that belong to another domain are left as they are. */
  'DELETE /v2/domains/{guid}/assets': {path: {guid: string}; query?: {"asset"?: string[] | undefined}; answer: Schemas['AssignedAssets']};
  /** Delete entities with all that they own; unknown ones are no error. Entities are marked as deleted and stay readable until they are purged. The answer lists every entity that was deleted. */
  'DELETE /v2/entity/bulk': {query?: {"guid"?: string[] | undefined}; answer: Schemas['EntityMutation']};
  /** Delete an entity with all that it owns; an unknown one is no error. The entity is marked as deleted and stays readable until it is purged. The answer lists every entity that was deleted. */
  'DELETE /v2/entity/guid/{guid}': {path: {guid: string}; answer: Schemas['EntityMutation']};
  /** Remove business attributes from an entity; an empty map of values stands for all of them. The body has the form of the values that an entity shows; only the names count. */
  'DELETE /v2/entity/guid/{guid}/businessmetadata': {path: {guid: string}; body: {[name: string]: {[name: string]: unknown} | null}; answer: undefined};
  /** Remove business attributes of one business metadata; all of them when none is named. The body has the form of the values that an entity shows; only the names count. */
  'DELETE /v2/entity/guid/{guid}/businessmetadata/{name}': {path: {guid: string; name: string}; body: {[name: string]: unknown}; answer: undefined};
  /** Remove a classification from an entity. Copies that propagated from the entity are removed as well. */
  'DELETE /v2/entity/guid/{guid}/classification/{name}': {path: {guid: string; name: string}; query?: {"associatedEntityGuid"?: string | undefined}; answer: undefined};
  /** Remove labels from an entity. Labels that the entity does not have are ignored. */
  'DELETE /v2/entity/guid/{guid}/labels': {path: {guid: string}; body?: (string | null)[] | null; answer: undefined};
  /** Delete the entity with these unique attributes; none is no error. The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`. It is marked as deleted and stays readable until it is purged. */
  'DELETE /v2/entity/uniqueAttribute/type/{typeName}': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string}; answer: Schemas['EntityMutation']};
  /** Remove a classification from an entity. Copies that propagated from the entity are removed as well. */
  'DELETE /v2/entity/uniqueAttribute/type/{typeName}/classification/{name}': {path: {typeName: string; name: string}; query?: {[name: `attr:${string}`]: string}; answer: undefined};
  /** Remove labels from the entity with these unique attributes. Labels that the entity does not have are ignored. */
  'DELETE /v2/entity/uniqueAttribute/type/{typeName}/labels': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string}; body?: (string | null)[] | null; answer: undefined};
  /** Stop following a classification. Also one that is gone. What is not followed is left as it is. */
  'DELETE /v2/follows/classifications/{name}': {path: {name: string}; answer: undefined};
  /** Stop following an entity. Also one that is gone. What is not followed is left as it is. */
  'DELETE /v2/follows/entities/{guid}': {path: {guid: string}; answer: undefined};
  /** Delete a category; those below it go to the top. This cannot be undone. The terms of the category are kept. */
  'DELETE /v2/glossary/category/{guid}': {path: {guid: string}; answer: undefined};
  /** Delete a term. This cannot be undone. A term cannot be deleted while it is assigned to an entity. */
  'DELETE /v2/glossary/term/{guid}': {path: {guid: string}; answer: undefined};
  /** Remove a term from entities, each with the guid of its assignment. Classifications that the term propagated are removed from the entities. */
  'DELETE /v2/glossary/terms/{guid}/assignedEntities': {path: {guid: string}; body: (Schemas['RelatedObjectIdInput'] | null)[]; answer: undefined};
  /** Delete a glossary with all in it. This cannot be undone. A glossary cannot be deleted while a term of it is assigned to an entity. */
  'DELETE /v2/glossary/{guid}': {path: {guid: string}; answer: undefined};
  /** Remove lineage that was said by hand. Deletes the process of `POST /v2/lineage/{guid}/inputs`. Lineage that a source reports is not removed: it would come again. An addition to the Atlas API. */
  'DELETE /v2/lineage/{guid}/inputs/{inputGuid}': {path: {guid: string; inputGuid: string}; answer: undefined};
  /** Remove messages of hooks that could not be processed. Answers how many were removed. This cannot be undone. */
  'DELETE /v2/notification/failed': {query?: {"all"?: boolean | undefined}; body?: (number | null)[] | null; answer: Schemas['MessageCount']};
  /** Delete an empty data product. Refused while it has assets. */
  'DELETE /v2/products/{guid}': {path: {guid: string}; answer: undefined};
  /** Remove assets from a data product. Those that do not belong to it are left as they are. */
  'DELETE /v2/products/{guid}/assets': {path: {guid: string}; query?: {"asset"?: string[] | undefined}; answer: Schemas['AssignedAssets']};
  /** Delete a relationship. The relationship is marked as deleted. The entities at its ends are kept. */
  'DELETE /v2/relationship/guid/{guid}': {path: {guid: string}; answer: undefined};
  /** Delete a saved search. Here `name` is its guid. */
  'DELETE /v2/search/saved/{name}': {path: {name: string}; answer: undefined};
  /** Remove a source. With its history. What it has brought stays in the catalog. */
  'DELETE /v2/sources/{name}': {path: {name: string}; answer: undefined};
  /** Delete a subscription. For administrators. What it has not delivered is not delivered any more. */
  'DELETE /v2/subscriptions/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Revoke an access token. It lets nobody in from then on. */
  'DELETE /v2/tokens/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Delete a type. A type that is in use cannot be deleted. */
  'DELETE /v2/types/typedef/name/{name}': {path: {name: string}; query?: {"force"?: boolean | undefined}; answer: undefined};
  /** Delete types, all or none. Only the names count. Types that are in use cannot be deleted. */
  'DELETE /v2/types/typedefs': {query?: {"force"?: boolean | undefined}; body: Schemas['TypeNames']; answer: undefined};
  /** Searches that this process is doing now. Ids that DELETE /admin/activeSearches/{id} takes. */
  'GET /admin/activeSearches': {answer: string[]};
  /** Imports in the background, the newest first. The details of one are under GET /admin/async/import/status/{importId}. */
  'GET /admin/async/import/status': {query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: Schemas['AsyncImports']};
  /** Progress of an import in the background. With the number of entities done so far, and which failed. */
  'GET /admin/async/import/status/{importId}': {path: {importId: string}; answer: Schemas['AsyncImportRequest']};
  /** Entries of the batches of an entry's run. An automatic purge works in batches; each has an entry of its own. */
  'GET /admin/audit/{auditGuid}/batches': {path: {auditGuid: string}; answer: string[]};
  /** A page of the entities that an entry tells of. Headers as they were when the entry was written, as purged entities can no longer be read. */
  'GET /admin/audit/{auditGuid}/details': {path: {auditGuid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['EntityHeader'][]};
  /** The counts of a purge. Of an automatic purge: how many entities its batches removed. */
  'GET /admin/audit/{auditGuid}/summary': {path: {auditGuid: string}; answer: {[name: string]: unknown}};
  /** Whether a user can do something, and which rules of the policy decide. Without `user` it is about whoever asks; about others only those may ask who may read the audit of administrators. Without `privilege` all privileges of administrators are told. */
  'GET /admin/authorization': {query?: {"user"?: string | undefined; "group"?: string[] | undefined; "privilege"?: string | undefined; "guid"?: string | undefined; "end2"?: string | undefined; "typeName"?: string | undefined; "classification"?: string | undefined; "label"?: string | undefined; "businessMetadata"?: string | undefined}; answer: Schemas['Authorization']};
  /** What the catalog was started with. Every option with its value and where it is set; secrets are masked. Needs the permission admin-export. */
  'GET /admin/configuration': {answer: {"settings": ({"group": string; "name": string; "value": string; "place": string; "doc": string})[]; "warnings": string[]; "notices": string[]; "folder"?: string | undefined}};
  /** How often each operation and each call of the API ran and how long it took. By name of the operation. */
  'GET /admin/debug/metrics': {answer: {[name: string]: Schemas['DebugMetrics']}};
  /** Exports and imports, the newest first. With the request and the result of each. */
  'GET /admin/expimp/audit': {query?: {"serverName"?: string | undefined; "userName"?: string | undefined; "operation"?: string | undefined; "startTime"?: number | undefined; "endTime"?: number | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['ExportImportAuditEntry'][]};
  /** Answers while the process lives. Needs no login. Does not look at the store. */
  'GET /admin/liveness': {answer: string};
  /** How many entities there are of each type and classification. Counts with subtypes are included. Deleted entities are counted apart. */
  'GET /admin/metrics': {answer: Schemas['Metrics']};
  /** On how many entities a search for each classification finds it. Active entities that carry the classification or one below it, by themselves or because it has come to them. `GET /admin/metrics` counts where classifications are attached. */
  'GET /admin/metrics/classifications': {answer: Schemas['ClassifiedCounts']};
  /** The counts of one earlier time. The time is that of GET /admin/metricsstats. */
  'GET /admin/metricsstat/{collectionTime}': {path: {collectionTime: string}; answer: Schemas['MetricsStat']};
  /** Counts of earlier times, newest first. Numbers are counted on the schedule of `--metrics-schedule`. */
  'GET /admin/metricsstats': {query?: {"mininfo"?: boolean | undefined}; answer: Schemas['MetricsStat'][]};
  /** Counts of some types between two times, as lines of a chart. One chart for each type, with a line each for active, deleted and incomplete entities. */
  'GET /admin/metricsstats/charts': {query?: {"startTime"?: number | undefined; "endTime"?: number | undefined; "typeName"?: string[] | undefined}; answer: {[name: string]: Schemas['MetricsChart'][]}};
  /** Counts of some types between two times. `typeData` has the numbers of the types. */
  'GET /admin/metricsstats/range': {query?: {"startTime"?: number | undefined; "endTime"?: number | undefined; "typeName"?: string[] | undefined}; answer: Schemas['MetricsStat'][]};
  /** Changes that were applied to the schema of the store. Each start applies those that are missing. */
  'GET /admin/patches': {answer: Schemas['Patches']};
  /** The same for Prometheus. Needs no login. docs/metrics.md lists the metrics. */
  'GET /admin/prometheus': {answer: string};
  /** Whether store and index answer, and requests can be recorded. Needs no login; those who log in read why it is not ready, and that the policy file cannot be used. */
  'GET /admin/readiness': {answer: string};
  /** Another catalog that entities were exchanged with. Catalogs are recorded when entities are exported to them or imported from them. */
  'GET /admin/server/{serverName}': {path: {serverName: string}; answer: Schemas['Server']};
  /** Who is logged in, and what a page needs at its start. Pages read this first: it carries the token that changes from browsers need. */
  'GET /admin/session': {query?: {"includePrivileges"?: boolean | undefined; "includeTimezones"?: boolean | undefined}; answer: Schemas['Session']};
  /** What the process is doing now. Queries, requests and threads as text. Needs the permission admin-export. */
  'GET /admin/stack': {answer: string};
  /** Whether the server serves; for load balancers. Needs no login. */
  'GET /admin/status': {answer: Schemas['Status']};
  /** Background tasks; propagation of classifications is none: it ends with its request. Age-out of audit events, rewriting of indexes, bulk changes and, for administrators, runs of sources. */
  'GET /admin/tasks': {query?: {"guids"?: string[] | undefined}; answer: Schemas['Task'][]};
  /** Name and version of the server. `atlas.version.*` sets what clients see that insist on a version. */
  'GET /admin/version': {answer: Schemas['Version']};
  /** Search by DSL, or by words. Read as DSL; what is no DSL is searched as words. */
  'GET /discovery/search': {query?: {"query"?: string | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: {"requestId": string; "typeName"?: string | undefined; "query"?: string | null | undefined; "queryType"?: string | undefined; "dataType"?: unknown | undefined; "count": number; "results": unknown[] | null}};
  /** Search by DSL. Rows in the form of the V1 API. */
  'GET /discovery/search/dsl': {query?: {"query"?: string | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: {"requestId": string; "typeName"?: string | undefined; "query"?: string | null | undefined; "queryType"?: string | undefined; "dataType"?: unknown | undefined; "count": number; "results": unknown[] | null}};
  /** Search by words. Each hit has its guid, type and score. */
  'GET /discovery/search/fulltext': {query?: {"query"?: string | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: {"requestId": string; "typeName"?: string | undefined; "query"?: string | null | undefined; "queryType"?: string | undefined; "dataType"?: unknown | undefined; "count": number; "results": unknown[] | null}};
  /** Guids of a type, or an entity by a unique attribute. With `type` alone the guids of its entities; with `property` and `value` the entity. */
  'GET /entities': {query?: {"type"?: string | undefined; "property"?: string | undefined; "value"?: string | undefined}; answer: {[name: string]: unknown}};
  /** An entity. In the form of the V1 API. */
  'GET /entities/{guid}': {path: {guid: string}; answer: {"requestId": string; "definition": Schemas['OldReferenceable']}};
  /** History of an entity, newest first. In the form of the V1 API. */
  'GET /entities/{guid}/audit': {path: {guid: string}; query?: {"startKey"?: string | undefined; "count"?: number | undefined}; answer: {"requestId": string; "events": ({[name: string]: unknown})[]}};
  /** Traits of an entity. With their values. */
  'GET /entities/{guid}/traitDefinitions': {path: {guid: string}; answer: {"requestId": string; "typeName"?: string | undefined; "query"?: string | null | undefined; "queryType"?: string | undefined; "dataType"?: unknown | undefined; "count": number; "results": Schemas['OldStruct'][] | null}};
  /** One trait of an entity. With its values. */
  'GET /entities/{guid}/traitDefinitions/{traitName}': {path: {guid: string; traitName: string}; answer: {"requestId": string; "results": Schemas['OldStruct']}};
  /** Names of the traits of an entity. Traits are what the v2 API calls classifications. */
  'GET /entities/{guid}/traits': {path: {guid: string}; answer: {"requestId": string; "typeName"?: string | undefined; "query"?: string | null | undefined; "queryType"?: string | undefined; "dataType"?: unknown | undefined; "count": number; "results": string[] | null}};
  /** All inputs of an entity's data. The graph has the data sets by guid as vertices, and their connections as edges. */
  'GET /lineage/hive/table/{tableName}/inputs/graph': {path: {tableName: string}; answer: Schemas['OldLineage']};
  /** All outputs of an entity's data. The graph has the data sets by guid as vertices, and their connections as edges. */
  'GET /lineage/hive/table/{tableName}/outputs/graph': {path: {tableName: string}; answer: Schemas['OldLineage']};
  /** The columns of a Hive table. The answer has a row for each column. */
  'GET /lineage/hive/table/{tableName}/schema': {path: {tableName: string}; answer: Schemas['OldSchema']};
  /** All inputs of an entity's data. The graph has the data sets by guid as vertices, and their connections as edges. */
  'GET /lineage/{guid}/inputs/graph': {path: {guid: string}; answer: Schemas['OldLineage']};
  /** All outputs of an entity's data. The graph has the data sets by guid as vertices, and their connections as edges. */
  'GET /lineage/{guid}/outputs/graph': {path: {guid: string}; answer: Schemas['OldLineage']};
  /** The columns of a table. The answer has a row for each column. */
  'GET /lineage/{guid}/schema': {path: {guid: string}; answer: Schemas['OldSchema']};
  /** This document, OpenAPI 3.1. Needs no login. /apidocs/ shows it as a page. */
  'GET /openapi.json': {answer: unknown};
  /** Names of types. Without `type` of all categories. */
  'GET /types': {query?: {"type"?: string | undefined; "supertype"?: string | undefined; "notsupertype"?: string | undefined}; answer: {"requestId": string; "typeName"?: string | undefined; "query"?: string | null | undefined; "queryType"?: string | undefined; "dataType"?: unknown | undefined; "count": number; "results": string[] | null}};
  /** A type. In the form of the V1 API: a document with lists by category. */
  'GET /types/{typeName}': {path: {typeName: string}; answer: {"typeName": string; "definition": Schemas['OldTypesDef']; "requestId"?: string | undefined}};
  /** Bulk changes of the caller, the newest first. Those of others are among the tasks of `GET /admin/tasks`. */
  'GET /v2/bulk': {query?: {"limit"?: number | undefined}; answer: Schemas['BulkChange'][]};
  /** A bulk change and how far it is. Only whoever asked for it may read it. */
  'GET /v2/bulk/{taskGuid}': {path: {taskGuid: string}; answer: Schemas['BulkChange']};
  /** What became of the entities of a bulk change. In the order in which they were done. Entities that are not there any more are left out. A rehearsal lists the first 100 of each outcome. */
  'GET /v2/bulk/{taskGuid}/entities': {path: {taskGuid: string}; query?: {"outcome"?: 'CHANGED' | 'REFUSED' | 'CONFLICT' | undefined; "after"?: number | undefined; "limit"?: number | undefined}; answer: Schemas['BulkEntities']};
  /** What happened to entities, oldest first. From the oldest change that is kept, or from where an earlier answer ended. Entities are told as they are when they are read, and filters are about what they are then: an answer can be empty and have a later `next`. */
  'GET /v2/changes': {query?: {"after"?: string | undefined; "limit"?: number | undefined; "wait"?: number | undefined; "type"?: string[] | undefined; "classification"?: string[] | undefined; "propagated"?: boolean | undefined; "domain"?: string[] | undefined; "operation"?: string[] | undefined}; answer: Schemas['Changes']};
  /** Domains. All domains that the caller may read, each with the one above it. An addition to the Atlas API. */
  'GET /v2/domains': {answer: {"domains": Schemas['Domain'][]}};
  /** A domain. It is an entity of the type `DataDomain` as well, with all that entities have. */
  'GET /v2/domains/{guid}': {path: {guid: string}; answer: Schemas['Domain']};
  /** The data dictionary of a domain, as a file. All assets of the domain and of the domains in it that the caller may read, with columns, types, descriptions, owners, classifications and terms. An addition to the Atlas API. */
  'GET /v2/domains/{guid}/dictionary': {path: {guid: string}; query?: {"format"?: 'html' | 'markdown' | 'xlsx' | undefined}; answer: string};
  /** Entities by guid; one unknown guid fails all. Entities that they own or refer to are in `referredEntities`. */
  'GET /v2/entity/bulk': {query?: {"guid"?: string[] | undefined; "skipFailedEntities"?: boolean | undefined; "minExtInfo"?: boolean | undefined; "ignoreRelationships"?: boolean | undefined}; answer: Schemas['EntitiesWithExtInfo']};
  /** Entities whose classifications have changed since a time. For clients that copy classifications to another system. */
  'GET /v2/entity/bulk/headers': {query?: {"tagUpdateStartTime"?: number | undefined}; answer: Schemas['EntityHeaders']};
  /** Entities by unique attributes; those that are not found are left out. `attr_0:qualifiedName` names the first entity, `attr_1:qualifiedName` the second, and so on. */
  'GET /v2/entity/bulk/uniqueAttribute/type/{typeName}': {path: {typeName: string}; query?: {[name: `attr_${string}:${string}`]: string; "minExtInfo"?: boolean | undefined; "ignoreRelationships"?: boolean | undefined}; answer: Schemas['EntitiesWithExtInfo']};
  /** The header row of a file of business attributes to import. A CSV file to fill in and send to POST /v2/entity/businessmetadata/import. */
  'GET /v2/entity/businessmetadata/import/template': {answer: Blob};
  /** An entity by guid, deleted ones included. With its attributes, relationships, classifications, terms, labels and business metadata. Entities that it owns or refers to are in `referredEntities`. */
  'GET /v2/entity/guid/{guid}': {path: {guid: string}; query?: {"minExtInfo"?: boolean | undefined; "ignoreRelationships"?: boolean | undefined; "asOf"?: number | undefined}; answer: Schemas['EntityWithExtInfo']};
  /** One classification of an entity, a direct one rather than a propagated one. With its attributes and validity periods. */
  'GET /v2/entity/guid/{guid}/classification/{name}': {path: {guid: string; name: string}; query?: {"asOf"?: number | undefined}; answer: Schemas['Classification']};
  /** Why an entity carries a classification: the path from where it is attached. Lists the entities that it comes from, each with the shortest path of relationships. */
  'GET /v2/entity/guid/{guid}/classification/{name}/why': {path: {guid: string; name: string}; query?: {"source"?: string | undefined}; answer: Schemas['ClassificationExplanation']};
  /** Classifications of an entity, propagated ones included. `entityGuid` of a propagated classification names the entity that it was attached to. With `asOf` it is `-1`, and the attributes are null, where the caller cannot read that entity or nothing is known of it any more. */
  'GET /v2/entity/guid/{guid}/classifications': {path: {guid: string}; query?: {"asOf"?: number | undefined}; answer: Schemas['ClassificationList']};
  /** Where an entity can be queried. Engines of the editor that the caller may use and that have the table; none where there is no editor or it does not answer. An addition to the Atlas API. */
  'GET /v2/entity/guid/{guid}/editor': {path: {guid: string}; answer: {"url"?: string | undefined; "places": ({"engine": string; "engineName": string; "database": string; "table": string})[]}};
  /** When a table was written last, and how large it is, as its engine says. From what an engine of the editor keeps of the table and of its newest partition, with the permissions that the caller has there; no rows are read, and statistics may be older than they are. `isThere` is false where no engine of the caller has the table. An addition to the Atlas API. */
  'GET /v2/entity/guid/{guid}/editor/freshness': {path: {guid: string}; query?: {"engine"?: string | undefined}; answer: {"isThere": boolean; "written"?: number | undefined; "rows"?: string | undefined; "bytes"?: string | undefined; "partitions"?: number | undefined; "newest"?: {"name": string; "written"?: number | undefined; "rows"?: string | undefined; "bytes"?: string | undefined} | undefined}};
  /** Some rows of a table. Read by an engine of the editor with the permissions that the caller has there, 100 at most. Views are refused, as one may be a query of any size. `isThere` is false where no engine of the caller has the table. An addition to the Atlas API. */
  'GET /v2/entity/guid/{guid}/editor/sample': {path: {guid: string}; query?: {"engine"?: string | undefined}; answer: {"isThere": boolean; "columns": ({"name": string; "type": string})[]; "rows": ((string | null)[])[]}};
  /** The short form of an entity. Name, type, status, classifications, terms and labels, without relationships. */
  'GET /v2/entity/guid/{guid}/header': {path: {guid: string}; answer: Schemas['EntityHeader']};
  /** Parts of an entity: the columns of a table, the tables of a database. A page of them with their classifications and terms, in the order of their `position` or by name. What parts are follows from type definitions: from relationships whose end `isContainer`, and from attributes with the constraint `ownedRef`. An entity whose type has no parts is answered without `relation`. */
  'GET /v2/entity/guid/{guid}/parts': {path: {guid: string}; query?: {"relation"?: string | undefined; "query"?: string | undefined; "attributes"?: string[] | undefined; "sortBy"?: string | undefined; "sortOrder"?: 'ASCENDING' | 'DESCENDING' | undefined; "limit"?: number | undefined; "offset"?: number | undefined; "withLineage"?: boolean | undefined}; answer: {"relation"?: string | undefined; "entities": Schemas['EntityHeader'][]; "approximateCount": number; "lineage"?: {[name: string]: {"upstream": number; "downstream": number}} | undefined}};
  /** What contains an entity, outermost first. Of a column the database and the table. Containers follow from type definitions: from relationships whose end `isContainer` and of whose parts each has only one, and from attributes with the constraint `ownedRef`. */
  'GET /v2/entity/guid/{guid}/path': {path: {guid: string}; answer: {"path": Schemas['EntityHeader'][]}};
  /** Who uses an entity, when, and what of it. Counts of the last days, with today. Columns, joins and statements are counted by weeks from a Thursday on: those of every week that one of the days is in. Names of users need the permission `admin-usage`, and so do those of jobs whose process is not readable. An addition to the Atlas API. */
  'GET /v2/entity/guid/{guid}/usage': {path: {guid: string}; query?: {"days"?: number | undefined}; answer: Schemas['EntityUsage']};
  /** An entity by unique attributes. The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`. Under `/api/meta` the header stands beside `entity`, and when nothing is found the body is empty. */
  'GET /v2/entity/uniqueAttribute/type/{typeName}': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string; "minExtInfo"?: boolean | undefined; "ignoreRelationships"?: boolean | undefined}; answer: Schemas['EntityByUniqueAttribute']};
  /** The short form of an entity by unique attributes. The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`. */
  'GET /v2/entity/uniqueAttribute/type/{typeName}/header': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string}; answer: Schemas['EntityHeader']};
  /** History of an entity, newest first. Who changed what and when: creation, updates, classifications, labels, business metadata, terms and deletion. */
  'GET /v2/entity/{guid}/audit': {path: {guid: string}; query?: {"auditAction"?: string | undefined; "startKey"?: string | undefined; "count"?: number | undefined; "offset"?: number | undefined; "sortBy"?: string | undefined; "sortOrder"?: string | undefined; "entity"?: boolean | undefined; "diff"?: boolean | undefined}; answer: Schemas['EntityAuditEvent'][]};
  /** What the caller follows. Only the caller sees it. An addition to the Atlas API. */
  'GET /v2/follows': {answer: Schemas['Follows']};
  /** What others did upstream of what the caller owns or follows that may break it. Columns that were removed or retyped, and tables that were dropped, of the last 30 days and since the asset was followed, the newest first, with those assets of the caller that they affect. Only what the caller may read. An addition to the Atlas API. */
  'GET /v2/follows/breaking-changes': {query?: {"limit"?: number | undefined}; answer: Schemas['FollowedBreakingChanges']};
  /** What others changed of what the caller follows, newest first. Of assets: every change. Of classifications and glossary terms: also where they were added and removed. Of domains and data products: also the changes of their assets. Since they were followed, of the last 30 days, and only of what the caller may read. What one request did to several entities is one change. An addition to the Atlas API. */
  'GET /v2/follows/changes': {query?: {"limit"?: number | undefined}; answer: Schemas['FollowedChanges']};
  /** How often the caller gets changes by mail. Only the caller sees it. An addition to the Atlas API. */
  'GET /v2/follows/digest': {answer: Schemas['FollowDigest']};
  /** Glossaries with the short forms of their terms and categories. In the order of their names. */
  'GET /v2/glossary': {query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined; "counts"?: boolean | undefined}; answer: Schemas['Glossary'][]};
  /** A category. With the category above it, those below it, and its terms. */
  'GET /v2/glossary/category/{guid}': {path: {guid: string}; answer: Schemas['GlossaryCategory']};
  /** The category above one and those below. `parent` has the category above it, `children` those directly below. */
  'GET /v2/glossary/category/{guid}/related': {path: {guid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined}; answer: {"parent"?: Schemas['RelatedCategory'][] | undefined; "children"?: Schemas['RelatedCategory'][] | undefined}};
  /** Short forms of the terms of a category. In the order of their names. */
  'GET /v2/glossary/category/{guid}/terms': {path: {guid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined}; answer: Schemas['RelatedTerm'][]};
  /** The caller's files: queued, in progress, finished and failed. Files are kept for a limited time on the server that wrote them. */
  'GET /v2/glossary/download/status': {answer: Schemas['DownloadStatus']};
  /** One of the caller's files; 204 when there is none of that name. The name is that of GET /v2/glossary/download/status. */
  'GET /v2/glossary/download/{filename}': {path: {filename: string}; answer: Blob};
  /** The header row of a file of terms to import. A CSV file to fill in and send to POST /v2/glossary/import. */
  'GET /v2/glossary/import/template': {answer: Blob};
  /** A term. With its categories, related terms and assigned entities. */
  'GET /v2/glossary/term/{guid}': {path: {guid: string}; query?: {"counts"?: boolean | undefined}; answer: Schemas['GlossaryTerm']};
  /** Entities that have a term. `relationshipGuid` of each is the guid of its assignment. With `asOf` the entities have the names of that time; the guid is left out of assignments that were removed since, their attributes where they changed since. Entities that were purged since, or whose events were aged out, are missing. */
  'GET /v2/glossary/terms/{guid}/assignedEntities': {path: {guid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined; "asOf"?: number | undefined}; answer: Schemas['RelatedObjectId'][]};
  /** Terms that a term is related to. By kind of relationship, such as `synonyms`. */
  'GET /v2/glossary/terms/{guid}/related': {path: {guid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined}; answer: {[name: string]: Schemas['RelatedTerm'][]}};
  /** A glossary with the short forms of its terms and categories. For large glossaries, read the counts in place of the short forms. */
  'GET /v2/glossary/{guid}': {path: {guid: string}; query?: {"counts"?: boolean | undefined}; answer: Schemas['Glossary']};
  /** Categories of a glossary. In the order of their names. */
  'GET /v2/glossary/{guid}/categories': {path: {guid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined}; answer: Schemas['GlossaryCategory'][]};
  /** Short forms of the categories of a glossary. In the order of their names. */
  'GET /v2/glossary/{guid}/categories/headers': {path: {guid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined; "counts"?: boolean | undefined}; answer: Schemas['RelatedCategory'][]};
  /** A glossary with the whole forms of all in it. `termInfo` and `categoryInfo` have them by guid. */
  'GET /v2/glossary/{guid}/detailed': {path: {guid: string}; answer: Schemas['DetailedGlossary']};
  /** Terms of a glossary. In the order of their names. */
  'GET /v2/glossary/{guid}/terms': {path: {guid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined; "counts"?: boolean | undefined}; answer: Schemas['GlossaryTerm'][]};
  /** Short forms of the terms of a glossary. In the order of their names. */
  'GET /v2/glossary/{guid}/terms/headers': {path: {guid: string}; query?: {"limit"?: number | undefined; "offset"?: number | undefined; "sort"?: string | undefined}; answer: Schemas['RelatedTerm'][]};
  /** When the search index was last rewritten. Times in ISO 8601. */
  'GET /v2/indexrecovery': {answer: {"startTime"?: string | undefined; "prevTime"?: string | undefined; "customTime"?: string | undefined}};
  /** Runs of a process, as OpenLineage events told of them. Newest first. A process that no event told of has none. Facets of data sets themselves are told once for all runs of the answer. */
  'GET /v2/lineage/runs/{guid}': {path: {guid: string}; query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: {"runs": Schemas['LineageRun'][]; "datasets": ({"namespace": string; "name": string; "facets": {[name: string]: unknown}})[]}};
  /** Lineage of the entity with these unique attributes. The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`. */
  'GET /v2/lineage/uniqueAttribute/type/{typeName}': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string; "direction"?: 'INPUT' | 'OUTPUT' | 'BOTH' | undefined; "depth"?: number | undefined; "asOf"?: number | undefined; "attributes"?: string[] | undefined; "hideProcess"?: boolean | undefined}; answer: Schemas['Lineage']};
  /** Where the data of an entity comes from and goes to. `relations` are the edges and `guidEntityMap` the nodes. Processes are nodes between data sets, unless they are hidden. */
  'GET /v2/lineage/{guid}': {path: {guid: string}; query?: {"direction"?: 'INPUT' | 'OUTPUT' | 'BOTH' | undefined; "depth"?: number | undefined; "asOf"?: number | undefined; "attributes"?: string[] | undefined; "hideProcess"?: boolean | undefined}; answer: Schemas['Lineage']};
  /** All data sets that lie downstream or upstream of an entity, as a list. Each with its number of hops and a shortest path from the entity, nearest first. Deleted ones, and what only they lead to, are left out. Facets count what the query and the other facets leave. */
  'GET /v2/lineage/{guid}/impact': {path: {guid: string}; query?: {"direction"?: 'OUTPUT' | 'INPUT' | undefined; "depth"?: number | undefined; "query"?: string | undefined; "degree"?: string[] | undefined; "type"?: string[] | undefined; "owner"?: string[] | undefined; "classification"?: string[] | undefined; "only"?: string[] | undefined; "offset"?: number | undefined; "limit"?: number | undefined}; answer: Schemas['LineageImpact']};
  /** Messages of hooks that could not be processed, oldest first. Each is kept with the reason until it is replayed or removed. */
  'GET /v2/notification/failed': {query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: Schemas['FailedMessages']};
  /** Where columns come from and go to, by names of producers. The lineage of the catalog between columns, as far as producers have names for their tables. Both lists of edges of a column begin with itself, as those of Marquez do. Also at `/api/v1/column-lineage`, where clients of Marquez ask. */
  'GET /v2/openlineage/column-lineage': {query?: {"nodeId"?: string | undefined; "depth"?: number | undefined; "withDownstream"?: boolean | undefined}; answer: {"graph": ({"id": string; "type": 'DATASET_FIELD'; "data": {"namespace": string; "dataset": string; "datasetVersion": string | null; "field": string; "fieldType": string; "transformationDescription": string | null; "transformationType": string | null; "inputFields": ({"namespace": string; "dataset": string; "datasetVersion": string | null; "field": string; "fieldType": string; "transformationDescription": string | null; "transformationType": string | null})[]}; "inEdges": ({"origin": string; "destination": string})[]; "outEdges": ({"origin": string; "destination": string})[]})[]}};
  /** What events told of runs. One event for each run, with all that is known of it. Also at `/api/v1/events/lineage`, where clients of Marquez ask. */
  'GET /v2/openlineage/events': {query?: {"after"?: string | undefined; "before"?: string | undefined; "sortDirection"?: 'desc' | 'asc' | undefined; "offset"?: number | undefined; "limit"?: number | undefined}; answer: {"events": ({"eventType": 'RUNNING' | 'COMPLETE' | 'ABORT' | 'FAIL'; "eventTime": string; "producer": string; "schemaURL": string; "run": {"runId": string; "facets": {[name: string]: unknown}}; "job": {"namespace": string; "name": string; "facets": {[name: string]: unknown}}; "inputs": ({"namespace": string; "name": string; "facets": {[name: string]: unknown}})[]; "outputs": ({"namespace": string; "name": string; "facets": {[name: string]: unknown}})[]})[]; "totalCount": number}};
  /** A run of a job. Also at `/api/v1/jobs/runs/{runId}`, where clients of Marquez ask. */
  'GET /v2/openlineage/jobs/runs/{runId}': {path: {runId: string}; answer: Schemas['LineageJobRun']};
  /** Where the data of a job or data set comes from and goes to, by names of producers. The lineage of the catalog, as far as producers have names for it. Nodes have neither facets nor fields; both are in the answers for one of them. Also at `/api/v1/lineage`, where clients of Marquez ask. */
  'GET /v2/openlineage/lineage': {query?: {"nodeId"?: string | undefined; "depth"?: number | undefined}; answer: {"graph": ({"id": string; "type": 'DATASET' | 'JOB'; "data": Schemas['LineageDataset'] | Schemas['LineageJob']; "inEdges": ({"origin": string; "destination": string})[]; "outEdges": ({"origin": string; "destination": string})[]})[]}};
  /** Namespaces of jobs and data sets that events told of. Also at `/api/v1/namespaces`, where clients of Marquez ask. */
  'GET /v2/openlineage/namespaces': {query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: {"namespaces": Schemas['LineageNamespace'][]}};
  /** A namespace of jobs and data sets. Also at `/api/v1/namespaces/{namespace}`, where clients of Marquez ask. */
  'GET /v2/openlineage/namespaces/{namespace}': {path: {namespace: string}; answer: Schemas['LineageNamespace']};
  /** Data sets of a namespace. Also at `/api/v1/namespaces/{namespace}/datasets`, where clients of Marquez ask. */
  'GET /v2/openlineage/namespaces/{namespace}/datasets': {path: {namespace: string}; query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: {"datasets": Schemas['LineageDataset'][]; "totalCount": number}};
  /** A data set. Also at `/api/v1/namespaces/{namespace}/datasets/{dataset}`, where clients of Marquez ask. */
  'GET /v2/openlineage/namespaces/{namespace}/datasets/{dataset}': {path: {namespace: string; dataset: string}; answer: Schemas['LineageDataset']};
  /** Jobs of a namespace. Also at `/api/v1/namespaces/{namespace}/jobs`, where clients of Marquez ask. */
  'GET /v2/openlineage/namespaces/{namespace}/jobs': {path: {namespace: string}; query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: {"jobs": Schemas['LineageJob'][]; "totalCount": number}};
  /** A job, with its latest run. Also at `/api/v1/namespaces/{namespace}/jobs/{job}`, where clients of Marquez ask. */
  'GET /v2/openlineage/namespaces/{namespace}/jobs/{job}': {path: {namespace: string; job: string}; answer: Schemas['LineageJob']};
  /** Runs of a job. Newest first. Also at `/api/v1/namespaces/{namespace}/jobs/{job}/runs`, where clients of Marquez ask. */
  'GET /v2/openlineage/namespaces/{namespace}/jobs/{job}/runs': {path: {namespace: string; job: string}; query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: {"runs": Schemas['LineageJobRun'][]; "totalCount": number}};
  /** Search jobs and data sets by their names. Also at `/api/v1/search`, where clients of Marquez ask. */
  'GET /v2/openlineage/search': {query?: {"q"?: string | undefined; "filter"?: string | undefined; "sort"?: string | undefined; "namespace"?: string | undefined; "limit"?: number | undefined}; answer: {"totalCount": number; "results": ({"type": 'DATASET' | 'JOB'; "name": string; "updatedAt": string; "namespace": string; "nodeId": string})[]}};
  /** Where data sets of producers are. The namespaces of data sets. Also at `/api/v1/sources`, where clients of Marquez ask. */
  'GET /v2/openlineage/sources': {query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: {"sources": Schemas['LineageSource'][]}};
  /** A place of data sets. Also at `/api/v1/sources/{source}`, where clients of Marquez ask. */
  'GET /v2/openlineage/sources/{source}': {path: {source: string}; answer: Schemas['LineageSource']};
  /** Tags that data sets may have. The classifications of the catalog. Also at `/api/v1/tags`, where clients of Marquez ask. */
  'GET /v2/openlineage/tags': {query?: {"offset"?: number | undefined; "limit"?: number | undefined}; answer: {"tags": ({"name": string; "description": string | null})[]}};
  /** Users and groups that can be made owners. Names with the text, 100 of each at most: those of the password file. Owners that are known otherwise are found by `GET /v2/search/typeahead`. */
  'GET /v2/people': {query?: {"text"?: string | undefined}; answer: Schemas['People']};
  /** Data products. All data products that the caller may read, each with its domain. An addition to the Atlas API. */
  'GET /v2/products': {answer: {"products": Schemas['DataProduct'][]}};
  /** A data product. It is an entity of the type `DataProduct` as well, with all that entities have. */
  'GET /v2/products/{guid}': {path: {guid: string}; answer: Schemas['DataProduct']};
  /** A relationship by guid, deleted ones included. With both ends, its attributes and the classifications that propagate over it. */
  'GET /v2/relationship/guid/{guid}': {path: {guid: string}; query?: {"extendedInfo"?: boolean | undefined}; answer: Schemas['RelationshipWithExtInfo']};
  /** Entities of a type by the beginning of an attribute. For fields that complete what users type. Without `attrName` the attribute is `qualifiedName`, or `name` where the type has no other. */
  'GET /v2/search/attribute': {query?: {"attrName"?: string | undefined; "attrValuePrefix"?: string | undefined; "typeName"?: string | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['SearchResult']};
  /** Search by words, type and classification. Words are searched in all texts of an entity, and in its labels, classifications and terms. Without words and type the newest entities are answered. */
  'GET /v2/search/basic': {query?: {"query"?: string | undefined; "typeName"?: string | undefined; "classification"?: string | undefined; "sortBy"?: string | undefined; "sortOrder"?: 'ASCENDING' | 'DESCENDING' | undefined; "excludeDeletedEntities"?: boolean | undefined; "limit"?: number | undefined; "offset"?: number | undefined; "marker"?: string | undefined}; answer: Schemas['SearchResult']};
  /** The caller's files: queued, in progress, finished and failed. Files are kept for a limited time on the server that wrote them. */
  'GET /v2/search/download/status': {answer: Schemas['DownloadStatus']};
  /** One of the caller's files; 204 when there is none of that name. The name is that of GET /v2/search/download/status. */
  'GET /v2/search/download/{filename}': {path: {filename: string}; answer: string};
  /** Search by a query of the DSL. A query with `select` is answered with `attributes`, any other with `entities`. */
  'GET /v2/search/dsl': {query?: {"query"?: string | undefined; "typeName"?: string | undefined; "classification"?: string | undefined; "limit"?: number | undefined; "offset"?: number | undefined; "getApproximateCount"?: boolean | undefined}; answer: Schemas['SearchResult']};
  /** How GET /search/basic would be answered. Runs the search, and answers its steps, statements and times in place of the hits. */
  'GET /v2/search/explain/basic': {query?: {"query"?: string | undefined; "typeName"?: string | undefined; "classification"?: string | undefined; "sortBy"?: string | undefined; "sortOrder"?: 'ASCENDING' | 'DESCENDING' | undefined; "excludeDeletedEntities"?: boolean | undefined; "limit"?: number | undefined; "offset"?: number | undefined; "marker"?: string | undefined}; answer: Schemas['SearchExplanation']};
  /** How a query of the DSL would be answered. Runs the query, and answers its steps, statements and times in place of the hits. */
  'GET /v2/search/explain/dsl': {query?: {"query"?: string | undefined; "typeName"?: string | undefined; "classification"?: string | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['SearchExplanation']};
  /** How GET /search/quick would be answered. Runs the search, and answers its steps, statements and times in place of the hits. */
  'GET /v2/search/explain/quick': {query?: {"query"?: string | undefined; "typeName"?: string | undefined; "sortBy"?: string | undefined; "sortOrder"?: 'ASCENDING' | 'DESCENDING' | undefined; "excludeDeletedEntities"?: boolean | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['SearchExplanation']};
  /** Search by words, with scores. The best matches come first. `fullTextResult` has the hits. */
  'GET /v2/search/fulltext': {query?: {"query"?: string | undefined; "excludeDeletedEntities"?: boolean | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['SearchResult']};
  /** Search while typing, with counts by type, status, owner and service. One word matches the beginning of words. `aggregationMetrics` has the counts of all hits. */
  'GET /v2/search/quick': {query?: {"query"?: string | undefined; "typeName"?: string | undefined; "sortBy"?: string | undefined; "sortOrder"?: 'ASCENDING' | 'DESCENDING' | undefined; "excludeDeletedEntities"?: boolean | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['QuickSearchResult']};
  /** Relationships by their types. The answer has the relationships in `relations`. */
  'GET /v2/search/relations': {query?: {"relationshipName"?: string | undefined; "sortBy"?: string | undefined; "sortOrder"?: 'ASCENDING' | 'DESCENDING' | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['SearchResult']};
  /** Entities that one is related to, by one of its attributes or the label of a relationship. Pages through the related entities of an entity that has many, such as the columns of a wide table. */
  'GET /v2/search/relationship': {query?: {"guid"?: string | undefined; "relation"?: string | undefined; "attributes"?: string[] | undefined; "sortBy"?: string | undefined; "sortOrder"?: 'ASCENDING' | 'DESCENDING' | undefined; "excludeDeletedEntities"?: boolean | undefined; "includeClassificationAttributes"?: boolean | undefined; "getApproximateCount"?: boolean | undefined; "disableDefaultSorting"?: boolean | undefined; "limit"?: number | undefined; "offset"?: number | undefined}; answer: Schemas['SearchResult']};
  /** The caller's saved searches. Saved searches are private: users see only their own. */
  'GET /v2/search/saved': {query?: {"user"?: string | undefined}; answer: Schemas['SavedSearch'][]};
  /** Run a saved search, named by its guid. The hits are those that the caller can read now. */
  'GET /v2/search/saved/execute/guid/{guid}': {path: {guid: string}; answer: Schemas['SearchResult']};
  /** Run a saved search. The hits are those that the caller can read now. */
  'GET /v2/search/saved/execute/{name}': {path: {name: string}; query?: {"user"?: string | undefined}; answer: Schemas['SearchResult']};
  /** A saved search by its name. Only among the saved searches of the caller. */
  'GET /v2/search/saved/{name}': {path: {name: string}; query?: {"user"?: string | undefined}; answer: Schemas['SavedSearch']};
  /** Words of a query that no entity has, and what was meant. For each word that no active entity has, that begins none of their words and is not part of the name of a type or classification in use: words of entities that differ by one or two letters, or hold it. `corrected` is the query with the likeliest of each; absent when there is nothing to correct. */
  'GET /v2/search/spelling': {query?: {"query"?: string | undefined}; answer: Schemas['Spelling']};
  /** Words that begin as typed. The words that most entities have come first. */
  'GET /v2/search/suggestions': {query?: {"prefixString"?: string | undefined; "fieldName"?: string | undefined}; answer: Schemas['Suggestions']};
  /** Search as you type: assets with their columns, terms and owners. The last word may go on. Active entities only. Where none is found, `corrected` is what was probably meant, as GET /v2/search/spelling has it. */
  'GET /v2/search/typeahead': {query?: {"query"?: string | undefined; "limit"?: number | undefined}; answer: Schemas['Typeahead']};
  /** Sources that the catalog reads. For administrators. Each with its last run. An addition to the Atlas API. */
  'GET /v2/sources': {answer: {"sources": Schemas['Source'][]}};
  /** A run of a source and how far it is. For administrators. Names of assets are told once it has ended. */
  'GET /v2/sources/runs/{runGuid}': {path: {runGuid: string}; answer: Schemas['SourceRun']};
  /** Kinds of sources and what each is asked. For forms; `docs/source-keys.md` has the same. An addition to the Atlas API. */
  'GET /v2/sources/types': {answer: {"types": Schemas['SourceType'][]}};
  /** Engines of the editor and which sources read them. For administrators: those that the caller may use in the editor beside the catalog; none where there is no editor or it does not answer. An addition to the Atlas API. */
  'GET /v2/sources/types/engines': {answer: {"engines": ({"engine": string; "name": string; "sources": string[]})[]}};
  /** A source. For administrators. Secrets are told by their names alone. */
  'GET /v2/sources/{name}': {path: {name: string}; answer: Schemas['Source']};
  /** Runs of a source, the newest first. The last 50 are remembered. What changed is counted here; GET /v2/sources/runs/{runGuid} names it. */
  'GET /v2/sources/{name}/runs': {path: {name: string}; query?: {"limit"?: number | undefined}; answer: {"runs": Schemas['SourceRun'][]}};
  /** Subscriptions to changes. For administrators. An addition to the Atlas API. */
  'GET /v2/subscriptions': {answer: {"subscriptions": Schemas['Subscription'][]}};
  /** A subscription with its last deliveries. For administrators. Secrets are not in the answer. */
  'GET /v2/subscriptions/{uuid}': {path: {uuid: string}; answer: Schemas['SubscriptionDetails']};
  /** Access tokens of the caller. Without the tokens themselves, of which only digests are kept. */
  'GET /v2/tokens': {answer: {"tokens"?: Schemas['AccessToken'][] | undefined}};
  /** A type by guid, if it is of category BUSINESS_METADATA. 404 when there is none, or when it is of another category. */
  'GET /v2/types/businessmetadatadef/guid/{guid}': {path: {guid: string}; answer: Schemas['BusinessMetadataDef']};
  /** A type by name, if it is of category BUSINESS_METADATA. 404 when there is none, or when it is of another category. */
  'GET /v2/types/businessmetadatadef/name/{name}': {path: {name: string}; answer: Schemas['BusinessMetadataDef']};
  /** A type by guid, if it is of category CLASSIFICATION. 404 when there is none, or when it is of another category. */
  'GET /v2/types/classificationdef/guid/{guid}': {path: {guid: string}; answer: Schemas['ClassificationDef']};
  /** A type by name, if it is of category CLASSIFICATION. 404 when there is none, or when it is of another category. */
  'GET /v2/types/classificationdef/name/{name}': {path: {name: string}; answer: Schemas['ClassificationDef']};
  /** A type by guid, if it is of category ENTITY. 404 when there is none, or when it is of another category. */
  'GET /v2/types/entitydef/guid/{guid}': {path: {guid: string}; answer: Schemas['EntityDef']};
  /** A type by name, if it is of category ENTITY. 404 when there is none, or when it is of another category. */
  'GET /v2/types/entitydef/name/{name}': {path: {name: string}; answer: Schemas['EntityDef']};
  /** A type by guid, if it is of category ENUM. 404 when there is none, or when it is of another category. */
  'GET /v2/types/enumdef/guid/{guid}': {path: {guid: string}; answer: Schemas['EnumDef']};
  /** A type by name, if it is of category ENUM. 404 when there is none, or when it is of another category. */
  'GET /v2/types/enumdef/name/{name}': {path: {name: string}; answer: Schemas['EnumDef']};
  /** A type by guid, if it is of category RELATIONSHIP. 404 when there is none, or when it is of another category. */
  'GET /v2/types/relationshipdef/guid/{guid}': {path: {guid: string}; answer: Schemas['RelationshipDef']};
  /** A type by name, if it is of category RELATIONSHIP. 404 when there is none, or when it is of another category. */
  'GET /v2/types/relationshipdef/name/{name}': {path: {name: string}; answer: Schemas['RelationshipDef']};
  /** A type by guid, if it is of category STRUCT. 404 when there is none, or when it is of another category. */
  'GET /v2/types/structdef/guid/{guid}': {path: {guid: string}; answer: Schemas['StructDef']};
  /** A type by name, if it is of category STRUCT. 404 when there is none, or when it is of another category. */
  'GET /v2/types/structdef/name/{name}': {path: {name: string}; answer: Schemas['StructDef']};
  /** A type of any category by guid. With the members of its category. */
  'GET /v2/types/typedef/guid/{guid}': {path: {guid: string}; answer: Schemas['TypeDef']};
  /** A type of any category by name. With the members of its category. */
  'GET /v2/types/typedef/name/{name}': {path: {name: string}; answer: Schemas['TypeDef']};
  /** Type definitions. By category. Without parameters all types are answered. The ETag of the answer, sent as If-None-Match, is answered 304 as long as nothing of it has changed. */
  'GET /v2/types/typedefs': {query?: {"type"?: string | undefined; "name"?: string | undefined; "supertype"?: string | undefined; "servicetype"?: string | undefined; "notname"?: string[] | undefined; "notsupertype"?: string[] | undefined; "notservicetype"?: string[] | undefined; "excludeInternalTypesAndReferences"?: boolean | undefined}; answer: Schemas['TypesDef']};
  /** Names, guids and categories of types. For lists of types: takes the parameters of GET /v2/types/typedefs, and has an ETag in the same way. */
  'GET /v2/types/typedefs/headers': {query?: {"type"?: string | undefined; "name"?: string | undefined; "supertype"?: string | undefined; "servicetype"?: string | undefined; "notname"?: string[] | undefined; "notsupertype"?: string[] | undefined; "notservicetype"?: string[] | undefined; "excludeInternalTypesAndReferences"?: boolean | undefined}; answer: Schemas['TypeHeader'][]};
  /** Changes that can be undone, the newest first. Each request, bulk change and run of a source, kept as long as the option `gazetteer.undo.days` says. Users see their own; those with the privilege `admin-audits` all. The answer to a change has its id in the header `Change-Id`. With `guid` a page has the changes of the newest transactions that were looked through, which may be none; go on with `next`. */
  'GET /v2/undo': {query?: {"user"?: string | undefined; "guid"?: string | undefined; "from"?: number | undefined; "to"?: number | undefined; "behind"?: string | undefined; "limit"?: number | undefined}; answer: Schemas['UndoableChanges']};
  /** What a change did. Entities with what was there before, as far as the caller may read them. */
  'GET /v2/undo/{changeId}': {path: {changeId: string}; query?: {"after"?: number | undefined; "limit"?: number | undefined}; answer: Schemas['UndoableChangeDetails']};
  /** What is used most. Active entities that the caller can read, by how often they were queried in the last days, with today. An addition to the Atlas API. */
  'GET /v2/usage/most': {query?: {"days"?: number | undefined; "limit"?: number | undefined}; answer: {"assets": ({"guid": string; "typeName": string; "name": string; "qualifiedName": string; "queries": number; "people": number})[]}};
  /** Import an archive of entities in the background. The same archive with the same options, sent again while it waits or runs, is that import. Entities that do not fit fail alone. */
  'POST /admin/async/import': {body: FormData; answer: Schemas['AsyncImportRequest']};
  /** Audit log of administrators, newest first. Changes of types, purges, exports, imports and starts of the server, with who did them and what came of it. */
  'POST /admin/audits': {body: Schemas['AuditSearchParameters'] | null; answer: Schemas['AuditEntry'][]};
  /** Remove old events of the audit of entities, in the background. 204 when the age-out is off: auditAgingEnabled in the body, or atlas.audit.aging.enabled. A dry run returns in changes.auditEvents how many events would be removed. */
  'POST /admin/audits/ageout': {query?: {"useAuditConfig"?: boolean | undefined}; body?: Schemas['AuditReductionCriteria'] | null; answer: Schemas['Task'][]};
  /** Check that searches and unique values agree with the entities, and repair what does not. Without `fixIssues` nothing is changed. */
  'POST /admin/checkstate': {body: Schemas['CheckStateRequest'] | null; answer: Schemas['CheckStateResult']};
  /** An archive of entities with what they are connected to. With omitZipResponseForEmptyExport an export of nothing answers 204. */
  'POST /admin/export': {body: Schemas['ExportRequest'] | null; answer: Blob};
  /** Import an archive of entities. An archive without entries is an import of nothing. */
  'POST /admin/import': {body: FormData; answer: Schemas['ImportResult']};
  /** Import an archive that is on the server. Option fileName names it, in the folder that atlas.import.allowed.directory opens. */
  'POST /admin/importfile': {body: Schemas['ImportRequestInput']; answer: Schemas['ImportResult']};
  /** Create or update entities. The body is one entity or a list. Answers 201 with the guids. */
  'POST /entities': {body: unknown; answer: Schemas['OldEntityResult']};
  /** Change some attributes of an entity by a unique attribute. Attributes that the body leaves out keep their values. */
  'POST /entities/qualifiedName': {query?: {"type"?: string | undefined; "property"?: string | undefined; "value"?: string | undefined}; body: unknown; answer: Schemas['OldEntityResult']};
  /** Change some attributes of an entity, or with `property` one of them. Attributes that the body leaves out keep their values. */
  'POST /entities/{guid}': {path: {guid: string}; query?: {"property"?: string | undefined}; body?: unknown; answer: Schemas['OldEntityResult']};
  /** Add a trait to an entity. The body is a struct: the name of the classification and its values. */
  'POST /entities/{guid}/traits': {path: {guid: string}; body: unknown; answer: {"requestId": string; "traitName"?: string | undefined}};
  /** Create types. All or none. */
  'POST /types': {body: Schemas['OldTypesDefInput'] | null; answer: {"requestId": string; "types": ({"name": string})[]}};
  /** Update entities from a table, one in each row. A CSV or XLSX file as POST /v2/search/basic/download/create_table writes it: `guid`, or `typeName` and `qualifiedName`, and any of `classifications`, `terms`, `labels`, attributes that hold one plain value, and business attributes as `<group>.<attribute>`. Rows are independent of each other: the answer tells which failed, and why. The import is a bulk change, which POST /v2/bulk/{taskGuid}/undo undoes. An addition to the Atlas API. */
  'POST /v2/assets/import': {query?: {"clears"?: boolean | undefined}; body: FormData; answer: Schemas['TableImport']};
  /** Make several changes in one transaction, all or none. Changes of types, entities, classifications, labels, business metadata, glossaries, relationships, domains and whatever else is done in one transaction without a privilege, in the order of the requests. A later one can use the answer to an earlier one: `{"$ref": "term.guid"}` in a body and `{term.guid}` as a segment or query value of a path are the member `guid` of the answer to the request with the id `term`. `dryRun=true` and `deleteType` are parameters of the batch, not of its parts. An addition to the Atlas API. */
  'POST /v2/batch': {body: Schemas['BatchRequest']; answer: Schemas['BatchAnswer']};
  /** Change everything that a search finds. In the background, some hundred entities at a time, as whoever asks: what they may not read is not found, and what they may not change is listed as refused. With `isRehearsal` nothing is changed, and the answer tells what would be. An addition to the Atlas API. */
  'POST /v2/bulk': {body: Schemas['BulkRequest']; answer: Schemas['BulkChange']};
  /** Cancel a bulk change. It ends after what it is just doing. What it has changed stays, and can be taken back. One that has ended stays as it is. */
  'POST /v2/bulk/{taskGuid}/cancel': {path: {taskGuid: string}; answer: Schemas['BulkChange']};
  /** Go on with a bulk change that was cancelled or has failed. From where it was. Any other stays as it is. */
  'POST /v2/bulk/{taskGuid}/resume': {path: {taskGuid: string}; answer: Schemas['BulkChange']};
  /** Take back a bulk change that has ended or was cancelled. What each entity had before is set again, as a bulk change of its own. What was changed since is left as it is and listed as a conflict. */
  'POST /v2/bulk/{taskGuid}/undo': {path: {taskGuid: string}; query?: {"isRehearsal"?: boolean | undefined}; answer: Schemas['BulkChange']};
  /** Create a domain. `parentGuid` is the domain that it is in. With the first domain the types of domains and data products are created. */
  'POST /v2/domains': {body: Schemas['DomainInput']; answer: Schemas['Domain']};
  /** Move assets to a domain. An asset belongs to one domain: it leaves the one that it was in. What the caller may not change is listed with the reason, and the rest is moved. */
  'POST /v2/domains/{guid}/assets': {path: {guid: string}; body: Schemas['AssetsToAssign']; answer: Schemas['AssignedAssets']};
  /** Create or update an entity and those it refers to. An entity that has the same guid, or the same type and unique attributes, is updated; otherwise one is created. Attributes that are left out of an update keep their values. `guidAssignments` maps guids such as `-1` to those that were assigned. */
  'POST /v2/entity': {body: Schemas['EntityWithExtInfoInput']; answer: Schemas['EntityMutation']};
  /** Create or update entities, all or none. As POST /v2/entity, for many entities in one transaction. Entities of one request can refer to each other by guids such as `-1`. */
  'POST /v2/entity/bulk': {body: Schemas['EntitiesWithExtInfoInput']; answer: Schemas['EntityMutation']};
  /** Attach a classification to many entities, all or none. Entities are named by guid, or by type and unique attributes. */
  'POST /v2/entity/bulk/classification': {query?: {"skipFailedEntities"?: boolean | undefined}; body: Schemas['ClassificationAssociateRequest']; answer: undefined};
  /** Replace the direct classifications of entities. Entities are named by guid, or by type and unique attributes of their headers. Classifications that propagated to them are kept. */
  'POST /v2/entity/bulk/setClassifications': {body: Schemas['ClassifiedHeaders'] | null; answer: string[]};
  /** Set business attributes of entities from a table, one in each row. A CSV or XLSX file in the form of the template. Rows are independent of each other: the answer tells which failed, and why. */
  'POST /v2/entity/businessmetadata/import': {body: FormData; answer: Schemas['BulkImport']};
  /** Set business attributes of an entity. Values by business metadata and attribute. Attributes that are left out keep their values, unless `isOverwrite` is set. */
  'POST /v2/entity/guid/{guid}/businessmetadata': {path: {guid: string}; query?: {"isOverwrite"?: boolean | undefined}; body: {[name: string]: {[name: string]: unknown} | null}; answer: undefined};
  /** Set business attributes of one business metadata. Values by attribute. Attributes that are left out keep their values. */
  'POST /v2/entity/guid/{guid}/businessmetadata/{name}': {path: {guid: string; name: string}; body: {[name: string]: unknown}; answer: undefined};
  /** Attach classifications to an entity. A classification that propagates reaches downstream entities before the request is answered. */
  'POST /v2/entity/guid/{guid}/classifications': {path: {guid: string}; body: (Schemas['ClassificationInput'] | string | null)[]; answer: undefined};
  /** Figures of the columns of a table. Worked out by an engine of the editor with the permissions that the caller has there, by one statement that reads the whole table; it is canceled with the request, and after five minutes. `isThere` is false where no engine of the caller has the table. With `progress=true` lines of JSON answer, as `application/x-ndjson`: `{"progress": 40}` while the engine reads, without a number where it knows none, and at the end the figures, or what failed with its status as `failed`. An addition to the Atlas API. */
  'POST /v2/entity/guid/{guid}/editor/profile': {path: {guid: string}; query?: {"engine"?: string | undefined; "progress"?: boolean | undefined}; answer: {"isThere": boolean; "rows"?: string | undefined; "columns": ({"name": string; "figures": {[name: string]: string}})[]; "isCut": boolean}};
  /** Replace the labels of an entity. Labels that the body does not list are removed. Without a body all are. */
  'POST /v2/entity/guid/{guid}/labels': {path: {guid: string}; body?: (string | null)[] | null; answer: undefined};
  /** Attach classifications to an entity. A classification that propagates reaches downstream entities before the request is answered. */
  'POST /v2/entity/uniqueAttribute/type/{typeName}/classifications': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string}; body: (Schemas['ClassificationInput'] | string | null)[]; answer: undefined};
  /** Replace the labels of the entity with these unique attributes. Labels that the body does not list are removed. Without a body all are. */
  'POST /v2/entity/uniqueAttribute/type/{typeName}/labels': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string}; body?: (string | null)[] | null; answer: undefined};
  /** Create a glossary. The name must be unique among glossaries. */
  'POST /v2/glossary': {body: Schemas['GivenGlossary']; answer: Schemas['Glossary']};
  /** Create categories, all or none. As POST /v2/glossary/category, for many categories in one transaction. */
  'POST /v2/glossary/categories': {body: (Schemas['GlossaryCategoryInput'] | null)[] | null; answer: Schemas['GlossaryCategory'][]};
  /** Create a category. `anchor` names the glossary, `parentCategory` the category above it. */
  'POST /v2/glossary/category': {body: Schemas['GlossaryCategoryInput']; answer: Schemas['GlossaryCategory']};
  /** Write terms and categories into a file, in the background. The same as /download/create_file. */
  'POST /v2/glossary/create_file': {body: Schemas['GlossaryExport']; answer: undefined};
  /** Write terms and categories into a file, in the background. Answers at once. GET /v2/glossary/download/status shows the progress and the name of the file. */
  'POST /v2/glossary/download/create_file': {body: Schemas['GlossaryExport']; answer: undefined};
  /** Create and update terms from a table, one in each row. A CSV or XLSX file in the form of the template. Glossaries that are missing are created. The answer tells which rows failed, and why. `updates` is an addition to the Atlas API. */
  'POST /v2/glossary/import': {query?: {"updates"?: boolean | undefined}; body: FormData; answer: Schemas['GlossaryImport']};
  /** Find terms and categories by parts of their texts. Hits are grouped by glossary. Parts of texts are found regardless of case. */
  'POST /v2/glossary/search': {body: Schemas['GlossarySearch'] | null; answer: Schemas['GlossaryHits']};
  /** Create a term. `anchor` names the glossary. The name must be unique in it. */
  'POST /v2/glossary/term': {body: Schemas['GlossaryTermInput']; answer: Schemas['GlossaryTerm']};
  /** Create terms, all or none. As POST /v2/glossary/term, for many terms in one transaction. */
  'POST /v2/glossary/terms': {body: (Schemas['GlossaryTermInput'] | null)[] | null; answer: Schemas['GlossaryTerm'][]};
  /** Assign a term to entities. Each entity is named by guid. Classifications of the term propagate to it. */
  'POST /v2/glossary/terms/{guid}/assignedEntities': {path: {guid: string}; body: (Schemas['RelatedObjectIdInput'] | null)[]; answer: undefined};
  /** Rewrite the search index of everything changed since a time. The search index is written with each change, so this is rarely needed. */
  'POST /v2/indexrecovery/start': {query?: {"startTime"?: string | undefined}; answer: undefined};
  /** Register a data set by the name of its producer. Creates the asset that the name means, with its database and its columns, as an event of OpenLineage would. Of an asset that is there only what is empty is filled. An addition to the Atlas API. */
  'POST /v2/lineage/datasets': {body: Schemas['ToldDataset']; answer: Schemas['EntityMutation']};
  /** Report how checks of data sets ended. How many checks of each passed, failed and could not be run, in place of what was reported before; none takes it away. The editor sends this of its checks. Stored as business metadata (`AssetQuality`), which is created with the first of it. Data sets that are no asset are left out. An addition to the Atlas API. */
  'POST /v2/lineage/datasets/checks': {body: (Schemas['CheckedDataset'] | null)[]; answer: undefined};
  /** Which assets data sets are. Data sets by the namespace and name that producers of OpenLineage give them, by the same rules as their events. One answer for each, in order; `asset` where there is one that the caller may read. An addition to the Atlas API. */
  'POST /v2/lineage/datasets/find': {query?: {"withColumns"?: boolean | undefined}; body: (Schemas['DatasetName'] | null)[]; answer: {"datasets": ({"namespace": string; "name": string; "typeName": string; "qualifiedName": string; "asset"?: Schemas['DatasetAsset'] | undefined})[]}};
  /** Send an OpenLineage event. Also at `/api/v1/lineage`, where producers of OpenLineage send by default. The event is stored when this is answered and processed after those before it. */
  'POST /v2/lineage/events': {body: unknown; answer: undefined};
  /** Send several OpenLineage events. A list of events; also at `/api/v1/lineage/batch`. Those that are wrong are listed with the reason, the others are processed. */
  'POST /v2/lineage/events/batch': {body: unknown; answer: Schemas['LineageBatchResult']};
  /** The same with so many relations of each entity as are asked for. For graphs too wide to load as a whole. `relationsOnDemand` shows which entities have more relations. */
  'POST /v2/lineage/{guid}': {path: {guid: string}; query?: {"attributes"?: string[] | undefined; "hideProcess"?: boolean | undefined; "relationsLimit"?: number | undefined}; body?: {[name: string]: Schemas['LineageConstraintsInput'] | null} | null; answer: Schemas['Lineage']};
  /** Say by hand that a data set is made from another one. Creates a process between them with the label `lineage_by_hand`, its reason as description and the caller as owner; one that is there already gets the new reason. An addition to the Atlas API. */
  'POST /v2/lineage/{guid}/inputs': {path: {guid: string}; body: Schemas['LineageInput']; answer: Schemas['AddedLineage']};
  /** Retry messages of hooks that could not be processed. They are queued again. Answers how many there are. */
  'POST /v2/notification/failed/replay': {query?: {"all"?: boolean | undefined}; body?: (number | null)[] | null; answer: Schemas['MessageCount']};
  /** Send messages of hooks. A list of messages, each as text or as JSON. They are in safety when this is answered and are taken in one after the other. */
  'POST /v2/notification/topic/{topicName}': {path: {topicName: string}; body: unknown; answer: undefined};
  /** Create a data product. `domainGuid` is the domain that it belongs to. With the first one the types of domains and data products are created. */
  'POST /v2/products': {body: Schemas['DataProductInput']; answer: Schemas['DataProduct']};
  /** Add assets to a data product. An asset can belong to several. What the caller may not change is listed with the reason, and the rest is added. */
  'POST /v2/products/{guid}/assets': {path: {guid: string}; body: Schemas['AssetsToAssign']; answer: Schemas['AssignedAssets']};
  /** Relate two entities. The ends may be given the other way round. At an end that holds one only, the new one takes its place. */
  'POST /v2/relationship': {body: Schemas['RelationshipInput']; answer: Schemas['Relationship']};
  /** Search by words, type, classification, term and filters. As GET /v2/search/basic, with filters on attributes of entities and classifications, and with attributes to add to each hit. */
  'POST /v2/search/basic': {body: Schemas['SearchParametersInput']; answer: Schemas['SearchResult']};
  /** The data dictionary of all that a search finds, as a file. With columns, types, descriptions, owners, classifications and terms. Offset, limit and order of the search do not count. An addition to the Atlas API. */
  'POST /v2/search/basic/dictionary': {query?: {"format"?: 'html' | 'markdown' | 'xlsx' | undefined}; body: Schemas['DictionaryRequest']; answer: string};
  /** Write all that a search finds into a CSV file, in the background. Answers at once. GET /v2/search/download/status shows the progress and the name of the file. */
  'POST /v2/search/basic/download/create_file': {body: Schemas['DownloadRequest']; answer: undefined};
  /** Write all that a search finds into a table that can be imported, in the background. As CSV or XLSX, one entity in each row, in the form that POST /v2/assets/import takes. Answers at once. GET /v2/search/download/status shows the progress and the name of the file. An addition to the Atlas API. */
  'POST /v2/search/basic/download/create_table': {body: Schemas['TableDownloadRequest']; answer: undefined};
  /** Write all that a DSL query finds into a CSV file, in the background. Answers at once. GET /v2/search/download/status shows the progress and the name of the file. */
  'POST /v2/search/dsl/download/create_file': {body: Schemas['DownloadRequest']; answer: undefined};
  /** How POST /search/basic would be answered. Runs the search, and answers its steps, statements and times in place of the hits. */
  'POST /v2/search/explain/basic': {body: Schemas['SearchParametersInput']; answer: Schemas['SearchExplanation']};
  /** How many hits of a search have which type, owner, classification, term and so on. Takes the body of POST /v2/search/basic. What is chosen of a facet (`facets` of the body) narrows the counts of all others, but not its own, so that another value of it can be chosen, too. Counts are exact up to 10,000 hits; of more, some 10,000 are looked at, and each count is at least what is told. */
  'POST /v2/search/facets': {body: Schemas['FacetParameters']; answer: Schemas['SearchFacets']};
  /** Search while typing, with filters and counts. As GET /v2/search/quick, with filters on attributes. */
  'POST /v2/search/quick': {body: Schemas['QuickSearchParameters']; answer: Schemas['QuickSearchResult']};
  /** Relationships by their types and attributes. As GET /v2/search/relations, with filters on attributes of the relationships. */
  'POST /v2/search/relations': {body: Schemas['RelationshipSearchParameters']; answer: Schemas['SearchResult']};
  /** Save a search. A user can have one saved search of each name. */
  'POST /v2/search/saved': {body: Schemas['SavedSearchInput']; answer: Schemas['SavedSearch']};
  /** Add a source. For administrators. What is wrong with its keys is told at once; whether it answers is told by POST /v2/sources/test. It is read in the name of whoever saved it last. */
  'POST /v2/sources': {body: Schemas['SourceInput']; answer: Schemas['Source']};
  /** Cancel a run of a source. It ends within seconds. What it has written stays, whole assets each; one that has ended stays as it is. */
  'POST /v2/sources/runs/{runGuid}/cancel': {path: {runGuid: string}; answer: Schemas['SourceRun']};
  /** Connect to a source. For administrators. Saved or not; secrets that are left out are those of the saved source of this name. Tells what answered, or why nothing did. */
  'POST /v2/sources/test': {body: Schemas['SourceInput']; answer: Schemas['SourceTest']};
  /** Read a source now. In the background. With `isRehearsal` the run only tells what would change. One run of a source at a time. */
  'POST /v2/sources/{name}/runs': {path: {name: string}; query?: {"isRehearsal"?: boolean | undefined}; answer: Schemas['SourceRun']};
  /** Create a subscription. For administrators. It delivers the changes from then on that its filter selects, of all entities. */
  'POST /v2/subscriptions': {body: Schemas['SubscriptionInput']; answer: Schemas['SubscriptionDetails']};
  /** Send a test message. For administrators. To where the subscription delivers to, paused or not: a message in a chat or mail, a request without changes to a webhook; of Kafka only the brokers are asked. 400 says why it failed. */
  'POST /v2/subscriptions/{uuid}/test': {path: {uuid: string}; answer: {"message": string}};
  /** Create an access token. For programs, which send it as `Authorization: Bearer …` and then are this user as far as its scope allows. The token is in this answer and never again. */
  'POST /v2/tokens': {body: {"name": string; "scope"?: 'all' | 'read' | 'lineage' | null | undefined; "days"?: number | null | undefined}; answer: Schemas['NewAccessToken']};
  /** Create types, all or none. Types of one request may refer to each other. Answers what was created. */
  'POST /v2/types/typedefs': {body: Schemas['TypesDefInput']; answer: Schemas['TypesDef']};
  /** Undo a change. What it changed is set back, what it created is deleted and what it deleted is restored, as the caller may do it. What was changed later stays and is listed. Up to 500 entities are done in the request; more are a bulk change, `GET /v2/bulk/{taskGuid}`, which is rehearsed with `isRehearsal`. */
  'POST /v2/undo/{changeId}': {path: {changeId: string}; query?: {"isRehearsal"?: boolean | undefined; "conflicts"?: 'SKIP' | 'REFUSE' | undefined}; answer: Schemas['UndoneChange']};
  /** Report statements that were run. Counts of which person queried and wrote which tables, with columns and joins. The editor sends its statements here; so can others. They are stored when this is answered and counted after lineage that was sent before. Statements that ended more than 30 days ago, and data sets that are no asset, are left out. An addition to the Atlas API. */
  'POST /v2/usage/statements': {body: {"statements": (Schemas['UsedStatement'] | null)[]}; answer: undefined};
  /** Permanently delete entities that are already deleted, with all that they own. The body is a list of guids. Only entities that are already deleted are purged; the history is kept. */
  'PUT /admin/purge': {body: (string | null)[]; answer: Schemas['EntityMutation']};
  /** Create or update entities. As POST /entities, but answers 200. */
  'PUT /entities': {body: unknown; answer: Schemas['OldEntityResult']};
  /** Update types, and create those that are missing. All or none. */
  'PUT /types': {body: Schemas['OldTypesDefInput'] | null; answer: {"requestId": string; "types": ({"name": string})[]}};
  /** Rename, move or describe a domain. What is left out is kept. A domain moves with all that is in it; null as `parentGuid` moves it to the top. Its `qualifiedName` is kept. */
  'PUT /v2/domains/{guid}': {path: {guid: string}; body: Schemas['DomainInput']; answer: Schemas['Domain']};
  /** Set one attribute of an entity. The body is the new value: a text, a number, or a reference to another entity by guid. */
  'PUT /v2/entity/guid/{guid}': {path: {guid: string}; query?: {"name"?: string | undefined}; body: unknown; answer: Schemas['EntityMutation']};
  /** Change classifications of an entity. Attributes that are not given stay; validity periods are as given, none when none are. */
  'PUT /v2/entity/guid/{guid}/classifications': {path: {guid: string}; body: (Schemas['ClassificationInput'] | string | null)[]; answer: undefined};
  /** Add labels to an entity. Labels that the entity already has are kept. */
  'PUT /v2/entity/guid/{guid}/labels': {path: {guid: string}; body?: (string | null)[] | null; answer: undefined};
  /** Set the owners, stewards and technical contacts of an entity. Names of users and groups, or any other text. Roles that are left out are kept. The first owner is the attribute `owner` where the type has it; the others are business metadata (`AssetOwnership`), which is created with the first of them. An addition to the Atlas API. */
  'PUT /v2/entity/guid/{guid}/owners': {path: {guid: string}; body: Schemas['OwnersInput']; answer: Schemas['Owners']};
  /** Certify or deprecate an entity, set its tier, announce something. What is left out is kept, null takes it away. A reason and a successor end with the deprecation. Stored as business metadata (`AssetTrust`), which is created with the first of it. An addition to the Atlas API. */
  'PUT /v2/entity/guid/{guid}/trust': {path: {guid: string}; body: Schemas['TrustInputInput']; answer: Schemas['Trust']};
  /** Change what the body carries of the entity with these unique attributes. The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`. Attributes that the body leaves out keep their values. */
  'PUT /v2/entity/uniqueAttribute/type/{typeName}': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string}; body: Schemas['EntityWithExtInfoInput']; answer: Schemas['EntityMutation']};
  /** Change classifications of an entity. Attributes that are not given stay; validity periods are as given, none when none are. */
  'PUT /v2/entity/uniqueAttribute/type/{typeName}/classifications': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string}; body: (Schemas['ClassificationInput'] | string | null)[]; answer: undefined};
  /** Add labels to the entity with these unique attributes. Labels that the entity already has are kept. */
  'PUT /v2/entity/uniqueAttribute/type/{typeName}/labels': {path: {typeName: string}; query?: {[name: `attr:${string}`]: string}; body?: (string | null)[] | null; answer: undefined};
  /** Follow a classification. With its subtypes. Changes tell where it was added, changed or removed. Following again changes nothing. An addition to the Atlas API. */
  'PUT /v2/follows/classifications/{name}': {path: {name: string}; answer: undefined};
  /** Change how often the caller gets changes by mail. The mail has what others changed of what the caller follows since the mail before, and is not sent where that is nothing. NEVER removes the address as well. An addition to the Atlas API. */
  'PUT /v2/follows/digest': {body: Schemas['FollowDigestInput']; answer: Schemas['FollowDigest']};
  /** Follow an entity. An asset, a glossary term, a domain or a data product that the caller may read. Following again changes nothing. An addition to the Atlas API. */
  'PUT /v2/follows/entities/{guid}': {path: {guid: string}; answer: undefined};
  /** Mark changes as read. Changes up to `seenTime` are read from then on. It never goes back, nor into the future. */
  'PUT /v2/follows/seen': {body: {"seenTime": number}; answer: Schemas['SeenChanges']};
  /** Change a category; what is left out is cleared, but for its glossary. In another glossary all categories below come along. What becomes of their terms says `termsOnMove`. */
  'PUT /v2/glossary/category/{guid}': {path: {guid: string}; query?: {"termsOnMove"?: 'KEEP' | 'MOVE' | 'REMOVE' | undefined}; body: Schemas['GlossaryCategoryInput']; answer: Schemas['GlossaryCategory']};
  /** Change texts of a category. The body has texts by attribute, such as `shortDescription`. Other texts are kept. */
  'PUT /v2/glossary/category/{guid}/partial': {path: {guid: string}; body: {[name: string]: string | null}; answer: Schemas['GlossaryCategory']};
  /** Change a term; what is left out is cleared, but for its glossary and assigned entities. To change some texts only, use PUT /v2/glossary/term/{guid}/partial. */
  'PUT /v2/glossary/term/{guid}': {path: {guid: string}; body: Schemas['GlossaryTermInput']; answer: Schemas['GlossaryTerm']};
  /** Change texts of a term. The body has texts by attribute, such as `shortDescription`. Other texts are kept. */
  'PUT /v2/glossary/term/{guid}/partial': {path: {guid: string}; body: {[name: string]: string | null}; answer: Schemas['GlossaryTerm']};
  /** Remove a term from entities, each with the guid of its assignment. For clients whose DELETE has no body. */
  'PUT /v2/glossary/terms/{guid}/assignedEntities': {path: {guid: string}; body: (Schemas['RelatedObjectIdInput'] | null)[]; answer: undefined};
  /** Change a glossary; what is left out is cleared. To change some texts only, use PUT /v2/glossary/{guid}/partial. */
  'PUT /v2/glossary/{guid}': {path: {guid: string}; body: Schemas['GivenGlossary']; answer: Schemas['Glossary']};
  /** Change texts of a glossary. The body has texts by attribute, such as `shortDescription`. Other texts are kept. */
  'PUT /v2/glossary/{guid}/partial': {path: {guid: string}; body: {[name: string]: string | null}; answer: Schemas['Glossary']};
  /** Rename, move or describe a data product. What is left out is kept; null as `domainGuid` takes it out of its domain. Its `qualifiedName` is kept. */
  'PUT /v2/products/{guid}': {path: {guid: string}; body: Schemas['DataProductInput']; answer: Schemas['DataProduct']};
  /** Change a relationship: its attributes, and which classifications it lets through. Attributes that are not given have their default, if there is one. */
  'PUT /v2/relationship': {body: Schemas['RelationshipInput']; answer: Schemas['Relationship']};
  /** Change a saved search, named by its guid. The body replaces what was saved. */
  'PUT /v2/search/saved': {body: Schemas['SavedSearchInput']; answer: Schemas['SavedSearch']};
  /** Change a source. For administrators. As when it was added. A secret that is left out is kept as long as the source is at the same place (host, port, URL, endpoint, brokers); null takes it away. Its name stays. */
  'PUT /v2/sources/{name}': {path: {name: string}; body: Schemas['SourceInput']; answer: Schemas['Source']};
  /** Change, pause or resume a subscription. For administrators. What is left out is kept. One that is resumed continues where it was paused, as far as the changes since then are kept. */
  'PUT /v2/subscriptions/{uuid}': {path: {uuid: string}; body: Schemas['SubscriptionInput']; answer: Schemas['SubscriptionDetails']};
  /** Update types, all or none. A definition replaces that of the same name. Attributes can be added if they are optional; they cannot be removed. Answers what was updated. */
  'PUT /v2/types/typedefs': {body: Schemas['TypesDefInput']; answer: Schemas['TypesDef']};
};
