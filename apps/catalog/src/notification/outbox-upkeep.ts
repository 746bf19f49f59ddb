import {catalogItself, type CatalogHost} from '../caller.ts';
import type {Log} from '../catalog.ts';
import {trimOutbox} from './outbox-positions.ts';

export type OutboxLimits = {
  /** Destinations that get everything. */
  readonly destinations: readonly string[];
  /** How long readers of the feed may stay away. */
  readonly retentionMs: number;
  readonly maxRows: number;
};

export type OutboxCounts = {
  /** Rows that are kept. */
  readonly rows: number;
  readonly maxRows: number;
  /** Rows that went although a destination waited for them, since the start. */
  readonly lost: number;
  /** By destination: rows that it has not got yet. */
  readonly waiting: Readonly<Record<string, number>>;
};

const everyMs = 30_000;
const alarmShare = 0.8;
const caller = catalogItself('outbox');

/** Lets go of changes that nobody needs any more, and says so before there are too many. */
export class OutboxUpkeep {
  readonly #host: CatalogHost;
  readonly #limits: OutboxLimits;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #counts: OutboxCounts;
  #running: Promise<void> | undefined;
  #isAlarmed = false;
  #isClosed = false;

  constructor(host: CatalogHost, limits: OutboxLimits, log: Log) {
    this.#host = host;
    this.#limits = limits;
    this.#log = log;
    this.#counts = {rows: 0, maxRows: limits.maxRows, lost: 0, waiting: {}};
    this.#timer = setInterval(() => void this.trim(), everyMs);
    this.#timer.unref();
  }

  get counts(): OutboxCounts {
    return this.#counts;
  }

  /** Part by part, so that writers come in between. */
  async trim(): Promise<void> {
    this.#running ??= this.#trimAll()
      .catch((error: unknown) =>
        this.#log.error({error}, 'changes that were told could not be removed'),
      )
      .finally(() => (this.#running = undefined));
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #trimAll(): Promise<void> {
    // Nothing that somebody waits for goes before it was told that it will, also when much came
    // since the last time.
    const limits = this.#isAlarmed
      ? this.#limits
      : {...this.#limits, maxRows: Number.MAX_SAFE_INTEGER};
    for (let isMore = true; isMore && !this.#isClosed;) {
      const {removed, lost, left, waiting} = await this.#host.call(trimOutbox, caller, limits);
      this.#counts = {...this.#counts, rows: left, lost: this.#counts.lost + lost, waiting};
      if (lost > 0)
        this.#log.error(
          {lost, waiting},
          'changes are lost that destinations waited for: there are too many',
        );
      isMore = removed > 0;
    }
    this.#alarm();
  }

  #alarm(): void {
    const {rows, maxRows, waiting} = this.#counts;
    const isNearlyFull = rows > maxRows * alarmShare;
    if (isNearlyFull && !this.#isAlarmed) {
      this.#log.error(
        {rows, maxRows, waiting},
        'changes to be told are about to be lost: too many are kept',
      );
    }
    this.#isAlarmed = isNearlyFull;
  }
}
