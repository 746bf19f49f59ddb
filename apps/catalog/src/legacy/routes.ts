import {bodyIfAny} from '@gazetteer/kernel';
import {routesOf} from '@gazetteer/kernel/http';
import {list, text} from '@gazetteer/kernel/parameters';
import * as shape from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {requiredBody} from '@gazetteer/server';
import {stream, type Route} from '../api/route.ts';
import {badEntity, byUnique, looselyUniqueOf, missing, uniqueOf, wrongUnique} from './addresses.ts';
import {
  deleteReferenceableByUnique,
  deleteReferenceables,
  readReferenceable,
  updateProperty,
  updateReferenceable,
} from './entities.ts';
import {withOldErrors} from './old-errors.ts';
import {changeOperations, otherOperations} from './operations.ts';
import {listGuids} from './search.ts';
import * as shapes from './shapes.ts';

/** Addresses that run one of two operations, by what is asked. */
const choices: readonly Route[] = [
  stream(
    'POST /entities/{guid}',
    {
      change: 'rehearsed',
      summary: 'Change some attributes of an entity, or with `property` one of them',
      description: 'Attributes that the body leaves out keep their values.',
      query: {
        property: text(
          'The body is the text of this attribute, as it is, or the guid that it refers to',
        ),
      },
      body: bodyIfAny(shape.anything),
      answer: shapes.entityResult,
      errors: [...missing, ...badEntity, 'UNKNOWN_ATTRIBUTE', 'ATTRIBUTE_UPDATE_NOT_SUPPORTED'],
    },
    ({guid, property = ''}, request, reply, {run}) =>
      property === ''
        ? run(request, reply, updateReferenceable, {guid, body: requiredBody(request)})
        : run(request, reply, updateProperty, {
            guid,
            property,
            value: typeof request.body === 'string' ? request.body : '',
          }),
  ),
  stream(
    'DELETE /entities',
    {
      change: 'rehearsed',
      summary: 'Delete entities by guid, or one by a unique attribute',
      description: 'Entities are marked as deleted and stay readable until they are purged.',
      query: {guids: list('Once for each entity', 'guid'), ...byUnique},
      answer: shapes.entityResult,
      errors: [...missing, ...wrongUnique],
    },
    ({guids, ...unique}, request, reply, {run}) =>
      guids.length > 0
        ? run(request, reply, deleteReferenceables, {guids})
        : run(request, reply, deleteReferenceableByUnique, looselyUniqueOf(unique)),
  ),
  stream(
    'GET /entities',
    {
      summary: 'Guids of a type, or an entity by a unique attribute',
      description:
        'With `type` alone the guids of its entities; with `property` and `value` the entity.',
      query: byUnique,
      answer: shape.mapOf(shape.anything),
      errors: [...wrongUnique, 'TYPE_NAME_NOT_FOUND'],
    },
    ({type, property = '', value}, request, reply, {run}) =>
      property === ''
        ? run(request, reply, listGuids, {typeName: typeToList(type)})
        : run(request, reply, readReferenceable, uniqueOf({type, property, value})),
  ),
];

/** @throws with the words of the reference, which clients look for */
function typeToList(type: string | undefined): string {
  if (type === undefined) throw new AppError('BAD_REQUEST', ['Entity type cannot be null']);
  return type;
}

/** /entities, /types, /lineage and /discovery, as they were before v2. */
export const legacyRoutes: readonly Route[] = [
  ...routesOf(changeOperations),
  ...choices,
  ...routesOf(otherOperations),
].map(withOldErrors);
