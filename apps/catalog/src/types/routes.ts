import type {TypeCategory, TypeFilter} from '@gazetteer/model';
import {requiredBody} from '@gazetteer/server';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {flagOf, listOf, textOf} from '../query.ts';
import type {Run} from '../run.ts';

type ByName = {Params: {name: string}};
type ByGuid = {Params: {guid: string}};

const categories = {
  enumdef: 'ENUM',
  structdef: 'STRUCT',
  classificationdef: 'CLASSIFICATION',
  entitydef: 'ENTITY',
  relationshipdef: 'RELATIONSHIP',
  businessmetadatadef: 'BUSINESS_METADATA',
} as const satisfies Record<string, TypeCategory>;

/** Everything under /v2/types. */
export function typeRoutes(api: FastifyInstance, run: Run): void {
  api.get('/v2/types/typedefs', (req, reply) => run(req, reply, 'listTypes', {filter: filterOf(req)}));
  api.get('/v2/types/typedefs/headers', (req, reply) => run(req, reply, 'listTypeHeaders', {filter: filterOf(req)}));
  api.post('/v2/types/typedefs', (req, reply) => run(req, reply, 'createTypes', {body: requiredBody(req)}));
  api.put('/v2/types/typedefs', (req, reply) => run(req, reply, 'updateTypes', {body: requiredBody(req)}));
  api.delete('/v2/types/typedefs', (req, reply) =>
    run(req, reply, 'deleteTypes', {body: requiredBody(req), force: flagOf(req, 'force')}),
  );

  api.get<ByName>('/v2/types/typedef/name/:name', (req, reply) => run(req, reply, 'readType', {name: req.params.name}));
  api.get<ByGuid>('/v2/types/typedef/guid/:guid', (req, reply) =>
    run(req, reply, 'readTypeByGuid', {guid: req.params.guid}),
  );
  api.delete<ByName>('/v2/types/typedef/name/:name', (req, reply) =>
    run(req, reply, 'deleteType', {name: req.params.name, force: flagOf(req, 'force')}),
  );

  for (const [segment, category] of Object.entries(categories)) {
    api.get<ByName>(`/v2/types/${segment}/name/:name`, (req, reply) =>
      run(req, reply, 'readType', {name: req.params.name, category}),
    );
    api.get<ByGuid>(`/v2/types/${segment}/guid/:guid`, (req, reply) =>
      run(req, reply, 'readTypeByGuid', {guid: req.params.guid, category}),
    );
  }
}

/** Parameters that are empty narrow nothing: user interfaces send them so. */
function filterOf(request: FastifyRequest): TypeFilter {
  const filter: TypeFilter = {};
  for (const name of ['type', 'name', 'supertype', 'servicetype'] as const) {
    const text = textOf(request, name);
    if (text !== undefined && text !== '') filter[name] = text;
  }
  for (const name of ['notname', 'notsupertype', 'notservicetype'] as const) {
    const list = listOf(request, name).filter(text => text !== '');
    if (list.length > 0) filter[name] = list;
  }
  if (flagOf(request, 'excludeInternalTypesAndReferences')) filter.excludeInternalTypesAndReferences = true;
  return filter;
}
