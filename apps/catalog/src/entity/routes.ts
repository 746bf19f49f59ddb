import {AppError} from '@gazetteer/model';
import {apiStyleOf, optionalBody, requiredBody} from '@gazetteer/server';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {attributeGroupsOf, attributesOf, flagOf, listOf, textOf} from '../query.ts';
import type {Run} from '../run.ts';

type ByGuid = {Params: {guid: string}};
type ByClassification = {Params: {guid: string; name: string}};
type ByType = {Params: {typeName: string}};

/** Everything under /v2/entity. */
export function entityRoutes(api: FastifyInstance, run: Run): void {
  const options = (request: FastifyRequest) => ({
    minExtInfo: flagOf(request, 'minExtInfo'),
    ignoreRelationships: flagOf(request, 'ignoreRelationships'),
  });

  api.post('/v2/entity', (req, reply) => run(req, reply, 'saveEntity', {body: requiredBody(req)}));
  api.post('/v2/entity/bulk', (req, reply) => run(req, reply, 'saveEntities', {body: requiredBody(req)}));

  api.get<ByGuid>('/v2/entity/guid/:guid', (req, reply) =>
    run(req, reply, 'readEntity', {guid: req.params.guid, ...options(req)}),
  );
  api.get<ByGuid>('/v2/entity/guid/:guid/header', (req, reply) =>
    run(req, reply, 'readHeader', {guid: req.params.guid}),
  );
  api.get('/v2/entity/bulk', (req, reply) =>
    run(req, reply, 'readEntities', {guids: listOf(req, 'guid'), ...options(req)}),
  );

  api.get<ByType>('/v2/entity/uniqueAttribute/type/:typeName', (req, reply) =>
    emptyWhenMissing(
      req,
      reply,
      run(req, reply, 'readByUniqueAttributes', {
        typeName: req.params.typeName,
        attributes: attributesOf(req),
        isFlat: apiStyleOf(req) === 'meta',
        ...options(req),
      }),
    ),
  );
  api.get<ByType>('/v2/entity/uniqueAttribute/type/:typeName/header', (req, reply) =>
    run(req, reply, 'readHeaderByUniqueAttributes', {typeName: req.params.typeName, attributes: attributesOf(req)}),
  );
  api.get<ByType>('/v2/entity/bulk/uniqueAttribute/type/:typeName', (req, reply) =>
    run(req, reply, 'readManyByUniqueAttributes', {
      typeName: req.params.typeName,
      list: attributeGroupsOf(req),
      ...options(req),
    }),
  );

  api.put<ByGuid>('/v2/entity/guid/:guid', (req, reply) =>
    run(req, reply, 'updateAttribute', {
      guid: req.params.guid,
      name: textOf(req, 'name') ?? '',
      body: requiredBody(req),
    }),
  );
  api.get<ByGuid>('/v2/entity/guid/:guid/classifications', (req, reply) =>
    run(req, reply, 'readClassifications', {guid: req.params.guid}),
  );
  api.post<ByGuid>('/v2/entity/guid/:guid/classifications', (req, reply) =>
    run(req, reply, 'addClassifications', {guid: req.params.guid, body: requiredBody(req)}),
  );
  api.get<ByClassification>('/v2/entity/guid/:guid/classification/:name', (req, reply) =>
    run(req, reply, 'readOneClassification', {guid: req.params.guid, name: req.params.name}),
  );
  api.delete<ByClassification>('/v2/entity/guid/:guid/classification/:name', (req, reply) =>
    run(req, reply, 'removeClassification', {guid: req.params.guid, name: req.params.name}),
  );
  const labels = (req: FastifyRequest<ByGuid>) => ({guid: req.params.guid, body: optionalBody(req)});
  api.post<ByGuid>('/v2/entity/guid/:guid/labels', (req, reply) => run(req, reply, 'setLabels', labels(req)));
  api.put<ByGuid>('/v2/entity/guid/:guid/labels', (req, reply) => run(req, reply, 'addLabels', labels(req)));
  api.delete<ByGuid>('/v2/entity/guid/:guid/labels', (req, reply) => run(req, reply, 'removeLabels', labels(req)));

  api.delete<ByGuid>('/v2/entity/guid/:guid', (req, reply) =>
    run(req, reply, 'deleteEntities', {guids: [req.params.guid]}),
  );
  api.delete('/v2/entity/bulk', (req, reply) => run(req, reply, 'deleteEntities', {guids: listOf(req, 'guid')}));
  api.delete<ByType>('/v2/entity/uniqueAttribute/type/:typeName', (req, reply) =>
    run(req, reply, 'deleteByUniqueAttributes', {typeName: req.params.typeName, attributes: attributesOf(req)}),
  );
}

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
