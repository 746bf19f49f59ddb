import {SqlError} from '../engine/sql-engine.ts';

/**
 * How long somebody waits for a session, and who hears how many wait before them whenever that
 * changes.
 */
export type WaitOptions = {
  readonly maxMs: number;
  readonly onPosition: (ahead: number) => void;
  readonly signal?: AbortSignal | undefined;
};

type QueuePosition = {readonly onPosition: (ahead: number) => void; wake: () => void};

const tooMany = 'Too many open sessions. Stop a running query before starting a new one';
/** More do not wait for one person's sessions: who sends so many has made a mistake. */
const maxWaiting = 20;

/**
 * Those who wait for a session because as many as somebody may have are in use: a line for each
 * person and engine, in which nobody overtakes.
 */
export class SessionLines {
  readonly #lines = new Map<string, QueuePosition[]>();

  /** Whether somebody who comes now has to stand behind others. */
  hasLine(key: string): boolean {
    return this.#lines.has(key);
  }

  /**
   * Tries, and again whenever something in the line may have changed, once all before it have got
   * theirs.
   * @param attempt undefined where there is still none
   * @throws {SqlError} `too-many-sessions` for whoever waits too long or comes as one too many;
   * what `signal` says
   */
  async wait<T>(
    key: string,
    options: WaitOptions | undefined,
    attempt: () => Promise<T | undefined>,
  ): Promise<T> {
    const line = this.#lines.get(key) ?? [];
    if (options === undefined || line.length >= maxWaiting)
      throw new SqlError('too-many-sessions', tooMany);
    const position: QueuePosition = {onPosition: options.onPosition, wake: () => undefined};
    this.#lines.set(key, [...line, position]);
    options.onPosition(line.length);
    const signals = [
      AbortSignal.timeout(options.maxMs),
      ...(options.signal === undefined ? [] : [options.signal]),
    ];
    const end = AbortSignal.any(signals);
    try {
      for (;;) {
        const woken = new Promise<void>(resolve => (position.wake = resolve));
        const got = this.#lines.get(key)?.[0] === position ? await attempt() : undefined;
        if (got !== undefined) return got;
        await first(woken, end);
      }
    } catch (error) {
      if (signals[0]?.aborted !== true || error !== end.reason) throw error;
      const seconds = Math.round(options.maxMs / 1000);
      throw new SqlError(
        'too-many-sessions',
        `${tooMany}; none was given back within ${seconds} s`,
      );
    } finally {
      this.#leave(key, position);
    }
  }

  /** Something was given back, or is gone: the first one tries again. */
  moved(key: string): void {
    this.#lines.get(key)?.[0]?.wake();
  }

  #leave(key: string, position: QueuePosition): void {
    const left = (this.#lines.get(key) ?? []).filter(other => other !== position);
    if (left.length === 0) this.#lines.delete(key);
    else this.#lines.set(key, left);
    for (const [ahead, {onPosition}] of left.entries()) onPosition(ahead);
    // There may be room for more than one.
    left[0]?.wake();
  }
}

async function first(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const {promise, reject} = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', stop, {once: true});
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
