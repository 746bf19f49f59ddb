import {randomUUID} from 'node:crypto';
import type {Socket} from 'node:net';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Session} from '../auth/session/session.ts';

/**
 * What a request came to. Of what could not be read as one there is what was sent in place of its
 * first line.
 */
export type Ending = {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** Pattern of the route; undefined where there is none. */
  readonly route: string | undefined;
  readonly address: string;
  readonly session: Session | undefined;
  /** 499 where the client had gone before its answer: what servers usually write then. */
  readonly status: number;
  readonly ms: number;
  readonly bytes: string;
};

type Work = (ending: Ending) => void | Promise<void>;
/** `ending` is what it would come to if the server ended now; put together when it is asked for. */
type Begun = (id: string, ending: () => Ending) => void | Promise<void>;
type Watchers = {readonly begun: Begun[]; readonly answering: Work[]; readonly ended: Work[]};

/** Of a request that has no answer: it goes on, or the server ended before. */
const unanswered = 0;

const clientGone = 499;
const watchersOf = new WeakMap<FastifyInstance, Watchers>();

/**
 * Calls `work` for each request when its head has been read, and again when it is known who asks;
 * what is asked for is done when the second call has ended. Not for what is refused before anybody
 * looks at it.
 */
export function whenBegun(app: FastifyInstance, work: Begun): void {
  watch(app).begun.push(work);
}

/**
 * Calls `work` once for each request, before the first byte of its answer leaves, which waits for
 * it.
 */
export function whenAnswering(app: FastifyInstance, work: Work): void {
  watch(app).answering.push(work);
}

/** Calls `work` once for each request when it is over. */
export function whenEnded(app: FastifyInstance, work: Work): void {
  watch(app).ended.push(work);
}

/** For requests that the router gives up before any hook runs. */
export async function tellRefused(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const {answering, ended} = watch(app);
  const ending = endingOf(request, reply, reply.statusCode, undefined);
  for (const work of [...answering, ...ended]) await work(ending);
}

/**
 * Whatever becomes of its client, a request ends: an operation that has begun goes on when nobody
 * waits for it any more, and the framework answers into a closed connection, but then it does not
 * say that it has.
 */
function watch(app: FastifyInstance): Watchers {
  const known = watchersOf.get(app);
  if (known !== undefined) return known;
  const watchers: Watchers = {begun: [], answering: [], ended: []};
  watchersOf.set(app, watchers);
  const [answered, over] = [new WeakSet<FastifyRequest>(), new WeakSet<FastifyRequest>()];
  const end = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    if (over.has(request)) return;
    over.add(request);
    const ending = endingOf(request, reply, status, request.routeOptions.url);
    for (const work of watchers.ended) void work(ending);
  };
  const begin = (request: FastifyRequest, reply: FastifyReply) =>
    watchers.begun.map(work =>
      work(request.id, () => endingOf(request, reply, unanswered, request.routeOptions.url)),
    );
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  app.addHook('preParsing', async (request, reply) => {
    await Promise.all(begin(request, reply));
  });
  app.addHook('onSend', async (request, reply) => {
    if (answered.has(request)) return;
    answered.add(request);
    // An answer behind another one on its connection is not told when that closes, so it is the
    // connection that is watched.
    const {socket} = request.raw;
    const status = () => (socket.destroyed ? clientGone : reply.statusCode);
    const ending = endingOf(request, reply, status(), request.routeOptions.url);
    for (const work of watchers.answering) await work(ending);
    const gone = () =>
      end(request, reply, reply.raw.writableFinished ? reply.statusCode : clientGone);
    if (socket.destroyed) gone();
    else {
      socket.once('close', gone);
      reply.raw.once('finish', () => socket.off('close', gone));
    }
  });
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply, reply.statusCode);
    done();
  });
  // Before the framework closes the connection, which then has no address any more.
  app.server.prependListener('clientError', (error: ClientError, socket: Socket) => {
    void tellUnreadable(watchers, error, socket);
  });
  return watchers;
}

function endingOf(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  route: string | undefined,
): Ending {
  const {id, method, url, session} = request;
  // Undefined where the connection had broken before it was looked at.
  const address = (request.ip as string | undefined) ?? '';
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  const bytes = String(reply.getHeader('content-length') ?? '-');
  return {id, method, url, route, address, session, status, ms, bytes};
}

type ClientError = Error & {readonly code?: string; readonly rawPacket?: Buffer};

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * What is no HTTP. Connections that break before a request is whole ask for nothing, and after its
 * head it is recorded by itself.
 */
async function tellUnreadable(
  {answering, ended}: Watchers,
  {code = '', rawPacket}: ClientError,
  {remoteAddress: address = '', bytesRead}: Socket,
): Promise<void> {
  const status = statuses[code] ?? 400;
  if (
    !(code.startsWith('HPE_') || code in statuses) ||
    code === 'HPE_INVALID_EOF_STATE' ||
    bytesRead === 0
  )
    return;
  const [, method = '', url = ''] =
    /^([A-Z]{1,20}) (\S{1,2000})/.exec(rawPacket?.toString('latin1', 0, 4000) ?? '') ?? [];
  const nothing = {route: undefined, session: undefined, ms: 0, bytes: '-'};
  const ending: Ending = {id: randomUUID(), method, url, address, status, ...nothing};
  for (const work of [...answering, ...ended]) await work(ending);
}
