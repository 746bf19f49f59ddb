import {randomUUID} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {isIP, type Socket} from 'node:net';
import type {Server} from 'node:tls';
import {AppError} from '@gazetteer/model';
import fastify, {type FastifyInstance, type FastifyReply, type FastifyRequest} from 'fastify';
import type {Log} from '../log.ts';
import type {LimitOptions} from '../options/limit-options.ts';
import {pathOf} from './api-path.ts';
import {answerError, type BodyLimit} from './error-answer.ts';
import {keepJsonBodiesAsText} from './json-body.ts';
import {limitConnections} from './limit-connections.ts';
import {limitRequests} from './limit-requests.ts';
import {answerHeaders, type HeaderOptions} from './security-headers.ts';
import {cutSlowClients} from './slow-clients.ts';
import type {Tls} from './tls.ts';
import {tellRefused, whenEnded} from './when-ended.ts';
import {answerUnknownPaths} from './unknown-path.ts';

export type HttpOptions = {
  readonly log: Log;
  readonly headers: HeaderOptions;
  /** A larger body answers 413; the option's key is part of that message. */
  readonly bodyLimit: BodyLimit;
  /** Without them, those of Node. */
  readonly limits?: LimitOptions;
  /**
   * Whether an address is that of a proxy who is believed for whom it asks; nobody is when not
   * given.
   */
  readonly isProxy?: ((address: string) => boolean) | undefined;
  /** Plain HTTP when not given. */
  readonly tls?: Tls | undefined;
  /** Whether browsers come over HTTPS though this server speaks HTTP. */
  readonly secureCookies?: boolean;
  /**
   * What a browser shows that follows a link to nowhere; scripts get the JSON of every other error.
   */
  readonly unknownPage?: (path: string) => string;
  /** In place of the answers that clients of the Atlas API expect. */
  readonly answerError?: (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply;
};

/**
 * A server with everything but login and routes: request ids, headers, bodies as text, errors, one
 * log line per request.
 */
export function createHttp({
  log,
  headers,
  bodyLimit,
  limits,
  ...options
}: HttpOptions): FastifyInstance {
  const answer =
    options.answerError ??
    ((error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      answerError(log, bodyLimit, error, request, reply));
  const app = fastify({
    logger: false,
    ...serverOptions(options.tls, limits),
    genReqId: request => {
      // What is done first with every request, also with those that no hook sees.
      dropFalseAddresses(request);
      return randomUUID();
    },
    trustProxy: options.isProxy ?? false,
    bodyLimit: bodyLimit.maxBytes,
    // Ours, below, answers in the form of every other error.
    return503OnClosing: false,
    routerOptions: {ignoreTrailingSlash: true, maxParamLength: 16_384},
    frameworkErrors: (error, request, reply) => {
      // The router gave up before any hook ran.
      void reply.headers({...always, requestId: request.id});
      void answer(error, request, reply);
      void tellRefused(app, request, reply);
    },
  });
  // A client may end its side when it has asked (`nc -N`, some proxies): it has its answer all the
  // same, however long that takes. TLS has a word of its own for its end.
  Object.assign(app.server, {httpAllowHalfOpen: true});
  // A socket that was asked once for its address can tell it when it is closed, too: who breaks off
  // is recorded with it.
  for (const event of ['connection', 'secureConnection'])
    app.server.on(event, ({remoteAddress}: Socket) => remoteAddress);
  const always = answerHeaders(headers);
  app.decorate('secureCookies', options.secureCookies ?? false);
  keepCertificate(app, options.tls);
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(always).header('requestId', request.id);
    if (isStopping) throw new AppError('SERVER_STOPPING');
    if (request.url.length > (limits?.maxUrlLength ?? Infinity)) {
      throw new AppError('URL_TOO_LONG', [String(limits?.maxUrlLength)]);
    }
    done();
  });
  if (limits !== undefined) applyLimits(app, limits, options.isProxy, log);
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A kept connection would keep the server from closing until its client gives it up.
    if (isStopping) void reply.header('connection', 'close');
    done(null, payload);
  });
  whenEnded(app, ({method, status, ms, session, id: requestId, ...request}) => {
    // Never the query string: it may hold what somebody searches for.
    const user = session?.actor.userName;
    log.info({method, path: pathOf(request), status, ms, user, requestId}, 'request');
  });
  app.setErrorHandler((error, request, reply) =>
    answer(isRefusedFile(error) ? unknownPath(request) : error, request, reply),
  );
  keepJsonBodiesAsText(app);
  answerUnknownPaths(app, options.unknownPage);
  return app;
}

/**
 * A proxy that passes on what its client says of itself may pass on anything: what stands before
 * something that is no address is dropped.
 */
function dropFalseAddresses({headers}: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const all = String(forwarded)
    .split(',')
    .map(one => one.trim());
  headers['x-forwarded-for'] = all.slice(all.findLastIndex(one => isIP(one) === 0) + 1).join(',');
}

function keepCertificate(app: FastifyInstance, tls: Tls | undefined): void {
  if (tls === undefined) return;
  let stop: (() => void) | undefined;
  app.addHook('onListen', async () => {
    stop = tls.keepCurrent(app.server as unknown as Server);
  });
  app.addHook('onClose', async () => stop?.());
}

/**
 * The reader of files says so of addresses that lead out of its folder: for whoever asks there is
 * nothing.
 */
function isRefusedFile(error: unknown): boolean {
  const {expose, statusCode = 0} = error as {expose?: boolean; statusCode?: number};
  return expose === true && statusCode >= 400 && statusCode < 500;
}

function unknownPath(request: FastifyRequest): AppError {
  return new AppError('PATH_NOT_FOUND', [pathOf(request)]);
}

/** Node reads these when it makes the server. */
function serverOptions(tls: Tls | undefined, limits: LimitOptions | undefined): object {
  const http = limits && {
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: Math.min(limits.headerTimeoutMs, limits.requestTimeoutMs),
    connectionsCheckingInterval: Math.min(5000, limits.headerTimeoutMs),
  };
  return {
    requestTimeout: limits?.requestTimeoutMs ?? 0,
    ...(tls === undefined ? {http: {...http}} : {https: {...tls.options, ...http}}),
  };
}

function applyLimits(
  app: FastifyInstance,
  limits: LimitOptions,
  isProxy: HttpOptions['isProxy'],
  log: Log,
): void {
  app.server.maxConnections = limits.maxConnections;
  limitConnections(app.server, limits.maxConnectionsPerAddress, isProxy);
  cutSlowClients(app.server, limits.slowClientTimeoutMs, log);
  limitRequests(app, limits.maxRequests);
}
