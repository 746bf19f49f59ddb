type Waiting<T> = {readonly resolve: (one: T) => void; readonly reject: (reason: unknown) => void};

/**
 * Things that one call at a time can use, and the calls that wait for one. Who has few calls does
 * not wait for who has many: people take turns, and each one's calls come in their order.
 */
export class FairQueue<T> {
  readonly #free: T[];
  /** Whose turn it is stands first. */
  readonly #waiting = new Map<string, Waiting<T>[]>();

  /** @param free the first is taken first */
  constructor(free: readonly T[]) {
    this.#free = free.toReversed();
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
      this.#give(one);
    }
  }

  async #take(owner: string, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    const one = this.#free.pop();
    if (one !== undefined) return one;
    const turn = Promise.withResolvers<T>();
    const line = this.#waiting.get(owner) ?? [];
    this.#waiting.set(owner, line);
    line.push(turn);
    const leave = () => {
      const at = line.indexOf(turn);
      if (at < 0) return;
      line.splice(at, 1);
      if (line.length === 0 && this.#waiting.get(owner) === line) this.#waiting.delete(owner);
      turn.reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, {once: true});
    try {
      return await turn.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #give(one: T): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#free.push(one);
      return;
    }
    const [owner, line] = first;
    const turn = line.shift();
    this.#waiting.delete(owner);
    if (line.length > 0) this.#waiting.set(owner, line);
    turn?.resolve(one);
  }
}
