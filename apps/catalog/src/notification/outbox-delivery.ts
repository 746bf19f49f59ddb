import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {toAtlasNames} from '@gazetteer/model';
import type {OutgoingMessage, Publisher} from '@gazetteer/events';
import type {Log} from '../catalog.ts';
import {catalogItself, type CatalogHost} from '../caller.ts';
import {prolonged} from '../host/prolonged.ts';
import {claimPosition, hasUndelivered, savePosition} from './outbox-positions.ts';
import {readChanges} from './read-changes.ts';
import type {ChangeFeed} from './change-feed.ts';
import {notificationOf} from './entity-notification.ts';
import type {Change, Changes, ChangesRequest} from './read-changes.ts';

export type DeliveryCounts = {
  /**
   * Changes that the destination has got, and attempts that failed, since the start; and how many
   * of the last failed.
   */
  readonly delivered: number;
  readonly failed: number;
  readonly failuresInARow: number;
};

/**
 * In what words a destination is told: those of the feed, or messages of the topic ATLAS_ENTITIES.
 */
export type Wording = 'feed' | 'messages';

const batchSize = 200;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** How often it is looked for what another node has written, or left when it died. */
const idleMs = 3000;

/** Destinations get everything: who runs the server has set them up. */
const caller = catalogItself('outbox');

/**
 * Takes changes to one destination, in their order, and again with growing pauses while it cannot.
 * Its position is kept in the store after each batch, so that a process that dies goes on there, or
 * another node that shares the store. One of them delivers at a time.
 */
export class OutboxDelivery {
  readonly #publisher: Publisher;
  readonly #wording: Wording;
  readonly #host: CatalogHost;
  readonly #feed: ChangeFeed;
  readonly #log: Log;
  readonly #holder = randomUUID();
  readonly #closing = new AbortController();
  #counts: DeliveryCounts = {delivered: 0, failed: 0, failuresInARow: 0};
  #told = Promise.withResolvers<void>();
  #run: Promise<void> | undefined;

  constructor(
    publisher: Publisher,
    wording: Wording,
    host: CatalogHost,
    feed: ChangeFeed,
    log: Log,
  ) {
    this.#publisher = publisher;
    this.#wording = wording;
    this.#host = host;
    this.#feed = feed;
    this.#log = log;
  }

  get name(): string {
    return this.#publisher.name;
  }

  get counts(): DeliveryCounts {
    return this.#counts;
  }

  /** From here on nothing is left out: a destination that is new begins with what comes next. */
  async start(): Promise<void> {
    await this.#feed.sequence();
    await this.#take();
    this.#feed.listen(() => this.#told.resolve());
    this.#run = this.#deliverAll();
  }

  /** What was not delivered is for the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#told.resolve();
    await this.#publisher.close();
    await this.#run;
  }

  async #deliverAll(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        this.#told = Promise.withResolvers();
        const position = (await this.#host.call(hasUndelivered, caller, this.#mine))
          ? await this.#take()
          : undefined;
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
      const {changes, next} = await this.#read(position);
      if (changes.length > 0) await this.#publish(changes);
      if (next === position) return;
      const isKept = await this.#host.call(savePosition, caller, {...this.#mine, position: next});
      if (!isKept) return;
      position = next;
      this.#delivered(changes.length);
    }
  }

  /** A destination may take its time, in which the lease is not to end. */
  async #publish(changes: readonly Change[]): Promise<void> {
    await prolonged(
      () => this.#take(),
      (error: unknown) =>
        this.#log.warn({error, destination: this.name}, 'the right to deliver was not prolonged'),
      () => this.#publisher.publish(this.#messages(changes)),
    );
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
    const read = async (after: string | undefined) =>
      await this.#host.call(readChanges, caller, {after, ...this.#asked});
    try {
      return await read(position);
    } catch (error) {
      if ((error as {kind?: unknown}).kind !== 'CHANGES_GONE') throw error;
      this.#log.error(
        {destination: this.name, place: position},
        'changes that the destination had not got are not kept any more',
      );
      return await read(undefined);
    }
  }

  get #asked(): Omit<ChangesRequest, 'after'> {
    return {
      limit: batchSize,
      ...(this.#wording === 'messages' ? {superClassifications: true} : {}),
    };
  }

  #messages(changes: readonly Change[]): OutgoingMessage[] {
    return changes.flatMap((change): OutgoingMessage[] => {
      const key = change.entity?.guid ?? change.relationship?.guid ?? '';
      if (this.#wording === 'feed') return [{id: change.id, key, body: JSON.stringify(change)}];
      const notification = notificationOf(change);
      return notification === undefined
        ? []
        : [{id: change.id, key, body: toAtlasNames(JSON.stringify(notification))}];
    });
  }

  async #take(): Promise<string | undefined> {
    return await this.#host.call(claimPosition, caller, this.#mine);
  }

  get #mine(): {destination: string; holder: string} {
    return {destination: this.name, holder: this.#holder};
  }

  async #failed(reason: unknown): Promise<void> {
    const {failed, failuresInARow} = this.#counts;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failuresInARow, 16));
    this.#counts = {...this.#counts, failed: failed + 1, failuresInARow: failuresInARow + 1};
    this.#log.error(
      {error: reason, destination: this.name, failures: failuresInARow + 1, pauseMs},
      'changes could not be delivered',
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
