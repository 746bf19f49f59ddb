type Waiting<T> = {
  readonly resolve: (one: T) => void;
  readonly reject: (reason: unknown) => void;
  /** It has waited for so long that it may use what is held in reserve. */
  isLate: boolean;
};

/** Most searches are over by then. */
export const patienceMs = 1000;

/** One thing more, for who has waited for so long for what others do, and has nothing running. */
export type Reserve<T> = {readonly one: T; readonly afterMs: number};

/**
 * Things that one call at a time can use, and the calls that wait for one. Who has few calls does
 * not wait for who has many: people take turns, and each one's calls come in their order.
 */
export class FairQueue<T> {
  readonly #free: T[];
  readonly #reserve: Reserve<T> | undefined;
  #isReserveFree = true;
  /** Whose turn it is stands first. */
  readonly #waiting = new Map<string, Waiting<T>[]>();
  /** How many calls of each are running. */
  readonly #running = new Map<string, number>();

  /** @param free the first is taken first */
  constructor(free: readonly T[], reserve?: Reserve<T>) {
    this.#free = free.toReversed();
    this.#reserve = reserve;
  }

  /**
   * Runs `work` with one of the things. @throws the signal's reason when it is told to give up
   * while it waits
   */
  async use<R>(
    owner: string,
    signal: AbortSignal | undefined,
    work: (one: T) => Promise<R>,
  ): Promise<R> {
    const one = await this.#take(owner, signal);
    try {
      return await work(one);
    } finally {
      this.#count(owner, -1);
      this.#give(one);
    }
  }

  async #take(owner: string, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    const one = this.#free.pop();
    if (one !== undefined) {
      this.#count(owner, 1);
      return one;
    }
    const {promise, resolve, reject} = Promise.withResolvers<T>();
    const turn = {resolve, reject, isLate: false};
    const line = this.#waiting.get(owner) ?? [];
    this.#waiting.set(owner, line);
    line.push(turn);
    const leave = () => {
      const at = line.indexOf(turn);
      if (at < 0) return;
      line.splice(at, 1);
      if (line.length === 0 && this.#waiting.get(owner) === line) this.#waiting.delete(owner);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, {once: true});
    const timer =
      this.#reserve &&
      setTimeout(() => {
        turn.isLate = true;
        this.#offerReserve();
      }, this.#reserve.afterMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  #give(one: T): void {
    if (one === this.#reserve?.one) {
      this.#isReserveFree = true;
      this.#offerReserve();
      return;
    }
    const [first] = this.#waiting;
    if (first === undefined) this.#free.push(one);
    else this.#hand(first[0], one);
  }

  #offerReserve(): void {
    if (this.#reserve === undefined || !this.#isReserveFree) return;
    for (const [owner, [first]] of this.#waiting) {
      if (first?.isLate !== true || this.#running.has(owner)) continue;
      this.#isReserveFree = false;
      this.#hand(owner, this.#reserve.one);
      return;
    }
  }

  /** To the first call of whoever it is, whose next one then waits for everybody else's. */
  #hand(owner: string, one: T): void {
    const line = this.#waiting.get(owner) ?? [];
    const turn = line.shift();
    this.#waiting.delete(owner);
    if (line.length > 0) this.#waiting.set(owner, line);
    this.#count(owner, 1);
    turn?.resolve(one);
  }

  #count(owner: string, by: 1 | -1): void {
    const count = (this.#running.get(owner) ?? 0) + by;
    if (count === 0) this.#running.delete(owner);
    else this.#running.set(owner, count);
  }
}
