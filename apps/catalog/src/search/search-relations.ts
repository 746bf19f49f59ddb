import {
  checkRelationsSearch,
  readSearchParameters,
  readSearchQuery,
  resolveRelations,
  withPageSize,
  type EdgeRecord,
  type EntityRecord,
  type SearchParameters,
  type TypeRegistry,
} from '@gazetteer/model';
import {searchRelations as findRelations} from '@gazetteer/store';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {onlyNamed, type SearchArgs} from './basic-search.ts';
import * as shapes from './shapes.ts';

type End = {guid: string; typeName: string; uniqueAttributes?: Record<string, unknown>};
type RelationHeader = {
  typeName: string;
  attributes?: Record<string, unknown>;
  guid: string;
  status: string;
  propagateTags: string;
  label: string;
  end1: End;
  end2: End;
};
export type RelationsResult = {
  queryType: 'RELATIONSHIP';
  searchParameters: SearchParameters;
  relations?: RelationHeader[];
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
    const relations = edges.map(edge => relationHeader(graph.types, edge, ends));
    return {
      queryType: 'RELATIONSHIP',
      searchParameters,
      ...(relations.length === 0 ? {} : {relations}),
      approximateCount: count,
    };
  });
}

function relationHeader(
  types: TypeRegistry,
  edge: EdgeRecord,
  ends: ReadonlyMap<string, EntityRecord>,
): RelationHeader {
  const type = types.relationshipTypes.get(edge.typeName);
  const names = [...(type?.attributes.keys() ?? [])];
  const end = (guid: string): End => {
    const record = ends.get(guid);
    const qualifiedName = record?.attributes['qualifiedName'];
    return {
      guid,
      typeName: record?.typeName ?? '',
      ...(qualifiedName === undefined ? {} : {uniqueAttributes: {qualifiedName}}),
    };
  };
  return {
    typeName: edge.typeName,
    ...(names.length === 0
      ? {}
      : {attributes: Object.fromEntries(names.map(name => [name, edge.attributes?.[name] ?? null]))}),
    guid: edge.guid,
    status: edge.status,
    propagateTags: edge.propagateTags,
    label: type?.label ?? edge.typeName,
    end1: end(edge.end1),
    end2: end(edge.end2),
  };
}
