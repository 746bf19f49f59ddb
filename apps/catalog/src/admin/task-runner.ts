import {AppError} from '@gazetteer/model';
import {catalogItself, type CatalogHost} from '../caller.ts';
import {randomUUID} from 'node:crypto';
import type {Log} from '../catalog.ts';
import type {NextPart} from '@gazetteer/store';
import {forgetChanges} from '../undo/forget-changes.ts';
import {
  failTaskPart,
  hasTasks,
  leaveTasks,
  queueAgeOutWhenDue,
  runTaskPart,
  runTaskPartAlone,
} from './tasks.ts';

/** How often tasks are looked for that another process left. */
const pollMs = 3_000;
/** How often it is asked whether the age-out is due. */
const dueCheckMs = 3_600_000;

/** Does tasks in the background, a part at a time, so that requests come in between. */
export class TaskRunner {
  readonly #host: CatalogHost;
  readonly #log: Log;
  readonly #holder = randomUUID();
  readonly #caller = catalogItself('tasks');
  readonly #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> | undefined;
  #forgetting: Promise<void> | undefined;
  #isClosed = false;

  constructor(host: CatalogHost, log: Log) {
    this.#host = host;
    this.#log = log;
  }

  /** @param ageOutEveryMs undefined: the age-out is off */
  start(ageOutEveryMs: number | undefined): void {
    this.#timers.push(setInterval(() => this.wake(), pollMs));
    const forget = () => void (this.#forgetting = this.#forgetChanges());
    this.#timers.push(setInterval(forget, dueCheckMs));
    forget();
    if (ageOutEveryMs !== undefined) {
      const check = () => void this.#queueAgeOut(ageOutEveryMs);
      this.#timers.push(setInterval(check, dueCheckMs));
      check();
    }
    this.wake();
  }

  /** There is something to do. */
  wake(): void {
    if (this.#isClosed) return;
    this.#running ??= this.#runAll().finally(() => (this.#running = undefined));
  }

  /** Waits for the part that is just being done; the rest is for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#running;
    await this.#forgetting;
    await this.#host
      .call(leaveTasks, this.#caller, {holder: this.#holder})
      .catch((error: unknown) =>
        this.#log.warn({error}, 'the task that was under way waits until its lease ends'),
      );
  }

  async #runAll(): Promise<void> {
    const holder = this.#holder;
    try {
      if (!(await this.#host.call(hasTasks, this.#caller, undefined))) return;
      for (let next: NextPart = 'again'; next !== 'done' && !this.#isClosed;) {
        const part: typeof runTaskPart = next === 'alone' ? runTaskPartAlone : runTaskPart;
        next = await this.#host.call(part, this.#caller, {holder});
      }
    } catch (error) {
      this.#log.error({error}, 'a task in the background failed');
      // What the store cannot do now it can later: no task has failed for that.
      if (error instanceof AppError && error.isTemporary) return;
      const reason = error instanceof Error ? error.message : String(error);
      await this.#host
        .call(failTaskPart, this.#caller, {holder, reason})
        .catch((failure: unknown) =>
          this.#log.error({error: failure}, 'the failure of a task could not be noted'),
        );
    }
  }

  async #forgetChanges(): Promise<void> {
    try {
      while (!this.#isClosed && (await this.#host.call(forgetChanges, this.#caller, undefined)));
    } catch (error) {
      this.#log.error({error}, 'old changes that cannot be undone any more were not removed');
    }
  }

  async #queueAgeOut(everyMs: number): Promise<void> {
    try {
      await this.#host.call(queueAgeOutWhenDue, this.#caller, {everyMs});
      this.wake();
    } catch (error) {
      this.#log.error({error}, 'the age-out of the audit could not be queued');
    }
  }
}
