import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {attributesOf, integerOf, textOf} from '../query.ts';
import type {Run} from '../run.ts';
import {lineageDirections, type LineageDirection, type LineageOptions} from './read-lineage.ts';

/** Everything under /v2/lineage. */
export function lineageRoutes(api: FastifyInstance, run: Run): void {
  api.get<{Params: {guid: string}}>('/v2/lineage/:guid', (req, reply) =>
    run(req, reply, 'readLineage', {guid: req.params.guid, ...optionsOf(req)}),
  );
  api.get<{Params: {typeName: string}}>('/v2/lineage/uniqueAttribute/type/:typeName', (req, reply) =>
    run(req, reply, 'readLineageByUniqueAttributes', {
      typeName: req.params.typeName,
      attributes: attributesOf(req),
      ...optionsOf(req),
    }),
  );
}

function optionsOf(request: FastifyRequest): LineageOptions {
  const direction = textOf(request, 'direction') ?? 'BOTH';
  const depth = integerOf(request, 'depth') ?? 3;
  if (!(lineageDirections as readonly string[]).includes(direction)) {
    throw new AppError('INSTANCE_LINEAGE_INVALID_PARAMS', ['direction', direction]);
  }
  if (depth < 0) throw new AppError('INSTANCE_LINEAGE_INVALID_PARAMS', ['depth', String(depth)]);
  return {direction: direction as LineageDirection, depth};
}
