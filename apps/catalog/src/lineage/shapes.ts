import {flag, integer, list, mapOf, named, object, oneOf, text} from '../api/shape.ts';
import {entityHeader} from '../entity/shapes.ts';

export const lineageDirections = ['INPUT', 'OUTPUT', 'BOTH'] as const;

const relation = named('LineageRelation', () =>
  object(
    {
      fromEntityId: text('Where data comes from'),
      toEntityId: text('Where it goes to'),
      relationshipId: text(),
      processId: text('Where processes are hidden: the process between both'),
    },
    ['fromEntityId', 'toEntityId', 'relationshipId'],
  ),
);

const moreRelations = named('LineageMoreRelations', () =>
  object({
    hasMoreInputs: flag(),
    hasMoreOutputs: flag(),
    inputRelationsCount: integer('That are shown'),
    outputRelationsCount: integer('That are shown'),
    inputRelationsReachedLimit: flag(),
    outputRelationsReachedLimit: flag(),
    remainingUpstreamCount: integer('Inputs behind those that are shown'),
    remainingDownstreamCount: integer('Outputs behind those that are shown'),
  }),
);

/** The body of a lineage on demand, and what its answer says of it. */
export const lineageConstraints = mapOf(
  named('LineageConstraints', () =>
    object({
      direction: oneOf(lineageDirections),
      inputRelationsLimit: integer(),
      outputRelationsLimit: integer(),
      depth: integer('Hops from data set to data set; 0 and -1: all. Of the start only'),
      from: integer('Leave out so many relations of each direction'),
    }),
  ),
  'By guid; entities that are not named show the default number of relations',
);

export const lineage = named('Lineage', () =>
  object(
    {
      baseEntityGuid: text(),
      lineageDirection: oneOf(lineageDirections),
      lineageDepth: integer(),
      guidEntityMap: mapOf(entityHeader),
      relations: list(relation),
      relationsOnDemand: mapOf(moreRelations, 'Entities that have more relations than are shown'),
      lineageOnDemandPayload: lineageConstraints,
    },
    ['baseEntityGuid', 'lineageDirection', 'lineageDepth', 'guidEntityMap', 'relations', 'relationsOnDemand'],
  ),
);
