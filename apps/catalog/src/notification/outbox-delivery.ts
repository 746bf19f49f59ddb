import {setTimeout as pause} from 'node:timers/promises';
import {leaseMs} from '@gazetteer/store';
import type {Log} from '../catalog.ts';
import {prolonged} from '../host/prolonged.ts';
import type {ChangeFeed} from './change-feed.ts';
import type {Change, Changes} from './read-changes.ts';

export type DeliveryCounts = {
  /**
   * Changes that the destination has got, and attempts that failed, since the start; and how many
   * of the last failed.
   */
  readonly delivered: number;
  readonly failed: number;
  readonly failuresInARow: number;
};

/** Where changes go, and what is kept of how far they have got. */
export type ChangeDestination = {
  /** Unique, for logs and metrics. */
  readonly name: string;
  /** Whether it is time to deliver, asked without writing. */
  isDue(): Promise<boolean>;
  /** The position, for the one process that delivers; undefined where that is another one. */
  claim(): Promise<string | undefined>;
  /** @param after undefined: the oldest that is kept */
  read(after: string | undefined): Promise<Changes>;
  publish(changes: readonly Change[]): Promise<void>;
  /**
   * What was published, if anything, has arrived.
   * @returns whether this process is still the one, and may go on at once
   */
  save(position: string, changes: readonly Change[]): Promise<boolean>;
  /** An attempt to publish has failed. */
  failed(error: unknown, changes: number): Promise<void>;
  close(): Promise<void>;
};

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** How often it is looked for what another node has written, or left when it died. */
const idleMs = 3000;

/**
 * Takes changes to one destination, in their order, and again with growing pauses while it cannot.
 * Its position is kept in the store after each batch, so that a process that dies goes on there, or
 * another node that shares the store. One of them delivers at a time.
 */
export class OutboxDelivery {
  readonly #destination: ChangeDestination;
  readonly #feed: ChangeFeed;
  readonly #log: Log;
  readonly #closing = new AbortController();
  #counts: DeliveryCounts = {delivered: 0, failed: 0, failuresInARow: 0};
  /** How many changes are being published; undefined while none are. */
  #publishing: number | undefined;
  /** When it was last asked for the right to deliver, and got it; on the clock of `performance`. */
  #claimedAt = -Infinity;
  #told = Promise.withResolvers<void>();
  #run: Promise<void> | undefined;
  #unlisten: (() => void) | undefined;

  constructor(destination: ChangeDestination, feed: ChangeFeed, log: Log) {
    this.#destination = destination;
    this.#feed = feed;
    this.#log = log;
  }

  get name(): string {
    return this.#destination.name;
  }

  get counts(): DeliveryCounts {
    return this.#counts;
  }

  /** From here on nothing is left out: a destination that is new begins with what comes next. */
  async start(): Promise<void> {
    await this.#feed.sequence();
    await this.#claim();
    this.#unlisten = this.#feed.listen(() => this.#told.resolve());
    this.#run = this.#deliverAll();
  }

  /** What was not delivered is for the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#unlisten?.();
    this.#told.resolve();
    await this.#destination.close();
    await this.#run;
  }

  async #deliverAll(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        this.#told = Promise.withResolvers();
        this.#publishing = undefined;
        const position = (await this.#destination.isDue()) ? await this.#claim() : undefined;
        if (position !== undefined) await this.#deliverFrom(position);
        await this.#wait(idleMs);
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        await this.#failed(error);
      }
    }
  }

  /** Until there is nothing more, or somebody else has taken over. */
  async #deliverFrom(start: string): Promise<void> {
    let position = start;
    while (!this.#closing.signal.aborted) {
      this.#told = Promise.withResolvers();
      const {changes, next} = await this.#prolonged(() => this.#read(position));
      if (changes.length > 0) {
        if (!(await this.#isStillAt(position))) return;
        await this.#publish(changes);
      }
      if (next === position) return;
      const goesOn = await this.#destination.save(next, changes);
      this.#delivered(changes.length);
      if (!goesOn) return;
      position = next;
    }
  }

  async #publish(changes: readonly Change[]): Promise<void> {
    this.#publishing = changes.length;
    await this.#prolonged(() => this.#destination.publish(changes));
    this.#publishing = undefined;
  }

  /** Much to read, and a slow destination, may take their time, in which the lease is not to end. */
  async #prolonged<T>(work: () => Promise<T>): Promise<T> {
    return await prolonged(
      () => this.#claim(),
      (error: unknown) =>
        this.#log.warn({error, destination: this.name}, 'the right to deliver was not prolonged'),
      work,
    );
  }

  async #claim(): Promise<string | undefined> {
    const time = performance.now();
    const position = await this.#destination.claim();
    this.#claimedAt = position === undefined ? -Infinity : time;
    return position;
  }

  /** Somebody else may have taken over while it was read. Asked only where that can be. */
  async #isStillAt(position: string): Promise<boolean> {
    if (performance.now() - this.#claimedAt < leaseMs / 2) return true;
    return (await this.#claim()) === position;
  }

  #delivered(count: number): void {
    const {delivered, failuresInARow} = this.#counts;
    if (failuresInARow > 0) {
      this.#log.info(
        {destination: this.name, failures: failuresInARow},
        'destination of changes is back',
      );
    }
    this.#counts = {...this.#counts, delivered: delivered + count, failuresInARow: 0};
  }

  async #read(position: string): Promise<Changes> {
    try {
      return await this.#destination.read(position);
    } catch (error) {
      if ((error as {kind?: unknown}).kind !== 'CHANGES_GONE') throw error;
      this.#log.error(
        {destination: this.name, place: position},
        'changes that the destination had not got are not kept any more',
      );
      return await this.#destination.read(undefined);
    }
  }

  async #failed(reason: unknown): Promise<void> {
    const {failed, failuresInARow} = this.#counts;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failuresInARow, 16));
    this.#counts = {...this.#counts, failed: failed + 1, failuresInARow: failuresInARow + 1};
    this.#log.error(
      {error: reason, destination: this.name, failures: failuresInARow + 1, pauseMs},
      'changes could not be delivered',
    );
    // What fails before that is not the destination's fault.
    if (this.#publishing !== undefined)
      await this.#destination
        .failed(reason, this.#publishing)
        .catch((error: unknown) =>
          this.#log.error({error, destination: this.name}, 'a failed delivery was not noted'),
        );
    await pause(pauseMs, undefined, {signal: this.#closing.signal}).catch(() => undefined);
  }

  async #wait(timeMs: number): Promise<void> {
    const over = new AbortController();
    const timer = pause(timeMs, undefined, {signal: over.signal, ref: false}).catch(
      () => undefined,
    );
    await Promise.race([this.#told.promise, timer]);
    over.abort();
  }
}
