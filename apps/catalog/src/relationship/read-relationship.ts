import {flag} from '@gazetteer/kernel/parameters';
import {
  AppError,
  byGuid,
  relationshipJson,
  type EdgeRecord,
  type EntityHeader,
  type EntityRecord,
  type Guid,
  type RelationshipJson,
} from '@gazetteer/model';
import {propagationsOver, type GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {readHeaders} from '../entity/headers.ts';
import * as shapes from './shapes.ts';

export type RelationshipWithExtInfo = {
  relationship: RelationshipJson;
  /** Headers of its ends by guid, when they are asked for. */
  referredEntities?: Record<Guid, EntityHeader>;
};

/**
 * GET /relationship/guid/{guid}: deleted ones are answered, too. @throws
 * RELATIONSHIP_GUID_NOT_FOUND
 */
export const readRelationshipByGuid = query('GET /v2/relationship/guid/{guid}', {
  summary: 'A relationship by guid, deleted ones included',
  description: 'With both ends, its attributes and the classifications that propagate over it.',
  query: {extendedInfo: flag('Adds headers of its ends')},
  answer: shapes.relationshipWithExtInfo,
  errors: ['RELATIONSHIP_GUID_NOT_FOUND'],
  on: 'main',
  logAs: 'AtlasRelationshipStoreV2.getById',
  run: async (graph, {guid, extendedInfo}): Promise<RelationshipWithExtInfo> => {
    const edge = await relationshipOf(graph, guid);
    const ends = await endsOf(graph, edge);
    const relationship = relationshipJson(
      graph.types,
      edge,
      ends,
      await propagationsOver(graph, edge),
    );
    if (!extendedInfo) return {relationship};
    const headers = await readHeaders(graph, [...new Set(ends)], () => ({
      withClassifications: true,
    }));
    return {
      relationship,
      referredEntities: byGuid(headers),
    };
  },
});

/**
 * The edge of a relationship type; a reference without one is a value of its holder and no
 * relationship.
 * @throws RELATIONSHIP_GUID_NOT_FOUND
 */
export async function relationshipOf(graph: GraphRead, guid: Guid): Promise<EdgeRecord> {
  const [edge] = await graph.edgesByGuid([guid], 'look');
  if (edge === undefined || !graph.types.relationshipTypes.has(edge.typeName)) {
    throw new AppError('RELATIONSHIP_GUID_NOT_FOUND', [guid]);
  }
  return edge;
}

/**
 * In a transaction that writes they are held: whoever follows classifications over the edge meets
 * them.
 */
export async function endsOf(
  graph: GraphRead,
  {end1, end2}: EdgeRecord,
): Promise<[EntityRecord, EntityRecord]> {
  const found = await graph.entities([...new Set([end1, end2])]);
  return [found.get(end1) as EntityRecord, found.get(end2) as EntityRecord];
}
