import type {Destination} from './destination.ts';
import type {SpoolPosition, Spool} from './spool.ts';
import type {TrailLog} from './trail-log.ts';

export type DeliveryOptions = {
  readonly destination: Destination;
  readonly spool: Spool;
  readonly log: TrailLog;
  /** What `keep` was given last, in an earlier process; undefined for a destination that is new. */
  readonly kept: string | undefined;
  /** Keeps a place and the destination's state, atomically. */
  readonly keep: (kept: Kept) => Promise<void>;
  /** Told that what lies before `keptPlace` is not needed any more. */
  readonly release: () => void;
};

export type Kept = {readonly place: SpoolPosition; readonly state: object | undefined};

const batchBytes = 2 ** 20;
/**
 * Few large batches: an append to HDFS takes tens of milliseconds whatever its size, and one to a
 * file as much as a small request.
 */
const lingerMs = 250;
const firstRetryMs = 500;
const longestRetryMs = 30_000;

/**
 * Takes records of a spool to one destination, in order, and again with growing pauses while it
 * cannot.
 */
export class Delivery {
  readonly name: string;
  readonly #options: DeliveryOptions;
  #kept: Kept;
  #keptPlace: SpoolPosition;
  #failures = 0;
  /**
   * True until the run has seen that nothing is left: who wakes in the same turn must not rely on a
   * run that is over.
   */
  #isRunning = false;
  #run: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.name = options.destination.name;
    this.#kept =
      options.kept === undefined
        ? {place: options.spool.start, state: undefined}
        : (JSON.parse(options.kept) as Kept);
    this.#keptPlace = this.place;
  }

  get place(): SpoolPosition {
    return this.#kept.place;
  }

  /** Where the next process goes on when this one ends now. */
  get keptPlace(): SpoolPosition {
    return this.#keptPlace;
  }

  get state(): {waitingBytes: number; failures: number} {
    return {waitingBytes: this.#options.spool.behind(this.place), failures: this.#failures};
  }

  /** There may be something to deliver; soon, together with what comes until then. */
  wake(): void {
    if (!this.#isRunning && this.#timer === undefined && !this.#isClosing) this.#after(lingerMs);
  }

  /** One more attempt; over when everything is delivered, the attempt fails, or the time is up. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    if (!this.#isRunning) this.#start();
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>(resolve => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([this.#run, over]);
    clearTimeout(timer);
  }

  #after(pauseMs: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#start();
    }, pauseMs);
    // What waits is on disk; nothing is lost when the process ends.
    this.#timer.unref();
  }

  #start(): void {
    this.#isRunning = true;
    this.#run = this.#deliverAll();
  }

  async #deliverAll(): Promise<void> {
    for (;;) {
      const {records, ends, start} = this.#options.spool.read(this.place, batchBytes);
      if (records.length === 0) {
        // Behind notes, of which no destination waits for any.
        this.#kept = {...this.#kept, place: start};
        this.#isRunning = false;
        return;
      }
      try {
        const {count, state} = await this.#options.destination.deliver(records, this.#kept.state);
        this.#kept = {place: ends[count - 1] ?? this.place, state};
        await this.#options.keep(this.#kept);
        this.#keptPlace = this.place;
        this.#options.release();
      } catch (error) {
        this.#isRunning = false;
        this.#failed(error);
        return;
      }
      if (this.#failures > 0) {
        this.#options.log.info(
          {destination: this.name, failures: this.#failures},
          'Audit destination is back',
        );
        this.#failures = 0;
      }
      if (this.#mayLinger()) {
        this.#isRunning = false;
        this.#after(lingerMs);
        return;
      }
    }
  }

  /** Little has come meanwhile: soon there is more. */
  #mayLinger(): boolean {
    const left = this.#options.spool.behind(this.place);
    return !this.#isClosing && left > 0 && left < batchBytes;
  }

  #failed(error: unknown): void {
    const pauseMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(this.#failures, 16));
    this.#failures++;
    const {waitingBytes} = this.state;
    this.#options.log.error(
      {error, destination: this.name, failures: this.#failures, waitingBytes, pauseMs},
      'Error sending logs to consumer',
    );
    if (!this.#isClosing) this.#after(pauseMs);
  }
}
