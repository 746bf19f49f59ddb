import {AppError} from '@gazetteer/model';
import {randomUUID} from 'node:crypto';
import {catalogItself, type Caller, type CatalogHost} from '../caller.ts';
import type {Log} from '../catalog.ts';
import type {Preview} from '../host/preview.ts';
import {prolonged} from '../host/prolonged.ts';
import type {Changed, Progress} from './bulk-task.ts';
import {
  failBulkChange,
  hasBulkChanges,
  keepRehearsedPart,
  leaveBulkChanges,
  nextBulkPart,
  prolongBulkChanges,
  readBulkPage,
  runBulkPart,
  type BulkPage,
  type NextBulkPart,
} from './run-part.ts';

/** How often changes are looked for that another process left. */
const pollMs = 3_000;
/**
 * Entities of a part: others wait for a part at most, so it is smaller where entities take long.
 */
const [minSize, maxSize] = [10, 500];
const [shortMs, longMs] = [100, 400];

/**
 * Does bulk changes in the background, a part at a time, each as a request of whoever asked for it.
 */
export class BulkRunner {
  readonly #host: CatalogHost;
  readonly #log: Log;
  readonly #holder = randomUUID();
  readonly #itself = catalogItself('bulk-changes');
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #size = 100;

  constructor(host: CatalogHost, log: Log) {
    this.#host = host;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), pollMs);
    this.wake();
  }

  /** There is something to do. */
  wake(): void {
    if (this.#isClosed) return;
    this.#running ??= this.#runAll()
      .catch((error: unknown) => this.#log.error({error}, 'bulk changes stand still'))
      .finally(() => (this.#running = undefined));
  }

  /** Waits for the part that is just being done; the rest is for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
    await this.#host
      .call(leaveBulkChanges, this.#itself, {holder: this.#holder})
      .catch((error: unknown) =>
        this.#log.warn({error}, 'the bulk change that was under way waits until its lease ends'),
      );
  }

  async #runAll(): Promise<void> {
    if (!(await this.#host.call(hasBulkChanges, this.#itself, undefined))) return;
    while (!this.#isClosed) {
      const next = await this.#host.call(nextBulkPart, this.#itself, {
        holder: this.#holder,
        size: this.#size,
      });
      if (next === undefined) return;
      try {
        await this.#runHeld(next);
      } catch (error) {
        // What the store cannot do now it can later.
        if (error instanceof AppError && error.isTemporary) throw error;
        this.#log.error({error}, 'a bulk change failed');
        const reason = error instanceof Error ? error.message : String(error);
        await this.#host.call(failBulkChange, this.#itself, {task: next.guid, reason});
      }
    }
  }

  /** Its search and its rehearsals keep nothing, so the lease could end meanwhile. */
  async #runHeld(next: NextBulkPart): Promise<void> {
    await prolonged(
      () => this.#host.call(prolongBulkChanges, this.#itself, {holder: this.#holder}),
      (error: unknown) =>
        this.#log.warn({error}, 'the right to make bulk changes was not prolonged'),
      () => this.#run(next),
    );
  }

  async #run({guid, createdBy, parameters, page}: NextBulkPart): Promise<void> {
    const {groups, isRehearsal, search, dsl, position, total} = parameters;
    const caller: Caller = {
      actor: {userName: createdBy, groups: [...groups]},
      requestId: `bulk_${guid}`,
      changeId: guid,
    };
    const found =
      page ??
      (await this.#host.call(readBulkPage, caller, {
        search: search ?? {},
        ...(dsl === undefined ? {} : {dsl}),
        position,
        size: this.#size,
        ...(total === undefined ? {} : {total}),
      }));
    const part = {
      task: guid,
      caller: {...caller, isDryRun: isRehearsal},
      from: {...found.progress, position},
    };
    const began = performance.now();
    await this.#change(part, found.entries, found.progress);
    this.#size = nextSize(this.#size, performance.now() - began);
  }

  /**
   * Does a part, in halves where something in it fails the whole: alone each entity shows whether
   * it is the one.
   * @returns false when somebody has ended the change meanwhile
   */
  async #change(part: Part, entries: BulkPage['entries'], progress: Progress): Promise<boolean> {
    try {
      return await this.#write(part, {entries, progress});
    } catch (error) {
      if (!(error instanceof AppError) || error.isTemporary || entries.length === 0) throw error;
      if (error.kind === 'CONFLICT') return false;
      if (entries.length === 1)
        return await this.#write(part, {entries, progress, failure: error.message});
    }
    const half = entries.length >> 1;
    const isGoingOn = await this.#change(part, entries.slice(0, half), {
      ...part.from,
      isLast: false,
    });
    return isGoingOn && (await this.#change(part, entries.slice(half), progress));
  }

  async #write(
    {task, caller}: Part,
    work: {entries: BulkPage['entries']; progress: Progress; failure?: string},
  ): Promise<boolean> {
    const asked = {task, holder: this.#holder, ...work};
    const answer = await this.#host.call(runBulkPart, caller, asked);
    if (caller.isDryRun !== true) return answer !== undefined;
    const {response, changes} = answer as unknown as {response: Changed[] | null; changes: Preview};
    if (response === null) return false;
    const {added, removed} = changes.propagations;
    return await this.#host.call(keepRehearsedPart, this.#itself, {
      task,
      holder: this.#holder,
      changed: response,
      reached: added.count + removed.count,
      progress: work.progress,
    });
  }
}

type Part = {readonly task: string; readonly caller: Caller; readonly from: Progress};

/**
 * Twice as many entities after a short transaction, half as many after a long one: the writer is
 * not kept from others for long.
 */
function nextSize(size: number, ms: number): number {
  if (ms < shortMs) return Math.min(maxSize, size * 2);
  return ms > longMs ? Math.max(minSize, size >> 1) : size;
}
