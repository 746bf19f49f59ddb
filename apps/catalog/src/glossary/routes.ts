import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {integerOf, textOf} from '../query.ts';
import type {Run} from '../run.ts';

/** Everything under /v2/glossary. */
export function glossaryRoutes(api: FastifyInstance, run: Run): void {
  api.get('/v2/glossary', (req, reply) =>
    run(req, reply, 'listGlossaries', {
      limit: integerOf(req, 'limit') ?? -1,
      offset: integerOf(req, 'offset') ?? 0,
      sort: sortOf(req),
    }),
  );
}

function sortOf(request: FastifyRequest): 'ASC' | 'DESC' {
  const sort = textOf(request, 'sort') ?? '';
  if (sort !== '' && sort !== 'ASC' && sort !== 'DESC') {
    throw new AppError('BAD_REQUEST', [`sort must be ASC or DESC, not ${sort}`]);
  }
  return sort === 'DESC' ? 'DESC' : 'ASC';
}
