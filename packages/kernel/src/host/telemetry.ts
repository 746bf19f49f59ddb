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

/** What was asked for and is not answered yet. */
type Pending = {
  /** Tells that nobody waits for it any more; absent where nobody can give it up. */
  readonly ending: AbortSignal | undefined;
  /** What `work` comes to. @throws what it throws, or why it was given up before that */
  readonly answerOf: <T>(work: Promise<T>) => Promise<T>;
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
   * What is asked for now: how long it takes and whether it fails is counted. A search, and what
   * somebody may give up, is one of the active operations meanwhile.
   * @throws at once why it was given up, when that was said before
   */
  begin({name, on}: Pick<AnyOperation, 'name' | 'on'>, who: Who, limits: Limits = {}): Pending {
    limits.signal?.throwIfAborted();
    const start = performance.now();
    const count = (failed: boolean) => this.#count(name, performance.now() - start, failed);
    const isSearch = on === 'search';
    // Most operations can be given up by nobody, and what that takes costs more than some do.
    const isWatched = isSearch || limits.signal !== undefined || limits.limitMs !== undefined;
    const watch = isWatched ? this.#watch({name, isSearch}, who, limits) : undefined;
    return {
      ending: watch?.ending,
      answerOf: async work => {
        let failed = true;
        try {
          const answer = await (watch === undefined ? work : Promise.race([work, watch.givenUp]));
          failed = false;
          return answer;
        } finally {
          watch?.end();
          count(failed);
        }
      },
    };
  }

  /** Until `signal` says so, its time is over, or somebody gives it up. */
  #watch(
    what: Pick<ActiveOperation, 'name' | 'isSearch'>,
    {actor: {userName}, requestId}: Who,
    {signal, limitMs}: Limits,
  ): {ending: AbortSignal; givenUp: Promise<never>; end: () => void} {
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
    const end = () => {
      this.active.delete(active);
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    return {ending: ending.signal, givenUp: given.promise, end};
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
