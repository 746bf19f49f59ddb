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
   * Runs `work` as one of the active operations and counts how long it took and whether it failed.
   * `work` is told when nobody waits for it any more: `signal` says so, its time is over, or
   * somebody has given it up.
   * @throws what `work` throws, or why it was given up; at once, without any work, when that was
   * said before
   */
  async measure<T>(
    {name, on}: Pick<AnyOperation, 'name' | 'on'>,
    {actor, requestId}: Who,
    work: (ending: AbortSignal) => Promise<T>,
    {signal, limitMs}: Limits = {},
  ): Promise<T> {
    signal?.throwIfAborted();
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
    const {userName} = actor;
    const active: ActiveOperation = {
      name,
      isSearch: on === 'search',
      userName,
      requestId,
      startedAt: Date.now(),
      giveUp,
    };
    const start = performance.now();
    this.active.add(active);
    let failed = true;
    try {
      const answer = await Promise.race([work(ending.signal), given.promise]);
      failed = false;
      return answer;
    } finally {
      this.active.delete(active);
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      const known = this.operations.get(name) ?? {timing: new Timing(), failures: 0};
      known.timing.add(performance.now() - start);
      if (failed) known.failures += 1;
      this.operations.set(name, known);
    }
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
