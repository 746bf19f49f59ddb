type Failures = {count: number; blockedUntil: number; forgetAt: number};

const freeAttempts = 5;
const longestWaitMs = 60_000;
const forgetAfterMs = 15 * 60_000;
const maxClients = 10_000;

/**
 * Slows down guessing: after five failures of one user from one address the next attempt must wait one second, then two,
 * four, at most a minute. Held in memory and bounded; when full, the client that failed longest ago is forgotten first.
 */
export class Throttle {
  readonly #now: () => number;
  readonly #clients = new Map<string, Failures>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds until this client may try again; 0 when it may now. */
  waitMs(client: string): number {
    const failures = this.#clients.get(client);
    return failures === undefined ? 0 : Math.max(0, failures.blockedUntil - this.#now());
  }

  failed(client: string): void {
    const now = this.#now();
    const earlier = this.#clients.get(client);
    const count = earlier === undefined || earlier.forgetAt < now ? 1 : earlier.count + 1;
    const waitMs = count < freeAttempts ? 0 : Math.min(longestWaitMs, 1000 * 2 ** (count - freeAttempts));
    this.#clients.delete(client);
    const oldest = this.#clients.keys().next();
    if (this.#clients.size >= maxClients && !oldest.done) this.#clients.delete(oldest.value);
    this.#clients.set(client, {count, blockedUntil: now + waitMs, forgetAt: now + forgetAfterMs});
  }

  succeeded(client: string): void {
    this.#clients.delete(client);
  }
}
