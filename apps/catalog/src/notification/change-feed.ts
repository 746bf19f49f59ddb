import type {Log} from '../catalog.ts';
import {catalogItself, type Caller, type CatalogHost} from '../caller.ts';
import {readChanges, type ChangesRequest} from './read-changes.ts';
import {sequenceChanges} from './outbox-positions.ts';

/** How soon after a change it is looked for; what comes meanwhile is found together. */
const lingerMs = 25;
/** How often changes of other processes are looked for, while somebody waits for any. */
const pollMs = 1000;
/** More waiting readers are answered at once. */
const maxWaiting = 500;

const caller = catalogItself('changes');

/**
 * Tells whoever waits for changes that there are some. It lives on the thread that talks to
 * clients.
 */
export class ChangeFeed {
  readonly #host: CatalogHost;
  readonly #log: Log;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Set<() => void>();
  #end = '';
  #timer: NodeJS.Timeout | undefined;
  /** On the clock of `performance`. */
  #dueAt = 0;
  #running: Promise<void> | undefined;
  #isStale = false;
  #isClosed = false;

  /** @param host one that does not wake this feed for what it does itself */
  constructor(host: CatalogHost, log: Log) {
    this.#host = host;
    this.#log = log;
  }

  /** Something may have changed here. */
  wake(): void {
    this.#look(lingerMs);
  }

  /** Calls `listener` whenever there are new changes. @returns what ends that */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#look(0);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Changes from a place on; when there are none, waits for some until `waitMs` are over or
   * `signal` says so.
   */
  async read(
    who: Caller,
    {after, waitMs, ...asked}: ChangesRequest & {waitMs: number},
    signal: AbortSignal,
  ): Promise<string> {
    const until = Date.now() + (this.#waiting.size < maxWaiting ? waitMs : 0);
    for (let from = after; ;) {
      await this.sequence();
      const told = Promise.withResolvers<void>();
      this.#waiting.add(told.resolve);
      try {
        const asking = {...asked, after: from};
        const {json: answer = ''} = await this.#host.answer(readChanges, who, asking);
        const {changes, next} = JSON.parse(answer) as {changes: unknown[]; next: string};
        const leftMs = until - Date.now();
        if (changes.length > 0 || leftMs <= 0 || signal.aborted || this.#isClosed) return answer;
        // What they may not see, or do not want, is passed over.
        from = next;
        this.#look(pollMs);
        await over(told.promise, leftMs, signal);
      } finally {
        this.#waiting.delete(told.resolve);
      }
    }
  }

  /** Makes everything that is written readable. */
  async sequence(): Promise<void> {
    this.#isStale = true;
    this.#running ??= this.#sequenceAll().finally(() => (this.#running = undefined));
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const tell of this.#waiting) tell();
    await this.#running;
  }

  #look(pauseMs: number): void {
    // What is due sooner stays so: where one change follows the other nobody would be told before
    // they pause.
    const dueAt = performance.now() + pauseMs;
    if (this.#isClosed || (this.#timer !== undefined && this.#dueAt <= dueAt)) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#lookAround();
    }, pauseMs);
    this.#timer.unref();
  }

  async #lookAround(): Promise<void> {
    try {
      await this.sequence();
    } catch (error) {
      this.#log.error({error}, 'changes could not be looked for');
    }
    if (this.#listeners.size + this.#waiting.size > 0) this.#look(pollMs);
  }

  async #sequenceAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const end = await this.#host.call(sequenceChanges, caller, undefined);
      if (end === this.#end) continue;
      this.#end = end;
      for (const tell of [...this.#listeners, ...this.#waiting]) tell();
    }
  }
}

/**
 * Waits until something is told, the time is over, or nobody waits any more; all timers are gone
 * afterwards.
 */
async function over(told: Promise<void>, timeMs: number, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(ended.resolve, timeMs);
  signal.addEventListener('abort', () => ended.resolve(), {once: true});
  await Promise.race([told, ended.promise]);
  clearTimeout(timer);
}
