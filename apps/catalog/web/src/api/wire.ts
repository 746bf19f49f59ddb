import type {AttributeDef, ClassificationDef, EntityDef, RelationshipDef, TypesDef} from '@gazetteer/model';
import type {FilterGroup} from '@gazetteer/ui';

/** What the API answers, as far as pages read it. Times are epoch milliseconds. */

export type Attributes = Readonly<Record<string, unknown>>;

export type Validity = {readonly startTime?: string; readonly endTime?: string; readonly timeZone?: string};

export type Classification = {
  readonly typeName: string;
  readonly attributes?: Attributes;
  /** The entity that it was put on; another one than that which carries it when it was propagated. */
  readonly entityGuid?: string;
  readonly entityStatus?: string;
  readonly propagate?: boolean;
  readonly removePropagationsOnEntityDelete?: boolean;
  readonly validityPeriods?: readonly Validity[];
};

export type Meaning = {
  readonly termGuid: string;
  readonly relationGuid?: string;
  readonly displayText?: string;
  readonly qualifiedName?: string;
  readonly confidence?: number;
  readonly status?: string;
};

export type EntityHeader = {
  readonly guid: string;
  readonly typeName: string;
  readonly status: 'ACTIVE' | 'DELETED' | 'PURGED';
  readonly displayText?: string;
  readonly attributes: Attributes;
  readonly classificationNames?: readonly string[];
  readonly classifications?: readonly Classification[];
  readonly meaningNames?: readonly string[];
  readonly meanings?: readonly Meaning[];
  readonly labels?: readonly string[];
  readonly isIncomplete?: boolean;
};

export type ObjectRef = {
  readonly guid: string;
  readonly typeName: string;
  readonly displayText?: string;
  readonly qualifiedName?: string;
  readonly entityStatus?: string;
  readonly relationshipGuid?: string;
  readonly relationshipType?: string;
  readonly relationshipStatus?: string;
  readonly relationshipAttributes?: {readonly typeName?: string; readonly attributes?: Attributes};
  readonly uniqueAttributes?: Attributes;
};

export type Entity = {
  readonly guid: string;
  readonly typeName: string;
  readonly status: 'ACTIVE' | 'DELETED' | 'PURGED';
  readonly attributes: Attributes;
  readonly relationshipAttributes?: Readonly<Record<string, ObjectRef | readonly ObjectRef[] | null>>;
  readonly classifications?: readonly Classification[];
  readonly meanings?: readonly Meaning[];
  readonly labels?: readonly string[];
  readonly customAttributes?: Readonly<Record<string, string>>;
  readonly businessAttributes?: Readonly<Record<string, Attributes>>;
  readonly isIncomplete?: boolean;
  readonly createdBy?: string;
  readonly updatedBy?: string;
  readonly createTime?: number;
  readonly updateTime?: number;
  readonly version?: number;
};

export type EntityAnswer = {readonly entity: Entity; readonly referredEntities?: Readonly<Record<string, Entity>>};

export type SearchParameters = {
  readonly query?: string | null;
  readonly typeName?: string | null;
  readonly classification?: string | null;
  readonly termName?: string | null;
  readonly sortBy?: string;
  readonly sortOrder?: 'ASCENDING' | 'DESCENDING';
  readonly excludeDeletedEntities?: boolean;
  readonly includeClassificationAttributes?: boolean;
  readonly includeSubTypes?: boolean;
  readonly includeSubClassifications?: boolean;
  readonly limit?: number;
  readonly offset?: number;
  readonly entityFilters?: FilterGroup | null;
  readonly tagFilters?: FilterGroup | null;
  readonly attributes?: readonly string[];
};

export type SearchAnswer = {
  readonly entities?: readonly EntityHeader[];
  readonly referredEntities?: Readonly<Record<string, EntityHeader>>;
  /** -1 when the server did not count. */
  readonly approximateCount: number;
  readonly attributes?: {readonly name: readonly string[]; readonly values: readonly (readonly unknown[])[]};
};

export type QuickSearchAnswer = {
  readonly searchResults: SearchAnswer;
  readonly aggregationMetrics?: Readonly<Record<string, readonly {readonly name: string; readonly count: number}[]>>;
};

export type SavedSearch = {
  readonly guid: string;
  readonly name: string;
  readonly ownerName?: string;
  readonly searchType: 'BASIC' | 'ADVANCED' | 'BASIC_RELATIONSHIP';
  readonly searchParameters: SearchParameters;
  readonly uiParameters?: string;
};

export type RelationshipAttributeDef = AttributeDef & {
  readonly relationshipTypeName: string;
  readonly isLegacyAttribute: boolean;
};
/** Definitions as they are answered, with what the server adds to them. */
export type EntityDefAnswer = EntityDef & {
  readonly subTypes?: readonly string[];
  readonly relationshipAttributeDefs?: readonly RelationshipAttributeDef[];
  readonly businessAttributeDefs?: Readonly<Record<string, readonly AttributeDef[]>>;
};
export type ClassificationDefAnswer = ClassificationDef & {readonly subTypes?: readonly string[]};
export type TypesAnswer = Omit<TypesDef, 'entityDefs' | 'classificationDefs'> & {
  readonly entityDefs: readonly EntityDefAnswer[];
  readonly classificationDefs: readonly ClassificationDefAnswer[];
  readonly relationshipDefs: readonly RelationshipDef[];
};

export type Metrics = {
  readonly data: {
    readonly general: Readonly<Record<string, unknown>> & {
      readonly entityCount?: number;
      readonly tagCount?: number;
      readonly typeCount?: number;
    };
    readonly entity: {
      readonly entityActive?: Readonly<Record<string, number>>;
      readonly entityDeleted?: Readonly<Record<string, number>>;
      readonly entityShell?: Readonly<Record<string, number>>;
    };
    readonly tag: {readonly tagEntities?: Readonly<Record<string, number>>};
    readonly system?: Readonly<Record<string, unknown>>;
  };
};

export type TermHeader = {
  readonly termGuid: string;
  readonly displayText?: string;
  readonly relationGuid?: string;
  readonly description?: string;
};
export type CategoryHeader = {
  readonly categoryGuid: string;
  readonly displayText?: string;
  readonly parentCategoryGuid?: string;
  readonly relationGuid?: string;
};
export type Glossary = {
  readonly guid: string;
  readonly name: string;
  readonly qualifiedName?: string;
  readonly shortDescription?: string;
  readonly longDescription?: string;
  readonly language?: string;
  readonly usage?: string;
  readonly terms?: readonly TermHeader[];
  readonly categories?: readonly CategoryHeader[];
};
