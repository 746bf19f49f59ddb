import {facetNames, operators} from '@gazetteer/model';
import {
  described,
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
} from '@gazetteer/kernel/shape';
import {entityHeader} from '../entity/shapes.ts';

export const sortOrders = ['ASCENDING', 'DESCENDING'] as const;

export const filter: Shape = named(
  'FilterCriteria',
  'A condition on an attribute, or a group of conditions',
  () =>
    object({
      attributeName: text('Attribute to test'),
      operator: text(`One of ${operators.join(' ')}`),
      attributeValue: text('Lists are separated by commas'),
      condition: oneOf(['AND', 'OR'], 'How the tests of a group combine'),
      criterion: list(filter, 'A group, in place of a test'),
    }),
);

/** What basic and quick searches may both ask for. */
const common = {
  query: text('Words to find; `*` stands for any characters'),
  typeName: text('Only entities of this type; `_ALL_ENTITY_TYPES` for all'),
  excludeDeletedEntities: flag('Whether to leave out deleted entities'),
  includeSubTypes: flag('Whether to include entities of subtypes'),
  entityFilters: described(filter, 'Conditions on attributes of the entities'),
  attributes: list(text(), 'To be shown beside those of every header'),
  excludeHeaderAttributes: flag('Whether to answer only the attributes listed in `attributes`'),
  limit: integer('Hits in the answer'),
  offset: integer('Hits to skip'),
  sortBy: text('Attribute to sort by'),
  sortOrder: oneOf(sortOrders, 'Order of the hits'),
  facets: mapOf(
    list(text()),
    'Values by the name of a facet, as POST /v2/search/facets answers them: hits have one of the values of each facet. An addition to the Atlas API',
  ),
};

/** What a basic search takes beside; saved searches keep the same. */
const ofBasic = {
  ...common,
  classification: text('Only entities with this classification; names separated by commas'),
  termName: text('Qualified name of a glossary term'),
  relationshipName: text('Only relationships of this type'),
  includeMatches: flag(
    'Whether hits have `matches`: where the words of the query are. An addition to the Atlas API',
  ),
  includeClassificationAttributes: flag(
    'Whether hits carry the attributes of their classifications',
  ),
  includeSubClassifications: flag('Whether to include subtypes of the classification'),
  tagFilters: described(filter, 'Conditions on attributes of the classification'),
  relationshipFilters: described(filter, 'Conditions on attributes of the relationship'),
  marker: text('`*` for the first page, then `nextMarker` of the last answer'),
};

export const searchParameters = named('SearchParameters', 'What to search for', () =>
  object(ofBasic),
);

export const facetParameters = named(
  'FacetParameters',
  'What to search for, and how much of it to count',
  () =>
    object({
      ...ofBasic,
      facetSize: integer('Values of each facet in the answer: 50 by default, 1,000 at most'),
    }),
);

export const relationsParameters = named(
  'RelationshipSearchParameters',
  'Which relationships to find',
  () =>
    object({
      relationshipName: text('Relationship types, separated by commas'),
      relationshipFilters: described(filter, 'Conditions on attributes of the relationships'),
      limit: integer('Hits in the answer'),
      offset: integer('Hits to skip'),
      sortBy: text('Attribute to sort by'),
      sortOrder: oneOf(sortOrders, 'Order of the hits'),
    }),
);

/** In the short form of a relationship, which says no more of its ends. */
const end = object(
  {
    guid: text('The entity'),
    typeName: text('Type of the entity'),
    uniqueAttributes: mapOf(anything, 'Unique attributes of the entity'),
  },
  ['guid', 'typeName'],
);

export const relationHeader = named('RelationshipHeader', 'The short form of a relationship', () =>
  object(
    {
      typeName: text('Relationship type'),
      attributes: mapOf(anything, 'Values by attribute name'),
      guid: text('Of the relationship'),
      status: oneOf(['ACTIVE', 'DELETED'], 'Status of the relationship'),
      propagateTags: oneOf(
        ['NONE', 'ONE_TO_TWO', 'TWO_TO_ONE', 'BOTH'],
        'Direction in which classifications propagate',
      ),
      label: text('Label of the edge'),
      end1: described(end, 'Entity at the first end'),
      end2: described(end, 'Entity at the second end'),
    },
    ['typeName', 'guid', 'status', 'propagateTags', 'label', 'end1', 'end2'],
  ),
);

export const quickSearchParameters = named(
  'QuickSearchParameters',
  'What to search for while typing',
  () => object(common),
);

export const searchResult = named('SearchResult', 'What a search found', () =>
  object(
    {
      queryType: oneOf(
        ['BASIC', 'DSL', 'FULL_TEXT', 'ATTRIBUTE', 'RELATIONSHIP'],
        'Kind of search',
      ),
      searchParameters: described(searchParameters, 'The parameters as they were understood'),
      queryText: text('The query'),
      type: text('Type that was searched'),
      classification: text('Classification that was searched'),
      entities: list(entityHeader, 'Hits'),
      relations: list(relationHeader, 'Relationships that were found'),
      attributes: described(
        object({name: list(text(), 'Names of the columns'), values: list(list(anything), 'Rows')}),
        'Values that a DSL query selects',
      ),
      fullTextResult: list(
        object({
          entity: described(entityHeader, 'The hit'),
          score: number('How well it matches; higher is better'),
        }),
        'Hits of a full-text search',
      ),
      referredEntities: mapOf(
        entityHeader,
        'Entities that attributes of the hits refer to, by guid',
      ),
      approximateCount: integer('Of all hits; -1: not counted'),
      nextMarker: text('`marker` of the next page; absent on the last'),
    },
    // A DSL query that selects values is answered without a type.
    ['approximateCount'],
  ),
);

