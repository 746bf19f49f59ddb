import type {Log} from '../log.ts';

/** Records that a store keeps since the change that they tell of. */
export type KeptRecords = {
  /** The oldest, none when there are no more. */
  next(): Promise<readonly {readonly id: number; readonly record: string}[]>;
  drop(ids: readonly number[]): Promise<void>;
};

/** Few large batches: each ends with a commit of its own. */
const lingerMs = 200;
/** For what nobody has told of: records of a process that is gone, of work in the background. */
const everyMs = 10_000;

/**
 * Takes records from the store of the changes to the trail that goes to all destinations, and then
 * out of the store. What the trail has no room for stays. A process that ends between the two takes
 * them again, with the same ids.
 */
export class AuditRelay {
  readonly #kept: KeptRecords;
  readonly #take: (lines: readonly string[]) => number;
  readonly #log: Log;
  readonly #taken = new Set<number>();
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isFailing = false;
  #isClosed = false;

  /** @param take as `Trail.take` */
  constructor(kept: KeptRecords, take: (lines: readonly string[]) => number, log: Log) {
    this.#kept = kept;
    this.#take = take;
    this.#log = log;
    this.#timer = setInterval(() => this.wake(), everyMs);
    this.#timer.unref();
    this.wake();
  }

  /** There may be something. */
  wake(): void {
    if (this.#isClosed || this.#soon !== undefined) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      void this.#run();
    }, lingerMs);
    // What the store keeps is safe there.
    this.#soon.unref();
  }

  /** Takes what there is; what fails is for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#running;
    await this.#run();
  }

  async #run(): Promise<void> {
    this.#running ??= this.#takeAll()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#running = undefined));
    await this.#running;
  }

  async #takeAll(): Promise<void> {
    for (;;) {
      const kept = await this.#kept.next();
      if (kept.length === 0) break;
      const fresh = kept.filter(one => !this.#taken.has(one.id));
      const count = this.#take(fresh.map(one => one.record));
      for (const {id} of fresh.slice(0, count)) this.#taken.add(id);
      const done = kept.filter(one => this.#taken.has(one.id)).map(one => one.id);
      if (done.length > 0) await this.#kept.drop(done);
      for (const id of done) this.#taken.delete(id);
      if (count < fresh.length)
        throw new Error(
          `there is no room for ${fresh.length - count} records in the audit's spool`,
        );
    }
    if (this.#isFailing) this.#log.info({}, 'Audit records of changes are sent on again');
    this.#isFailing = false;
  }

  /** Once: they stay where they are, and nothing is lost. */
  #failed(error: unknown): void {
    if (!this.#isFailing) this.#log.error({error}, 'Audit records of changes wait in the store');
    this.#isFailing = true;
  }
}
