import {flag, integer, list, mapOf, named, object, oneOf, text} from '../api/shape.ts';
import {entityHeader} from '../entity/shapes.ts';

export const lineageDirections = ['INPUT', 'OUTPUT', 'BOTH'] as const;

export const lineage = named('Lineage', () =>
  object(
    {
      baseEntityGuid: text(),
      lineageDirection: oneOf(lineageDirections),
      lineageDepth: integer(),
      guidEntityMap: mapOf(entityHeader),
      relations: list(
        object(
          {
            fromEntityId: text('Where data comes from'),
            toEntityId: text('Where it goes to'),
            relationshipId: text(),
          },
          ['fromEntityId', 'toEntityId', 'relationshipId'],
        ),
      ),
      relationsOnDemand: mapOf(
        object({
          hasMoreInputs: flag(),
          hasMoreOutputs: flag(),
          inputRelationsCount: integer(),
          outputRelationsCount: integer(),
        }),
      ),
    },
    ['baseEntityGuid', 'lineageDirection', 'lineageDepth', 'guidEntityMap', 'relations', 'relationsOnDemand'],
  ),
);
