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
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {onlyNamed, type SearchArgs} from './basic-search.ts';
import * as shapes from './shapes.ts';

export type RelationsResult = {
  queryType: 'RELATIONSHIP';
  searchParameters: SearchParameters;
  relations?: RelationshipHeader[];
  approximateCount: number;
};

const queryNames = ['relationshipName', 'offset', 'limit', 'sortBy', 'sortOrder'];

/** POST and GET /search/relations: relationships by their types and attributes. */
export async function searchRelations(c: Catalog, args: SearchArgs): Promise<RelationsResult> {
  const given =
    'body' in args
      ? readSearchParameters(parseBody(shapes.relationsParameters, args.body), {includeSubTypes: false})
      : readSearchQuery(onlyNamed(args.query, queryNames), {includeSubTypes: false});
  checkRelationsSearch(given, c.settings);
  const searchParameters = withPageSize(given, c.settings);
  return await c.read('EntityDiscoveryService.searchRelationsWithParameters', async graph => {
    const query = resolveRelations(graph.types, searchParameters, Date.now());
    const {edges, count} = await findRelations(graph, query);
    const ends = await graph.entities([...new Set(edges.flatMap(edge => [edge.end1, edge.end2]))], 'look');
    const relations = edges.map(edge => relationshipHeader(graph.types, edge, ends));
    return {
      queryType: 'RELATIONSHIP',
      searchParameters,
      ...(relations.length === 0 ? {} : {relations}),
      approximateCount: count,
    };
  });
}
