import {requiredBody} from '@gazetteer/server';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {textOf} from '../query.ts';
import type {Run} from '../run.ts';

/** Everything under /v2/search. */
export function searchRoutes(api: FastifyInstance, run: Run): void {
  api.get('/v2/search/basic', (req, reply) => run(req, reply, 'basicSearch', {query: queryOf(req)}));
  api.post('/v2/search/basic', (req, reply) => run(req, reply, 'basicSearch', {body: requiredBody(req)}));
  api.get('/v2/search/quick', (req, reply) => run(req, reply, 'quickSearch', {query: queryOf(req)}));
  api.post('/v2/search/quick', (req, reply) => run(req, reply, 'quickSearch', {body: requiredBody(req)}));
  api.get('/v2/search/suggestions', (req, reply) =>
    run(req, reply, 'suggest', {prefixString: textOf(req, 'prefixString'), fieldName: textOf(req, 'fieldName')}),
  );
  api.get('/v2/search/attribute', (req, reply) => run(req, reply, 'searchByAttribute', {query: queryOf(req)}));
  api.get('/v2/search/fulltext', (req, reply) => run(req, reply, 'fullTextSearch', {query: queryOf(req)}));
  api.get('/v2/search/saved', (req, reply) => run(req, reply, 'listSavedSearches', undefined));
}

/** The last value of each parameter. */
function queryOf(request: FastifyRequest): Record<string, string | undefined> {
  const names = Object.keys(request.query as object);
  return Object.fromEntries(names.map(name => [name, textOf(request, name)]));
}
