import {catalogItself} from '../host/asker.ts';
import {randomUUID} from 'node:crypto';
import type {Log} from '../catalog.ts';
import type {Executor} from '../host/executor.ts';
import type {OperationName} from '../operations.ts';

/** How often tasks are looked for that another process left. */
const pollMs = 10_000;
/** How often it is asked whether the age-out is due. */
const dueCheckMs = 3_600_000;

/** Operations that may leave something to do: a change of types asks for rows that follow from them. */
export const queuesTasks: ReadonlySet<OperationName> = new Set([
  'createTypes',
  'updateTypes',
  'createOldTypes',
  'updateOldTypes',
  'importTypes',
]);

/** Does tasks in the background, a part at a time, so that requests come in between. */
export class TaskRunner {
  readonly #executor: Executor;
  readonly #log: Log;
  readonly #holder = randomUUID();
  readonly #asker = catalogItself('tasks');
  readonly #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(executor: Executor, log: Log) {
    this.#executor = executor;
    this.#log = log;
  }

  /** @param ageOutEveryMs undefined: the age-out is off */
  start(ageOutEveryMs: number | undefined): void {
    this.#timers.push(setInterval(() => this.wake(), pollMs));
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
    await this.#executor
      .run('leaveTasks', this.#asker, {holder: this.#holder})
      .catch((error: unknown) => this.#log.warn({error}, 'the task that was under way waits until its lease ends'));
  }

  async #runAll(): Promise<void> {
    const holder = this.#holder;
    try {
      for (let next = '"again"'; next !== '"done"' && !this.#isClosed;) {
        const args = {holder, isAlone: next === '"alone"'};
        next = (await this.#executor.run('runTaskPart', this.#asker, args)) ?? '"done"';
      }
    } catch (error) {
      this.#log.error({error}, 'a task in the background failed');
      const reason = error instanceof Error ? error.message : String(error);
      await this.#executor
        .run('failTaskPart', this.#asker, {holder, reason})
        .catch((failure: unknown) => this.#log.error({error: failure}, 'the failure of a task could not be noted'));
    }
  }

  async #queueAgeOut(everyMs: number): Promise<void> {
    try {
      await this.#executor.run('queueAgeOutWhenDue', this.#asker, {everyMs});
      this.wake();
    } catch (error) {
      this.#log.error({error}, 'the age-out of the audit could not be queued');
    }
  }
}