export const quickSearchResult = named(
  'QuickSearchResult',
  'What a search found, with counts',
  () =>
    object(
      {
        searchResults: described(searchResult, 'The hits'),
        aggregationMetrics: mapOf(
          list(
            object({name: text('The value'), count: integer('Hits with the value')}, [
              'name',
              'count',
            ]),
          ),
          'Numbers of hits by type, status, owner and service',
        ),
      },
      ['searchResults', 'aggregationMetrics'],
    ),
);

export const facetCounts = named(
  'SearchFacets',
  'What the hits of a search have, and how many of them',
  () =>
    object(
      {
        facets: list(
          object(
            {
              name: text(
                `${facetNames.join(', ')}, or \`<group>.<attribute>\` of business metadata`,
              ),
              values: list(
                object(
                  {
                    value: text('As `facets` of a search takes it'),
                    label: text('The name of a term or a container, whose value is a guid'),
                    typeName: text('Type of a term or a container'),
                    count: integer(
                      'Hits that have it, with what is chosen of other facets; 10,000 at most',
                    ),
                    isMore: flag('Whether there may be more'),
                  },
                  ['value', 'count'],
                ),
                'The most frequent first, and whatever is chosen',
              ),
              isMore: flag('Whether there may be other values'),
            },
            ['name', 'values'],
          ),
          'Those that hits have values of',
        ),
      },
      ['facets'],
    ),
);

export const spelling = named(
  'Spelling',
  'Words of a query that nothing has, and what was meant',
  () =>
    object(
      {
        query: text('The query'),
        corrected: text('The query with the likeliest word for each that nothing has'),
        words: list(
          object(
            {
              word: text('The word that nothing has, in lower case'),
              similar: list(
                object(
                  {
                    word: text('A word that entities have'),
                    entityCount: integer(
                      'Active entities that have it; of words of texts no more than 1,000 are counted',
                    ),
                    distance: integer('Letters that differ; absent when they are too many'),
                    isPart: flag('Whether it holds the word of the query'),
                  },
                  ['word', 'entityCount', 'isPart'],
                ),
                'The likeliest first',
              ),
            },
            ['word', 'similar'],
          ),
          'In the order of the query',
        ),
      },
      ['query', 'words'],
    ),
);

const found = (more: Readonly<Record<string, Shape>> = {}) =>
  object(
    {
      guid: text('The entity'),
      typeName: text('Type of the entity'),
      name: text('What it is called'),
      qualifiedName: text('Where it has one'),
      ...more,
    },
    ['guid', 'typeName', 'name'],
  );

export const typeahead = named('Typeahead', 'What there is for what somebody types', () =>
  object(
    {
      assets: list(
        found({columns: list(found(), 'Those of its columns and other parts that were found')}),
        'Assets and processes, those with the words in their names first, then what the columns found belong to',
      ),
      terms: list(found(), 'Glossary terms with the words in their names'),
      owners: list(text(), 'Owners of entities whose names begin so'),
      corrected: text('Where no entity was found: what was meant'),
    },
    ['assets', 'terms', 'owners'],
  ),
);

export const suggestions = named('Suggestions', 'Words to complete a search', () =>
  object(
    {
      suggestions: list(text(), 'Words that begin with the prefix'),
      prefixString: text('The prefix'),
      fieldName: text('Attribute that the words come from'),
    },
    ['suggestions'],
  ),
);

export const savedSearch = named('SavedSearch', 'A search that a user saved', () =>
  object({
    guid: text('Of the saved search'),
    ownerName: text('User who saved it'),
    name: text('Unique among the searches of the user'),
    searchType: oneOf(['BASIC', 'ADVANCED', 'BASIC_RELATIONSHIP'], 'Kind of search'),
    searchParameters: described(searchParameters, 'What to search for'),
    uiParameters: text('Kept for pages, as given'),
  }),
);

export const explanation = named('SearchExplanation', 'How a search is answered', () =>
  object(
    {
      queryType: oneOf(['BASIC', 'DSL'], 'Kind of search'),
      queryText: text('A DSL query as it was understood'),
      steps: list(text(), 'In words: what leads to the hits, what is tested on them, their order'),
      candidates: integer('Entities of the types'),
      approximateCount: integer('Number of hits'),
      ms: number('Milliseconds that the search took'),
      statements: list(
        object(
          {
            sql: text('The statement'),
            rows: integer('Rows that it answered'),
            ms: number('Milliseconds that it took'),
            plan: list(text(), 'How the database runs it'),
          },
          ['sql', 'rows', 'ms', 'plan'],
        ),
        'Statements that were run',
      ),
    },
    ['queryType', 'steps', 'candidates', 'approximateCount', 'ms', 'statements'],
  ),
);

export const downloadStatus = named('DownloadStatus', 'Files that were asked for', () =>
  object(
    {
      searchDownloadRecords: list(
        object(
          {
            status: oneOf(['PENDING', 'IN_PROGRESS', 'COMPLETE', 'FAILED'], 'State of the file'),
            fileName: text('Name to download it by'),
            createdBy: text('User who asked for it'),
            createdTime: time(),
            startTime: time(),
            rows: integer('Written so far'),
            total: integer('Rows when it was asked for'),
            reason: text('Why it failed'),
          },
          ['status', 'fileName', 'createdBy', 'createdTime'],
        ),
        "The caller's files",
      ),
    },
    ['searchDownloadRecords'],
  ),
);
