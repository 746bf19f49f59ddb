import {also, body} from '@gazetteer/kernel';
import {text} from '@gazetteer/kernel/parameters';
import {
  checkRelationsSearch,
  readSearchParameters,
  readSearchQuery,
  relationshipHeader,
  resolveRelations,
  withPageSize,
  type RelationshipHeader,
  type SearchParameters,
} from '@gazetteer/model';
import {searchRelations as findRelations} from '@gazetteer/store';
import {query} from '../operation.ts';
import {limit, offset, sort, type SearchArgs} from './addresses.ts';
import * as shapes from './shapes.ts';

export type RelationsResult = {
  queryType: 'RELATIONSHIP';
  searchParameters: SearchParameters;
  relations?: RelationshipHeader[];
  approximateCount: number;
};

/** A search for relationships names their types one by one. */
const form = {includeSubTypes: false};
/** What either of both addresses refuses. */
const wrong = [
  'INVALID_SEARCH_PARAMS',
  'UNKNOWN_TYPENAME',
  'UNKNOWN_ATTRIBUTE',
  'BAD_REQUEST',
] as const;

/** POST and GET /search/relations: relationships by their types and attributes. */
export const searchRelations = query('POST /v2/search/relations', {
  summary: 'Relationships by their types and attributes',
  description: 'As GET /v2/search/relations, with filters on attributes of the relationships.',
  body: body(shapes.relationsParameters, json => readSearchParameters(json, form)),
  answer: shapes.searchResult,
  errors: [...wrong, 'INVALID_OPERATOR', 'BLANK_NAME_ATTRIBUTE', 'BLANK_VALUE_ATTRIBUTE'],
  on: 'search',
  keptFor: 'rights',
  logAs: 'EntityDiscoveryService.searchRelationsWithParameters',
  read: (args: SearchArgs<SearchParameters>, c) => {
    const given = 'body' in args ? args.body : readSearchQuery(args.query, form);
    checkRelationsSearch(given, c.settings);
    return withPageSize(given, c.settings);
  },
  run: async (graph, searchParameters, c): Promise<RelationsResult> => {
    const query = resolveRelations(graph.types, searchParameters, c);
    const {edges, count} = await findRelations(graph, query);
    const ends = await graph.entities(
      [...new Set(edges.flatMap(edge => [edge.end1, edge.end2]))],
      'look',
    );
    const relations = edges.map(edge => relationshipHeader(graph.types, edge, ends));
    return {
      queryType: 'RELATIONSHIP',
      searchParameters,
      ...(relations.length === 0 ? {} : {relations}),
      approximateCount: count,
    };
  },
});

export const searchRelationsByQuery = also(
  'GET /v2/search/relations',
  searchRelations,
  {
    summary: 'Relationships by their types',
    description: 'The answer has the relationships in `relations`.',
    query: {
      relationshipName: text('Relationship types, separated by commas'),
      ...sort,
      limit,
      offset,
    },
    answer: shapes.searchResult,
    errors: [...wrong, 'PARAMETER_PARSING_FAILED'],
  },
  query => ({query}),
);
