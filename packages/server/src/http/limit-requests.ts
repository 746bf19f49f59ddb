import {AppError} from '@gazetteer/model';
import {Transform} from 'node:stream';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {LimitOptions} from '../options/limit-options.ts';

/** How many requests, or bytes of theirs, are in work, and when each has its answer. */
class RequestSlots {
  readonly #max: number;
  readonly #ofAll: number;
  readonly #taken = new Map<string, number>();
  #total = 0;

  /** @param ofAll what all names together may have */
  constructor(max: number, ofAll = max) {
    this.#max = max;
    this.#ofAll = ofAll;
  }

  /**
   * How many more this name may have now: never more in all than are left free for others, so that
   * no few of them together have everything.
   */
  left(name: string): number {
    const taken = this.#taken.get(name) ?? 0;
    return Math.min(this.#max - taken, Math.floor((this.#ofAll - this.#total - taken + 1) / 2));
  }

  /**
   * Whether so many more go into what all names together may have. Nobody waits for a request that
   * is alone.
   */
  hasRoom(count: number): boolean {
    return this.#total === 0 || this.#total + count <= this.#ofAll;
  }

  /** What all names together may have. */
  get max(): number {
    return this.#ofAll;
  }

  taken(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  take(name: string, count = 1): Taken {
    this.#changeBy(name, count);
    let isTaken = true;
    return () => {
      if (isTaken) this.#changeBy(name, -count);
      isTaken = false;
    };
  }

  #changeBy(name: string, by: number): void {
    const now = this.taken(name) + by;
    this.#total += by;
    if (now === 0) this.#taken.delete(name);
    else this.#taken.set(name, now);
  }
}

/** Gives back what was taken, once. */
type Taken = () => void;
type Slot = {readonly slots: RequestSlots; readonly name: string; giveBack: Taken};

/** What a request has until it has its answer. */
type Held = {
  isInWork: boolean;
  readonly taken: Slot[];
  readonly bytes: Taken[];
  /** Slots of those who wait for their login, by address. */
  readonly logins: RequestSlots;
};
const held = new WeakMap<FastifyRequest, Held>();

function takeSlot(request: FastifyRequest, slots: RequestSlots, name: string): void {
  held.get(request)?.taken.push({slots, name, giveBack: slots.take(name)});
}

/** @throws SERVER_OVERLOADED */
function checkRoom(slots: RequestSlots, what: string): void {
  if (!slots.hasRoom(1)) throw new AppError('SERVER_OVERLOADED', [`${slots.max} ${what}`]);
}

/** @throws TOO_MANY_REQUESTS */
function checkShare(slots: RequestSlots, name: string): void {
  if (slots.taken(name) > 0 && slots.left(name) < 1) {
    throw new AppError('TOO_MANY_REQUESTS', [name, String(slots.taken(name))]);
  }
}

/**
 * Does the slow part of a login, such as hashing a password or asking a directory. While it lasts
 * the request has none of the places of those who are logged in, but one of as many for logins, of
 * which an address gets no more than are left free for others.
 * @throws TOO_MANY_REQUESTS, SERVER_OVERLOADED before the work, or after it when there is no place
 * to go on
 */
export async function whileLoggingIn<T>(
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const state = held.get(request);
  if (state === undefined) return await work();
  const {logins, taken} = state;
  checkRoom(logins, 'logins');
  checkShare(logins, request.ip);
  const giveBack = logins.take(request.ip);
  for (const slot of taken) slot.giveBack();
  const done = await work().finally(giveBack);
  // Also for a client that has gone meanwhile: what it asked for goes on.
  for (const slot of taken) {
    checkRoom(slot.slots, 'requests');
    slot.giveBack = slot.slots.take(slot.name);
  }
  return done;
}

/**
 * At most so many requests in work at a time: what is beyond would only wait, and make everybody
 * wait longer. Who has nothing to do with the load is not refused: probes and pages for everybody
 * (`open` and GET).
 */
export function limitRequests(app: FastifyInstance, max: number): void {
  const [slots, logins] = [new RequestSlots(max), new RequestSlots(max)];
  app.addHook('onRequest', (request, reply, done) => {
    watchAnswer(request, reply, logins);
    if (!isFree(request)) {
      checkRoom(slots, 'requests');
      takeSlot(request, slots, '');
    }
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const state = held.get(request);
    if (state !== undefined) state.isInWork = true;
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    answered(request);
    done(null, payload);
  });
}

/**
 * At most so many of one user, or of one address where nobody is logged in, with so many bytes of
 * bodies, and never more than are left for others: one busy script leaves room and memory for
 * everybody else. Behind the hook that finds out who asks.
 */
export function limitPerUser(app: FastifyInstance, limits: ShareLimits): void {
  const {maxRequests, maxRequestsPerUser, maxBodyBytesOfAll, maxBodyBytesPerUser} = limits;
  const slots = new RequestSlots(maxRequestsPerUser, maxRequests);
  const bytes = new RequestSlots(maxBodyBytesPerUser, maxBodyBytesOfAll);
  const take = (request: FastifyRequest, count: number) => {
    if (count === 0) return;
    const name = nameOf(request);
    if (!bytes.hasRoom(count))
      throw new AppError('SERVER_OVERLOADED', [`bodies of almost ${maxBodyBytesOfAll} bytes`]);
    // One by itself may be larger.
    if (bytes.taken(name) > 0 && bytes.left(name) < count) {
      throw new AppError('TOO_MUCH_IN_WORK', [
        name,
        String(Math.min(maxBodyBytesPerUser, bytes.taken(name) + count)),
      ]);
    }
    held.get(request)?.bytes.push(bytes.take(name, count));
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const name = nameOf(request);
    if (!isFree(request)) {
      checkShare(slots, name);
      takeSlot(request, slots, name);
    }
    if (isStreamed(request)) return done();
    bodyCounts.set(request, count => take(request, count));
    take(request, Number(request.headers['content-length'] ?? 0));
    return done();
  });
  app.addHook('preParsing', (request, _reply, body, done) => {
    // What was announced is counted already.
    if (request.headers['transfer-encoding'] === undefined || isStreamed(request))
      return done(null, body);
    const counter = counted(count => take(request, count));
    body.once('error', error => counter.destroy(error));
    return done(null, body.pipe(counter));
  });
}

