import {AppError} from '@gazetteer/model';
import {choice, flag, integer, list, optionalInteger, uniqueAttributes} from '../api/parameters.ts';
import {bodyIfAny, route, type Route} from '../api/route.ts';
import {lineage, lineageConstraints, lineageDirections} from './shapes.ts';

const refuse = (name: string, given: string) => new AppError('INSTANCE_LINEAGE_INVALID_PARAMS', [name, given]);
const extent = {
  direction: choice('INPUT: where data comes from; OUTPUT: where it goes to', lineageDirections, {
    default: 'BOTH',
    refuse,
  }),
  depth: integer('Hops from data set to data set; 0 and -1: all', {default: 3, min: -1, refuse}),
};
const attributes = list('Further attributes of each entity, once for each', 'attributes');
const hideProcess = flag('From data set to data set, without the processes between them');
const wrongStart = [
  'INSTANCE_GUID_NOT_FOUND',
  'INVALID_LINEAGE_ENTITY_TYPE',
  'INSTANCE_LINEAGE_INVALID_PARAMS',
] as const;

/** Everything under /v2/lineage. */
export const lineageRoutes: readonly Route[] = [
  route(
    'GET /v2/lineage/{guid}',
    'readLineage',
    {
      summary: 'Where the data of an entity comes from and goes to',
      query: {...extent, attributes, hideProcess},
      answer: lineage,
      errors: wrongStart,
    },
    input => input,
  ),
  route(
    'POST /v2/lineage/{guid}',
    'readLineageOnDemand',
    {
      summary: 'The same with so many relations of each entity as are asked for',
      query: {
        attributes,
        hideProcess,
        relationsLimit: optionalInteger(
          'Relations in each direction of entities for which the body says nothing, instead of the configured number',
        ),
      },
      body: bodyIfAny(lineageConstraints),
      answer: lineage,
      errors: [...wrongStart, 'LINEAGE_ON_DEMAND_NOT_ENABLED', 'NO_LINEAGE_CONSTRAINTS_FOR_GUID'],
    },
    input => input,
  ),
  route(
    'GET /v2/lineage/uniqueAttribute/type/{typeName}',
    'readLineageByUniqueAttributes',
    {
      summary: 'Lineage of the entity with these unique attributes',
      query: {attributes: uniqueAttributes, ...extent, shownAttributes: attributes, hideProcess},
      answer: lineage,
      errors: [
        'TYPE_NAME_INVALID',
        'ATTRIBUTE_UNIQUE_INVALID',
        'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND',
        'INVALID_LINEAGE_ENTITY_TYPE',
        'INSTANCE_LINEAGE_INVALID_PARAMS',
      ],
    },
    input => input,
  ),
];
