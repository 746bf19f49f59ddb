import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {pathOf} from './api-path.ts';

type Known = {readonly method: string; readonly url: string; readonly pattern: RegExp};

/**
 * Unknown paths answer 404, known ones with another method 405 and an Allow header; both as JSON.
 * OPTIONS of a known path tells its methods in that header. The router only knows what it has for
 * one method, so the patterns are kept beside it and looked through when nothing was found.
 * @param page what somebody is shown who follows a link to nowhere in a browser
 */
export function answerUnknownPaths(app: FastifyInstance, page?: (path: string) => string): void {
  const known: Known[] = [];
  app.addHook('onRoute', ({method, url}) => {
    const pattern = patternOf(url);
    for (const one of [method].flat()) known.push({method: one, url, pattern});
  });
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request);
    const allowed = new Set(
      closest(known.filter(route => route.pattern.test(path))).map(route => route.method),
    );
    // A route that was found and says "not found" itself, such as one for files, comes here, too.
    if (allowed.size === 0 || allowed.has(request.method)) {
      if (page === undefined || !isNavigation(request))
        throw new AppError('PATH_NOT_FOUND', [path]);
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(page(path));
    }
    void reply.header('allow', [...new Set([...allowed, 'OPTIONS'])].sort().join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    throw new AppError('METHOD_NOT_ALLOWED', [request.method, path]);
  };
  // Before the body is looked at: of a request that nobody takes it does not matter.
  app.addHook('preParsing', (request, reply, body, done) => {
    if (request.is404) answer(request, reply);
    else done(null, body);
  });
  app.setNotFoundHandler(answer);
}

/**
 * `/glossary/terms` is a path of its own, though `/glossary/{guid}` fits it as well: its methods
 * are those of the first.
 */
function closest(routes: readonly Known[]): readonly Known[] {
  const literals = ({url}: Known) => url.split('/').filter(part => !/^:|\*/.test(part)).length;
  const most = Math.max(...routes.map(literals));
  return routes.filter(route => literals(route) === most);
}

/** Scripts that take anything want no page. */
function isNavigation({method, headers}: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}
