import {
  anything,
  flag,
  integer,
  list,
  mapOf,
  named,
  number,
  object,
  oneOf,
  text,
  time,
  type Shape,
} from '../api/shape.ts';
import {entityHeader} from '../entity/shapes.ts';

export const sortOrders = ['ASCENDING', 'DESCENDING'] as const;

export const filter: Shape = named('FilterCriteria', () =>
  object({
    attributeName: text(),
    operator: text(
      'One of < > <= >= = != in like startsWith endsWith contains not_contains containsAny containsAll isNull notNull timerange notEmpty',
    ),
    attributeValue: text('Lists are separated by commas'),
    condition: oneOf(['AND', 'OR']),
    criterion: list(filter, 'A group, in place of a test'),
  }),
);

const common = {
  query: text(),
  typeName: text(),
  excludeDeletedEntities: flag(),
  includeSubTypes: flag(),
  entityFilters: filter,
  attributes: list(text(), 'To be shown beside those of every header'),
  excludeHeaderAttributes: flag(),
  limit: integer(),
  offset: integer(),
  sortBy: text(),
  sortOrder: oneOf(sortOrders),
};

export const searchParameters = named('SearchParameters', () =>
  object({
    ...common,
    classification: text(),
    termName: text('Qualified name of a glossary term'),
    relationshipName: text(),
    includeClassificationAttributes: flag(),
    includeSubClassifications: flag(),
    tagFilters: filter,
    relationshipFilters: filter,
    marker: text(),
  }),
);

export const relationsParameters = named('RelationshipSearchParameters', () =>
  object({
    relationshipName: text('Relationship types, separated by commas'),
    relationshipFilters: filter,
    limit: integer(),
    offset: integer(),
    sortBy: text(),
    sortOrder: oneOf(sortOrders),
  }),
);

const end = object({guid: text(), typeName: text(), uniqueAttributes: mapOf(anything)}, ['guid', 'typeName']);

export const relationHeader = named('RelationshipHeader', () =>
  object(
    {
      typeName: text(),
      attributes: mapOf(anything),
      guid: text(),
      status: oneOf(['ACTIVE', 'DELETED']),
      propagateTags: oneOf(['NONE', 'ONE_TO_TWO', 'TWO_TO_ONE', 'BOTH']),
      label: text(),
      end1: end,
      end2: end,
    },
    ['typeName', 'guid', 'status', 'propagateTags', 'label', 'end1', 'end2'],
  ),
);

export const quickSearchParameters = named('QuickSearchParameters', () => object(common));

export const searchResult = named('SearchResult', () =>
  object(
    {
      queryType: oneOf(['BASIC', 'DSL', 'FULL_TEXT', 'ATTRIBUTE', 'RELATIONSHIP']),
      searchParameters,
      queryText: text(),
      type: text(),
      classification: text(),
      entities: list(entityHeader),
      relations: list(relationHeader),
      attributes: object({name: list(text()), values: list(list(anything))}),
      fullTextResult: list(object({entity: entityHeader, score: number()})),
      referredEntities: mapOf(entityHeader),
      approximateCount: integer('Of all hits; -1: not counted'),
      nextMarker: text(),
    },
    // A DSL query that selects values is answered without a type.
    ['approximateCount'],
  ),
);

export const quickSearchResult = named('QuickSearchResult', () =>
  object(
    {
      searchResults: searchResult,
      aggregationMetrics: mapOf(list(object({name: text(), count: integer()}, ['name', 'count']))),
    },
    ['searchResults', 'aggregationMetrics'],
  ),
);

export const suggestions = named('Suggestions', () =>
  object({suggestions: list(text()), prefixString: text(), fieldName: text()}, ['suggestions']),
);

export const savedSearch = named('SavedSearch', () =>
  object({
    guid: text(),
    ownerName: text(),
    name: text(),
    searchType: oneOf(['BASIC', 'ADVANCED', 'BASIC_RELATIONSHIP']),
    searchParameters,
    uiParameters: text(),
  }),
);

export const explanation = named('SearchExplanation', () =>
  object(
    {
      queryType: oneOf(['BASIC', 'DSL']),
      queryText: text('A DSL query as it was understood'),
      steps: list(text(), 'In words: what leads to the hits, what is tested on them, their order'),
      candidates: integer('Entities of the types'),
      approximateCount: integer(),
      ms: number(),
      statements: list(
        object({sql: text(), rows: integer(), ms: number(), plan: list(text())}, ['sql', 'rows', 'ms', 'plan']),
      ),
    },
    ['queryType', 'steps', 'candidates', 'approximateCount', 'ms', 'statements'],
  ),
);

export const downloadStatus = named('DownloadStatus', () =>
  object(
    {
      searchDownloadRecords: list(
        object(
          {
            status: oneOf(['PENDING', 'IN_PROGRESS', 'COMPLETE', 'FAILED']),
            fileName: text(),
            createdBy: text(),
            createdTime: time(),
            startTime: time(),
            rows: integer('Written so far'),
            total: integer('Rows when it was asked for'),
            reason: text('Why it failed'),
          },
          ['status', 'fileName', 'createdBy', 'createdTime'],
        ),
      ),
    },
    ['searchDownloadRecords'],
  ),
);
