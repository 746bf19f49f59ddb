import {operations, type OperationName} from '../operations.ts';
import type {Asker} from './asker.ts';
import type {Executor} from './executor.ts';

/** Tells somebody, with its name, whenever an operation may have changed something. */
export class WakingExecutor implements Executor {
  readonly #executor: Executor;
  readonly #wake: (name: OperationName) => void;

  constructor(executor: Executor, wake: (name: OperationName) => void) {
    this.#executor = executor;
    this.#wake = wake;
  }

  async run(name: OperationName, asker: Asker, args: unknown): Promise<string | undefined> {
    const answer = await this.#executor.run(name, asker, args);
    if (operations[name].on === 'writer' && asker.isDryRun !== true) this.#wake(name);
    return answer;
  }

  async close(): Promise<void> {
    await this.#executor.close();
  }
}
