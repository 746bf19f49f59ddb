import {
  described,
  flag,
  integer,
  list,
  mapOf,
  named,
  object,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';
import {entityHeader} from '../entity/shapes.ts';
import {impactFacets} from './impact.ts';

export const lineageDirections = ['INPUT', 'OUTPUT', 'BOTH'] as const;

const relation = named('LineageRelation', 'An edge of the lineage', () =>
  object(
    {
      fromEntityId: text('Where data comes from'),
      toEntityId: text('Where it goes to'),
      relationshipId: text('Guid of the relationship'),
      processId: text('Where processes are hidden: the process between both'),
    },
    ['fromEntityId', 'toEntityId', 'relationshipId'],
  ),
);

const moreRelations = named('LineageMoreRelations', 'What an entity has beyond what is shown', () =>
  object({
    hasMoreInputs: flag('Whether there are inputs that are not shown'),
    hasMoreOutputs: flag('Whether there are outputs that are not shown'),
    inputRelationsCount: integer('That are shown'),
    outputRelationsCount: integer('That are shown'),
    inputRelationsReachedLimit: flag('Whether as many inputs are shown as were asked for'),
    outputRelationsReachedLimit: flag('Whether as many outputs are shown as were asked for'),
    remainingUpstreamCount: integer('Inputs behind those that are shown'),
    remainingDownstreamCount: integer('Outputs behind those that are shown'),
  }),
);

/** The body of a lineage on demand, and what its answer says of it. */
export const lineageConstraints = mapOf(
  named('LineageConstraints', 'How much to show of an entity', () =>
    object({
      direction: oneOf(lineageDirections, 'Upstream, downstream, or both'),
      inputRelationsLimit: integer('Inputs to show'),
      outputRelationsLimit: integer('Outputs to show'),
      depth: integer('Hops from data set to data set; 0 and -1: all. Of the start only'),
      from: integer('Leave out so many relations of each direction'),
    }),
  ),
  'By guid; entities that are not named show the default number of relations',
);

export const lineage = named('Lineage', 'Where the data of an entity comes from and goes to', () =>
  object(
    {
      baseEntityGuid: text('The entity that was asked about'),
      lineageDirection: oneOf(lineageDirections, 'Upstream, downstream, or both'),
      lineageDepth: integer('Hops from data set to data set'),
      guidEntityMap: mapOf(entityHeader, 'Headers of all entities, by guid'),
      relations: list(relation, 'Edges'),
      relationsOnDemand: mapOf(moreRelations, 'Entities that have more relations than are shown'),
      lineageOnDemandPayload: described(lineageConstraints, 'Limits that were asked for'),
    },
    [
      'baseEntityGuid',
      'lineageDirection',
      'lineageDepth',
      'guidEntityMap',
      'relations',
      'relationsOnDemand',
    ],
  ),
);

const impactDirections = ['OUTPUT', 'INPUT'] as const;

export const impact = named(
  'LineageImpact',
  'What lies downstream or upstream of an entity, as a list',
  () =>
    object(
      {
        guid: text('The entity that was asked about'),
        direction: oneOf(impactDirections, 'Downstream or upstream'),
        depth: integer('Hops from data set to data set; 0 and -1: all'),
        total: integer('Data sets that are reached'),
        count: integer('Those of them that have the words and values asked for'),
        isPartial: flag('Whether there may be more than the server walks to'),
        facets: list(
          object(
            {
              name: oneOf(impactFacets, 'What is counted'),
              values: list(
                object({value: text('As it is asked for'), count: integer('Data sets')}, [
                  'value',
                  'count',
                ]),
                'Values, degrees in order and others most frequent first',
              ),
            },
            ['name', 'values'],
          ),
          'Values of the data sets that the query and the other facets leave',
        ),
        assets: list(
          object(
            {
              entity: described(entityHeader, 'The data set'),
              degree: integer('Hops from data set to data set'),
              path: list(
                text(),
                'Guids of a shortest path from the entity to the data set, with the processes between',
              ),
            },
            ['entity', 'degree', 'path'],
          ),
          'Nearest first, then by name',
        ),
        guidEntityMap: mapOf(entityHeader, 'Headers of all entities on the paths, by guid'),
      },
      [
        'guid',
        'direction',
        'depth',
        'total',
        'count',
        'isPartial',
        'facets',
        'assets',
        'guidEntityMap',
      ],
    ),
);
