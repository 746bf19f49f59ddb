import {AppError} from '@gazetteer/model';

/**
 * Passwords that are being hashed and those that wait for it. Hashing is meant to be dear, and
 * anybody may ask for it without a login: what goes on at a time is bounded, and so is what waits,
 * so that nobody waits for long.
 */
export class HashQueue {
  readonly #atATime: number;
  readonly #maxWaiting: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atATime: number, maxWaiting: number) {
    this.#atATime = atATime;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws LOGINS_WAITING when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atATime) {
      if (this.#waiting.length >= this.#maxWaiting) throw new AppError('LOGINS_WAITING');
      // Whoever has finished hands on the place.
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
