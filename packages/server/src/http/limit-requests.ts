import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';

/** How many requests are in work, and when each has its answer. */
class Places {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** False when all places of this name are taken; else it is given back as soon as the request has its answer. */
  take(name: string, request: FastifyRequest): boolean {
    const taken = this.#taken.get(name) ?? 0;
    if (taken >= this.#max) return false;
    this.#taken.set(name, taken + 1);
    let isTaken = true;
    whenAnswered(request, () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#taken.get(name) ?? 1) - 1;
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
  const places = new Places(max);
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

/** At most so many of one user, so that one busy script leaves room for everybody else. Behind the hook that finds out who asks. */
export function limitPerUser(app: FastifyInstance, max: number): void {
  const places = new Places(max);
  app.addHook('onRequest', (request, _reply, done) => {
    const {userName} = request.actor;
    if (!isFree(request) && userName !== '' && !places.take(userName, request)) {
      throw new AppError('TOO_MANY_REQUESTS', [userName, String(max)]);
    }
    done();
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
