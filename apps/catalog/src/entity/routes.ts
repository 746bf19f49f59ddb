import {AppError} from '@gazetteer/model';
import {apiStyleOf} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {
  flag,
  list,
  needed,
  oneWord,
  optionalInteger,
  text,
  uniqueAttributeGroups,
  uniqueAttributes,
} from '../api/parameters.ts';
import {body, bodyIfAny, route, serve, type Route} from '../api/route.ts';
import * as shape from '../api/shape.ts';
import * as shapes from './shapes.ts';

const extInfo = {
  minExtInfo: flag('Of owned entities only what headers and schema tables show'),
  ignoreRelationships: flag('Without related entities'),
};
const badEntity = [
  'INVALID_PARAMETERS',
  'TYPE_NAME_INVALID',
  'INSTANCE_CRUD_INVALID_PARAMS',
  'REFERENCED_ENTITY_NOT_FOUND',
  'INSTANCE_GUID_DELETED',
  'INSTANCE_ALREADY_EXISTS',
  'TOO_MANY_ENTITIES',
] as const;
const byUnique = ['TYPE_NAME_INVALID', 'ATTRIBUTE_UNIQUE_INVALID', 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'] as const;

/** Everything under /v2/entity. */
export const entityRoutes: readonly Route[] = [
  route(
    'POST /v2/entity',
    'saveEntity',
    {
      summary: 'Create or update an entity and those it refers to',
      body: body(shapes.entityWithExtInfo),
      answer: shapes.mutation,
      errors: badEntity,
    },
    input => input,
  ),
  route(
    'POST /v2/entity/bulk',
    'saveEntities',
    {
      summary: 'Create or update entities, all or none',
      body: body(shapes.entitiesWithExtInfo),
      answer: shapes.mutation,
      errors: badEntity,
    },
    input => input,
  ),
  serve(
    'GET /v2/entity/guid/{guid}',
    {
      summary: 'An entity by guid, deleted ones included',
      query: {...extInfo, asOf: optionalInteger('As it was at this time, in milliseconds since 1970')},
      answer: shapes.entityWithExtInfo,
      errors: ['INSTANCE_GUID_NOT_FOUND'],
    },
    ({asOf: time, ...input}, request, reply, {run}) =>
      time === undefined
        ? run(request, reply, 'readEntity', input)
        : run(request, reply, 'readEntityAsOf', {...input, time}),
  ),
  route(
    'PUT /admin/purge',
    'purgeEntities',
    {
      summary: 'Remove deleted entities for good, with all that they own',
      body: body(shape.list(shape.text())),
      answer: shapes.mutation,
      errors: ['INVALID_PARAMETERS', 'PURGE_REQUEST_SIZE_EXCEEDS_LIMIT'],
    },
    input => input,
  ),
  route(
    'GET /v2/entity/{guid}/audit',
    'readEntityAudit',
    {
      summary: 'What happened to an entity, newest first',
      query: {
        auditAction: text('Only events of this kind'),
        startKey: text('Begins with the event that has this eventKey'),
        count: optionalInteger('Events in the answer; 100 when absent'),
        offset: optionalInteger('Events to leave out'),
        sortBy: text('timestamp, user or action'),
        sortOrder: oneWord('asc|desc', 'Order of the events'),
        withEntity: flag('Adds the entity as it was after each event', {wireName: 'entity'}),
        withDiff: flag('Adds what each event changed', {wireName: 'diff'}),
      },
      answer: shape.list(shapes.auditEvent),
      errors: ['INSTANCE_GUID_NOT_FOUND'],
    },
    input => input,
  ),
  route(
    'GET /v2/entity/guid/{guid}/header',
    'readHeader',
    {summary: 'The short form of an entity', answer: shapes.entityHeader, errors: ['INSTANCE_GUID_NOT_FOUND']},
    input => input,
  ),
  route(
    'GET /v2/entity/bulk',
    'readEntities',
    {
      summary: 'Entities by guid; one unknown guid fails all',
      query: {
        guids: list('Once for each entity', 'guid'),
        skipRefused: flag('Leave out what may not be read', {wireName: 'skipFailedEntities'}),
        ...extInfo,
      },
      answer: shapes.entitiesWithExtInfo,
      errors: ['INSTANCE_GUID_NOT_FOUND'],
    },
    input => input,
  ),
  serve(
    'GET /v2/entity/uniqueAttribute/type/{typeName}',
    {
      summary: 'An entity by unique attributes',
      description: 'Under `/api/meta` the header stands beside `entity`, and when nothing is found the body is empty.',
      query: {attributes: uniqueAttributes, ...extInfo},
      answer: shapes.entityByUniqueAttribute,
      errors: byUnique,
      emptyErrors: [404],
    },
    (input, request, reply, {run}) =>
      emptyWhenMissing(
        request,
        reply,
        run(request, reply, 'readByUniqueAttributes', {...input, isFlat: apiStyleOf(request) === 'meta'}),
      ),
  ),
  route(
    'PUT /v2/entity/uniqueAttribute/type/{typeName}',
    'updateByUniqueAttributes',
    {
      summary: 'Change what the body carries of the entity with these unique attributes',
      query: {attributes: uniqueAttributes},
      body: body(shapes.entityWithExtInfo),
      answer: shapes.mutation,
      errors: [...byUnique, ...badEntity],
    },
    input => input,
  ),
  route(
    'GET /v2/entity/uniqueAttribute/type/{typeName}/header',
    'readHeaderByUniqueAttributes',
    {
      summary: 'The short form of an entity by unique attributes',
      query: {attributes: uniqueAttributes},
      answer: shapes.entityHeader,
      errors: byUnique,
    },
    input => input,
  ),
  route(
    'GET /v2/entity/bulk/uniqueAttribute/type/{typeName}',
    'readManyByUniqueAttributes',
    {
      summary: 'Entities by unique attributes; those that are not found are left out',
      query: {list: uniqueAttributeGroups, ...extInfo},
      answer: shapes.entitiesWithExtInfo,
      errors: ['TYPE_NAME_INVALID'],
    },
    input => input,
  ),
  route(
    'PUT /v2/entity/guid/{guid}',
    'updateAttribute',
    {
      summary: 'Set one attribute of an entity',
      query: {name: text('Name of the attribute')},
      body: body(shape.anything),
      answer: shapes.mutation,
      errors: [
        'INSTANCE_GUID_NOT_FOUND',
        'UNKNOWN_ATTRIBUTE',
        'ATTRIBUTE_UPDATE_NOT_SUPPORTED',
        'INSTANCE_CRUD_INVALID_PARAMS',
      ],
    },
    ({name, ...input}) => ({...input, name: name ?? ''}),
  ),
  route(
    'POST /v2/entity/guid/{guid}/labels',
    'setLabels',
    {
      summary: 'Give an entity these labels and no others',
      body: bodyIfAny(shapes.labels),
      errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS'],
    },
    input => input,
  ),
  route(
    'PUT /v2/entity/guid/{guid}/labels',
    'addLabels',
    {
      summary: 'Give an entity further labels',
      body: bodyIfAny(shapes.labels),
      errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS'],
    },
    input => input,
  ),
  route(
    'DELETE /v2/entity/guid/{guid}/labels',
    'removeLabels',
    {
      summary: 'Take labels away from an entity',
      body: bodyIfAny(shapes.labels),
      errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS'],
    },
    input => input,
  ),
  route(
    'DELETE /v2/entity/guid/{guid}',
    'deleteEntities',
    {summary: 'Delete an entity with all that it owns; an unknown one is no error', answer: shapes.mutation},
    ({guid}) => ({guids: [guid]}),
  ),
  route(
    'DELETE /v2/entity/bulk',
    'deleteEntities',
    {
      summary: 'Delete entities with all that they own; unknown ones are no error',
      query: {guids: needed(list('Once for each entity', 'guid'))},
      answer: shapes.mutation,
      errors: ['INVALID_PARAMETERS'],
    },
    input => input,
  ),
  route(
    'DELETE /v2/entity/uniqueAttribute/type/{typeName}',
    'deleteByUniqueAttributes',
    {
      summary: 'Delete the entity with these unique attributes; none is no error',
      query: {attributes: uniqueAttributes},
      answer: shapes.mutation,
      errors: ['TYPE_NAME_INVALID'],
    },
    input => input,
  ),
];

/** On our own API a read by unique attribute that finds nothing answers 404 with an empty body. */
async function emptyWhenMissing(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer;
  } catch (error) {
    const isMiss = error instanceof AppError && error.kind === 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND';
    if (isMiss && apiStyleOf(request) === 'meta') return reply.code(404).send();
    throw error;
  }
}
