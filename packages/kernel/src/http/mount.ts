import {uploadRoutes} from '@gazetteer/server';
import type {FastifyContextConfig, FastifyInstance} from 'fastify';
import type {Route} from './route.ts';

export type Mounting<Door> = {
  readonly door: Door;
  /**
   * Told how long the answer to each request took, for the addresses that it is not undefined for.
   */
  readonly timed?: (at: string) => ((ms: number) => void) | undefined;
  /** What hooks and the handler of errors find of these routes. */
  readonly config?: FastifyContextConfig;
  /**
   * Of a body that only asks, or is kept to be asked later. Parsed it takes some fifteen times as
   * much memory, and what may be in it is counted only then. As any body when absent.
   */
  readonly maxQuestionBytes?: number;
};

/** Serves what is declared. */
export function mount<Door>(
  api: FastifyInstance,
  routes: readonly Route<Door>[],
  mounting: Mounting<Door>,
): void {
  const takesForm = ({body}: Route<Door>) =>
    body !== undefined && 'mediaType' in body && body.mediaType === 'multipart/form-data';
  const add = (scope: FastifyInstance, list: readonly Route<Door>[]) => {
    for (const route of list) mountOne(scope, route, mounting);
  };
  add(
    api,
    routes.filter(route => !takesForm(route)),
  );
  const uploads = routes.filter(takesForm);
  if (uploads.length > 0) uploadRoutes(api, scope => add(scope, uploads));
}

function mountOne<Door>(
  scope: FastifyInstance,
  route: Route<Door>,
  mounting: Mounting<Door>,
): void {
  const {door, timed, config, maxQuestionBytes = Infinity} = mounting;
  const {method, path, open, produces, kept, scopes = [], change} = route;
  const tell = timed?.(`${method} ${path}`);
  scope.route({
    method,
    url: path.replace(/\{\*\w+\}$/, '*').replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(route, maxQuestionBytes, scope.initialConfig.bodyLimit ?? Infinity),
    config: {
      ...config,
      scopes: change === undefined ? ['read', ...scopes] : scopes,
      ...(open ? {open} : {}),
      ...(produces === undefined ? {} : {produces}),
      ...(kept ? {kept} : {}),
      ...(isStreamed(route) ? {streamed: true} : {}),
    },
    handler: route.handlerWith(door),
    ...(tell === undefined
      ? {}
      : {
          onResponse: (_request, reply, done) => {
            tell(reply.elapsedTime);
            done();
          },
        }),
  });
}

function isStreamed<Door>({body}: Route<Door>): boolean {
  return body !== undefined && 'mediaType' in body && body.isStreamed === true;
}

/** What a body of this route may have, when it is less than that of any request. */
function bodyLimitOf<Door>(
  {change, isSmall, body}: Route<Door>,
  ofQuestion: number,
  ofAny: number,
): number {
  const isQuestion = change === undefined || isSmall === true;
  return isQuestion && body !== undefined ? Math.min(ofQuestion, ofAny) : ofAny;
}
