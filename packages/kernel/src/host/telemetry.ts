import {AppError} from '@gazetteer/model';
import type {AnyOperation} from '../operation.ts';
import {ServerMetrics, Timing} from '@gazetteer/server';
import type {Who} from './outcome.ts';

/** An operation that runs now. */
export type ActiveOperation = {
  readonly name: string;
  readonly isSearch: boolean;
  readonly userName: string;
  readonly requestId: string;
  readonly startedAt: number;
  /** Answers whoever waits for it with a failure, and has a search given up by the store. */
  readonly giveUp: (failure: Error) => void;
};

/** How long somebody waits for an operation. */
type Limits = {
  readonly signal?: AbortSignal | undefined;
  readonly limitMs?: number | undefined;
};

/**
 * What this process knows of its own work since it started; it lives on the thread that talks to
 * clients.
 */
export class Telemetry {
  readonly server = new ServerMetrics();
  readonly operations = new Map<string, {timing: Timing; failures: number}>();
  /** Calls of the API by the names that the reference counts them under. */
  readonly calls = new Map<string, Timing>();
  readonly active = new Set<ActiveOperation>();

  /**
   * Runs `work` and counts how long it took and whether it failed. A search, and what somebody may
   * give up, is one of the active operations meanwhile.
   * @throws what `work` throws, or why it was given up; at once, without any work, when that was
   * said before
   */
  async measure<T>(
    {name, on}: Pick<AnyOperation, 'name' | 'on'>,
    who: Who,
    work: (ending?: AbortSignal) => Promise<T>,
    limits: Limits = {},
  ): Promise<T> {
    limits.signal?.throwIfAborted();
    const start = performance.now();
    let failed = true;
    try {
      const isSearch = on === 'search';
      // Most operations can be given up by nobody, and what that takes costs more than some do.
      const isWatched = isSearch || limits.signal !== undefined || limits.limitMs !== undefined;
      const answer = await (isWatched
        ? this.#untilGivenUp({name, isSearch}, who, work, limits)
        : work());
      failed = false;
      return answer;
    } finally {
      this.#count(name, performance.now() - start, failed);
    }
  }

  /**
   * `work` is told when nobody waits for it any more: `signal` says so, its time is over, or
   * somebody has given it up.
   */
  async #untilGivenUp<T>(
    what: Pick<ActiveOperation, 'name' | 'isSearch'>,
    {actor: {userName}, requestId}: Who,
    work: (ending: AbortSignal) => Promise<T>,
    {signal, limitMs}: Limits,
  ): Promise<T> {
    const given = Promise.withResolvers<never>();
    const ending = new AbortController();
    const giveUp = (failure: Error) => {
      ending.abort(failure);
      given.reject(failure);
    };
    const leave = () => giveUp(signal?.reason as Error);
    signal?.addEventListener('abort', leave, {once: true});
    const isOver = () => giveUp(new AppError('SEARCH_TIMEOUT', [String(limitMs)]));
    const timer = limitMs === undefined ? undefined : setTimeout(isOver, limitMs);
    const active = {...what, userName, requestId, startedAt: Date.now(), giveUp};
    this.active.add(active);
    try {
      return await Promise.race([work(ending.signal), given.promise]);
    } finally {
      this.active.delete(active);
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  #count(name: string, ms: number, failed: boolean): void {
    const known = this.operations.get(name) ?? {timing: new Timing(), failures: 0};
    known.timing.add(ms);
    if (failed) known.failures += 1;
    this.operations.set(name, known);
  }

  countCall(name: string, ms: number): void {
    const timing = this.calls.get(name) ?? new Timing();
    timing.add(ms);
    this.calls.set(name, timing);
  }

  close(): void {
    this.server.close();
  }
}
