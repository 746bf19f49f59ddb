import {AppError, toAtlasNames, toMetaNames} from '@gazetteer/model';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {constants, gzip} from 'node:zlib';
import {apiPrefixes} from './api-path.ts';
import {KeptAnswers, takesGzip} from './kept-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media type of the answer where it is not JSON. */
    produces?: string;
    /** The answer is the same text for a long time: see `KeptAnswers`. */
    kept?: boolean;
    /** The body is passed on as it comes: it is never held, and may be of any size. */
    streamed?: boolean;
  }
}

export type ApiOptions = {
  /** `atlas.query.param.max.length`, in characters. */
  readonly maxParameterLength: number;
  /** Parameters with a limit and an error of their own, such as `query`. */
  readonly ownLimit: readonly string[];
};

/** Registers the routes of an API once under each of its two prefixes. */
export function mountApi(
  app: FastifyInstance,
  options: ApiOptions,
  routes: (api: FastifyInstance) => void,
): void {
  void app.register(
    async api => {
      addChecks(api, options);
      keepAnswers(api, new KeptAnswers());
      compressForPages(api);
      routes(api);
    },
    {prefix: apiPrefixes.meta},
  );
  void app.register(
    async api => {
      addChecks(api, options);
      keepAnswers(api, new KeptAnswers(toAtlasNames));
      translateNames(api);
      routes(api);
    },
    {prefix: apiPrefixes.atlas},
  );
}

function addChecks(api: FastifyInstance, options: ApiOptions): void {
  const ownLimit = new Set(options.ownLimit);
  api.addHook('onRequest', (request, reply, done) => {
    const produces = request.routeOptions.config.produces ?? 'application/json';
    const {accept} = request.headers;
    // Failures are JSON everywhere, and clients of this API ask for it whatever they ask for; any
    // file is a row of bytes.
    const wanted = [
      produces,
      'application/json',
      ...(produces === 'application/json' ? [] : ['application/octet-stream']),
    ];
    if (!wanted.some(type => accepts(accept, type)))
      throw new AppError('NOT_ACCEPTABLE', [accept ?? '']);
    checkLengths(request, options.maxParameterLength, ownLimit);
    void reply.headers({
      'content-type': produces === 'application/json' ? 'application/json;charset=utf-8' : produces,
      'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
    });
    done();
  });
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (payload === undefined || payload === null || payload === '')
      reply.removeHeader('content-type');
    done(null, payload);
  });
}

function keepAnswers(api: FastifyInstance, answers: KeptAnswers): void {
  api.addHook('onSend', (request, reply, payload, done) => {
    const isKept =
      request.routeOptions.config.kept === true &&
      reply.statusCode === 200 &&
      typeof payload === 'string';
    done(null, isKept ? answers.answer(request, reply, payload) : payload);
  });
}

/** Less is sent in one packet anyway. */
const minCompressed = 1400;

/**
 * Programs are near their server, pages may be far away: what these get is made small. The level
 * that costs least saves most of it.
 */
function compressForPages(api: FastifyInstance): void {
  api.addHook('onSend', ({headers}, reply, payload, done) => {
    const isPage =
      headers['x-requested-with'] === 'XMLHttpRequest' || headers['sec-fetch-mode'] !== undefined;
    if (
      typeof payload !== 'string' ||
      payload.length < minCompressed ||
      !isPage ||
      !takesGzip(headers['accept-encoding'])
    )
      return done(null, payload);
    void reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
    gzip(payload, {level: constants.Z_BEST_SPEED}, done);
  });
}

/**
 * System types have other names under /api/atlas, in both directions. Answers that are no texts are
 * passed on as they are.
 */
function translateNames(api: FastifyInstance): void {
  api.addHook('preHandler', (request, _reply, done) => {
    if (typeof request.body === 'string') request.body = toMetaNames(request.body);
    request.params = translated(request.params);
    request.query = translated(request.query);
    done();
  });
  api.addHook('onSend', (_request, _reply, payload, done) => {
    done(null, typeof payload === 'string' ? toAtlasNames(payload) : payload);
  });
}

function translated(parameters: unknown): Record<string, string | string[]> {
  const source = parameters as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(source)) {
    source[name] = typeof value === 'string' ? toMetaNames(value) : value.map(toMetaNames);
  }
  return source;
}

/** @throws INVALID_QUERY_PARAM_LENGTH */
export function checkLengths(
  request: FastifyRequest,
  max: number,
  ownLimit: ReadonlySet<string>,
): void {
  // No parameter can be longer than the whole address.
  if (request.url.length <= max) return;
  const parameters = {...(request.params as object), ...(request.query as object)};
  for (const [name, value] of Object.entries(parameters)) {
    // Values of unique attributes, `attr:name` and `attr_0:name`, may be as long as they are
    // stored.
    if (ownLimit.has(name) || /^attr(_\w*)?:/.test(name)) continue;
    const values = [value].flat() as string[];
    if (values.some(text => text.length > max))
      throw new AppError('INVALID_QUERY_PARAM_LENGTH', [name]);
  }
}

/** Whether an Accept header allows this media type; absent means anything. */
function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const wanted = new Set([mediaType, `${mediaType.split('/', 1)[0]}/*`, '*/*']);
  return header.split(',').some(range => {
    const [type, ...parameters] = range.split(';').map(part => part.trim().toLowerCase());
    return wanted.has(type ?? '') && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter));
  });
}
