import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {AppError} from '@gazetteer/model';
import type {Log} from '../catalog.ts';
import {catalogItself, type Caller, type CatalogHost} from '../caller.ts';
import {prolonged} from '../host/prolonged.ts';
import {receiveMessages} from './receive-messages.ts';
import {hasWaiting, nextMessages, failMessage, prolongTurn} from './inbox-turn.ts';
import {takeInMessages} from './take-in-messages.ts';
import type {Telemetry} from '@gazetteer/kernel/host';
import {HookStatistics} from './hook-statistics.ts';
import type {HandedIn} from './receive-messages.ts';
import type {Turn} from './inbox-turn.ts';

export type HookConsumerOptions = {
  /** Attempts at a message, and the pause between them. */
  readonly maxRetries: number;
  readonly retryMs: number;
  readonly segmentWaitMs: number;
};

export type HookCounts = {
  /** Messages since the start: taken into the inbox, done, set aside. */
  readonly received: number;
  readonly done: number;
  readonly failed: number;
};

/** How often messages are looked for that another process received. */
const idleMs = 3000;
/** Messages of one turn; they are in memory meanwhile. */
const turnSize = 100;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A turn, by the name that the reference counts it under. */
const turnMetric = 'NotificationHookConsumer_doWork';

/** No policy is asked about what hooks say: who may hand it in may say it. */
const caller: Caller = {...catalogItself('hook'), isForHooks: true};

/**
 * Takes messages of hooks in, one after the other in the order of their coming: what a later one
 * refers to, an earlier one may have made. A message that cannot be done after some attempts is set
 * aside, and the next one is tried.
 */
export class HookConsumer {
  readonly statistics = new HookStatistics();
  readonly #host: CatalogHost;
  readonly #options: HookConsumerOptions;
  readonly #log: Log;
  readonly #telemetry: Pick<Telemetry, 'countCall'> | undefined;
  readonly #holder = randomUUID();
  readonly #closing = new AbortController();
  #counts: HookCounts = {received: 0, done: 0, failed: 0};
  #come = Promise.withResolvers<void>();
  #run: Promise<void> | undefined;
  #failures = 0;
  /**
   * Turns. The first ones take a message each: the one that ended the process before is among the
   * first of the next, and is found by the number of times that it was begun.
   */
  #begun = 0;

  constructor(
    host: CatalogHost,
    options: HookConsumerOptions,
    log: Log,
    telemetry?: Pick<Telemetry, 'countCall'>,
  ) {
    this.#host = host;
    this.#options = options;
    this.#log = log;
    this.#telemetry = telemetry;
  }

  get counts(): HookCounts {
    return this.#counts;
  }

  start(): void {
    this.#run ??= this.#takeAll();
  }

  /** Has messages in safety when it resolves. @throws INBOX_FULL, and what the store throws */
  async receive(handedIn: HandedIn, who: Caller = caller): Promise<void> {
    const full = await this.#host.call(receiveMessages, who, handedIn);
    if (full !== undefined) throw new AppError('INBOX_FULL', [String(full.maxWaiting)]);
    this.#counts = {...this.#counts, received: this.#counts.received + handedIn.records.length};
    this.wake();
  }

  /** There is something to take in. */
  wake(): void {
    this.#come.resolve();
  }

