import {AppError} from '@gazetteer/model';
import {choice, integer, uniqueAttributes} from '../api/parameters.ts';
import {route, type Route} from '../api/route.ts';
import {lineage, lineageDirections} from './shapes.ts';

const refuse = (name: string, given: string) => new AppError('INSTANCE_LINEAGE_INVALID_PARAMS', [name, given]);
const options = {
  direction: choice('INPUT: where data comes from; OUTPUT: where it goes to', lineageDirections, {
    default: 'BOTH',
    refuse,
  }),
  depth: integer('Hops from data set to data set; 0: all', {default: 3, min: 0, refuse}),
};

/** Everything under /v2/lineage. */
export const lineageRoutes: readonly Route[] = [
  route(
    'GET /v2/lineage/{guid}',
    'readLineage',
    {
      summary: 'Where the data of an entity comes from and goes to',
      query: options,
      answer: lineage,
      errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_LINEAGE_ENTITY_TYPE', 'INSTANCE_LINEAGE_INVALID_PARAMS'],
    },
    input => input,
  ),
  route(
    'GET /v2/lineage/uniqueAttribute/type/{typeName}',
    'readLineageByUniqueAttributes',
    {
      summary: 'Lineage of the entity with these unique attributes',
      query: {attributes: uniqueAttributes, ...options},
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
