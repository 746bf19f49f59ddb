import {AppError} from '@gazetteer/model';
import {apiStyleOf} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {optionalInteger, uniqueAttributes} from '@gazetteer/kernel/parameters';
import {readEntity, readByUniqueAttributes} from './read-entities.ts';
import {readEntityAsOf} from './read-as-of.ts';
import {stream, type Route} from '../api/route.ts';
import {extInfo, byUnique} from './addresses.ts';
import {annotationRoutes} from './annotation-routes.ts';
import * as shapes from './shapes.ts';

/** Everything under /v2/entity. */
export const entityRoutes: readonly Route[] = [
  stream(
    'GET /v2/entity/guid/{guid}',
    {
      summary: 'An entity by guid, deleted ones included',
      description:
        'With its attributes, relationships, classifications, terms, labels and business metadata. Entities that it owns or refers to are in `referredEntities`.',
      query: {
        ...extInfo,
        asOf: optionalInteger('As it was at this time, in milliseconds since 1970'),
      },
      answer: shapes.entityWithExtInfo,
      errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
    },
    ({asOf: time, ...input}, request, reply, {run}) =>
      time === undefined
        ? run(request, reply, readEntity, input)
        : run(request, reply, readEntityAsOf, {...input, time}),
  ),
  stream(
    'GET /v2/entity/uniqueAttribute/type/{typeName}',
    {
      summary: 'An entity by unique attributes',
      description:
        'The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`. Under `/api/meta` the header stands beside `entity`, and when nothing is found the body is empty.',
      query: {attributes: uniqueAttributes, ...extInfo},
      answer: shapes.entityByUniqueAttribute,
      errors: byUnique,
      emptyErrors: [404],
    },
    (input, request, reply, {run}) =>
      emptyWhenMissing(
        request,
        reply,
        run(request, reply, readByUniqueAttributes, {
          ...input,
          isFlat: apiStyleOf(request) === 'meta',
        }),
      ),
  ),
  ...annotationRoutes,
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
    const isMiss =
      error instanceof AppError && error.kind === 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND';
    if (isMiss && apiStyleOf(request) === 'meta') return reply.code(404).send();
    throw error;
  }
}