  /** Waits for the message that is just being done; the rest is for the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#come.resolve();
    await this.#run;
  }

  async #takeAll(): Promise<void> {
    while (!this.#isClosing) {
      try {
        this.#come = Promise.withResolvers();
        if (!(await this.#turn())) await this.#wait(idleMs, this.#come.promise);
        this.#failures = 0;
      } catch (error) {
        // The store itself: no message is to blame.
        const pauseMs = Math.min(
          longestPauseMs,
          firstPauseMs * 2 ** Math.min(this.#failures++, 16),
        );
        this.#log.error({error, pauseMs}, 'messages of hooks cannot be taken in');
        await this.#wait(pauseMs);
      }
    }
  }

  /** @returns whether there may be more */
  async #turn(): Promise<boolean> {
    if (!(await this.#host.call(hasWaiting, caller, undefined))) return false;
    const start = performance.now();
    const {segmentWaitMs} = this.#options;
    const limit = this.#begun < turnSize ? 1 : turnSize;
    // A message that failed with the store has not ended the process.
    const isAgain = this.#failures > 0;
    const args = {holder: this.#holder, segmentWaitMs, limit, isAgain};
    const turn = await this.#host.call(nextMessages, caller, args);
    if (turn === undefined) return false;
    this.#begun++;
    // Types, and pauses between attempts, take their time outside of its transactions.
    const isOurs = await prolonged(
      () => this.#host.call(prolongTurn, caller, {holder: this.#holder}),
      (error: unknown) =>
        this.#log.warn({error}, 'the right to take in messages of hooks was not prolonged'),
      () => this.#takeTurn(turn),
    );
    if (turn.messages.length > 0) this.#telemetry?.countCall(turnMetric, performance.now() - start);
    return isOurs && turn.messages.length > 0;
  }

  /** @returns false when messages are somebody else's now */
  async #takeTurn({messages}: Turn): Promise<boolean> {
    for (let left = messages; left.length > 0 && !this.#isClosing;) {
      const done = await this.#takeTogether(left);
      if (done === undefined) return false;
      // One of them cannot be done: they are taken one by one, so that it is found and the others
      // are done.
      if (done === 0) for (const ids of left) if (!(await this.#take(ids))) return false;
      left = done === 0 ? [] : left.slice(done);
    }
    return true;
  }

  /**
   * In one transaction. @returns how many from the front are done; 0 when one of them failed,
   * undefined when they are somebody else's now
   */
  async #takeTogether(messages: Turn['messages']): Promise<number | undefined> {
    try {
      return await this.#takeIn(messages);
    } catch (error) {
      if (isOfStore(error)) throw error;
      this.#log.info({error, count: messages.length}, 'messages of hooks are taken in one by one');
      return 0;
    }
  }

  async #takeIn(messages: Turn['messages']): Promise<number | undefined> {
    const start = performance.now();
    const taken = await this.#host.call(takeInMessages, caller, {
      holder: this.#holder,
      messages,
    });
    if (taken === undefined) return undefined;
    this.#counts = {...this.#counts, done: this.#counts.done + taken.done};
    this.statistics.add({...taken, ms: performance.now() - start});
    return taken.done;
  }

  /** @returns false when it is somebody else's now */
  async #take(ids: readonly number[]): Promise<boolean> {
    if (this.#isClosing) return true;
    const {maxRetries, retryMs} = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.#takeIn([ids])) !== undefined;
      } catch (error) {
        if (isOfStore(error)) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        this.#log.warn({error, ids, attempt}, 'a message of a hook could not be taken in');
        if (this.#isClosing) return true;
        if (attempt < maxRetries) {
          await this.#wait(retryMs);
          continue;
        }
        const failing = {holder: this.#holder, ids, reason};
        if (!(await this.#host.call(failMessage, caller, failing))) return false;
        this.#counts = {...this.#counts, failed: this.#counts.failed + 1};
        this.statistics.add({failed: 1});
        this.#log.error(
          {ids, reason},
          'a message of a hook was set aside (GET /v2/notification/failed)',
        );
        return true;
      }
    }
  }

  async #wait(timeMs: number, sooner: Promise<void> = new Promise(() => undefined)): Promise<void> {
    const over = new AbortController();
    this.#closing.signal.addEventListener('abort', () => over.abort(), {signal: over.signal});
    const timer = pause(timeMs, undefined, {signal: over.signal, ref: false}).catch(
      () => undefined,
    );
    await Promise.race([timer, sooner]);
    over.abort();
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }
}

/**
 * Whether no message is to blame: none of them could be taken in just now, and each can be later.
 */
function isOfStore(error: unknown): boolean {
  return error instanceof AppError && error.isTemporary;
}