type ShareLimits = Pick<
  LimitOptions,
  'maxRequests' | 'maxRequestsPerUser' | 'maxBodyBytesOfAll' | 'maxBodyBytesPerUser'
>;

/**
 * Who shares with others: a user, else where the request comes from, as its trusted proxies say.
 */
function nameOf({actor, ip}: FastifyRequest): string {
  return actor.userName === '' ? ip : actor.userName;
}

const bodyCounts = new WeakMap<FastifyRequest, (bytes: number) => void>();

/**
 * Counts what a body takes beyond what came over the connection, as when it is unpacked.
 * @throws TOO_MUCH_IN_WORK, SERVER_OVERLOADED
 */
export function countBody(request: FastifyRequest, bytes: number): void {
  bodyCounts.get(request)?.(bytes);
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

/** Its body is passed on as it comes, and takes no memory. */
function isStreamed(request: FastifyRequest): boolean {
  return request.routeOptions.config?.streamed === true;
}

function isFree(request: FastifyRequest): boolean {
  return request.routeOptions.config?.open === true && request.method === 'GET';
}

/**
 * A client that goes away gives its place back only when its operation has ended: else a client
 * that comes and goes could have any number of operations in work.
 */
function watchAnswer(request: FastifyRequest, reply: FastifyReply, logins: RequestSlots): void {
  held.set(request, {isInWork: false, taken: [], bytes: [], logins});
  reply.raw.once('close', () => {
    if (held.get(request)?.isInWork !== true) answered(request);
  });
}

function answered(request: FastifyRequest): void {
  const {taken = [], bytes = []} = held.get(request) ?? {};
  for (const {giveBack} of taken) giveBack();
  for (const giveBack of bytes) giveBack();
}
