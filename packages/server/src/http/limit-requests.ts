import {AppError} from '@gazetteer/model';
import {Transform} from 'node:stream';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {LimitOptions} from '../options/limit-options.ts';

/** How many requests, or bytes of theirs, are in work, and when each has its answer. */
class RequestSlots {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * False when there is no place of this name left; else it is given back as soon as the request has its answer. Who has none yet
   * gets what is asked for.
   */
  take(name: string, request: FastifyRequest, count = 1): boolean {
    const taken = this.#taken.get(name) ?? 0;
    if (taken > 0 && taken + count > this.#max) return false;
    this.#taken.set(name, taken + count);
    let isTaken = true;
    whenAnswered(request, () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#taken.get(name) ?? count) - count;
      if (left === 0) this.#taken.delete(name);
      else this.#taken.set(name, left);
    });
    return true;
  }
}

/** What waits for the answer of each request. */
const waiting = new WeakMap<FastifyRequest, {isInWork: boolean; readonly work: (() => void)[]}>();

function whenAnswered(request: FastifyRequest, work: () => void): void {
  waiting.get(request)?.work.push(work);
}

/**
 * At most so many requests in work at a time: what is beyond would only wait, and make everybody wait longer. Who has nothing to do
 * with the load is not refused: probes and pages for everybody (`open` and GET).
 */
export function limitRequests(app: FastifyInstance, max: number): void {
  const places = new RequestSlots(max);
  app.addHook('onRequest', (request, reply, done) => {
    watchAnswer(request, reply);
    if (!isFree(request) && !places.take('', request)) throw new AppError('SERVER_OVERLOADED', [String(max)]);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const state = waiting.get(request);
    if (state !== undefined) state.isInWork = true;
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    answered(request);
    done(null, payload);
  });
}

/**
 * At most so many of one user, with so many bytes of bodies, so that one busy script leaves room and memory for everybody else. Behind
 * the hook that finds out who asks.
 */
export function limitPerUser(
  app: FastifyInstance,
  {maxRequestsPerUser, maxBodyBytesPerUser}: Pick<LimitOptions, 'maxRequestsPerUser' | 'maxBodyBytesPerUser'>,
): void {
  const [places, bytes] = [new RequestSlots(maxRequestsPerUser), new RequestSlots(maxBodyBytesPerUser)];
  const take = (request: FastifyRequest, count: number) => {
    const {userName} = request.actor;
    if (count === 0 || userName === '' || bytes.take(userName, request, count)) return;
    throw new AppError('TOO_MUCH_IN_WORK', [userName, String(maxBodyBytesPerUser)]);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const {userName} = request.actor;
    if (!isFree(request) && userName !== '' && !places.take(userName, request)) {
      throw new AppError('TOO_MANY_REQUESTS', [userName, String(maxRequestsPerUser)]);
    }
    take(request, Number(request.headers['content-length'] ?? 0));
    done();
  });
  app.addHook('preParsing', (request, _reply, body, done) => {
    // What was announced is counted already.
    if (request.headers['transfer-encoding'] === undefined) return done(null, body);
    const counter = counted(count => take(request, count));
    body.once('error', error => counter.destroy(error));
    return done(null, body.pipe(counter));
  });
}

/** Passes on what comes, until `count` throws. */
function counted(count: (bytes: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        count(chunk.length);
      } catch (error) {
        done(error as Error);
        return;
      }
      done(null, chunk);
    },
  });
}

function isFree(request: FastifyRequest): boolean {
  return request.routeOptions.config?.open === true && request.method === 'GET';
}

/**
 * A client that goes away gives its place back only when its operation has ended: else a client that comes and goes could have any
 * number of operations in work.
 */
function watchAnswer(request: FastifyRequest, reply: FastifyReply): void {
  waiting.set(request, {isInWork: false, work: []});
  reply.raw.once('close', () => {
    if (waiting.get(request)?.isInWork !== true) answered(request);
  });
}

function answered(request: FastifyRequest): void {
  for (const work of waiting.get(request)?.work ?? []) work();
}
