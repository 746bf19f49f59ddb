import {text} from '@gazetteer/kernel/parameters';
import {
  AppError,
  type EdgeRecord,
  type EntityHeader,
  type Guid,
  type PropagateTags,
  type Status,
} from '@gazetteer/model';
import {propagationPaths, type GraphRead, type PropagationPath} from '@gazetteer/store';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';
import {readHeaders} from './headers.ts';
import {recordsOf} from './read-entities.ts';

type Relationship = {
  guid: Guid;
  typeName: string;
  end1: Guid;
  end2: Guid;
  status: Status;
  propagateTags: PropagateTags;
};

/**
 * From the source to the entity; the first step is the source itself, which no relationship leads
 * to.
 */
export type ClassificationWay = {
  entityGuid: Guid;
  entityStatus: Status;
  /** False for one that stays although no way leads from its source any more. */
  isConnected: boolean;
  path: {entity: EntityHeader; relationship?: Relationship}[];
};

export type ClassificationExplanation = {
  typeName: string;
  guid: Guid;
  /** It is attached to the entity itself. */
  isOwn: boolean;
  /** How many other entities it comes from; `sources` tells of the first of them. */
  sourceCount: number;
  sources: ClassificationWay[];
};

/** Further sources are counted, and told when they are asked for by guid. */
const maxSources = 20;

/**
 * GET /entity/guid/{guid}/classification/{name}/why: the entities and relationships over which a
 * classification has come, from each of its sources the shortest way.
 * @throws INSTANCE_GUID_NOT_FOUND, TYPE_NAME_INVALID, CLASSIFICATION_NOT_FOUND when the entity does
 * not carry it, also when it
 *   does not carry it from `source`
 */
export const explainClassification = query('GET /v2/entity/guid/{guid}/classification/{name}/why', {
  summary: 'Why an entity carries a classification: the path from where it is attached',
  description:
    'Lists the entities that it comes from, each with the shortest path of relationships.',
  query: {source: text('Only from the entity with this guid')},
  answer: shapes.classificationExplanation,
  errors: ['INSTANCE_GUID_NOT_FOUND', 'TYPE_NAME_INVALID', 'CLASSIFICATION_NOT_FOUND'],
  logAs: 'AtlasEntityStoreV2.explainClassification',
  run: async (
    graph,
    {guid, name, source}: {guid: Guid; name: string; source?: Guid | undefined},
  ): Promise<ClassificationExplanation> => {
    if (!graph.types.classificationTypes.has(name))
      throw new AppError('TYPE_NAME_INVALID', ['CLASSIFICATION', name]);
    await recordsOf(graph, [guid]);
    const own = await graph.classificationsOf([guid]);
    const isOwn =
      (source === undefined || source === guid) && own.some(one => one.typeName === name);
    const {count, paths} = await propagationPaths(graph, {
      guid,
      typeName: name,
      wanted: source,
      most: maxSources,
    });
    if (!isOwn && count === 0) throw new AppError('CLASSIFICATION_NOT_FOUND', [name]);
    const sources = await waysOf(graph, paths, guid);
    const sourceCount = graph.readable === undefined ? count : sources.length;
    return {typeName: name, guid, isOwn, sourceCount, sources};
  },
});

async function waysOf(
  graph: GraphRead,
  paths: readonly PropagationPath[],
  guid: Guid,
): Promise<ClassificationWay[]> {
  const guids = new Set(
    paths.flatMap(path => [path.source, guid, ...(path.steps ?? []).map(step => step.entity)]),
  );
  const headers = new Map(
    (await readHeaders(graph, [...(await graph.entities([...guids])).values()])).map(one => [
      one.guid,
      one,
    ]),
  );
  const edges = new Map(
    (await graph.edgesByGuid(paths.flatMap(path => path.steps ?? []).map(one => one.edge))).map(
      one => [one.guid, one],
    ),
  );
  const at = (entity: Guid) => headers.get(entity) as EntityHeader;
  // A way over what may not be read is none.
  const isShown = ({source, steps = []}: PropagationPath) =>
    headers.has(source) && steps.every(step => headers.has(step.entity) && edges.has(step.edge));
  return paths.filter(isShown).map(({source, steps}) => ({
    entityGuid: source,
    entityStatus: at(source).status,
    isConnected: steps !== undefined,
    path: [
      {entity: at(source)},
      ...(steps ?? []).map(step => ({
        relationship: relationshipOf(edges.get(step.edge) as EdgeRecord),
        entity: at(step.entity),
      })),
      ...(steps === undefined ? [{entity: at(guid)}] : []),
    ],
  }));
}

function relationshipOf({
  guid,
  typeName,
  end1,
  end2,
  status,
  propagateTags,
}: EdgeRecord): Relationship {
  return {guid, typeName, end1, end2, status, propagateTags};
}
